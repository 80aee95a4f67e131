/* Data rows: `stride` doubles apart, zero beyond their last column, so that whole vectors may be
 * read; and rows with labels as problems take them. */
#pragma once

#include "engine/cso/problem.h"
#include "engine/machine/v8.h"
#include "engine/number/norm.h"
#include "engine/text/param.h"

enum { ROWS_ALIGN = 16 /* doubles: rows begin on 128-byte boundaries */ };

/* All ones in the first `cols` of eight numbers, zero in the others. */
V8_INLINE u8 first_numbers(size_t cols)
{
    return u8_less(u8_load((const uint64_t[]){0, 1, 2, 3, 4, 5, 6, 7}), u8_set1(cols));
}

/* Eight partial sums of a.x. */
static inline v8 rows_partial_dot(const double *a, const double *x, size_t ld)
{
    v8 sum = v8_set1(0);
    for (size_t c = 0; c < ld; c += ROW)
        sum = v8_fma(v8_load(a + c), v8_load(x + c), sum);
    return sum;
}

static inline double rows_dot(const double *a, const double *x, size_t ld)
{
    return v8_sum(rows_partial_dot(a, x, ld));
}

static inline double rows_norm(const double *x, size_t ld)
{
    double square = rows_dot(x, x, ld);
    return norm_scale(square) == 1 ? sqrt(square) : norm_value(norm_of(x, ld, 1));
}

/* out += weight a */
static inline void rows_add(double *out, double weight, const double *a, size_t ld)
{
    for (size_t c = 0; c < ld; c += ROW)
        v8_store(out + c, v8_fma(v8_set1(weight), v8_load(a + c), v8_load(out + c)));
}

/* d standard normal numbers into a row. */
static inline void rows_fill_normals(double *row, size_t d, stream *s)
{
    for (size_t j = 0; j < d; j += STREAM_MOST) {
        size_t n = d - j < STREAM_MOST ? d - j : STREAM_MOST;
        memcpy(row + j, stream_normals(s, n), n * sizeof *row);
    }
}

/* The options data.a and data.b: rows and their labels, both or neither. NULL or what was expected.
 */
static inline const char *rows_check_labelled(const arg *a, const arg *b)
{
    const double *label = b->data;
    if (!a->given && !b->given)
        return NULL;
    if (!a->given || !b->given)
        return "data needs both a (mat) and b (vec)";
    if (a->rows != b->rows)
        return "data.a and data.b must have the same number of rows";
    for (size_t i = 0; i < b->rows; i++)
        if (fabs(label[i]) != 1)
            return "data.b must hold 1 and -1 only (labels 0 and 1: give 2 b - 1)";
    return NULL;
}
