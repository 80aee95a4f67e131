/* An operator on rows of block means: the windows' means, and the weighted sum of what q makes of
 * them. In a header so that every file that needs it has it for its instruction set. Widths are
 * multiples of 8. */
#pragma once

#include "engine/machine/v8.h"
#include "extrap.h"

/* With size-1 windows, which come first, the block means themselves are the first K window means.
 */
static inline size_t window_first_row(const extrap *op)
{
    return op->window[0].size == 1 ? 0 : op->draws;
}

/* Rows that an operator needs: K block means and the window means that are not block means. */
static inline size_t window_rows(const extrap *op)
{
    return window_first_row(op) + op->windows;
}

V8_INLINE v8 window_sum(const extrap *op, extrap_window w, const double *y, size_t gap)
{
    const double *row = y + w.start * gap, *const end = y + op->draws * gap;
    v8 sum = v8_load(row);
    for (size_t k = 1; k < w.size; k++) {
        row = row + gap < end ? row + gap : y;
        sum = v8_add(sum, v8_load(row));
    }
    return sum;
}

/* y holds K rows of block means, `gap` apart; writes the other window means after them. The E
 * window means are then the rows from window_first_row(op) on. */
V8_INLINE void window_means(const extrap *op, size_t width, double *y, size_t gap)
{
    size_t first = window_first_row(op);
    for (size_t e = first ? 0 : op->draws; e < op->windows; e++) {
        extrap_window w = op->window[e];
        const v8 scale = v8_set1(1.0 / w.size);
        for (size_t i = 0; i < width; i += 8)
            v8_store(y + (first + e) * gap + i, v8_mul(scale, window_sum(op, w, y + i, gap)));
    }
}

/* out[i] = scale sum_e w_e value[e*gap + i] */
V8_INLINE void window_combine(const extrap *op, size_t width, const double *value, size_t gap,
                              double scale, double *out)
{
    for (size_t i = 0; i < width; i += 8) {
        v8 sum = v8_set1(0);
        for (size_t e = 0; e < op->windows; e++)
            sum = v8_fma(v8_set1(op->window[e].weight), v8_load(value + e * gap + i), sum);
        v8_store(out + i, v8_mul(v8_set1(scale), sum));
    }
}

/* Of one lane and a small operator, side by side: the window means of the block means in y, with
 * the bits of window_means. */
V8_INLINE v8 window_means_beside(const extrap *op, v8 y)
{
    const u8 start = u8_load(op->window_start), size = u8_load(op->window_size);
    const u8 draws = u8_set1(op->draws), last = u8_set1(op->draws - 1);
    v8 sum = v8_permute(y, start);
    for (size_t k = 1; k < op->draws; k++) {
        u8 at = u8_add(start, u8_set1(k));
        at = u8_sub(at, u8_and(u8_less(last, at), draws));
        sum = v8_select(u8_less(u8_set1(k), size), v8_add(sum, v8_permute(y, at)), sum);
    }
    return v8_mul(v8_load(op->window_scale), sum);
}

/* sum_e w_e value_e, in all eight places, with the bits of window_combine. */
V8_INLINE v8 window_combine_beside(const extrap *op, v8 value)
{
    v8 sum = v8_set1(0);
    for (size_t e = 0; e < op->windows; e++)
        sum = v8_fma(v8_set1(op->window[e].weight), v8_permute(value, u8_set1(e)), sum);
    return sum;
}
