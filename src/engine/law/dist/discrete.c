/* A finite law: value i with probability probs[i]. */
#include "engine/law/dist.h"
#include "engine/machine/level.h"
#include "engine/number/moment.h"

#include <math.h>
#include <string.h>

enum { VALUES, PROBS };

static const param params[] = {
    [VALUES] = {"values", PARAM_VECTOR, .flags = PARAM_REQUIRED | PARAM_POSITION, .low = -INFINITY,
                .meaning = "the values it takes"},
    [PROBS] = {"probs", PARAM_VECTOR, .flags = PARAM_REQUIRED | PARAM_POSITION, .high = 1,
               .meaning = "their probabilities, summing to 1 within 1e-9 (divided by their sum)"},
};

static double total(const arg *probs)
{
    long double sum = 0;
    for (size_t i = 0; i < probs->rows; i++)
        sum += ((const double *)probs->data)[i];
    return (double)sum;
}

static const char *check(const arg *a)
{
    if (a[VALUES].rows != a[PROBS].rows)
        return "as many probs as values";
    return fabs(total(&a[PROBS]) - 1) <= 1e-9 ? NULL : "probs that sum to 1";
}

/* The number of values is parameter[0]. After the dist: values, probs, sums of the probs,
 * central moments (unaligned). */

static size_t size(const arg *a)
{
    return sizeof(dist) + 3 * a[VALUES].rows * sizeof(double) +
           (DIST_MOMENTS + 1) * sizeof(long double);
}

static size_t count(const dist *d)
{
    return (size_t)d->parameter[0];
}

static const double *values_of(const dist *d)
{
    return (const double *)(d + 1);
}

static void init(dist *d, const arg *a)
{
    size_t n = a[VALUES].rows;
    double *values = (double *)(d + 1), *probs = values + n, *sums = probs + n;
    long double mu[DIST_MOMENTS + 1];
    double sum = 0, all = total(&a[PROBS]);
    d->parameter[0] = (double)n;
    memcpy(values, a[VALUES].data, n * sizeof *values);
    for (size_t i = 0; i < n; i++) {
        probs[i] = ((const double *)a[PROBS].data)[i] / all;
        sums[i] = sum += probs[i];
    }
    long double mean = moment_mean(n, values, 1, probs);
    moment_of_atoms(n, values, probs, mean, DIST_MOMENTS, mu);
    memcpy(sums + n, mu, sizeof mu);
    dist_on_line(d, (double)mean, (double)mu[2]);
}

/* The number of values up to the last one with positive probability. */
static size_t possible(const double *sums, size_t n)
{
    while (n > 1 && sums[n - 1] == sums[n - 2])
        n--;
    return n;
}

/* The first i < n with u < sums[i], n - 1 when rounding left none; without a branch to guess. */
static size_t find(const double *sums, size_t n, double u)
{
    size_t first = 0;
    for (size_t half; n > 1; n -= half) {
        half = n / 2;
        first += u < sums[first + half - 1] ? 0 : half;
    }
    return first;
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    (void)gap;
    const double *u = stream_uniforms(s, n), *values = values_of(d), *sums = values + 2 * count(d);
    size_t k = possible(sums, count(d));
    for (size_t i = 0; i < n; i++)
        out[i] = values[find(sums, k, u[i])];
    return STATUS_OK;
}

static long double central(const dist *d, int k)
{
    long double mu[DIST_MOMENTS + 1];
    memcpy(mu, values_of(d) + 3 * count(d), sizeof mu);
    return mu[k];
}

static size_t atoms(const dist *d, const double **values, const double **probs)
{
    *values = values_of(d);
    *probs = *values + count(d);
    return count(d);
}

static long double log_mgf(const dist *d, long double t)
{
    const double *values, *probs;
    size_t n = atoms(d, &values, &probs);
    return moment_log_mgf(n, values, probs, moment_mean(n, values, 1, probs), t);
}

const dist_type TYPE(dist, discrete) = {
    .name = "discrete",
    .summary = "finite law: values with probabilities",
    PARAMS(params),
    .check = check,
    .size = size,
    .init = init,
    .kind = STREAM_UNIFORMS,
    .draw = draw,
    .central = central,
    .log_mgf = log_mgf,
    .atoms = atoms,
};
