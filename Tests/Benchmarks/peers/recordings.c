#include "recordings.h"

#include <csv.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE_SIZE = 1 << 16, COLUMN_COUNT = 16 };
enum role { UNUSED, NAME, TIME, OFFSET };

struct reader {
  struct csv_parser parser;
  char *piece;
  const char *path;
  enum role roles[COLUMN_COUNT];
  size_t column;
  int past_header;
  double time;
  double offset;
  double edge;
  struct recording recording;
  recording_body body;
  void *context;
};

static void fail(const struct reader *reader, const char *what) {
  fprintf(stderr, "%s: %s\n", reader->path, what);
  exit(1);
}

static void end_recording(struct reader *reader) {
  if (reader->recording.count > 0) reader->body(&reader->recording, reader->context);
  reader->recording.count = 0;
}

static void set_name(struct recording *recording, const char *name, size_t length) {
  if (length >= sizeof recording->name) length = sizeof recording->name - 1;
  memcpy(recording->name, name, length);
  recording->name[length] = 0;
}

// CSV_APPEND_NULL ends every field with a byte 0, as strtod needs it: nothing is copied.
static double number(const struct reader *reader, const char *field, size_t length) {
  char *end;
  double value = strtod(field, &end);
  if (length == 0 || end != field + length) fail(reader, "not a number");
  return value;
}

static void take_field(void *data, size_t length, void *context) {
  struct reader *reader = context;
  const char *field = data;
  size_t column = reader->column++;
  if (column >= COLUMN_COUNT) fail(reader, "too many columns");
  if (!reader->past_header) {
    reader->roles[column] = strcmp(field, "trace") == 0         ? NAME
                            : strcmp(field, "t_s") == 0         ? TIME
                            : strcmp(field, "offset_y_pt") == 0 ? OFFSET
                                                                : UNUSED;
    return;
  }
  switch (reader->roles[column]) {
  case NAME:
    if (strcmp(field, reader->recording.name) != 0) {
      end_recording(reader);
      set_name(&reader->recording, field, length);
    }
    break;
  case TIME:
    reader->time = number(reader, field, length);
    break;
  case OFFSET:
    reader->offset = number(reader, field, length);
    break;
  case UNUSED:
    break;
  }
}

static void end_row(int terminator, void *context) {
  (void)terminator;
  struct reader *reader = context;
  struct recording *recording = &reader->recording;
  reader->column = 0;
  if (!reader->past_header) {
    reader->past_header = 1;
    return;
  }
  if (recording->count == recording->capacity) {
    recording->capacity = recording->capacity ? 2 * recording->capacity : 256;
    recording->times = realloc(recording->times, recording->capacity * sizeof(double));
    recording->values = realloc(recording->values, recording->capacity * sizeof(double));
    if (!recording->times || !recording->values) fail(reader, "no memory");
  }
  recording->times[recording->count] = reader->time;
  // The bounce is beyond a top edge: its distance grows as the offset falls.
  recording->values[recording->count++] = reader->edge - reader->offset;
}

struct reader *reader_new(void) {
  struct reader *reader = calloc(1, sizeof *reader);
  if (!reader) abort();
  reader->piece = malloc(PIECE_SIZE);
  if (!reader->piece || csv_init(&reader->parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL) != 0)
    abort();
  csv_set_blk_size(&reader->parser, 4096);
  return reader;
}

void reader_free(struct reader *reader) {
  csv_free(&reader->parser);
  free(reader->recording.times);
  free(reader->recording.values);
  free(reader->piece);
  free(reader);
}

// Reads the comments, which have to fit in the first piece, for the edge; returns where they end.
static size_t skip_comments(struct reader *reader, size_t length) {
  size_t start = 0;
  while (start < length && reader->piece[start] == '#') {
    const char *line = reader->piece + start;
    const char *end = memchr(line, '\n', length - start);
    if (!end) fail(reader, "comments are too long");
    if (strncmp(line, "# edge_top:", 11) == 0) reader->edge = strtod(line + 11, NULL);
    start = (size_t)(end - reader->piece) + 1;
  }
  return start;
}

void reader_read(struct reader *reader, const char *path, recording_body body, void *context) {
  reader->path = path;
  reader->body = body;
  reader->context = context;
  reader->column = 0;
  reader->past_header = 0;
  reader->edge = 0;
  set_name(&reader->recording, path, strlen(path));
  int file = open(path, O_RDONLY);
  if (file < 0) fail(reader, "cannot be opened");
  int is_first = 1;
  ssize_t length;
  while ((length = read(file, reader->piece, PIECE_SIZE)) > 0) {
    size_t start = is_first ? skip_comments(reader, (size_t)length) : 0;
    size_t count = (size_t)length - start;
    is_first = 0;
    if (csv_parse(&reader->parser, reader->piece + start, count, take_field, end_row, reader) != count)
      fail(reader, csv_strerror(csv_error(&reader->parser)));
  }
  if (length < 0) fail(reader, "cannot be read");
  close(file);
  if (csv_fini(&reader->parser, take_field, end_row, reader) != 0)
    fail(reader, csv_strerror(csv_error(&reader->parser)));
  end_recording(reader);
}
