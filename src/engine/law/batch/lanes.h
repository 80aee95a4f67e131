/* Columns of LAB_BATCH numbers, each added to its own tally or sum one after the other: eight
 * columns side by side, a lane each, so that they need not wait for each other. The bits are those
 * of tally_add. */
#pragma once

#include "engine/law/batch.h"
#include "engine/number/v8_function.h"
#include "engine/number/tally/v8_tally.h"

#include <math.h>

/* The numbers of a column, and where they go. */
typedef struct column {
    const double *x;
    tally *tally;
    double *sum; /* of the finite ones; instead of a tally */
} column;

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

V8_INLINE v8_tally lanes_begin(const column *c)
{
    return (v8_tally){LANES_GATHER(finite.n),  LANES_GATHER(finite.mean), LANES_GATHER(finite.m2),
                      LANES_GATHER(finite.m3), LANES_GATHER(finite.m4),   LANES_GATHER(low),
                      LANES_GATHER(high)};
}

V8_INLINE void lanes_end(const v8_tally *a, const column *c, size_t columns)
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
    v8_tally a[2] = {lanes_begin(c), lanes_begin(c + 8 * (groups - 1))};
    v8 x[2][4];
    for (size_t i = 0; i < LAB_BATCH; i += 4) {
        for (size_t g = 0; g < groups; g++)
            lanes_load(c + 8 * g, i, x[g]);
        for (size_t k = 0; k < 4; k++)
            for (size_t g = 0; g < groups; g++)
                v8_tally_add(&a[g], x[g][k]);
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

/* Whether the tally, which has scale 1 or no values yet, takes the whole column as it is. */
V8_INLINE bool lanes_hold(const column *c)
{
    const moments *had = &c->tally->finite;
    double scale = had->n > 0 ? had->scale : scale_for(fabs(c->x[0]));
    u8 fit = u8_set1(UINT64_MAX);
    for (size_t i = 0; i < LAB_BATCH; i += 8)
        fit = u8_and(fit, v8_usual(v8_load(c->x + i)));
    return scale == 1 && v8_all(fit);
}

/* Before the first values of a tally that a column is added to. */
static inline void lanes_open(tally *t)
{
    if (t->finite.n > 0)
        return;
    t->finite.scale = 1;
    t->low = INFINITY;
    t->high = -INFINITY;
}
