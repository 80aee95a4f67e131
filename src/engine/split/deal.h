/* An operator on the rows of a fixed sample, dealt in a given order to its K blocks as evenly as
 * can be: block k has the rows floor(k n/K) .. floor((k+1) n/K) - 1. A term of size n_j is the mean
 * of q over windows of n_j blocks, weighted by their rows, so that every row counts alike.
 *
 * q of the mean of all rows is taken off the values; it is the value of the window of all blocks in
 * every order, so that this window, the last one, needs no evaluation. */
#pragma once

#include "engine/operator/extrap.h"
#include "sample.h"

/* Windows to evaluate: all but that of all blocks. */
size_t deal_windows(const extrap *op);

/* Rows of window e when n are dealt. */
size_t deal_rows(const extrap *op, size_t e, size_t n);

/* Blocks of which totals are needed: none where there is no such window. */
size_t deal_blocks(const extrap *op);

/* The first row of block k when n rows are dealt to K. */
static inline size_t deal_start(size_t n, size_t K, size_t k)
{
    return (size_t)((uint64_t)k * n / K);
}

/* The totals of K blocks of the first n rows of s, in the order of dealing: K x in numbers. */
void deal_totals(const sample *s, size_t K, size_t n, double *total);

/* Puts the means of the windows into points, from the blocks' totals: component j of window e at
 * point[j*gap + e]. */
void deal_points(const sample *s, const extrap *op, size_t n, const double *total, double *point,
                 size_t gap);

/* What the operator makes of q's values at the windows, minus q of the mean of all rows: component
 * l at value[l*gap + e], from[l] of all (NULL: 0, already taken off the values), out[l]. */
void deal_combine(const extrap *op, size_t n, const double *value, size_t gap, const double *from,
                  size_t outs, double *out);
