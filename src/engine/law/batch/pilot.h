/* The sums that factors of control variates are fitted on (factors.h). */
#pragma once

#include "engine/law/batch.h"
#include "engine/machine/v8.h"
#include "lanes.h"

#include <math.h>
#include <string.h>

enum { PILOT_ROWS = 4 /* rows of products made side by side */ };

/* Row i of the transpose <- the variates of estimate i and the estimate x[i]; zeros where that is
 * not finite: it says nothing about the factors. */
static void pilot_transpose(const bench *b, factor_sums *a, const double *x)
{
    for (size_t w = 0; w < a->gap; w += 8) {
        column side[8];
        for (size_t l = 0; l < 8;
             l++) /* past the estimate it comes again, for no sum that counts */
            side[l].x = w + l < a->variates ? b->variate + (w + l) * LAB_BATCH : x;
        for (size_t i = 0; i < LAB_BATCH; i += 4) {
            v8 row[4];
            lanes_load(side, i, row);
            for (size_t k = 0; k < 4; k++)
                v8_store(b->transpose + (i + k) * a->gap + w, row[k]);
        }
    }
    a->n += LAB_BATCH;
    for (size_t i = 0; i < LAB_BATCH; i++)
        if (!isfinite(x[i])) {
            memset(b->transpose + i * a->gap, 0, a->gap * sizeof *x);
            a->n -= 1;
        }
}

/* Adds the products of eight columns of z, from w on, with `rows` others from v on; after the last
 * variate comes 1. */
V8_INLINE void pilot_products(const factor_sums *a, const double *z, size_t v, size_t w,
                              size_t rows)
{
    double *to = a->product + v * a->gap + w;
    v8 sum[PILOT_ROWS];
    for (size_t k = 0; k < rows; k++)
        sum[k] = v8_load(to + k * a->gap);
    for (size_t i = 0; i < LAB_BATCH; i++, z += a->gap) {
        const v8 x = v8_load(z + w);
        for (size_t k = 0; k < rows; k++)
            sum[k] = v8_add(sum[k], v + k < a->variates ? v8_mul(v8_set1(z[v + k]), x) : x);
    }
    for (size_t k = 0; k < rows; k++)
        v8_store(to + k * a->gap, sum[k]);
}

/* Adds a batch and its variates to the sums of every output. */
static void pilot_add(const bench *b, taker *t)
{
    for (size_t k = 0; k < b->config->q->out; k++) {
        factor_sums *a = &t->pilot[k];
        pilot_transpose(b, a, t->estimate + k * LAB_BATCH);
        for (size_t w = 0; w < a->gap; w += 8) {
            size_t v = 0;
            for (; v + PILOT_ROWS <= a->variates; v += PILOT_ROWS)
                pilot_products(a, b->transpose, v, w, PILOT_ROWS);
            for (; v <= a->variates; v++)
                pilot_products(a, b->transpose, v, w, 1);
        }
    }
}
