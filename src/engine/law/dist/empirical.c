/* A draw is one of the given rows, each equally likely. */
#include "engine/law/dist.h"
#include "engine/machine/level.h"
#include "engine/number/moment.h"

#include <math.h>
#include <string.h>

static const param params[] = {
    {"values", PARAM_ANY, .flags = PARAM_REQUIRED | PARAM_POSITION, .low = -INFINITY,
     .meaning = "a vec or list of numbers, or a mat whose rows are points of R^p"},
};

static const char *check(const arg *a)
{
    const double *x = a[0].data;
    if (a[0].rows * a[0].cols == 0)
        return "at least one value";
    for (size_t i = 0; i < a[0].rows * a[0].cols; i++)
        if (!isfinite(x[i]))
            return "finite values";
    return a[0].rows <= UINT32_MAX ? NULL : "at most 2^32 - 1 rows";
}

/* The number of rows is parameter[0]. After the dist: mean and var (dim each), rows, central
 * moments (dim 1 only; unaligned). */
static size_t count(const dist *d)
{
    return (size_t)d->parameter[0];
}

static const double *rows_of(const dist *d)
{
    return (const double *)(d + 1) + 2 * d->dim;
}

static size_t size(const arg *a)
{
    return sizeof(dist) + (2 + a[0].rows) * a[0].cols * sizeof(double) +
           (DIST_MOMENTS + 1) * sizeof(long double);
}

static double variance(const dist *d, size_t j, long double mean)
{
    long double sum = 0;
    for (size_t i = 0; i < count(d); i++) {
        long double x = rows_of(d)[i * d->dim + j] - mean;
        sum += x * x;
    }
    return (double)(sum / (long double)count(d));
}

static void init(dist *d, const arg *a)
{
    size_t p = d->dim = a[0].cols, n = a[0].rows;
    double *mean = (double *)(d + 1), *var = mean + p, *rows = var + p;
    long double mu[DIST_MOMENTS + 1] = {0};
    d->parameter[0] = (double)n;
    memcpy(rows, a[0].data, n * p * sizeof(double));
    for (size_t j = 0; j < p; j++) {
        long double center = moment_mean(n, rows + j, p, NULL);
        mean[j] = (double)center;
        var[j] = variance(d, j, center);
        if (p == 1)
            moment_of_atoms(n, rows, NULL, center, DIST_MOMENTS, mu);
    }
    memcpy(rows + n * p, mu, sizeof mu);
    d->mean = mean;
    d->var = var;
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    const double *rows = rows_of(d);
    size_t all = count(d);
    for (size_t i = 0; i < n; i++) {
        const double *row = rows + stream_index(s, all) * d->dim;
        for (size_t j = 0; j < d->dim; j++)
            out[j * gap + i] = row[j];
    }
    return STATUS_OK;
}

static long double central(const dist *d, int k)
{
    long double mu[DIST_MOMENTS + 1];
    memcpy(mu, rows_of(d) + count(d), sizeof mu);
    return mu[k];
}

static size_t atoms(const dist *d, const double **values, const double **probs)
{
    *values = rows_of(d);
    *probs = NULL;
    return count(d);
}

static long double log_mgf(const dist *d, long double t)
{
    return moment_log_mgf(count(d), rows_of(d), NULL, moment_mean(count(d), rows_of(d), 1, NULL),
                          t);
}

const dist_type TYPE(dist, empirical) = {
    .name = "empirical",
    .summary = "one of the given values or rows, each equally likely",
    PARAMS(params),
    .check = check,
    .size = size,
    .init = init,
    .kind = STREAM_WORDS,
    .draw = draw,
    .central = central,
    .log_mgf = log_mgf,
    .atoms = atoms,
};
