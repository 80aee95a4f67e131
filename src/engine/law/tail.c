#include "tail.h"

#include "engine/number/num.h"

#include <stdlib.h>
#include <string.h>

enum { FEWEST = 5, PRIOR_WEIGHT = 10 };

static uint64_t exceedances(uint64_t n)
{
    double root = floor(3 * sqrt((double)n));
    uint64_t m = n / 5 < TAIL_MOST ? n / 5 : TAIL_MOST;
    return root < (double)m ? (uint64_t)root : m;
}

void tail_layout(tail_sample *t, uint64_t n, arena *memory)
{
    *t = (tail_sample){.keep = (size_t)exceedances(n) + 1, .floor = -INFINITY};
    t->value = arena_take(memory, 2 * t->keep * sizeof *t->value);
}

void tail_clear(tail_sample *t)
{
    t->n = 0;
    t->floor = -INFINITY;
}

static int descending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

void tail_cut(tail_sample *t)
{
    qsort(t->value, t->n, sizeof *t->value, descending);
    if (t->n < t->keep)
        return;
    t->n = t->keep;
    t->floor = t->value[t->keep - 1];
}

void tail_merge(tail_sample *a, const tail_sample *b)
{
    for (size_t i = 0; i < b->n; i++)
        tail_add(a, b->value[i]);
}

/* log(1 + u), u > -1 */
static double log_1_plus(double u)
{
    double w = 1 + u;
    return num_log(w) - ((w - 1) - u) / w; /* what the rounding of w took off */
}

/* The mean of log(1 - theta x): the shape that belongs to theta = -k/sigma. */
static double shape(const double *x, size_t n, double theta)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += log_1_plus(-theta * x[i]);
    return sum / (double)n;
}

/* The profile log-likelihood of theta over n. */
static double likelihood(const double *x, size_t n, double theta)
{
    double k = shape(x, n, theta);
    return num_log(-theta / k) - k - 1;
}

/* The posterior mean of theta under Zhang and Stephens' prior, on a grid of its quantiles; x > 0
 * descending. */
static double fit_theta(const double *x, size_t n)
{
    enum { GRID = 30 + 32 };
    double theta[GRID], value[GRID], best = -INFINITY, weight = 0, sum = 0;
    size_t grid = 30 + (size_t)sqrt((double)n);
    double quartile = x[n - (size_t)((double)n / 4 + 0.5)];
    for (size_t j = 0; j < grid; j++) {
        theta[j] = 1 / x[0] + (1 - sqrt((double)grid / ((double)j + 0.5))) / (3 * quartile);
        value[j] = (double)n * likelihood(x, n, theta[j]);
        best = fmax(best, value[j]);
    }
    for (size_t j = 0; j < grid; j++) {
        double w = value[j] > best - 700 ? num_exp(value[j] - best) : 0;
        weight += w;
        sum += w * theta[j];
    }
    return sum / weight;
}

double tail_k(tail_sample *t)
{
    double x[TAIL_MOST + 1];
    size_t n = 0;
    tail_cut(t);
    if (t->n == 0 || t->n < t->keep)
        return NAN;
    if (isinf(t->value[0]))
        return INFINITY;
    double edge = t->value[t->keep - 1], scale = t->value[0] - edge;
    while (n + 1 < t->keep && t->value[n] > edge) {
        x[n] = (t->value[n] - edge) / scale;
        n++;
    }
    if (n < FEWEST || !(x[n - 1] > 0))
        return NAN;
    double k = shape(x, n, fit_theta(x, n)), all = (double)(n + PRIOR_WEIGHT);
    return k * ((double)n / all) + 0.5 * (PRIOR_WEIGHT / all);
}

void tails_layout(tail_pair *t, uint64_t n, arena *memory)
{
    tail_layout(&t->high, n, memory);
    tail_layout(&t->low, n, memory);
}

void tails_clear(tail_pair *t)
{
    tail_clear(&t->high);
    tail_clear(&t->low);
}

void tails_merge(tail_pair *a, const tail_pair *b)
{
    tail_merge(&a->high, &b->high);
    tail_merge(&a->low, &b->low);
}

double tails_k(tail_pair *t)
{
    return fmax(tail_k(&t->high), tail_k(&t->low));
}
