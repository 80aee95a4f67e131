/* Batches of the bias lab's estimates, and what they share with its rounds (lab.c). */
#pragma once

#include "engine/machine/parallel.h"
#include "lab.h"

enum { LAB_ROWS = STREAM_MOST / LAB_BATCH /* draws of each estimate that one call makes */ };

/* Work space of one thread: rows of LAB_BATCH numbers, one number per estimate. */
typedef struct bench {
    const lab_config *config;
    stream stream;
    double *y;        /* block means, then windows: rows of q->in components */
    double *value;    /* q at the windows: rows of q->out components */
    double *estimate; /* q->out rows */
    double *reduced;  /* q->out rows: the estimates with the control variates taken off */
    double *variate;  /* rows of control variates */
    double *draw;     /* one draw of each estimate: q->in rows; or LAB_ROWS of one number */
    double *size;     /* q->out rows: by estimate, the sum over windows of |q - target| */
    tail_pair tails;  /* of its estimates */
    oddity odd;       /* those of them that are not finite */
} bench;

/* Everything a run needs. */
typedef struct lab {
    const lab_config *config;
    size_t variates;
    uint64_t first_chunk; /* of this round */
    const double *target;
    double *factor; /* q->out x variates */
    bench bench[PARALLEL_MOST];
    tally *chunk_raw, *chunk_reduced; /* by chunk of the round, q->out each */
    double *chunk_size;               /* by chunk of the round, q->out each: sums over estimates */
} lab;

/* How batches are made: a file of batch/. */
typedef struct batch_type {
    const char *name;
    /* LAB_BATCH estimates minus the target, and their control variates. */
    status (*make)(lab *l, bench *b);
    /* b->reduced from the estimates and their control variates. */
    void (*reduce)(const lab *l, bench *b);
} batch_type;

const batch_type *batch_type_at(size_t i);
