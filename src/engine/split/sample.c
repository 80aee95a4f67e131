/* Rows are sorted first, and sums run in that order; sums of logs are relative to the largest. */
#include "sample.h"

#include "engine/number/num.h"
#include "engine/number/order.h"

#include <math.h>
#include <string.h>

#define VANISHING 1e-280 /* sums of relative weights that have lost digits to underflow */

double sample_combine_logs(double a, double b)
{
    double high = fmax(a, b), low = fmin(a, b);
    return isinf(high) ? high : high + num_log(1 + num_exp(low - high));
}

double sample_empty(bool log)
{
    return log ? -INFINITY : 0;
}

/* Column j's total over n rows: those numbered, or the first n; of some once *interrupt is set
 * (NULL: never). */
static double exact_total(bool log, const double *rows, const uint32_t *number, size_t n, size_t in,
                          size_t j, const atomic_int *interrupt)
{
    double most = -INFINITY, sum = 0;
    for (size_t i = 0; log && i < n; i++)
        most = fmax(most, rows[(number ? number[i] : i) * in + j]);
    if (log && isinf(most))
        return most;
    for (size_t i = 0; i < n && !(interrupt && *interrupt); i++) {
        double x = rows[(number ? number[i] : i) * in + j];
        sum += log ? num_exp(x - most) : x;
    }
    return log ? most + num_log(sum) : sum;
}

void sample_mean(const double *data, size_t n, size_t in, bool log, double *out,
                 const atomic_int *interrupt)
{
    for (size_t j = 0; j < in; j++)
        out[j] = sample_mean_of(log, exact_total(log, data, NULL, n, in, j, interrupt), (double)n);
}

/* Weights are kept relative to their column's largest, so that a sum of logs takes no exp, unless
 * all of these vanish beside that one. */
bool sample_is_lost(const sample *s, double sum)
{
    return s->log && !(sum > VANISHING);
}

double sample_total_of(const sample *s, double sum, const uint32_t *number, size_t n, size_t j)
{
    if (sample_is_lost(s, sum))
        return exact_total(true, s->rows, number, n, s->in, j, NULL);
    return s->log ? s->largest[j] + num_log(sum) : sum;
}

double sample_total(const sample *s, const uint32_t *number, size_t n, size_t j)
{
    const double *x = sample_summands(s);
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[(number ? number[i] : i) * s->in + j];
    return sample_total_of(s, sum, number, n, j);
}

void sample_mean_of_rows(const sample *s, const uint32_t *number, size_t n, double *point,
                         size_t gap)
{
    for (size_t j = 0; j < s->in; j++)
        point[j * gap] = sample_mean_of(s->log, sample_total(s, number, n, j), (double)n);
}

void sample_layout(sample *s, bool log, size_t n, size_t in, arena *memory)
{
    size_t real = sizeof(double);
    *s = (sample){.log = log, .n = n, .in = in};
    s->rows = arena_take(memory, n * in * real);
    s->weight = arena_take(memory, log ? n * in * real : 0);
    s->largest = arena_take(memory, in * real);
}

static void take_rows(double *to, const double *from, const uint32_t *number, size_t n, size_t in)
{
    for (size_t i = 0; i < n && in == 1; i++)
        to[i] = from[number[i]];
    for (size_t i = 0; i < n && in > 1; i++)
        memcpy(to + i * in, from + number[i] * in, in * sizeof *to);
}

void sample_take(sample *to, const sample *from, const uint32_t *number, size_t n)
{
    take_rows(to->rows, from->rows, number, n, from->in);
    if (from->log)
        take_rows(to->weight, from->weight, number, n, from->in);
    memcpy(to->largest, from->largest, from->in * sizeof *to->largest);
}

sample sample_from(const sample *s, size_t first)
{
    sample part = *s;
    part.rows += first * s->in;
    if (s->log)
        part.weight += first * s->in;
    return part;
}

int sample_compare(const double *a, const double *b, size_t in)
{
    for (size_t j = 0; j < in; j++)
        if (a[j] != b[j])
            return a[j] < b[j] ? -1 : 1;
    return 0;
}

static bool is_before(const void *things, uint32_t a, uint32_t b)
{
    const sample *s = things;
    return sample_compare(s->given + a * s->in, s->given + b * s->in, s->in) <= 0;
}

void sample_weigh(sample *s)
{
    for (size_t j = 0; j < s->in && s->log; j++) {
        s->largest[j] = -INFINITY;
        for (size_t i = 0; i < s->n; i++)
            s->largest[j] = fmax(s->largest[j], s->rows[i * s->in + j]);
        for (size_t i = 0; i < s->n; i++)
            s->weight[i * s->in + j] =
                isinf(s->largest[j]) ? 0 : num_exp(s->rows[i * s->in + j] - s->largest[j]);
    }
}

bool sample_read(sample *s, const double *data, uint32_t *order, uint32_t *scratch,
                 const atomic_int *interrupt)
{
    s->given = data;
    order = order_sort(s->n, is_before, s, order, scratch, interrupt);
    if (!order)
        return false;
    for (size_t i = 0; i < s->n; i++)
        memcpy(s->rows + i * s->in, data + order[i] * s->in, s->in * sizeof *data);
    sample_weigh(s);
    return true;
}

void sample_shuffle(stream *s, uint32_t *number, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = (size_t)stream_index(s, i);
        uint32_t swap = number[k];
        number[k] = number[i - 1];
        number[i - 1] = swap;
    }
}
