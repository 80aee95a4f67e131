/* Density 2 (x - a)/w^2 on [a, b], w = b - a: it rises from 0 at a. With v = (x - mean)/w in
 * [-2/3, 1/3] the central moments have the closed form
 *
 *     mu_k = 2 w^k (3k + 5 + (-2)^(k+2)) / (3^(k+2) (k+1) (k+2)),
 *
 * a quotient of whole numbers. E exp(t (x - a)) = 2 (1 + (u - 1) e^u)/u^2, u = t w. */
#include "engine/law/dist.h"
#include "engine/law/inverse.h"
#include "engine/machine/level.h"
#include "engine/machine/v8.h"
#include "engine/number/moment.h"

#include <math.h>

enum { LOW, HIGH };

static const param params[] = {
    [LOW] = {"a", PARAM_NUMBER, .flags = PARAM_REQUIRED | PARAM_POSITION, .low = -INFINITY,
             .meaning = "lower end, where the density is 0"},
    [HIGH] = {"b", PARAM_NUMBER, .flags = PARAM_REQUIRED | PARAM_POSITION, .low = -INFINITY,
              .meaning = "upper end, above a, where it is 2/(b - a)"},
};

static const char *check(const arg *a)
{
    return a[LOW].number < a[HIGH].number ? NULL : "a < b";
}

static long double width(const dist *d)
{
    return (long double)d->parameter[HIGH] - d->parameter[LOW];
}

static long double central(const dist *d, int k)
{
    long double whole = 3 * k + 5 + moment_power(-2, k + 2);
    long double under = moment_power(3, k + 2) * (k + 1) * (k + 2);
    return (2 * whole * moment_power(width(d), k) / under);
}

/* sum_i (k over i) a^(k-i) w^i 2/(i + 2) */
static double moment(const dist *d, int k)
{
    long double sum = 0;
    for (int i = 0; i <= k; i++)
        sum += moment_binomial(k, i) * moment_power(d->parameter[LOW], k - i) *
               moment_power(width(d), i) * 2 / (i + 2);
    return (double)sum;
}

static void init(dist *d, const arg *a)
{
    d->parameter[LOW] = a[LOW].number;
    d->parameter[HIGH] = a[HIGH].number;
    dist_on_line(d, (double)(a[LOW].number + 2 * width(d) / 3), (double)central(d, 2));
}

V8_INLINE void of_uniforms(const inverse_law *law, v8 u[INVERSE_SIDE])
{
    v8_sqrt_uniforms(&u[0], &u[1]);
    for (size_t k = 0; k < INVERSE_SIDE; k++)
        u[k] = v8_add(law->a, v8_mul(law->b, u[k]));
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    double a = d->parameter[LOW];
    const inverse_law law = {.a = v8_set1(a), .b = v8_set1(d->parameter[HIGH] - a)};
    (void)gap;
    inverse_draw(&law, of_uniforms, s, n, out);
    return STATUS_OK;
}

/* Near 0 the closed form cancels: the power series of 2 sum_i u^i / (i! (i + 2)) there. */
static long double log_mgf(const dist *d, long double t)
{
    long double u = t * width(d), shift = -2 * u / 3, sum = 0, term = 1;
    if (u > 1)
        return shift + u + logl(2 * (u - 1 + expl(-u)) / (u * u));
    if (u < -8)
        return shift + logl(2 * (1 + (u - 1) * expl(u)) / (u * u));
    for (int i = 1; i < 60; i++) {
        term *= u / i;
        sum += 2 * term / (i + 2);
    }
    return shift + log1pl(sum);
}

static dist_support support(const dist *d)
{
    return (dist_support){
        .low = d->parameter[LOW], .high = d->parameter[HIGH], .low_power = 2, .high_power = 1};
}

static double pdf(const dist *d, double x)
{
    double a = d->parameter[LOW], w = (double)width(d);
    return x < a || x > d->parameter[HIGH] ? 0 : 2 * (x - a) / w / w;
}

const dist_type TYPE(dist, ramp) = {
    .name = "ramp",
    .summary = "density rising linearly from 0 at a to its peak at b",
    PARAMS(params),
    .check = check,
    .init = init,
    .kind = STREAM_UNIFORMS,
    .draw = draw,
    .central = central,
    .moment = moment,
    .support = support,
    .pdf = pdf,
    .log_mgf = log_mgf,
};
