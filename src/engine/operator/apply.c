/* Block means, windows of them, q there, and the weighted sum. */
#include "apply.h"

#include "engine/machine/size.h"
#include "window.h"

#include <stdlib.h>
#include <string.h>

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
    size_t windows = op->windows, in = round_up(q->in, 8), outs = round_up(q->out, 8), p = q->in,
           l = q->out;
    size_t total = window_rows(op) * in + windows * (p + l + outs) + outs;
    double *y = calloc(total, sizeof *y);
    if (!y)
        return STATUS_NO_MEMORY;
    double *points = y + window_rows(op) * in, *values = points + windows * p,
           *rows = values + windows * l, *sum = rows + windows * outs;
    for (size_t k = 0; k < op->draws; k++)
        block_mean(m, p, s, sample + k * m * p, y + k * in);
    window_means(op, in, y, in);
    const double *mean = y + window_first_row(op) * in;
    for (size_t e = 0; e < windows; e++)
        for (size_t j = 0; j < p; j++)
            points[j * windows + e] = mean[e * in + j];
    status outcome = q->eval(q, windows, points, values, windows);
    for (size_t e = 0; e < windows; e++)
        for (size_t k = 0; k < l; k++)
            rows[e * outs + k] = values[k * windows + e];
    window_combine(op, outs, rows, outs, 1, sum);
    memcpy(out, sum, l * sizeof *out);
    free(y);
    return outcome;
}
