/* Whether a correction pays, tried on samples of which the truth is known.
 *
 * From each of a number of laws that the data may have come from (worlds.h) samples of n rows are
 * drawn and corrected; the plug-in's mean square error minus the corrected value's is the gain
 * there. Where q bends or jumps within the error of the mean, worlds disagree on its sign, and one
 * sample cannot tell which of them it came from.
 *
 * Nothing depends on a seed: the same rows are tried in the same way. */
#pragma once

#include "engine/operator/extrap.h"
#include "engine/operator/func.h"
#include "engine/split/sample.h"

#include <stdatomic.h>

enum {
    TRIAL_SAMPLES = 400, /* from each world */
    TRIAL_SPLITS = 4,    /* of each sample */
    TRIAL_ROWS = 128     /* more rows are put together, evenly and at random, to this many */
};

typedef struct trial_config {
    const sample *rows;
    const func *q;
    const extrap *op;
    const double *removed; /* q->out numbers: worlds are ordered by q along them */
    double splits;         /* random splits that the correction averages; INFINITY for all */
    const atomic_int *interrupt;
} trial_config;

/* Bytes of work space, aligned to ARENA_ALIGN. */
size_t trial_work(const trial_config *c);

/* *agreed <- whether the gain has this sign, 1 or -1, by more than its standard error in every
 * world (laws where q is not finite at the mean are not worlds). STATUS_OK, STATUS_INTERRUPTED,
 * STATUS_CALLBACK. */
status trial_run(const trial_config *c, int sign, void *work, bool *agreed);
