/* What endangers the moments of q at a block mean, one place each: inside the engine only. */
#pragma once

#include "engine/operator/corner.h"
#include "existence.h"
#include "expect_part.h"

#include <math.h>

enum { DANGERS = 32, FAR = 20 };

/* log |q| towards an infinite end: at the distances x, each 100 times the one before, and what says
 * how the density falls there. */
typedef struct far_out {
    double log_q[FAR], x[FAR];
    dist_support support;
    double var;
} far_out;

/* E |q|^r of the mean of N draws may be infinite. A pole |x - a|^-b meets a density ~ |x - a|^(base
 * - 1), or base N in place of base; b is between least and most, infinite where q is not finite on
 * a whole set. */
typedef struct danger {
    existence_cause cause;
    double least, most, base;
    bool scales;
    const far_out *far;     /* at an infinite end, else NULL */
    bool beyond;            /* all places where a block mean has a density in double precision */
    bool nan, above, below; /* the values there */
} danger;

typedef struct dangers {
    size_t n;
    danger list[DANGERS];
    bool complete; /* there are no others */
    far_out end[2];
    corners places;
} dangers;

/* Whether b, of the same kind as a, adds next to nothing to it: one of many similar poles. */
static inline bool danger_is_like(const danger *a, const danger *b)
{
    bool kind = a->cause == b->cause && a->base == b->base && a->scales == b->scales &&
                a->beyond == b->beyond && !a->far && !b->far;
    bool sign = a->nan == b->nan && a->above == b->above && a->below == b->below;
    return kind && sign && fabs(a->least - b->least) + fabs(a->most - b->most) < 1e-4;
}

static inline void dangers_add(dangers *all, danger d)
{
    for (size_t i = 0; i < all->n; i++)
        if (danger_is_like(&all->list[i], &d))
            return;
    if (all->n < DANGERS)
        all->list[all->n++] = d;
    else
        all->complete = false;
}

/* Looks for them at all places where block means of e can be; the law has a support. The caller
 * frees out->places, also after failures. */
status existence_scan(const expect_case *e, dangers *out);

/* Why the expectation does not exist or is not known; NULL where it exists. */
const char *expect_reason(const existence *x);

/* What follows from them. A cause beside a mean that is not NO is a danger whose probability is
 * below the smallest double: nothing is said of the mean then. */
void existence_judge(const expect_case *e, const dangers *all, existence *out);
