/* Rows that samplers make of draws, of lanes side by side: their numbers as columns, and their sums
 * times scalars; a kernel of each for every form of a row. */
#pragma once

#include "engine/machine/v8.h"
#include "expr/fused.h"

#include <stdbool.h>
#include <stddef.h>

/* Where a leaf's numbers stand: of lane e at at[e] + first, and so on for those that follow, or the
 * same eight for all (mask 0); those of the next draw `draw` further on. */
typedef struct leaf_place {
    const double *const *at;
    size_t first, mask, draw;
} leaf_place;

/* A row of a draw: its leaves, of which the last may be a constant instead. */
typedef struct row_place {
    leaf_place leaf[ROW_LEAVES];
    const double *number;
} row_place;

/* `form` is a constant wherever this is inlined. */
V8_INLINE v8 value_of(row_form form, const v8 x[ROW_LEAVES])
{
    v8 second = form < ROW_SUM_PRODUCT ? x[1] : v8_mul(x[1], x[2]);
    if (form == ROW_SUM || form == ROW_SUM_PRODUCT)
        return v8_add(x[0], second);
    if (form == ROW_DIFFERENCE || form == ROW_MINUS_PRODUCT)
        return v8_sub(x[0], second);
    if (form == ROW_PRODUCT_MINUS)
        return v8_sub(second, x[0]);
    return form == ROW_PRODUCT ? v8_mul(x[0], second) : x[0];
}

V8_INLINE size_t leaves_of(row_form form)
{
    size_t two = form < ROW_SUM_PRODUCT ? 2 : 3;
    return form == ROW_ITSELF ? 1 : two;
}

/* Numbers of the row of draw t as columns of lanes, four at a time. */
V8_INLINE void columns_of_row(row_place p, row_form form, bool scaled, size_t n, size_t width,
                              size_t t, double *to, size_t gap)
{
    const size_t read = leaves_of(form) - scaled;
    v8 made[4], x[ROW_LEAVES];
    for (size_t i = 0; i < read; i++)
        p.leaf[i].first += t * p.leaf[i].draw;
    x[ROW_LEAVES - 1] = x[leaves_of(form) - 1] = v8_load(p.number);
    for (size_t e = 0; e < n; e += ROW) {
        for (size_t j = 0; j < width; j += 4) {
            for (size_t k = 0; k < 4; k++) {
                for (size_t i = 0; i < read; i++) {
                    size_t at = p.leaf[i].first + (j & p.leaf[i].mask);
                    x[i] = v8_load_halves(p.leaf[i].at[e + k] + at, p.leaf[i].at[e + k + 4] + at);
                }
                made[k] = value_of(form, x);
            }
            v8_transpose_halves(made);
            for (size_t k = 0; k < 4; k++)
                v8_store(to + (j + k) * gap + e, made[k]);
        }
    }
}

/* What add_row needs besides the row: `points` scalars of each of a lane's m draws, those of draw t
 * of lane e at scalar[q * FUSED_ROWS + t * lanes + e]. */
typedef struct outer_product {
    const lane *l;
    size_t n, width, m, points, lanes;
    const double *scalar;
} outer_product;

/* Sixteen or eight numbers of an estimate's row, which stay in registers. */
typedef struct running_sum {
    double *out;
    v8 sum[2];
    u8 kept[2];
} running_sum;

V8_INLINE void sum_open(running_sum *s, double *out, size_t chunks)
{
    s->out = out;
    for (size_t c = 0; c < chunks; c++)
        s->sum[c] = v8_load(out + c * ROW);
}

/* What lies beyond the width stays zero. */
V8_INLINE void sum_close(const running_sum *s, size_t chunks)
{
    for (size_t c = 0; c < chunks; c++)
        v8_store(s->out + c * ROW, v8_bits(u8_and(s->kept[c], u8_bits(s->sum[c]))));
}

V8_INLINE void sum_begin(running_sum *s, double *out, size_t width, size_t chunks)
{
    const u8 place = u8_load((const uint64_t[]){0, 1, 2, 3, 4, 5, 6, 7});
    for (size_t c = 0; c < chunks; c++)
        s->kept[c] = u8_less(place, u8_set1(width - c * ROW));
    sum_open(s, out, chunks);
}

/* out += (the row's numbers from j on times the scalars) / m, lane by lane and draw by draw;
 * `chunks` eights of numbers. */
V8_INLINE void add_row(row_place p, row_form form, bool scaled, const outer_product *o, size_t j,
                       size_t chunks, size_t m, size_t points)
{
    const size_t read = leaves_of(form) - scaled;
    const v8 weight = v8_set1(1 / (double)m);
    running_sum s;
    v8 x[ROW_LEAVES];
    x[ROW_LEAVES - 1] = x[leaves_of(form) - 1] = v8_load(p.number);
    sum_begin(&s, o->l[0].out + j, o->width - j, chunks);
    for (size_t e = 0; e < o->n; e++) {
        if (o->l[e].out + j != s.out) {
            sum_close(&s, chunks);
            sum_open(&s, o->l[e].out + j, chunks);
        }
        for (size_t t = 0; t < m; t++) {
            const double *scalar = o->scalar + t * o->lanes + e;
            for (size_t c = 0; c < chunks; c++) {
                for (size_t i = 0; i < read; i++)
                    x[i] = v8_load(p.leaf[i].at[e] + p.leaf[i].first + t * p.leaf[i].draw +
                                   ((j + c * ROW) & p.leaf[i].mask));
                v8 row = value_of(form, x), part = v8_mul(row, v8_set1(*scalar));
                for (size_t q = 1; q < points; q++)
                    part = v8_add(part, v8_mul(row, v8_set1(scalar[q * FUSED_ROWS])));
                s.sum[c] = v8_fma(weight, part, s.sum[c]);
            }
        }
    }
    sum_close(&s, chunks);
}

/* All numbers of the row, 16 at a time; one draw and one point is the usual case. */
V8_INLINE void add_rows_of(row_place p, row_form form, bool scaled, const outer_product *o)
{
    const bool one = o->m == 1 && o->points == 1;
    for (size_t j = 0; j < o->width; j += 2 * ROW) {
        if (one && j + ROW < o->width)
            add_row(p, form, scaled, o, j, 2, 1, 1);
        else if (one)
            add_row(p, form, scaled, o, j, 1, 1, 1);
        else if (j + ROW < o->width)
            add_row(p, form, scaled, o, j, 2, o->m, o->points);
        else
            add_row(p, form, scaled, o, j, 1, o->m, o->points);
    }
}

typedef void columns_kernel(row_place p, size_t n, size_t width, size_t t, double *to, size_t gap);
typedef void product_kernel(row_place p, const outer_product *o);

#define ROW_KERNELS(name, form, scaled)                                                            \
    static void columns_##name(row_place p, size_t n, size_t width, size_t t, double *to,          \
                               size_t gap)                                                         \
    {                                                                                              \
        columns_of_row(p, form, scaled, n, width, t, to, gap);                                     \
    }                                                                                              \
    static void product_##name(row_place p, const outer_product *o)                                \
    {                                                                                              \
        add_rows_of(p, form, scaled, o);                                                           \
    }
#define KINDS(X)                                                                                   \
    X(itself, ROW_ITSELF, false)                                                                   \
    X(sum, ROW_SUM, false)                                                                         \
    X(difference, ROW_DIFFERENCE, false)                                                           \
    X(product, ROW_PRODUCT, false)                                                                 \
    X(scaled, ROW_PRODUCT, true)                                                                   \
    X(sum_product, ROW_SUM_PRODUCT, false)                                                         \
    X(sum_scaled, ROW_SUM_PRODUCT, true)                                                           \
    X(minus_product, ROW_MINUS_PRODUCT, false)                                                     \
    X(minus_scaled, ROW_MINUS_PRODUCT, true)                                                       \
    X(product_minus, ROW_PRODUCT_MINUS, false)                                                     \
    X(scaled_minus, ROW_PRODUCT_MINUS, true)
KINDS(ROW_KERNELS)
#define COLUMNS_ENTRY(name, form, scaled) [form][scaled] = columns_##name,
#define PRODUCT_ENTRY(name, form, scaled) [form][scaled] = product_##name,
static columns_kernel *const columns_kernels[ROW_FORMS][2] = {KINDS(COLUMNS_ENTRY)};
static product_kernel *const product_kernels[ROW_FORMS][2] = {KINDS(PRODUCT_ENTRY)};
