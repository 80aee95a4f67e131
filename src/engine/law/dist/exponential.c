/* Exponential with the given mean: central moments mean^k !k, !k = k !(k-1) + (-1)^k the number of
 * derangements; cumulants mean^k (k-1)!. */
#include "engine/law/dist.h"
#include "engine/law/inverse.h"
#include "engine/machine/level.h"
#include "engine/number/moment.h"
#include "engine/number/num.h"

#include <math.h>

enum { MEAN, RATE };

static const param params[] = {
    [MEAN] = {"mean", PARAM_NUMBER, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW,
              .meaning = "mean; give this or rate"},
    [RATE] = {"rate", PARAM_NUMBER, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW,
              .meaning = "1/mean; give this or mean"},
};

static const char *check(const arg *a)
{
    return a[MEAN].given == a[RATE].given ? "exactly one of mean and rate" : NULL;
}

static void init(dist *d, const arg *a)
{
    double mean = a[MEAN].given ? a[MEAN].number : 1 / a[RATE].number;
    dist_on_line(d, mean, mean * mean);
}

/* -mean log(u) */
V8_INLINE void of_uniforms(const inverse_law *law, v8 u[INVERSE_SIDE])
{
    for (size_t k = 0; k < INVERSE_SIDE; k++)
        u[k] = v8_mul(law->a, v8_log(u[k]));
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    const inverse_law law = {.a = v8_set1(-d->mean[0])};
    (void)gap;
    inverse_draw(&law, of_uniforms, s, n, out);
    return STATUS_OK;
}

static long double central(const dist *d, int k)
{
    long double derangements = 1;
    for (int i = 1; i <= k; i++)
        derangements = i * derangements + (i % 2 ? -1 : 1);
    return (derangements * moment_power(d->mean[0], k));
}

static double cumulant(const dist *d, int k)
{
    long double factorial = 1;
    for (int i = 2; i < k; i++)
        factorial *= i;
    return (double)(factorial * moment_power(d->mean[0], k));
}

/* k! mean^k */
static double moment(const dist *d, int k)
{
    return k * cumulant(d, k);
}

/* A gamma number of shape m. */
static void sum(const dist *d, double m, dist *out)
{
    const arg a[DIST_PARAMS] = {{.given = true, .number = m},
                                {.given = true, .number = d->mean[0]}};
    dist_init(out, dist_find("gamma"), a);
}

static long double log_mgf(const dist *d, long double t)
{
    long double u = t * d->mean[0];
    return u < 1 ? -log1pl(-u) - u : (long double)INFINITY;
}

static dist_support support(const dist *d)
{
    return (dist_support){.high = INFINITY,
                          .low_power = 1,
                          .high_power = 1,
                          .fall = FALL_EXPONENTIAL,
                          .scale = d->mean[0]};
}

static double pdf(const dist *d, double x)
{
    return x < 0 ? 0 : exp(-x / d->mean[0]) / d->mean[0];
}

const dist_type TYPE(dist, exponential) = {
    .name = "exponential",
    .summary = "exponential law",
    PARAMS(params),
    .check = check,
    .init = init,
    .kind = STREAM_UNIFORMS,
    .draw = draw,
    .central = central,
    .moment = moment,
    .sum = sum,
    .support = support,
    .pdf = pdf,
    .cumulant = cumulant,
    .log_mgf = log_mgf,
};
