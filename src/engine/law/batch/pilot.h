/* The sums that factors of control variates are fitted on (factors.h). */
#pragma once

#include "engine/law/batch.h"
#include "engine/machine/v8.h"
#include "lanes.h"

#include <math.h>
#include <string.h>

/* Row i of the transpose <- what is multiplied of estimate i: its variates, 1, x[i]; zeros where
 * that is not finite: it says nothing about the factors. */
static void pilot_transpose(const worker *w, const factor_sums *a, const double *x)
{
    for (size_t v = 0; v < a->gap; v += 8) {
        column side[8];
        for (size_t l = 0; l < 8; l++)
            side[l].x = v + l < a->variates ? w->variate + (v + l) * LAB_BATCH : x;
        for (size_t i = 0; i < LAB_BATCH; i += 4) {
            v8 row[4];
            lanes_load(side, i, row);
            for (size_t k = 0; k < 4; k++)
                v8_store(w->transpose + (i + k) * a->gap + v, row[k]);
        }
    }
    for (size_t i = 0; i < LAB_BATCH; i++) {
        w->transpose[i * a->gap + a->variates] = 1;
        if (!isfinite(x[i]))
            memset(w->transpose + i * a->gap, 0, a->gap * sizeof *x);
    }
}

/* Adds the products of columns v .. of z with eight from w on. */
V8_INLINE void pilot_products(const factor_sums *a, const double *z, size_t v, size_t w)
{
    double *to = a->product + v * a->gap + w;
    v8 sum[FACTORS_SIDE];
    for (size_t k = 0; k < FACTORS_SIDE; k++)
        sum[k] = v8_load(to + k * a->gap);
    for (size_t i = 0; i < LAB_BATCH; i++, z += a->gap)
        for (size_t k = 0; k < FACTORS_SIDE; k++)
            sum[k] = v8_add(sum[k], v8_mul(v8_set1(z[v + k]), v8_load(z + w)));
    for (size_t k = 0; k < FACTORS_SIDE; k++)
        v8_store(to + k * a->gap, sum[k]);
}

/* Adds a batch and its variates to the sums of every output. */
static void pilot_add(const worker *w, point_sums *t)
{
    for (size_t k = 0; k < w->config->q->out; k++) {
        const factor_sums *a = &t->pilot[k];
        pilot_transpose(w, a, t->estimate + k * LAB_BATCH);
        for (size_t i = 0; i < a->gap; i += 8)
            for (size_t v = i; v < a->variates + 2; v += FACTORS_SIDE)
                pilot_products(a, w->transpose, v, i);
    }
}
