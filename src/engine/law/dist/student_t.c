/* location + scale T, T of Student's law with df degrees of freedom, density ~ (1 + t^2/df)^-((df +
 * 1)/2). Moments of order k exist for k < df.
 *
 * T is normal with the random variance V = df/chi^2, whose cumulants c_j = (j-1)! g_(j-1) follow
 * from s (g' + g^2) = (a - 1) g - a, a = df/2, for g, the derivative of the log of E exp(s V):
 *
 *     g_0 = a/(a - 1), g_j = sum_(i<j) g_i g_(j-1-i) / (a - 1 - j), kappa_2j = (2j)!/(j! 2^j) c_j.
 *
 * Draws: sqrt(df (u^(-2/df) - 1)) cos(2 pi u') (Bailey, 1994). */
#include "engine/law/dist.h"
#include "engine/machine/level.h"
#include "engine/number/moment.h"
#include "engine/number/v8_function.h"
#include "slots.h"

#include <math.h>

enum { DF, LOCATION, SCALE };

static const param params[] = {
    [DF] = {"df", PARAM_NUMBER, .flags = PARAM_REQUIRED, .low = 0.1, .high = 1e15,
            .meaning = "degrees of freedom: moments of order k exist for k < df"},
    [LOCATION] = {"location", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = -INFINITY,
                  .meaning = "its middle, the mean for df > 1 (0)"},
    [SCALE] = {"scale", PARAM_NUMBER, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW,
               .meaning = "its unit; the variance is scale^2 df/(df - 2) for df > 2 (1)"},
};

static long double central(const dist *d, int k)
{
    long double df = d->parameter[DF], product = moment_power(d->parameter[SCALE], k);
    if (k >= df)
        return NAN;
    for (int i = 2; i <= k; i += 2)
        product *= df * (i - 1) / (df - i);
    return k % 2 ? 0 : product;
}

static void init(dist *d, const arg *a)
{
    d->parameter[DF] = a[DF].number;
    d->parameter[LOCATION] = a[LOCATION].given ? a[LOCATION].number : 0;
    d->parameter[SCALE] = a[SCALE].given ? a[SCALE].number : 1;
    dist_on_line(d, d->parameter[LOCATION], (double)central(d, 2));
    if (!(d->parameter[DF] > 1))
        d->mean = NULL;
}

V8_INLINE u8 try(const dist *d, const v8 *u, v8 *out)
{
    const double df = d->parameter[DF];
    const v8 x = v8_mul(v8_set1(-2 / df), v8_log(u[0])); /* -log of u^(2/df) */
    v8 size = v8_sqrt(v8_mul(v8_set1(df), v8_neg(v8_expm1(v8_neg(x)))));
    size = v8_mul(size, v8_exp(v8_mul(v8_set1(0.5), x)));
    v8 turn = v8_cos(v8_mul(v8_set1(6.28318530717958647693), u[1]));
    *out = v8_add(v8_set1(d->parameter[LOCATION]),
                  v8_mul(v8_set1(d->parameter[SCALE]), v8_mul(size, turn)));
    return u8_set1(0);
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    (void)gap;
    slots_draw(d, 2, try, NULL, s, n, out);
    return STATUS_OK;
}

static double cumulant(const dist *d, int k)
{
    long double a = (long double)d->parameter[DF] / 2, g[DIST_MOMENTS / 2 + 1] = {a / (a - 1)};
    if (k >= 2 * a || k % 2)
        return k >= 2 * a ? (double)NAN : 0;
    long double factor = moment_power(d->parameter[SCALE], k);
    for (int j = 1; j < k / 2; j++) {
        for (int i = 0; i < j; i++)
            g[j] += g[i] * g[j - 1 - i] / (a - 1 - j);
        factor *= j;
    }
    for (int i = 3; i < k; i += 2)
        factor *= i;
    return (double)(factor * g[k / 2 - 1]);
}

static long double log_mgf(const dist *d, long double t)
{
    (void)d;
    return t == 0 ? 0 : (long double)INFINITY;
}

static dist_support support(const dist *d)
{
    double df = d->parameter[DF];
    return (dist_support){.low = -INFINITY,
                          .high = INFINITY,
                          .low_power = df,
                          .high_power = df,
                          .fall = FALL_POWER,
                          .scale = d->parameter[SCALE],
                          .middle = d->parameter[LOCATION]};
}

static double orders(const dist *d)
{
    return d->parameter[DF];
}

/* Gamma((df + 1)/2) / (Gamma(df/2) sqrt(df/2)) */
static long double height(long double df)
{
    return expl(moment_stirling((df + 1) / 2) - moment_stirling(df / 2) - 0.5L +
                df / 2 * log1pl(1 / df));
}

static double pdf(const dist *d, double x)
{
    const long double root = 0.398942280401432677939946059934381868L; /* 1/sqrt(2 pi) */
    long double df = d->parameter[DF], scale = d->parameter[SCALE];
    long double z = ((long double)x - d->parameter[LOCATION]) / scale;
    return (double)(root / scale * height(df) * expl(-(df + 1) / 2 * log1pl(z * z / df)));
}

const dist_type TYPE(dist, student_t) = {
    .name = "student_t",
    .summary = "Student's t law, with location and scale",
    PARAMS(params),
    .init = init,
    .kind = STREAM_UNIFORMS,
    .draw = draw,
    .central = central,
    .support = support,
    .orders = orders,
    .pdf = pdf,
    .cumulant = cumulant,
    .log_mgf = log_mgf,
};
