/* A large data set in parts of its rows: the same ones whatever the number of threads, so that sums
 * over them have the same bits. */
#pragma once

#include "problem.h"

#include <string.h>

enum {
    PART_NUMBERS = 1 << 22, /* of data in a part, or more so that there are */
    PARTS_MOST = 64,        /* no more parts; and */
    PART_BLOCK = 64         /* a multiple of so many rows */
};

/* Rows of every part but the last. */
static inline size_t parts_rows(const problem *p)
{
    size_t rows = PART_NUMBERS / p->ld, even = (p->n + PARTS_MOST - 1) / PARTS_MOST;
    rows = rows > even ? rows : even;
    return round_up(rows ? rows : 1, PART_BLOCK);
}

static inline size_t parts_count(const problem *p)
{
    return (p->n + parts_rows(p) - 1) / parts_rows(p);
}

/* The objective of a type that has row_sum and row_mean. */
static inline double parts_objective(const problem *p, const double *x, double *gradient)
{
    double sum = 0;
    if (gradient)
        memset(gradient, 0, p->ld * sizeof *gradient);
    for (size_t i = 0; i < p->n; i += parts_rows(p))
        sum += p->type->row_sum(p, i, at_most(p->n - i, parts_rows(p)), x, gradient);
    return p->type->row_mean(p, p->n, x, sum, gradient);
}
