/* How much of a difference may be rounding: the one floor below which verdicts, slopes, figures,
 * level tables and checks take a difference for zero. */
#pragma once

#include <float.h>

enum { ROUNDING_ULPS = 16 }; /* units in the last place that each term may be off by */

/* The largest size that rounding alone gives to a weighted sum whose exact value is zero.
 * size >= 0: the sum of the sizes of the values before they are subtracted (|a| + |b| for a - b);
 * amplification: sum of |weights| (1 for a plain difference; op->amplification for an operator). */
static inline double rounding_floor(double size, double amplification)
{
    return ROUNDING_ULPS * DBL_EPSILON * amplification * size;
}

/* The size of a mean of n terms that are added one by one: each addition may be off by half a unit
 * in the last place, always to the same side where the law has few atoms. */
static inline double rounding_of_mean(double size, double n)
{
    return size * (1 + n / (2 * ROUNDING_ULPS));
}
