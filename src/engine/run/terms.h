/* Estimates of the value at one point, or the terms H^l of one level, drawn in addition to those
 * that were drawn before: any number of calls and of threads gives the same bits. */
#pragma once

#include "engine/cso/estimator.h"
#include "engine/machine/progress.h"
#include "engine/number/tally.h"

#include <stdatomic.h>

/* The oracle calls of one set of streams, about: its estimates are fewer where one takes more, so
 * that a few of them cost little. Any number of whole chunks may be drawn. */
enum { TERMS_CHUNK = 1024 };

/* Streams of their own for each set of terms, as a level. */
static inline uint64_t terms_seed(uint64_t seed, uint64_t set)
{
    return seed + 1000003 * set;
}

/* Estimates, or terms, from one set of streams. */
uint64_t terms_chunk(const estimator *e);

/* What they come to; plain: the estimates h^l on the draws of the terms, else the same again. */
typedef struct terms_drawn {
    tally value, plain;
    double samples; /* oracle calls */
} terms_drawn;

/* In numbers: of the terms n, mean, var, kurtosis; of the plain estimates the same; how many of
 * either are not finite. */
typedef struct terms_summary {
    double n, mean, var, kurtosis, plain, plain_var, not_finite, samples;
} terms_summary;

terms_summary terms_read(const terms_drawn *t);

/* Why they say nothing of the value, "not finite" or "too large"; or NULL. */
const char *terms_odd(const terms_summary *t);

/* How many terms of that cost, in whole chunks, so many samples allow. */
double terms_within(double samples, double cost, double chunk);

typedef struct terms_config {
    const estimator *estimator; /* of the value; of v-mlmc: terms of its last level */
    const double *x;            /* row */
    uint64_t first, count;      /* in chunks: of the first new one, and how many new ones */
    uint64_t seed;
    size_t threads;
    const atomic_int *interrupt;
    const progress *progress; /* or NULL */
} terms_config;

/* Bytes of work space, aligned to ARENA_ALIGN and zeroed by the caller. */
size_t terms_work(const terms_config *c);

/* Adds the terms of these chunks, in their order, to all. STATUS_OK; STATUS_INTERRUPTED: only so
 * many chunks as *made says, each of them whole; or a failure. */
status terms_run(const terms_config *c, void *work, terms_drawn *all, uint64_t *made);
