/* The workloads that product and peers are timed on; C and C++. A program is called with the name
 * of a workload and prints a line `NAME VALUE UNIT CHECK`. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    NORMALS = 200000 * 256,
    /* W1: e-bsgd, one draw in a block, on invariant_logistic */
    ROWS = 50000,
    DIM = 10,
    STEPS = 200000,
    REPLICATES = 16,
    /* W2: bias of s^4 under the ramp on [0, 2] by three operators, m = 1, 2, .. */
    BIAS_OPERATORS = 3,
    BIAS_M = 32,
    BIAS_DRAWS = 12, /* of an estimate at m = 1 */
    /* W3: e-bspiderboost on W1's problem, with its default batches and coin */
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

/* A hundredth of the work with SHORT in the environment, which asks whether a program runs. */
static inline size_t amount(size_t n)
{
    return getenv("SHORT") ? n / 100 + 1 : n;
}

static inline double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Of the processor, for work on one thread: what other programs take does not count. */
static inline double seconds(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

/* On the wall, for whole processes and several threads. */
static inline double wall_seconds(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

/* The line for so many seconds; check: what the work came to. */
static inline void say(const char *name, double spent, double units, double check)
{
    printf("%s %.5g ns %.6g\n", name, 1e9 * spent / units, check);
}

/* A program's work by the names of workloads. */
typedef struct task {
    const char *name;
    void (*run)(const char *name);
} task;

static inline int run_task(const task *tasks, size_t n, int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < n; i++)
        if (strcmp(tasks[i].name, argv[1]) == 0) {
            tasks[i].run(argv[1]);
            return 0;
        }
    fprintf(stderr, "%s: expected the name of a workload:", argv[0]);
    for (size_t i = 0; i < n; i++)
        fprintf(stderr, " %s", tasks[i].name);
    fprintf(stderr, ", got %s\n", argc == 2 ? argv[1] : "no or more than one argument");
    return 2;
}
