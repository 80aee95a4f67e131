/* The workloads that product and peer are timed on. */
#pragma once

#include <stddef.h>
#include <time.h>

enum {
    NORMALS = 200000 * 256,
    /* W1: e-bsgd, one draw in a block, on invariant_logistic */
    ROWS = 50000,
    DIM = 10,
    STEPS = 200000,
    REPLICATES = 16,
    /* W3: e-bspiderboost on the same problem, with its default batches and coin */
    B1 = 100,
    B2 = 10,
    W3_STEPS = 20000,
    W3_REPLICATES = 10
};

#define NOISE_VAR 100.0
#define L2 0.01
#define STEP 1e-4
#define W3_STEP 1e-3
#define P_OUT 0.1

static inline double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
