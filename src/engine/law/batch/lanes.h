/* Columns of LAB_BATCH numbers, each added to its own tally or sum one after the other: eight
 * columns side by side, a lane each, so that they need not wait for each other. The bits are those
 * of tally_add. */
#pragma once

#include "engine/law/batch.h"
#include "engine/machine/v8.h"
#include "engine/number/norm.h"

#include <math.h>

/* The numbers of a column, and where they go. */
typedef struct column {
    const double *x;
    tally *tally;
    double *sum; /* of the finite ones; instead of a tally */
} column;

/* moments of one scale 1, and the least and largest value, by lane */
typedef struct tally_lanes {
    v8 n, mean, m2, m3, m4, low, high;
} tally_lanes;

/* moments_add of a number of scale 1. */
V8_INLINE void lanes_add(tally_lanes *a, v8 x)
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

/* Numbers i .. i + 3 of eight columns: x[k] holds number i + k of each. */
V8_INLINE void lanes_load(const column *c, size_t i, v8 x[4])
{
    for (size_t l = 0; l < 4; l++)
        x[l] = v8_load_halves(c[l].x + i, c[l + 4].x + i);
    v8_transpose_halves(x);
}

#define LANES_GATHER(member)                                                                       \
    v8_load((const double[]){c[0].tally->member, c[1].tally->member, c[2].tally->member,           \
                             c[3].tally->member, c[4].tally->member, c[5].tally->member,           \
                             c[6].tally->member, c[7].tally->member})

V8_INLINE tally_lanes lanes_begin(const column *c)
{
    return (tally_lanes){LANES_GATHER(finite.n),  LANES_GATHER(finite.mean),
                         LANES_GATHER(finite.m2), LANES_GATHER(finite.m3),
                         LANES_GATHER(finite.m4), LANES_GATHER(low),
                         LANES_GATHER(high)};
}

V8_INLINE void lanes_end(const tally_lanes *a, const column *c, size_t columns)
{
    double x[7][8];
    const v8 member[7] = {a->n, a->mean, a->m2, a->m3, a->m4, a->low, a->high};
    for (size_t k = 0; k < 7; k++)
        v8_store(x[k], member[k]);
    for (size_t l = 0; l < columns; l++)
        *c[l].tally = (tally){{x[0][l], x[1][l], 1, x[2][l], x[3][l], x[4][l]},
                              x[5][l],
                              x[6][l],
                              c[l].tally->nan,
                              c[l].tally->above,
                              c[l].tally->below};
}

/* The first `columns` of 8 or 16 columns, the others being copies. */
V8_INLINE void lanes_tally(const column *c, size_t columns, size_t groups)
{
    tally_lanes a[2] = {lanes_begin(c), lanes_begin(c + 8 * (groups - 1))};
    v8 x[2][4];
    for (size_t i = 0; i < LAB_BATCH; i += 4) {
        for (size_t g = 0; g < groups; g++)
            lanes_load(c + 8 * g, i, x[g]);
        for (size_t k = 0; k < 4; k++)
            for (size_t g = 0; g < groups; g++)
                lanes_add(&a[g], x[g][k]);
    }
    for (size_t g = 0; g < groups; g++)
        lanes_end(&a[g], c + 8 * g, columns - 8 * g < 8 ? columns - 8 * g : 8);
}

V8_INLINE void lanes_sum(const column *c, size_t columns)
{
    const v8 infinite = v8_set1(INFINITY), zero = v8_set1(0);
    v8 x[4], sum = v8_load((const double[]){*c[0].sum, *c[1].sum, *c[2].sum, *c[3].sum, *c[4].sum,
                                            *c[5].sum, *c[6].sum, *c[7].sum});
    double out[8];
    for (size_t i = 0; i < LAB_BATCH; i += 4) {
        lanes_load(c, i, x);
        for (size_t k = 0; k < 4; k++)
            sum = v8_add(sum, v8_select(v8_less(x[k], infinite), x[k], zero));
    }
    v8_store(out, sum);
    for (size_t l = 0; l < columns; l++)
        *c[l].sum = out[l];
}

/* Whether a tally has scale 1 and takes the whole column as it is. One that has no values yet gets
 * its scale here. */
V8_INLINE bool lanes_hold(const column *c)
{
    tally *t = c->tally;
    u8 fit = u8_set1(UINT64_MAX);
    for (size_t i = 0; i < LAB_BATCH; i += 8) /* a NAN is not less either */
        fit = u8_and(fit, v8_less(v8_abs(v8_load(c->x + i)), v8_set1(0x1p120)));
    if (u8_top_bits(fit) != 0xff)
        return false;
    if (t->finite.n == 0 && scale_for(fabs(c->x[0])) == 1) {
        t->finite.scale = 1;
        t->low = INFINITY;
        t->high = -INFINITY;
    }
    return t->finite.scale == 1;
}
