/* Batches of the bias lab's estimates, and what they share with its parts (lab_part.h).
 *
 * A row is LAB_BATCH numbers, one per estimate. All points take their draws from the same stream:
 * each row of draws is made once and given to every point that still needs one. */
#pragma once

#include "engine/machine/parallel.h"
#include "factors.h"
#include "lab.h"

enum {
    LAB_ROWS = 8,   /* rows of draws of one number that are made at a time */
    LAB_WINDOWS = 4 /* windows at which q is evaluated together */
};

/* What estimates of one output come to. */
typedef struct lab_sum {
    tally raw, reduced; /* reduced: with the control variates taken off, where there are any */
    double size;        /* sum over estimates and windows of |q - target| */
} lab_sum;

/* Sums of the estimates of one output from each part of the draws: estimate i of a batch is made
 * from part i mod LAB_PARTS alone. */
typedef struct lab_parts {
    double raw[LAB_PARTS], reduced[LAB_PARTS];
} lab_parts;

/* The estimates of one point on one thread, of which a batch is under way. */
typedef struct point_sums {
    const lab_point *point;
    size_t variates;
    const double *factor; /* q->out x variates */
    uint64_t first, left; /* estimates: the number of the next one, and how many are to come */
    size_t block, filled; /* of the batch: finished block means, and draws in the next one */
    double *y;            /* point->op->draws times q->in rows: block means */
    double *estimate;     /* q->out rows: the last batch's */
    double *reduced;      /* the same with the control variates taken off, or NULL */
    double *size;         /* q->out rows: by estimate, the sum over windows of |q - target| */
    size_t made;          /* of them, how many are not in the sums yet */
    lab_sum *sum;         /* q->out of them */
    lab_parts *parts;     /* of one output, else NULL */
    factor_sums *pilot;   /* q->out of them, for a pilot's estimates; else NULL */
    tail_pair tails;      /* of its estimates */
    oddity odd;           /* those of them that are not finite */
} point_sums;

/* Work space of one thread. */
typedef struct worker {
    const lab_config *config;
    const double *target;
    stream stream;
    point_sums *point; /* config->points of them */
    double *draw;      /* lab_rows(config) times q->in rows */
    double *mean;      /* LAB_WINDOWS times q->in rows: window means */
    double *value;     /* LAB_WINDOWS times q->out rows: q there */
    double *variate;   /* rows of control variates */
    double *unit;      /* by component: a power of two that draws are multiplied with for them */
    double *transpose; /* of a pilot's estimates: the variates of each side by side */
    void *context;
    void (*report)(void *context, double share); /* called on the way; NULL: not by this thread */
} worker;

/* How many rows of draws are made at a time. */
static inline size_t lab_rows(const lab_config *c)
{
    return c->q->in < LAB_ROWS ? LAB_ROWS / c->q->in : 1;
}

/* How batches are made: a file of batch/. */
typedef struct batch_type {
    const char *name;
    /* Makes the estimates that are to come of every point, from w->stream. */
    status (*make)(worker *w);
} batch_type;

const batch_type *batch_type_at(size_t i);
