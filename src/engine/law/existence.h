/* Whether an operator's estimates have a mean and a variance: from the law and q, not from a
 * sample.
 *
 * Estimates are sums of q at means of N = n_j m draws, n_j the sizes of the operator's terms, and
 * the shortest means have the heaviest tails. A polynomial has all moments where the law has; exp
 * is decided by the law's generating function; any q under a discrete law by the values that block
 * means take; any other by where it is not finite, its poles and how fast it grows, against the
 * density of a block mean there. */
#pragma once

#include "dist.h"
#include "engine/operator/extrap.h"
#include "engine/operator/func.h"

#include <stdbool.h>

typedef enum answer { UNKNOWN, NO, YES } answer;

typedef enum existence_cause {
    CAUSE_NONE,
    CAUSE_NAN,      /* q is not a number with positive probability */
    CAUSE_INFINITE, /* q is infinite with positive probability */
    CAUSE_POLE,     /* q has a pole under the density */
    CAUSE_GROWTH    /* q grows as fast as the density falls */
} existence_cause;

typedef struct existence {
    answer mean, variance;
    existence_cause cause; /* of a NO */
    double limit;          /* where the mean does not exist: the infinity that it is, or NAN */
    bool certain;          /* all estimates are equal to rounding */
} existence;

/* With blocks of m draws of d, q taken at s + their means. Laws and q in more than one dimension
 * are UNKNOWN, and so is much of a q that calls the caller. STATUS_OK, or q's failure. */
status existence_find(const extrap *op, const func *q, const dist *d, double m, double s,
                      existence *out);
