/* Terms H^l of a level of the value at one point, drawn in addition to those that were drawn
 * before: any number of calls and of threads gives the same bits. */
#pragma once

#include "engine/cso/estimator.h"
#include "engine/machine/progress.h"
#include "engine/number/tally.h"

#include <signal.h>

/* Terms from one set of streams: fewer for higher levels, so that a level's few terms cost little.
 * Any number of whole chunks may be drawn. */
enum { TERMS_CHUNK = 1024 };

static inline uint64_t terms_chunk(size_t level)
{
    uint64_t n = (uint64_t)TERMS_CHUNK >> level;
    return n ? n : 1;
}

/* What terms and the plain estimates h^l on the same draws come to. */
typedef struct terms_drawn {
    tally value, plain;
} terms_drawn;

typedef struct terms_config {
    const problem *problem;
    const double *x;       /* row */
    size_t level;          /* at most LEVEL_MOST */
    uint64_t first, count; /* in chunks: of the first new one, and how many new ones */
    uint64_t seed;
    size_t threads;
    const volatile sig_atomic_t *interrupt;
    const progress *progress; /* or NULL */
} terms_config;

/* Bytes of work space, aligned to ARENA_ALIGN and zeroed by the caller. */
size_t terms_work(const terms_config *c);

/* Adds the terms of these chunks, in their order, to all. STATUS_OK; STATUS_INTERRUPTED: only so
 * many chunks as *made says, each of them whole; or a failure. */
status terms_run(const terms_config *c, void *work, terms_drawn *all, uint64_t *made);
