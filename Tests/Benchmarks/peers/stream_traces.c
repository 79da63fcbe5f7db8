// Writes a stream of bounces as make_traces.py makes them, fast: its rows come from a thousand motions.
//
//     stream_traces COUNT [ROWS]
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOTIONS = 1000, NAME_LENGTH = 8, ROW_SIZE = 64 };

// Bounces that repeat after a thousand recordings; what is measured is memory, which no motion changes.
struct motion {
  // Each row with room for the name in front.
  char *rows;
  size_t length;
  size_t *starts;
};

static uint64_t state = 88172645463325252u;

// Uniform numbers by Marsaglia's xorshift (2003).
static double uniform(double lower, double upper) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return lower + (upper - lower) * ((double)(state >> 11) * 0x1p-53);
}

static struct motion make(int rows) {
  struct motion motion = {malloc((size_t)rows * ROW_SIZE), 0, malloc((size_t)rows * sizeof(size_t))};
  if (!motion.rows || !motion.starts) abort();
  const double speed = uniform(600, 2400), delta = uniform(9, 13), phase = uniform(0, 1 / 60.0);
  for (int row = 0; row < rows; row++) {
    const double t = row / 60.0 + phase;
    const double offset = round((-88 - speed * t * exp(-delta * t)) * 3) / 3;
    motion.starts[row] = motion.length;
    motion.length += (size_t)snprintf(
        motion.rows + motion.length, ROW_SIZE, "%*s,%.6f,%.4f\n", NAME_LENGTH, "", row / 60.0, offset);
  }
  return motion;
}

int main(int argc, char **argv) {
  long count = argc > 1 ? atol(argv[1]) : 0;
  int rows = argc > 2 ? atoi(argv[2]) : 90;
  if (count < 1 || count > 9999999 || rows < 1) {
    fprintf(stderr, "usage: stream_traces COUNT [ROWS]\n");
    return 64;
  }
  static struct motion motions[MOTIONS];
  for (int i = 0; i < MOTIONS; i++) motions[i] = make(rows);
  printf("# law: bounce\n# scale: 3\n# edge_top: -88\n# refresh_hz: 60\ntrace,t_s,offset_y_pt\n");
  for (long number = 0; number < count; number++) {
    struct motion *motion = &motions[number % MOTIONS];
    char name[NAME_LENGTH + 8];
    snprintf(name, sizeof name, "t%07ld", number);
    for (int row = 0; row < rows; row++) memcpy(motion->rows + motion->starts[row], name, NAME_LENGTH);
    // A reader that has gone ends the stream.
    if (fwrite(motion->rows, 1, motion->length, stdout) != motion->length) return 1;
  }
  return fflush(stdout) == 0 ? 0 : 1;
}
