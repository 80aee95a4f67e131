#include "apply.h"

#include <stdlib.h>

/* out, cols x rows, gets the columns of in, rows x cols, as rows. */
static void transpose(size_t rows, size_t cols, const double *in, double *out)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            out[j * rows + i] = in[i * cols + j];
}

/* s + the mean of m rows of p numbers */
static void block_mean(size_t m, size_t p, const double *s, const double *row, double *mean)
{
    for (size_t j = 0; j < p; j++) {
        double sum = 0;
        for (size_t i = 0; i < m; i++)
            sum += row[i * p + j];
        mean[j] = s[j] + sum / (double)m;
    }
}

status apply_operator(const extrap *op, const func *q, size_t m, const double *s,
                      const double *sample, double *out)
{
    size_t p = q->in, l = q->out, windows = op->windows, wide = p > l ? p : l;
    double *blocks = malloc((op->draws * p + 2 * windows * wide) * sizeof *blocks);
    if (!blocks)
        return STATUS_NO_MEMORY;
    double *rows = blocks + op->draws * p, *columns = rows + windows * wide;
    for (size_t k = 0; k < op->draws; k++)
        block_mean(m, p, s, sample + k * m * p, blocks + k * p);
    extrap_window_means(op, p, blocks, rows, p);
    transpose(windows, p, rows, columns);
    status outcome = q->eval(q, windows, columns, rows, windows);
    transpose(l, windows, rows, columns);
    extrap_combine(op, l, columns, out, l);
    free(blocks);
    return outcome;
}
