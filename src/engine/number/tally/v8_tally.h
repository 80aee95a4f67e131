/* Eight tallies side by side, a lane each: numbers of usual size are added to those that have
 * values of scale 1, with the bits of tally_add. */
#pragma once

#include "engine/machine/v8.h"
#include "engine/number/norm.h"

/* moments of scale 1, and the least and largest value */
typedef struct v8_tally {
    v8 n, mean, m2, m3, m4, low, high;
} v8_tally;

/* Where scale 1 holds. */
V8_INLINE u8 v8_usual(v8 x)
{
    return v8_less(v8_abs(x), v8_set1(SCALE_BOUND)); /* a NAN is not less either */
}

/* stats.c's merge with one value, operation by operation. */
V8_INLINE void v8_tally_add(v8_tally *a, v8 x)
{
    const v8 one = v8_set1(1), zero = v8_set1(0);
    v8 before = a->n, n = v8_add(before, one), d = v8_sub(x, a->mean), r = v8_div(d, n);
    v8 dr = v8_mul(d, r), drr = v8_mul(dr, r), shape = v8_sub(v8_mul(before, before), before);
    v8 fourth = v8_mul(v8_mul(v8_mul(drr, r), before), v8_add(shape, one));
    fourth = v8_add(fourth, v8_mul(v8_mul(v8_mul(v8_set1(6), r), r), a->m2));
    fourth = v8_add(fourth, v8_mul(v8_mul(v8_set1(4), r), v8_sub(zero, a->m3)));
    v8 third = v8_mul(v8_mul(drr, before), v8_sub(before, one));
    third = v8_add(third, v8_mul(v8_mul(v8_set1(3), r), v8_sub(zero, a->m2)));
    a->m4 = v8_add(a->m4, fourth);
    a->m3 = v8_add(a->m3, third);
    a->m2 = v8_add(a->m2, v8_mul(dr, before));
    a->mean = v8_add(a->mean, r);
    a->n = n;
    a->low = v8_min(x, a->low);
    a->high = v8_max(x, a->high);
}
