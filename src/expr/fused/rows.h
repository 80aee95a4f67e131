/* Rows that samplers make of draws, of lanes side by side: their numbers as columns, their products
 * with x, and their sums times scalars; a kernel of each for every form of a row. */
#pragma once

#include "engine/cso/descent.h"
#include "engine/cso/problem/rows.h"
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

/* A row of a draw: its leaves, and what is the same for all its numbers. */
typedef struct row_place {
    leaf_place leaf[ROW_LEAVES];
    const double *number, *sign;
} row_place;

enum { ROW_VALUES = ROW_LEAVES + 2 /* leaves, and numbers or signs behind them */ };

/* A kernel and its parts: one for each form. Where vectors have two numbers, whose kernels would
 * take a tenth of a build, one for all; where sanitizers check every step, which takes minutes to
 * compile, each part is one function, too. */
#ifdef __clang__ /* which never clones */
#define ROW_ONCE static __attribute__((noinline))
#else
#define ROW_ONCE static __attribute__((noinline, noclone))
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ROW_BODY ROW_ONCE
#else
#define ROW_BODY V8_INLINE
#endif
#if V8_PARTS == 4
#define ROW_KERNEL ROW_ONCE
#else
#define ROW_KERNEL ROW_BODY
#endif

/* `form` is a constant wherever this is inlined. */
ROW_BODY v8 value_of(row_form form, const v8 x[ROW_VALUES])
{
    if (form < ROW_SUM_SCALED)
        return v8_mul(x[0], x[1]);
    v8 product = v8_mul(x[1], x[2]);
    if (form == ROW_SUM_SCALED)
        return v8_add(x[0], product);
    return v8_add(v8_mul(x[3], x[0]), v8_mul(x[4], product));
}

V8_INLINE size_t leaves_of(row_form form)
{
    size_t two = form < ROW_SUM_PRODUCT ? 2 : 3;
    return form == ROW_SCALED ? 1 : two;
}

/* A row's place at draw t, and what does not change with its numbers. */
V8_INLINE void place_draw(row_place *p, row_form form, size_t t, v8 x[ROW_VALUES])
{
    for (size_t i = 0; i < leaves_of(form); i++)
        p->leaf[i].first += t * p->leaf[i].draw;
    if (form != ROW_SUM_PRODUCT) {
        x[1] = x[2] = v8_load(p->number);
        return;
    }
    x[3] = v8_set1(p->sign[0]);
    x[4] = v8_set1(p->sign[1]);
}

/* Numbers j .. j+3 of the rows of lanes e .. e+7, as columns. */
ROW_BODY void four_columns(const row_place *p, row_form form, v8 x[ROW_VALUES], size_t e, size_t j,
                           v8 made[4])
{
#pragma GCC unroll 4
    for (size_t k = 0; k < 4; k++) {
        for (size_t i = 0; i < leaves_of(form); i++) {
            size_t at = p->leaf[i].first + (j & p->leaf[i].mask);
            x[i] = v8_load_halves(p->leaf[i].at[e + k] + at, p->leaf[i].at[e + k + 4] + at);
        }
        made[k] = value_of(form, x);
    }
    v8_transpose_halves(made);
}

/* Numbers of the row of draw t as columns of lanes. */
ROW_KERNEL void columns_of_row(row_place p, row_form form, size_t n, size_t width, size_t t,
                               double *to, size_t gap)
{
    v8 made[4], x[ROW_VALUES];
    place_draw(&p, form, t, x);
    for (size_t e = 0; e < n; e += ROW) {
        for (size_t j = 0; j < width; j += 4) {
            four_columns(&p, form, x, e, j, made);
#pragma GCC unroll 4
            for (size_t k = 0; k < 4; k++)
                v8_store(to + (j + k) * gap + e, made[k]);
        }
    }
}

/* Numbers j .. j+7 of lane e's row of draw t, times those of x. */
ROW_BODY v8 eight_products(const row_place *p, row_form form, v8 a[ROW_VALUES], size_t e, size_t t,
                           size_t j, const double *x)
{
    for (size_t i = 0; i < leaves_of(form); i++)
        a[i] = v8_load(p->leaf[i].at[e] + p->leaf[i].first + t * p->leaf[i].draw +
                       (j & p->leaf[i].mask));
    return v8_mul(value_of(form, a), v8_load(x + j));
}

/* Numbers j .. j+3 of lanes e and e+4, side by side. */
ROW_BODY v8 four_products(const row_place *p, row_form form, v8 a[ROW_VALUES], size_t e, size_t t,
                          size_t j, const double *x, const double *other)
{
    for (size_t i = 0; i < leaves_of(form); i++) {
        size_t at = p->leaf[i].first + t * p->leaf[i].draw + (j & p->leaf[i].mask);
        a[i] = v8_load_halves(p->leaf[i].at[e] + at, p->leaf[i].at[e + 4] + at);
    }
    return v8_mul(value_of(form, a), v8_load_halves(x + j, other + j));
}

ROW_BODY v8 add_parts(v8 sum, const v8 *part, size_t n, size_t some)
{
#pragma GCC unroll 8
    for (size_t k = 0; k < n; k++)
        if (k < some)
            sum = v8_add(sum, part[k]);
    return sum;
}

/* The sums, from left to right, of products of the rows of lanes e .. e+7 with those at x, of draws
 * t .. t + draws - 1; -0 + a = a. */
ROW_KERNEL void eight_dots(const row_place *p, row_form form, v8 a[ROW_VALUES], size_t e, size_t t,
                           size_t draws, size_t width, const double *const *x, size_t with, v8 *sum)
{
    v8 part[ROW];
    size_t j = 0;
#pragma GCC unroll 2
    for (size_t i = 0; i < draws; i++)
        sum[i] = v8_set1(-0.0);
    for (; j + 4 < width; j += ROW)
#pragma GCC unroll 2
        for (size_t i = 0; i < draws; i++) {
#pragma GCC unroll 8
            for (size_t k = 0; k < ROW; k++)
                part[k] = eight_products(p, form, a, e + k, t + i, j, x[e + k] + with);
            v8_transpose(part);
            sum[i] = add_parts(sum[i], part, ROW, width - j);
        }
    if (j >= width)
        return;
#pragma GCC unroll 2
    for (size_t i = 0; i < draws; i++) {
#pragma GCC unroll 4
        for (size_t k = 0; k < 4; k++)
            part[k] =
                four_products(p, form, a, e + k, t + i, j, x[e + k] + with, x[e + k + 4] + with);
        v8_transpose_halves(part);
        sum[i] = add_parts(sum[i], part, 4, width - j);
    }
}

/* Those of n lanes, draw by draw. */
ROW_KERNEL void dots_of_row(row_place p, row_form form, size_t n, size_t width, size_t t,
                            size_t draws, const double *const *x, size_t with, double *to)
{
    v8 a[ROW_VALUES], sum[2];
    place_draw(&p, form, 0, a);
    for (size_t i = 0; i < draws; i += 2, t += 2)
        for (size_t e = 0; e < n; e += ROW) {
            if (i + 1 == draws)
                eight_dots(&p, form, a, e, t, 1, width, x, with, sum);
            else
                eight_dots(&p, form, a, e, t, 2, width, x, with, sum);
            v8_store(to + i * n + e, sum[0]);
            if (i + 1 < draws)
                v8_store(to + (i + 1) * n + e, sum[1]);
        }
}

/* What add_row needs besides the row: `points` scalars of each of a lane's m draws, those of draw t
 * of lane e at scalar[q * FUSED_ROWS + t * lanes + e]; `by`: in steps, or NULL. */
typedef struct outer_product {
    const lane *l;
    size_t n, width, m, points, lanes;
    const double *scalar;
    descent *by;
} outer_product;

/* Sixteen or eight numbers of an estimate's row, which stay in registers. */
typedef struct running_sum {
    v8 sum[2], check;
    u8 kept[2];
} running_sum;

V8_INLINE running_sum sum_begin(size_t width, size_t chunks)
{
    running_sum s = {.check = v8_set1(0)};
#pragma GCC unroll 2
    for (size_t c = 0; c < chunks; c++)
        s.kept[c] = first_numbers(width - c * ROW);
    return s;
}

/* Numbers j .. of a row that is added to, and back. What lies beyond the width stays zero. */
V8_INLINE void sum_open(running_sum *s, const outer_product *o, const lane *l, size_t j,
                        size_t chunks)
{
    bool begins = o->by && row_begins(o->by, l);
#pragma GCC unroll 2
    for (size_t c = 0; c < chunks; c++)
        s->sum[c] = begins ? v8_set1(0) : v8_load(l->out + j + c * ROW);
}

V8_INLINE void sum_close(running_sum *s, const outer_product *o, const lane *l, size_t j,
                         size_t chunks)
{
    bool moves = o->by && row_moves(o->by, l);
#pragma GCC unroll 2
    for (size_t c = 0; c < chunks; c++) {
        v8 row = v8_bits(u8_and(s->kept[c], u8_bits(s->sum[c])));
        v8_store(l->out + j + c * ROW, row);
        if (moves)
            s->check = v8_add(s->check, move_point(l, j + c * ROW, row, o->by));
    }
}

/* sum += lane e's part. */
ROW_BODY void add_lane(running_sum *s, const row_place *p, row_form form, v8 x[ROW_VALUES],
                       const outer_product *o, size_t e, size_t j, size_t chunks, size_t m,
                       size_t points, v8 weight)
{
    const double *scalar = o->scalar + e;
    for (size_t t = 0; t < m; t++, scalar += o->lanes)
#pragma GCC unroll 2
        for (size_t c = 0; c < chunks; c++) {
            for (size_t i = 0; i < leaves_of(form); i++)
                x[i] = v8_load(p->leaf[i].at[e] + p->leaf[i].first + t * p->leaf[i].draw +
                               ((j + c * ROW) & p->leaf[i].mask));
            v8 row = value_of(form, x), part = v8_mul(row, v8_set1(*scalar));
            for (size_t q = 1; q < points; q++)
                part = v8_add(part, v8_mul(row, v8_set1(scalar[q * FUSED_ROWS])));
            s->sum[c] = v8_fma(weight, part, s->sum[c]);
        }
}

/* out += (the row's numbers from j on times the scalars) / m, lane by lane and draw by draw;
 * `chunks` eights of numbers. */
ROW_BODY void add_row(row_place p, row_form form, const outer_product *o, size_t j, size_t chunks,
                      size_t m, size_t points)
{
    const v8 weight = v8_set1(1 / (double)m);
    running_sum s = sum_begin(o->width - j, chunks);
    v8 x[ROW_VALUES];
    place_draw(&p, form, 0, x);
    for (size_t e = 0, end; e < o->n;) {
        const lane *first = &o->l[e];
        end = e + lanes_alike(o->n - e, o->n, first);
        sum_open(&s, o, first, j, chunks);
        for (; e < end; e++)
            add_lane(&s, &p, form, x, o, e, j, chunks, m, points, weight);
        sum_close(&s, o, &o->l[e - 1], j, chunks);
    }
    if (o->by)
        o->by->check = v8_add(o->by->check, s.check);
}

/* All numbers of the row, 16 at a time; one draw and one point is the usual case. */
ROW_KERNEL void add_rows_of(row_place p, row_form form, const outer_product *o)
{
    const bool one = o->m == 1 && o->points == 1;
    for (size_t j = 0; j < o->width; j += 2 * ROW) {
        if (one && j + ROW < o->width)
            add_row(p, form, o, j, 2, 1, 1);
        else if (one)
            add_row(p, form, o, j, 1, 1, 1);
        else if (j + ROW < o->width)
            add_row(p, form, o, j, 2, o->m, o->points);
        else
            add_row(p, form, o, j, 1, o->m, o->points);
    }
}

typedef void columns_kernel(row_place p, size_t n, size_t width, size_t t, double *to, size_t gap);
typedef void dots_kernel(row_place p, size_t n, size_t width, size_t t, size_t draws,
                         const double *const *x, size_t with, double *to);
typedef void product_kernel(row_place p, const outer_product *o);

#define ROW_KERNELS(name, form)                                                                    \
    static void columns_##name(row_place p, size_t n, size_t width, size_t t, double *to,          \
                               size_t gap)                                                         \
    {                                                                                              \
        columns_of_row(p, form, n, width, t, to, gap);                                             \
    }                                                                                              \
    static void dots_##name(row_place p, size_t n, size_t width, size_t t, size_t draws,           \
                            const double *const *x, size_t with, double *to)                       \
    {                                                                                              \
        dots_of_row(p, form, n, width, t, draws, x, with, to);                                     \
    }                                                                                              \
    static void product_##name(row_place p, const outer_product *o)                                \
    {                                                                                              \
        add_rows_of(p, form, o);                                                                   \
    }
#define KINDS(X)                                                                                   \
    X(scaled, ROW_SCALED)                                                                          \
    X(product, ROW_PRODUCT)                                                                        \
    X(sum_scaled, ROW_SUM_SCALED)                                                                  \
    X(sum_product, ROW_SUM_PRODUCT)
KINDS(ROW_KERNELS)
#define COLUMNS_ENTRY(name, form) [form] = columns_##name,
#define DOTS_ENTRY(name, form) [form] = dots_##name,
#define PRODUCT_ENTRY(name, form) [form] = product_##name,
static columns_kernel *const columns_kernels[ROW_FORMS] = {KINDS(COLUMNS_ENTRY)};
static dots_kernel *const dots_kernels[ROW_FORMS] = {KINDS(DOTS_ENTRY)};
static product_kernel *const product_kernels[ROW_FORMS] = {KINDS(PRODUCT_ENTRY)};
