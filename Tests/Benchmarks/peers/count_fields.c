// Counts the fields and rows of a file with libcsv, and does nothing else: what reading costs at least.
//
//     count_fields FILE
#include <csv.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct counts {
  long fields;
  long rows;
};

static void take_field(void *data, size_t length, void *context) {
  (void)data;
  (void)length;
  ((struct counts *)context)->fields++;
}

static void end_row(int terminator, void *context) {
  (void)terminator;
  ((struct counts *)context)->rows++;
}

int main(int argc, char **argv) {
  static char piece[1 << 16];
  struct counts counts = {0, 0};
  struct csv_parser parser;
  int file = argc == 2 ? open(argv[1], O_RDONLY) : -1;
  if (file < 0 || csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) {
    fprintf(stderr, "usage: count_fields FILE\n");
    return 64;
  }
  csv_set_blk_size(&parser, 4096);
  ssize_t length;
  while ((length = read(file, piece, sizeof piece)) > 0)
    if (csv_parse(&parser, piece, (size_t)length, take_field, end_row, &counts) != (size_t)length) return 1;
  if (length < 0 || csv_fini(&parser, take_field, end_row, &counts) != 0) return 1;
  csv_free(&parser);
  printf("{\"fields\":%ld,\"rows\":%ld}\n", counts.fields, counts.rows);
  return 0;
}
