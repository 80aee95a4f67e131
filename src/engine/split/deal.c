/* Totals of blocks first, then of windows: every row is added once. */
#include "deal.h"

#include <string.h>

size_t deal_windows(const extrap *op)
{
    return op->windows - op->term[op->terms - 1].windows;
}

/* The first row of block k when n rows are dealt to K. */
static size_t block_start(size_t n, size_t K, size_t k)
{
    return (size_t)((uint64_t)k * n / K);
}

size_t deal_rows(const extrap *op, size_t e, size_t n)
{
    size_t K = op->draws, rows = 0;
    for (size_t i = 0; i < op->window[e].size; i++) {
        size_t k = (op->window[e].start + i) % K;
        rows += block_start(n, K, k + 1) - block_start(n, K, k);
    }
    return rows;
}

static void make_totals(const sample *s, size_t K, const uint32_t *number, size_t n, double *total)
{
    for (size_t k = 0; k < K; k++) {
        size_t first = block_start(n, K, k), end = block_start(n, K, k + 1);
        for (size_t j = 0; j < s->in; j++)
            total[k * s->in + j] = sample_total(s, number + first, end - first, j);
    }
}

void deal_points(const sample *s, const extrap *op, const uint32_t *number, size_t n, double *total,
                 double *point, size_t gap)
{
    size_t K = op->draws, in = s->in;
    double *sum = total + K * in;
    make_totals(s, K, number, n, total);
    for (size_t e = 0; e < deal_windows(op); e++) {
        double rows = (double)deal_rows(op, e, n);
        for (size_t j = 0; j < in; j++) {
            *sum = sample_empty(s->log);
            for (size_t i = 0; i < op->window[e].size; i++)
                *sum = sample_combine(s->log, *sum, total[(op->window[e].start + i) % K * in + j]);
            point[j * gap + e] = sample_mean_of(s->log, *sum, rows);
        }
    }
}

static double term_weight(const extrap *op, size_t size)
{
    size_t t = 0;
    while (op->term[t].size != size)
        t++;
    return op->term[t].weight;
}

void deal_combine(const extrap *op, size_t n, const double *value, size_t gap, const double *from,
                  size_t outs, double *out)
{
    double all[EXTRAP_DRAWS + 1] = {0}; /* rows of a term's windows, by window size */
    for (size_t e = 0; e < deal_windows(op); e++)
        all[op->window[e].size] += (double)deal_rows(op, e, n);
    memset(out, 0, outs * sizeof *out);
    for (size_t e = 0; e < deal_windows(op); e++) {
        size_t size = op->window[e].size;
        double weight = term_weight(op, size) * (double)deal_rows(op, e, n);
        for (size_t l = 0; l < outs; l++)
            out[l] += weight / all[size] * (value[l * gap + e] - (from ? from[l] : 0));
    }
}
