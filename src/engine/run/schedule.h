/* Step sizes that change on the way. */
#pragma once

#include "engine/text/param.h"

#include <stdint.h>

typedef enum schedule_kind {
    SCHEDULE_CONSTANT,   /* a */
    SCHEDULE_INV_SQRT,   /* a / sqrt(t) */
    SCHEDULE_STEP,       /* a factor^floor((t - 1) / every) */
    SCHEDULE_COSINE,     /* a (1 + cos(pi (t - 1) / every)) / 2 for t <= every, then 0 */
    SCHEDULE_NORMALISED, /* a over the norm of the step's direction */
    SCHEDULE_KINDS
} schedule_kind;

enum { SCHEDULE_PARAMS = 2 /* the most of a kind */ };

typedef struct schedule {
    schedule_kind kind;
    double a;       /* > 0 */
    uint64_t every; /* steps, >= 1; SCHEDULE_STEP and SCHEDULE_COSINE */
    double factor;  /* SCHEDULE_STEP */
} schedule;

/* "constant", "inv_sqrt", "step", "cosine", "normalised" */
const char *schedule_name(schedule_kind kind);

/* The options of a kind besides a. */
const param *schedule_params(schedule_kind kind, size_t *n);

/* *s <- of that kind, with these options. */
void schedule_set(schedule *s, schedule_kind kind, double a, const arg *options);

/* The step size of step t = 1, 2, .. (before a normalised one is divided). */
double schedule_at(const schedule *s, uint64_t t);
