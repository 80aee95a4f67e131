/* A law known by a function that draws from it and, where given, by its raw moments. */
#include "engine/law/dist.h"
#include "engine/machine/level.h"
#include "engine/number/moment.h"

#include <math.h>
#include <string.h>

enum { DRAW, MOMENTS, MEAN, DIM };

static const param params[] = {
    [DRAW] = {"draw", PARAM_FUNCTION, .flags = PARAM_REQUIRED,
              .meaning = "function(rng) -> one draw: a number, or a vec for a law in R^p"},
    [MOMENTS] = {"moments", PARAM_VECTOR, .flags = PARAM_OPTIONAL, .low = -INFINITY,
                 .meaning =
                     "raw moments {E d, E d^2, ..} of a law on the line, as far as they are known"},
    [MEAN] = {"mean", PARAM_VECTOR, .flags = PARAM_OPTIONAL, .low = -INFINITY,
              .meaning = "mean of a law in R^p, if known"},
    [DIM] = {"dim", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e6,
             .meaning = "p; without it the length of mean, or 1"},
};

static size_t dim_of(const arg *a)
{
    if (a[DIM].given)
        return (size_t)a[DIM].number;
    return a[MEAN].given ? a[MEAN].rows : 1;
}

static const char *check(const arg *a)
{
    const double *raw = a[MOMENTS].data;
    if (a[MOMENTS].given && a[MEAN].given)
        return "moments or mean, not both";
    if (a[MOMENTS].given && dim_of(a) > 1)
        return "mean instead of moments for a law in R^p";
    if (a[MOMENTS].given && a[MOMENTS].rows > DIST_MOMENTS)
        return "at most 24 moments";
    if (a[MOMENTS].given && a[MOMENTS].rows > 1 && raw[1] < raw[0] * raw[0])
        return "moments with E d^2 >= (E d)^2";
    return a[MEAN].given && a[MEAN].rows != dim_of(a) ? "a mean of length dim" : NULL;
}

/* The number of moments is parameter[0]. After the dist: the sampler, mean (dim), var, raw moments.
 */
static const dist_sampler *sampler_of(const dist *d)
{
    return (const dist_sampler *)(d + 1);
}

static size_t size(const arg *a)
{
    return sizeof(dist) + sizeof(dist_sampler) + (dim_of(a) + 1 + a[MOMENTS].rows) * sizeof(double);
}

static const double *raw_of(const dist *d)
{
    return (const double *)(sampler_of(d) + 1) + d->dim + 1;
}

/* From raw moments: sum_i (k over i) raw_i (-mean)^(k-i). */
static long double central(const dist *d, int k)
{
    if (k > (int)d->parameter[0])
        return NAN;
    long double sum = moment_power(-d->mean[0], k);
    for (int i = 1; i <= k; i++)
        sum += moment_binomial(k, i) * raw_of(d)[i - 1] * moment_power(-d->mean[0], k - i);
    return (double)sum;
}

static double moment(const dist *d, int k)
{
    if (k <= (int)d->parameter[0])
        return raw_of(d)[k - 1];
    return k == 1 ? d->mean[0] : NAN;
}

static void init(dist *d, const arg *a)
{
    d->dim = dim_of(a);
    dist_sampler *sampler = (dist_sampler *)(d + 1);
    double *mean = (double *)(sampler + 1), *var = mean + d->dim, *raw = var + 1;
    *sampler = *(const dist_sampler *)a[DRAW].data;
    d->parameter[0] = (double)a[MOMENTS].rows;
    if (a[MOMENTS].given)
        memcpy(raw, a[MOMENTS].data, a[MOMENTS].rows * sizeof *raw);
    if (a[MOMENTS].given || a[MEAN].given) {
        memcpy(mean, a[MEAN].given ? a[MEAN].data : raw, d->dim * sizeof *mean);
        d->mean = mean;
    }
    if (a[MOMENTS].rows > 1) {
        *var = (double)central(d, 2);
        d->var = var;
    }
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    const dist_sampler *sampler = sampler_of(d);
    return sampler->draw(sampler->context, s, d->dim, n, out, gap);
}

const dist_type TYPE(dist, custom) = {
    .name = "custom",
    .summary = "a law given by a function that draws from it",
    PARAMS(params),
    .check = check,
    .size = size,
    .init = init,
    .kind = STREAM_WORDS,
    .calls_back = true,
    .draw = draw,
    .central = central,
    .moment = moment,
};
