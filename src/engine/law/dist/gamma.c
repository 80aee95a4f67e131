/* Gamma with shape a and scale b, density ~ x^(a-1) exp(-x/b). Cumulants a b^k (k-1)!, raw moments
 * b^k a (a + 1) .. (a + k - 1). */
#include "gamma_draw.h"

#include "engine/law/dist.h"
#include "engine/machine/level.h"
#include "engine/number/moment.h"
#include "slots.h"

#include <math.h>

enum { SHAPE, SCALE, RATE, MEAN };

static const param params[] = {
    [SHAPE] = {"shape", PARAM_NUMBER, .flags = PARAM_REQUIRED | PARAM_OPEN_LOW, .high = 1e15,
               .meaning = "shape; 1 is the exponential law"},
    [SCALE] = {"scale", PARAM_NUMBER, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW,
               .meaning = "scale, mean/shape; give this, rate or mean"},
    [RATE] = {"rate", PARAM_NUMBER, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW,
              .meaning = "1/scale; give this, scale or mean"},
    [MEAN] = {"mean", PARAM_NUMBER, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW,
              .meaning = "shape scale; give this, scale or rate"},
};

static const char *check(const arg *a)
{
    return a[SCALE].given + a[RATE].given + a[MEAN].given == 1
               ? NULL
               : "exactly one of scale, rate and mean";
}

static gamma_shape shape_of(const dist *d)
{
    return gamma_of(d->parameter[SHAPE]);
}

static double scale_of(const arg *a)
{
    if (a[MEAN].given)
        return a[MEAN].number / a[SHAPE].number;
    return a[SCALE].given ? a[SCALE].number : 1 / a[RATE].number;
}

static void init(dist *d, const arg *a)
{
    double shape = a[SHAPE].number, scale = scale_of(a);
    d->parameter[SHAPE] = shape;
    d->parameter[SCALE] = scale;
    dist_on_line(d, a[MEAN].given ? a[MEAN].number : shape * scale, shape * scale * scale);
}

V8_INLINE u8 try(const dist *d, const v8 *u, v8 *out)
{
    const gamma_shape g = shape_of(d);
    u8 left = gamma_try(&g, u[0], u[1], out);
    *out = v8_mul(v8_set1(d->parameter[SCALE]), *out);
    return left;
}

static double finish(const dist *d, const double *u, uint64_t *tail)
{
    const gamma_shape g = shape_of(d);
    return d->parameter[SCALE] * gamma_finish(&g, u[0], u[1], tail);
}

/* u^(1/shape) for a shape below 1 */
V8_INLINE v8 lift(const dist *d, v8 u)
{
    return v8_exp(v8_mul(v8_set1(1 / d->parameter[SHAPE]), v8_log(u)));
}

V8_INLINE u8 try_small(const dist *d, const v8 *u, v8 *out)
{
    u8 left = try(d, u, out);
    *out = v8_mul(lift(d, u[2]), *out);
    return left;
}

static double finish_small(const dist *d, const double *u, uint64_t *tail)
{
    return v8_first(lift(d, v8_set1(u[2]))) * finish(d, u, tail);
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    (void)gap;
    if (d->parameter[SHAPE] < 1)
        slots_draw(d, 3, try_small, finish_small, s, n, out);
    else
        slots_draw(d, 2, try, finish, s, n, out);
    return STATUS_OK;
}

static void sum(const dist *d, double m, dist *out)
{
    double shape = m * d->parameter[SHAPE], scale = d->parameter[SCALE];
    out->type = d->type;
    out->parameter[SHAPE] = shape;
    out->parameter[SCALE] = scale;
    dist_on_line(out, shape * scale, shape * scale * scale);
}

static long double exact_cumulant(const dist *d, int k)
{
    long double factorial = d->parameter[SHAPE];
    for (int i = 2; i < k; i++)
        factorial *= i;
    return factorial * moment_power(d->parameter[SCALE], k);
}

static double cumulant(const dist *d, int k)
{
    return (double)exact_cumulant(d, k);
}

static long double central(const dist *d, int k)
{
    long double kappa[DIST_MOMENTS + 1], mu[DIST_MOMENTS + 1];
    for (int i = 2; i <= k; i++)
        kappa[i] = exact_cumulant(d, i);
    moment_of_cumulants(k, kappa, mu);
    return mu[k];
}

static double moment(const dist *d, int k)
{
    long double product = d->mean[0];
    for (int i = 1; i < k; i++)
        product *= ((long double)d->parameter[SHAPE] + i) * d->parameter[SCALE];
    return (double)product;
}

static long double log_mgf(const dist *d, long double t)
{
    long double u = t * d->parameter[SCALE];
    return u < 1 ? -d->parameter[SHAPE] * moment_log_rest(-u) : (long double)INFINITY;
}

static dist_support support(const dist *d)
{
    double shape = d->parameter[SHAPE];
    return (dist_support){.high = INFINITY,
                          .low_power = shape,
                          .high_power = shape,
                          .fall = FALL_EXPONENTIAL,
                          .scale = d->parameter[SCALE]};
}

/* With u = x/b: a (log(u/a) - (u - a)/a) - log u + log(a/(2 pi))/2 - S(a), less log b. */
static double pdf(const dist *d, double x)
{
    const long double log_root = 0.918938533204672741780329736405617640L; /* log(2 pi)/2 */
    long double a = d->parameter[SHAPE], b = d->parameter[SCALE], u = x / b;
    if (x < 0 || (x == 0 && a > 1) || x == (double)INFINITY)
        return 0;
    if (x == 0)
        return a < 1 ? (double)INFINITY : (double)(1 / b);
    return (double)expl(a * moment_ratio_rest(u, a) - logl(u) + logl(a) / 2 - log_root -
                        moment_stirling(a) - logl(b));
}

const dist_type TYPE(dist, gamma) = {
    .name = "gamma",
    .summary = "gamma law; chi-squared: shape df/2, scale 2",
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
