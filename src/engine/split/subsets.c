/* Equal rows are one row with a count; subsets are walked by how many of each they take. */
#include "subsets.h"

#include "engine/number/num.h"

#include <math.h>
#include <string.h>

void subsets_of(subsets *s, const sample *rows)
{
    *s = (subsets){.rows = rows, .n = rows->n};
    for (size_t i = 0; i < rows->n; i++) {
        const double *row = rows->rows + i * rows->in;
        if (i == 0 || sample_compare(row - rows->in, row, rows->in) != 0) {
            if (s->distinct == SUBSETS_DISTINCT) {
                s->distinct = 0;
                return;
            }
            s->first[s->distinct++] = i;
        }
        s->count[s->distinct - 1]++;
    }
}

/* ways[t] = subsets of t of the distinct rows so far, t <= r; each row adds a window of its count:
 * new[t] = ways[t] + .. + ways[t - count]. */
size_t subsets_count(const subsets *s, size_t r, double *ways)
{
    for (size_t t = 0; t <= r; t++)
        ways[t] = t == 0;
    for (size_t v = 0; v < s->distinct; v++) {
        for (size_t t = 1; t <= r; t++)
            ways[t] += ways[t - 1]; /* sums, then differences of sums */
        for (size_t t = r; t > s->count[v]; t--)
            ways[t] -= ways[t - s->count[v] - 1];
        for (size_t t = 0; t <= r; t++)
            ways[t] = fmin(ways[t], SUBSETS_MOST + 1);
    }
    return ways[r] > SUBSETS_MOST ? SUBSETS_MOST + 1 : (size_t)ways[r];
}

/* share[k - low] = the chance that r of N rows have k of the c rows of a kind, k = low..high: by
 * ratios from the likeliest k on, so that nothing overflows. */
static void hypergeometric(size_t N, size_t c, size_t r, size_t low, size_t high, double *share)
{
    size_t mode = (size_t)(((double)r + 1) * ((double)c + 1) / ((double)N + 2));
    mode = mode < low ? low : mode;
    mode = mode > high ? high : mode;
    double sum = share[mode - low] = 1;
    for (size_t k = mode; k < high; k++) {
        double up = (double)(c - k) * (double)(r - k);
        share[k + 1 - low] = share[k - low] * up / ((double)(k + 1) * (double)(N + k + 1 - c - r));
        sum += share[k + 1 - low];
    }
    for (size_t k = mode; k > low; k--) {
        double down = (double)k * (double)(N + k - c - r);
        share[k - 1 - low] = share[k - low] * down / ((double)(c - k + 1) * (double)(r - k + 1));
        sum += share[k - 1 - low];
    }
    for (size_t k = low; k <= high; k++)
        share[k - low] /= sum;
}

typedef struct walk {
    subsets *s;
    subsets_visit *visit;
    void *context;
    size_t single; /* kinds from this one on have one row each */
    double *sum;   /* distinct + 1 times rows->in: what is taken so far, by depth */
} walk;

static double *sum_at(const walk *w, size_t depth)
{
    return w->sum + depth * w->s->rows->in;
}

/* The sum one deeper: k more rows of kind v. */
static void take(const walk *w, size_t depth, size_t v, size_t k)
{
    subsets *s = w->s;
    size_t in = s->rows->in;
    const double *x = sample_summands(s->rows) + s->first[v] * in, *from = sum_at(w, depth);
    double *to = sum_at(w, depth + 1);
    s->taken[v] = k;
    for (size_t j = 0; j < in; j++)
        to[j] = k > 0 ? from[j] + (double)k * x[j] : from[j];
}

static status meet(const walk *w, size_t depth, double share)
{
    w->s->sum = sum_at(w, depth);
    return w->visit(w->context, w->s, share);
}

/* Chooses r of the rows from kind v on, of which each is there once: all choices are alike. */
static status walk_single(const walk *w, size_t v, size_t r, size_t depth, double share)
{
    subsets *s = w->s;
    status done = STATUS_OK;
    if (r == 0)
        return meet(w, depth, share);
    for (; v + r <= s->distinct && done == STATUS_OK; v++) {
        take(w, depth, v, 1);
        done = walk_single(w, v + 1, r - 1, depth + 1, share);
        s->taken[v] = 0;
    }
    return done;
}

static double choose(size_t N, size_t r)
{
    double ways = 1;
    for (size_t k = 1; k <= r; k++)
        ways = ways * (double)(N - r + k) / (double)k;
    return ways;
}

/* Chooses r of the N rows that are of kind v or later; v kinds deep. */
static status walk_from(const walk *w, size_t v, size_t N, size_t r, double chance, double *work)
{
    subsets *s = w->s;
    if (v >= w->single)
        return walk_single(w, v, r, v, chance / choose(N, r));
    size_t c = s->count[v], low = r > N - c ? r - (N - c) : 0, high = c < r ? c : r;
    status done = STATUS_OK;
    hypergeometric(N, c, r, low, high, work);
    for (size_t k = low; k <= high && done == STATUS_OK; k++) {
        take(w, v, v, k);
        done = walk_from(w, v + 1, N - c, r - k, chance * work[k - low], work + (high - low + 1));
    }
    return done;
}

status subsets_walk(subsets *s, size_t r, double *work, subsets_visit *visit, void *context)
{
    size_t in = s->rows->in, single = s->distinct;
    while (single > 0 && s->count[single - 1] == 1)
        single--;
    walk w = {s, visit, context, single, work};
    memset(s->taken, 0, sizeof s->taken);
    memset(w.sum, 0, in * sizeof *w.sum);
    return walk_from(&w, 0, s->n, r, 1, work + (s->distinct + 1) * in);
}

/* The largest log weight of the present subset in column j. */
static double largest(const subsets *s, size_t j)
{
    double most = -INFINITY;
    for (size_t v = 0; v < s->distinct; v++)
        if (s->taken[v] > 0)
            most = fmax(most, s->rows->rows[s->first[v] * s->rows->in + j]);
    return most;
}

static double total(const subsets *s, size_t j)
{
    bool log = s->rows->log;
    double most = log ? largest(s, j) : 0, sum = 0;
    if (isinf(most))
        return most;
    for (size_t v = 0; v < s->distinct; v++) {
        double x = s->rows->rows[s->first[v] * s->rows->in + j];
        if (s->taken[v] > 0)
            sum += (double)s->taken[v] * (log ? num_exp(x - most) : x);
    }
    return log ? most + num_log(sum) : sum;
}

void subsets_mean(const subsets *s, size_t r, double *point, size_t gap)
{
    for (size_t j = 0; j < s->rows->in; j++)
        point[j * gap] = sample_mean_of(s->rows->log, total(s, j), (double)r);
}

void subsets_mean_met(const subsets *s, size_t r, double *point, size_t gap)
{
    const sample *rows = s->rows;
    for (size_t j = 0; j < rows->in; j++) {
        double all = s->sum[j];
        if (rows->log)
            all = sample_is_lost(rows, all) ? total(s, j) : rows->largest[j] + num_log(all);
        point[j * gap] = sample_mean_of(rows->log, all, (double)r);
    }
}
