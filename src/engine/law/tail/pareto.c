/* The generalized Pareto law's shape by Zhang and Stephens (2009). */
#include "engine/law/tail.h"
#include "engine/machine/level.h"
#include "engine/number/num.h"
#include "engine/number/v8_function.h"

/* The mean of log(1 - theta x) over n values, zero beyond: the shape that belongs to theta =
 * -k/sigma. */
static double mean_log(const double *x, size_t n, double theta)
{
    v8 minus = v8_set1(-theta), sum = v8_set1(0);
    for (size_t i = 0; i < n; i += 8)
        sum = v8_add(sum, v8_log1p(v8_mul(minus, v8_load(x + i))));
    return v8_sum(sum) / (double)n;
}

/* The profile log-likelihood of theta over n. */
static double likelihood(const double *x, size_t n, double theta)
{
    double k = mean_log(x, n, theta);
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

static double shape(const double *x, size_t n)
{
    return mean_log(x, n, fit_theta(x, n));
}

const tail_type TYPE(tail, pareto) = {.name = "pareto", .shape = shape};
