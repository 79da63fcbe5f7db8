/*
 * The article's search, literally: coordinate descent with fixed steps, single precision, 0.0167 s a sample.
 *
 * Makes article_search.csv: where the search ends on the two recorded bounces, in single precision (as published)
 * and with the same steps in double precision. Deterministic, no seed. Run from this directory:
 *
 *   gcc -O2 -ffp-contract=off -std=c11 -o article_search article_search.c -lm
 *   ./article_search > article_search.csv
 *
 * One round evaluates six candidates in the order C+ C- delta+ delta- phi+ phi-. The smallest Sum is the best.
 * The search stops when the best is larger than the last accepted Sum (1e9 at the start; equal is accepted), else
 * it moves to the first candidate in that order whose Sum equals the best.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SAMPLES 1024
#define MAX_ROUNDS 10000000L
#define FINGERPRINT_MOVES 1000000L

static int read_offsets(const char *path, double *offset) {
    FILE *file = fopen(path, "r");
    char line[256];
    int count = 0;
    if (!file) { perror(path); exit(1); }
    while (fgets(line, sizeof line, file) && count < MAX_SAMPLES) {
        char *end;
        double value = strtod(line, &end);
        if (line[0] != '#' && end != line) offset[count++] = value;
    }
    fclose(file);
    return count;
}

/* One search per precision; the text of the loop is the same, so it is a macro. `moves` holds the accepted
   directions as digits 0..5 (FNV-1a of the path, to compare two implementations move by move). */
#define DEFINE_SEARCH(NAME, REAL, EXP, LITERAL)                                                                  \
    typedef struct { REAL p[3], sum; long accepted; int guarded; uint64_t path; char first[61]; } NAME##_result; \
    static REAL NAME##_sum(const REAL *y, int n, REAL C, REAL delta, REAL phi) {                                  \
        REAL sum = 0;                                                                                             \
        for (int i = 0; i < n; i++) {                                                                             \
            REAL t = phi + (REAL)i * LITERAL(0.0167);                                                             \
            REAL model = C * t * EXP(-delta * t);                                                                 \
            REAL difference = y[i] - model;                                                                       \
            sum += difference * difference;                                                                       \
        }                                                                                                         \
        return sum;                                                                                               \
    }                                                                                                             \
    static NAME##_result NAME(const REAL *y, int n) {                                                             \
        static const REAL step[3] = {LITERAL(1.0), LITERAL(0.01), LITERAL(0.001)};                                \
        NAME##_result r = {{0, 0, 0}, LITERAL(1e9), 0, 0, 14695981039346656037ULL, ""};                           \
        for (long round = 0;; round++) {                                                                          \
            REAL candidate[6][3], sum[6];                                                                         \
            int best = 0;                                                                                         \
            if (round == MAX_ROUNDS) { r.guarded = 1; break; }                                                    \
            for (int k = 0; k < 6; k++) {                                                                         \
                memcpy(candidate[k], r.p, sizeof r.p);                                                            \
                if (k % 2 == 0) candidate[k][k / 2] += step[k / 2];                                               \
                else candidate[k][k / 2] -= step[k / 2];                                                          \
                sum[k] = NAME##_sum(y, n, candidate[k][0], candidate[k][1], candidate[k][2]);                     \
                if (sum[k] < sum[best]) best = k;                                                                 \
            }                                                                                                     \
            if (sum[best] > r.sum) break;                                                                         \
            memcpy(r.p, candidate[best], sizeof r.p);                                                             \
            r.sum = sum[best];                                                                                    \
            if (r.accepted < 60) r.first[r.accepted] = (char)('0' + best);                                        \
            if (r.accepted < FINGERPRINT_MOVES) r.path = (r.path ^ (uint64_t)('0' + best)) * 1099511628211ULL;    \
            r.accepted++;                                                                                         \
        }                                                                                                         \
        return r;                                                                                                 \
    }

#define AS_FLOAT(x) x##f
#define AS_DOUBLE(x) x
DEFINE_SEARCH(search_float, float, expf, AS_FLOAT)
DEFINE_SEARCH(search_double, double, exp, AS_DOUBLE)

static void run(const char *name, double edge) {
    char path[256];
    double offset[MAX_SAMPLES], y64[MAX_SAMPLES];
    float y32[MAX_SAMPLES];
    snprintf(path, sizeof path, "../../SampleTraces/%s", name);
    int n = read_offsets(path, offset);
    for (int i = 0; i < n; i++) {
        y32[i] = (float)fabs(offset[i]) - (float)fabs(edge);
        y64[i] = fabs(offset[i]) - fabs(edge);
    }
    search_float_result f = search_float(y32, n);
    search_double_result d = search_double(y64, n);
    printf("%s,float,%d,%.9g,%.9g,%.9g,%.9g,%a,%a,%a,%a,%ld,%d,%s,%016llx\n", name, n, f.p[0], f.p[1], f.p[2], f.sum,
           f.p[0], f.p[1], f.p[2], f.sum, f.accepted, f.guarded, f.first, (unsigned long long)f.path);
    printf("%s,double,%d,%.17g,%.17g,%.17g,%.17g,%a,%a,%a,%a,%ld,%d,%s,%016llx\n", name, n, d.p[0], d.p[1], d.p[2],
           d.sum, d.p[0], d.p[1], d.p[2], d.sum, d.accepted, d.guarded, d.first, (unsigned long long)d.path);
}

int main(void) {
    printf("# script: article_search.c (gcc -O2 -ffp-contract=off -std=c11, glibc 2.36 expf and exp)\n");
    printf("# seed: none\n");
    printf("# start 0,0,0; steps 1, 0.01, 0.001; t = phi + n * 0.0167; overscroll = |offset| - |edge|\n");
    printf("# C pt/s, delta 1/s, phi s, sum pt^2; *_hex: the same numbers exactly\n");
    printf("# guarded: 1 = stopped after %ld rounds, never by its own rule\n", MAX_ROUNDS);
    printf("# first_moves: up to 60 accepted directions, 0 C+, 1 C-, 2 delta+, 3 delta-, 4 phi+, 5 phi-\n");
    printf("# path: FNV-1a (64 bits) of the accepted directions as ASCII digits, the first %ld of them\n",
           FINGERPRINT_MOVES);
    printf("trace,precision,samples,C,delta,phi,sum,C_hex,delta_hex,phi_hex,sum_hex,accepted,guarded,first_moves,path\n");
    run("uiscrollview-bounce-3x.csv", -88);
    run("uiscrollview-bounce-2x.csv", -64);
    return 0;
}
