/* Totals of blocks first, then of windows: every row is added once. */
#include "deal.h"

#include "engine/machine/v8.h"

#include <string.h>

enum { BESIDE = 8 /* blocks that are summed side by side */ };

size_t deal_windows(const extrap *op)
{
    return op->windows - op->term[op->terms - 1].windows;
}

size_t deal_blocks(const extrap *op)
{
    return deal_windows(op) > 0 ? op->draws : 0;
}

/* Blocks from `start` on: up to the last one, and as many more from the first. */
size_t deal_rows(const extrap *op, size_t e, size_t n)
{
    size_t K = op->draws, start = op->window[e].start, end = start + op->window[e].size;
    size_t before = deal_start(n, K, start);
    return end > K ? n - before + deal_start(n, K, end - K) : deal_start(n, K, end) - before;
}

/* The sums of `some` blocks from block k on, side by side: each waits for its own last addition
 * only. Blocks have as many rows, or one more. */
V8_INLINE void sum_blocks(const double *x, size_t in, size_t K, size_t n, size_t k, size_t some,
                          double *total)
{
    const double *row[BESIDE];
    double sum[BESIDE] = {0};
    for (size_t b = 0; b < some; b++)
        row[b] = x + deal_start(n, K, k + b) * in;
    for (size_t i = 0; i < n / K * in; i += in)
        for (size_t b = 0; b < some; b++)
            sum[b] += row[b][i];
    for (size_t b = 0; b < some; b++) {
        bool more = deal_start(n, K, k + b + 1) - deal_start(n, K, k + b) > n / K;
        total[(k + b) * in] = more ? sum[b] + row[b][n / K * in] : sum[b];
    }
}

void deal_totals(const sample *s, size_t K, size_t n, double *total)
{
    for (size_t j = 0; j < s->in; j++) {
        const double *x = sample_summands(s) + j;
        size_t k = 0;
        for (; k + BESIDE <= K; k += BESIDE)
            sum_blocks(x, s->in, K, n, k, BESIDE, total + j);
        for (; k + 2 <= K; k += 2)
            sum_blocks(x, s->in, K, n, k, 2, total + j);
        for (; k < K; k++)
            sum_blocks(x, s->in, K, n, k, 1, total + j);
    }
    for (size_t k = 0; k < K; k++) {
        size_t first = deal_start(n, K, k), rows = deal_start(n, K, k + 1) - first;
        sample block = sample_from(s, first);
        for (size_t j = 0; j < s->in; j++)
            total[k * s->in + j] = sample_total_of(&block, total[k * s->in + j], NULL, rows, j);
    }
}

void deal_points(const sample *s, const extrap *op, size_t n, const double *total, double *point,
                 size_t gap)
{
    for (size_t e = 0; e < deal_windows(op); e++) {
        double rows = (double)deal_rows(op, e, n);
        for (size_t j = 0; j < s->in; j++) {
            double sum = sample_empty(s->log);
            for (size_t i = 0, k = op->window[e].start; i < op->window[e].size; i++, k++) {
                k = k < op->draws ? k : 0;
                sum = sample_combine(s->log, sum, total[k * s->in + j]);
            }
            point[j * gap + e] = sample_mean_of(s->log, sum, rows);
        }
    }
}

/* out += what term t, whose windows begin with e, makes of the values. */
static void combine_term(const extrap *op, size_t t, size_t e, size_t n, const double *value,
                         size_t gap, const double *from, size_t outs, double *out)
{
    const size_t end = e + op->term[t].windows;
    double all = 0; /* rows of its windows */
    for (size_t i = e; i < end; i++)
        all += (double)deal_rows(op, i, n);
    for (; e < end; e++) {
        double weight = op->term[t].weight * (double)deal_rows(op, e, n) / all;
        for (size_t l = 0; l < outs; l++)
            out[l] += weight * (value[l * gap + e] - (from ? from[l] : 0));
    }
}

void deal_combine(const extrap *op, size_t n, const double *value, size_t gap, const double *from,
                  size_t outs, double *out)
{
    memset(out, 0, outs * sizeof *out);
    for (size_t t = 0, e = 0; e < deal_windows(op); e += op->term[t++].windows)
        combine_term(op, t, e, n, value, gap, from, outs, out);
}
