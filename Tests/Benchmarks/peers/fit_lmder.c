// Fits bounces with MINPACK's lmder, read through libcsv: y = C (t + phi) exp(-delta (t + phi)).
//
//     fit_lmder FILE...                    one line of JSON a recording
//     fit_lmder -j N --files-from LIST     the same on N threads, of the files that LIST names, one a line
//     fit_lmder --kernel FILE ROUNDS       nothing but the fits is timed, with everything in memory
//
// All rows are fitted, the settled ones too. No errors are computed. The lines of threads come in any order.
#define _POSIX_C_SOURCE 200809L
#include "recordings.h"

#include <cminpack-1/cminpack.h>
#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PARAMETERS = 3, OUTPUT_SIZE = 1 << 16, LINE_SIZE = 512, SHOWN = 100 };

struct fit {
  double constants[PARAMETERS];  // C, delta, phi
  double rms;
};

// Work space of a thread, kept from fit to fit.
struct workspace {
  double *memory;
  size_t capacity;
};

static int bounce(
    void *context, int m, int n, const double *x, double *residuals, double *jacobian, int stride,
    int what) {
  (void)n;
  const struct recording *recording = context;
  const double c = x[0], delta = x[1], phi = x[2];
  for (int i = 0; i < m; i++) {
    const double t = recording->times[i] + phi;
    const double decay = exp(-delta * t);
    if (what == 1) {
      residuals[i] = c * t * decay - recording->values[i];
    } else {
      jacobian[i] = t * decay;
      jacobian[i + stride] = -c * t * t * decay;
      jacobian[i + 2 * stride] = c * (1 - delta * t) * decay;
    }
  }
  return 0;
}

static struct fit solve(const struct recording *recording, struct workspace *space) {
  const int m = (int)recording->count;
  if (space->capacity < recording->count) {
    space->capacity = recording->count;
    free(space->memory);
    // fvec, fjac and the 5 n + m of lmder1.
    space->memory = malloc(sizeof(double) * (size_t)((2 + PARAMETERS) * m + 5 * PARAMETERS));
    if (!space->memory) abort();
  }
  double *residuals = space->memory;
  double *jacobian = residuals + m;
  double *work = jacobian + PARAMETERS * m;
  int pivots[PARAMETERS];
  struct fit fit = {{1000, 10, 0}, 0};
  // The root of the machine epsilon, as MINPACK's documentation and its users have it.
  int info = lmder1(
      bounce, (void *)recording, m, PARAMETERS, fit.constants, residuals, jacobian, m, sqrt(DBL_EPSILON),
      pivots, work, 5 * PARAMETERS + m);
  if (info < 1 || info > 4) {
    fprintf(stderr, "%s: lmder1 ends with %d\n", recording->name, info);
    exit(1);
  }
  double sum = 0;
  for (int i = 0; i < m; i++) sum += residuals[i] * residuals[i];
  fit.rms = sqrt(sum / m);
  return fit;
}

// MARK: Recordings to lines

struct worker {
  struct reader *reader;
  struct workspace space;
  char output[OUTPUT_SIZE];
  size_t used;
};

static void flush(struct worker *worker) {
  // One call a block: the lock of the stream keeps lines of threads apart.
  if (fwrite(worker->output, 1, worker->used, stdout) != worker->used) exit(1);
  worker->used = 0;
}

static void print_fit(const struct recording *recording, void *context) {
  struct worker *worker = context;
  struct fit fit = solve(recording, &worker->space);
  if (worker->used > OUTPUT_SIZE - LINE_SIZE) flush(worker);
  int length = snprintf(
      worker->output + worker->used, LINE_SIZE,
      "{\"trace\":\"%s\",\"C\":%.17g,\"delta\":%.17g,\"phi\":%.17g,\"rms\":%.17g}\n", recording->name,
      fit.constants[0], fit.constants[1], fit.constants[2], fit.rms);
  if (length < 0 || length >= LINE_SIZE) exit(1);
  worker->used += (size_t)length;
}

static char **paths;
static size_t path_count;
static atomic_size_t cursor;

static void *work(void *unused) {
  (void)unused;
  struct worker *worker = calloc(1, sizeof *worker);
  if (!worker) abort();
  worker->reader = reader_new();
  size_t index;
  while ((index = atomic_fetch_add(&cursor, 1)) < path_count)
    reader_read(worker->reader, paths[index], print_fit, worker);
  flush(worker);
  reader_free(worker->reader);
  free(worker->space.memory);
  free(worker);
  return NULL;
}

static void read_paths(const char *list) {
  FILE *file = fopen(list, "r");
  if (!file) {
    perror(list);
    exit(1);
  }
  char *line = NULL;
  size_t size = 0, capacity = 0;
  ssize_t length;
  while ((length = getline(&line, &size, file)) > 0) {
    if (line[length - 1] == '\n') line[length - 1] = 0;
    if (path_count == capacity) {
      capacity = capacity ? 2 * capacity : 1024;
      paths = realloc(paths, capacity * sizeof *paths);
      if (!paths) abort();
    }
    paths[path_count++] = strdup(line);
  }
  free(line);
  fclose(file);
}

// MARK: Kernel

struct memory {
  struct recording *recordings;
  size_t count;
  size_t capacity;
};

static double *copy(const double *values, size_t count) {
  double *result = malloc(count * sizeof *result);
  if (!result) abort();
  return memcpy(result, values, count * sizeof *result);
}

static void keep(const struct recording *recording, void *context) {
  struct memory *memory = context;
  if (memory->count == memory->capacity) {
    memory->capacity = memory->capacity ? 2 * memory->capacity : 1024;
    memory->recordings = realloc(memory->recordings, memory->capacity * sizeof *memory->recordings);
    if (!memory->recordings) abort();
  }
  struct recording *kept = &memory->recordings[memory->count++];
  *kept = *recording;
  kept->times = copy(recording->times, recording->count);
  kept->values = copy(recording->values, recording->count);
}

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static void time_kernel(const char *path, int rounds) {
  struct memory memory = {NULL, 0, 0};
  struct workspace space = {NULL, 0};
  struct reader *reader = reader_new();
  reader_read(reader, path, keep, &memory);
  double *rates = malloc(memory.count * sizeof *rates);
  if (!rates || memory.count == 0) abort();
  printf("{\"fits\":%zu,\"ns_per_fit\":[", memory.count);
  // The round before the first warms up and is not counted.
  for (int round = -1; round < rounds; round++) {
    double begin = nanoseconds();
    for (size_t i = 0; i < memory.count; i++) rates[i] = solve(&memory.recordings[i], &space).constants[1];
    double end = nanoseconds();
    if (round >= 0) printf("%s%.1f", round ? "," : "", (end - begin) / (double)memory.count);
  }
  printf("],\"deltas\":[");
  for (size_t i = 0; i < memory.count && i < SHOWN; i++) printf("%s%.17g", i ? "," : "", rates[i]);
  printf("]}\n");
}

int main(int argc, char **argv) {
  if (argc == 4 && strcmp(argv[1], "--kernel") == 0 && atoi(argv[3]) > 0) {
    time_kernel(argv[2], atoi(argv[3]));
    return 0;
  }
  int threads = 1;
  if (argc == 5 && strcmp(argv[1], "-j") == 0 && strcmp(argv[3], "--files-from") == 0) {
    threads = atoi(argv[2]);
    read_paths(argv[4]);
  } else {
    paths = argv + 1;
    path_count = (size_t)(argc - 1);
  }
  if (path_count == 0 || threads < 1 || threads > 64 || paths[0][0] == '-') {
    fprintf(stderr, "usage: fit_lmder FILE... | -j N --files-from LIST | --kernel FILE ROUNDS\n");
    return 64;
  }
  pthread_t others[64];
  for (int i = 1; i < threads; i++)
    if (pthread_create(&others[i], NULL, work, NULL) != 0) abort();
  work(NULL);
  for (int i = 1; i < threads; i++) pthread_join(others[i], NULL);
  return fflush(stdout) == 0 ? 0 : 1;
}
