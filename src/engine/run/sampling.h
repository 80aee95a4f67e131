/* Many independent estimates at one point: their moments. */
#pragma once

#include "engine/cso/estimator.h"
#include "engine/law/tail.h"
#include "engine/machine/progress.h"
#include "engine/number/tally.h"

#include <stdatomic.h>

enum {
    SAMPLING_CHUNK = 1024
}; /* estimates from one set of streams: no result depends on threads */

typedef struct sampling_config {
    const estimator *estimator;
    const double *x; /* row */
    uint64_t reps, seed;
    double se; /* > 0: no more estimates than it takes for this standard error, reps at most */
    size_t threads;
    const atomic_int *interrupt;
    bool bare;                /* the penalty is left out */
    const progress *progress; /* or NULL; gets the mean so far of a single number */
} sampling_config;

/* Numbers of an estimate: d, or 1 for OF_VALUE. */
size_t sampling_outputs(const estimator *e);

/* Bytes of work space, aligned to ARENA_ALIGN and zeroed by the caller. */
size_t sampling_work(const sampling_config *c);

/* How a call ended that may have a result as far as it came: then a function of the user's that an
 * interrupt stopped has not failed. */
static inline status sampling_ended(const atomic_int *interrupt, status s, bool has_some)
{
    return s == STATUS_CALLBACK && *interrupt && has_some ? STATUS_INTERRUPTED : s;
}

/* What was seen of all estimates. */
typedef struct sampled {
    calls total;   /* their oracle calls */
    double tail_k; /* the shape of their tail (tail.h; a gradient's is that of its norm) */
    oddity odd;    /* those that are not finite */
} sampled;

/* out[0 .. outputs-1] <- the estimates, penalty included unless bare. STATUS_OK, or
 * STATUS_INTERRUPTED, STATUS_STREAM_ENDED, STATUS_CALLBACK (out and seen hold what was made). */
status sampling_run(const sampling_config *c, void *work, tally *out, sampled *seen);

/* out[0 .. outputs-1] <- the largest bias that rounding alone may make of these estimates;
 * target: what they estimate, or NULL. */
void sampling_rounding(const estimator *e, const tally *t, const double *target, double *out);
