// Reads recordings through libcsv, one field callback a number.
#ifndef RECORDINGS_H
#define RECORDINGS_H

#include <stddef.h>

// One recording: times in s, and distances beyond the edge in pt.
struct recording {
  char name[256];
  double *times;
  double *values;
  size_t count;
  size_t capacity;
};

// Called with each recording when it is complete; the recording is reused for the next one.
typedef void (*recording_body)(const struct recording *, void *context);

// A parser and its buffers, for one thread.
struct reader;

struct reader *reader_new(void);
void reader_free(struct reader *);

// Reads a file with the columns t_s, offset_y_pt and perhaps trace. Whatever is wrong with it ends the program.
void reader_read(struct reader *, const char *path, recording_body, void *context);

#endif
