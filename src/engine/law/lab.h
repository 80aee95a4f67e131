/* The bias lab: at each point (an operator, m) many independent estimates of q(s + E delta), on
 * draws made one by one. All points use the same draws.
 *
 * Estimate i of a point takes K = op->draws block means of m draws each and returns op applied to q
 * at s + them. With control variates (a law with known mean and variance) the means over the
 * operator's windows of (y - E y) and (y - E y)^2 - Var y, whose expectations are zero, are taken
 * off with factors fitted on a separate pilot: the expectation stays what it was, the variance
 * falls. */
#pragma once

#include "dist.h"
#include "engine/machine/progress.h"
#include "engine/number/tally.h"
#include "engine/operator/extrap.h"
#include "engine/operator/func.h"
#include "tail.h"

#include <stdatomic.h>
#include <stdbool.h>

enum {
    LAB_BATCH = 128,        /* estimates made side by side */
    LAB_CHUNK = 4096,       /* estimates from one stream: results do not depend on threads */
    LAB_PILOT_MOST = 16384, /* the most estimates of the pilot */
    LAB_PARTS = 32          /* of the draws, from which estimates are made apart from each other */
};

typedef struct lab_point {
    const extrap *op;
    size_t m;     /* draws per block */
    bool endless; /* its estimates have no variance: no number of them would do for an se */
} lab_point;

typedef struct lab_config {
    const lab_point *point;
    size_t points;
    const func *q;
    const dist *dist; /* dist->dim = q->in */
    const double *s;  /* length q->in */
    uint64_t reps, seed;
    double se; /* > 0: no more estimates of a point than it takes for this standard error, reps at
                * most */
    bool control;
    size_t threads; /* 1 when q or the law calls back */
    const atomic_int *interrupt;
    const progress *progress; /* or NULL; gets the last point's mean so far minus the target, of one
                               * output */
} lab_config;

/* That a block of draws has a value of the law so many times, and how many estimates are expected
 * to. */
typedef struct lab_rare {
    double value, times, expected;
} lab_rare;

/* Of one point. */
typedef struct lab_result {
    bool has_target; /* target = q(s + mean), where the law's mean is known and q finite there */
    bool controlled; /* control variates were used */
    bool done;       /* no more estimates are to be made */
    uint64_t reps;   /* estimates that were made, or were to be before the interrupt */
    size_t variates;
    double *target;       /* q->out numbers */
    const double *factor; /* q->out x variates: what they are multiplied with, */
    const double *unit;   /* and by component what draws were before (batch.h) */
    tally *raw;           /* by output: of the estimates, minus the target when it is known */
    tally *reduced;       /* by output: the same with the control variates taken off */
    lab_rare rare;        /* what the estimates' scatter does not show (rare.h) */
    oddity odd;           /* estimates that are not finite */
    /* Of one output and enough finite estimates, else NULL: by part of the draws, the same at all
     * points, how far it moves the mean. Their sum is 0, and that of their squares times
     * LAB_PARTS/(LAB_PARTS - 1) estimates the mean's variance. */
    double *moved;
    double *rounding; /* by output: the largest bias that rounding alone may make (rounding.h) */
    double tail_k;    /* the shape of the raw ones' tail (tail.h; a vector's is that of its norm):
                       * control variates change no moment's existence but bend the body */
} lab_result;

/* Doubles of work space; the results' arrays lie in it too. */
size_t lab_work(const lab_config *c);

/* How many of the points, from the first on, a run should take at a time to keep its work space
 * small: one at least. That changes no result. */
size_t lab_points_together(const lab_config *c);

/* Fills c->points results. STATUS_OK, STATUS_INTERRUPTED (the results hold the estimates made),
 * STATUS_CALLBACK. */
status lab_run(const lab_config *c, double *work, lab_result *out);
