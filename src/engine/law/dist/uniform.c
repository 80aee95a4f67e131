/* Uniform on [a, b], width w. Central moments (w/2)^k/(k+1), k even; cumulants B_k w^k/k with the
 * Bernoulli numbers B_k; E exp(t (x - mean)) = sinh(u)/u, u = t w/2. */
#include "engine/law/dist.h"
#include "engine/law/inverse.h"
#include "engine/machine/level.h"
#include "engine/number/moment.h"

#include <math.h>

enum { LOW, HIGH };

static const param params[] = {
    [LOW] = {"a", PARAM_NUMBER, .flags = PARAM_REQUIRED | PARAM_POSITION, .low = -INFINITY,
             .meaning = "lower end"},
    [HIGH] = {"b", PARAM_NUMBER, .flags = PARAM_REQUIRED | PARAM_POSITION, .low = -INFINITY,
              .meaning = "upper end, above a"},
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
    return k % 2 ? 0 : (moment_power(width(d) / 2, k) / (k + 1));
}

/* sum_i (k over i) a^(k-i) w^i 1/(i + 1) */
static double moment(const dist *d, int k)
{
    long double sum = 0;
    for (int i = 0; i <= k; i++)
        sum += moment_binomial(k, i) * moment_power(d->parameter[LOW], k - i) *
               moment_power(width(d), i) / (i + 1);
    return (double)sum;
}

static void init(dist *d, const arg *a)
{
    d->parameter[LOW] = a[LOW].number;
    d->parameter[HIGH] = a[HIGH].number;
    dist_on_line(d, (double)(a[LOW].number + width(d) / 2), (double)central(d, 2));
}

V8_INLINE void of_uniforms(const inverse_law *law, v8 u[INVERSE_SIDE])
{
    for (size_t k = 0; k < INVERSE_SIDE; k++)
        u[k] = v8_add(law->a, v8_mul(law->b, u[k]));
}

/* The same where the width overflows: a and b are halves. */
V8_INLINE void twice_of_uniforms(const inverse_law *law, v8 u[INVERSE_SIDE])
{
    of_uniforms(law, u);
    for (size_t k = 0; k < INVERSE_SIDE; k++)
        u[k] = v8_add(u[k], u[k]);
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    double a = d->parameter[LOW], b = d->parameter[HIGH];
    bool wide = isinf(b - a);
    const inverse_law law = {.a = v8_set1(wide ? a / 2 : a),
                             .b = v8_set1(wide ? b / 2 - a / 2 : b - a)};
    (void)gap;
    if (wide)
        inverse_draw(&law, twice_of_uniforms, s, n, out);
    else
        inverse_draw(&law, of_uniforms, s, n, out);
    return STATUS_OK;
}

static double cumulant(const dist *d, int k)
{
    static const long double bernoulli[][2] = {
        {1, 6}, {-1, 30},     {1, 42},      {-1, 30},       {5, 66},       {-691, 2730},
        {7, 6}, {-3617, 510}, {43867, 798}, {-174611, 330}, {854513, 138}, {-236364091, 2730}};
    if (k % 2)
        return 0;
    const long double *b = bernoulli[k / 2 - 1];
    return (double)(b[0] / (b[1] * k) * moment_power(width(d), k));
}

static long double log_mgf(const dist *d, long double t)
{
    long double u = fabsl(t * width(d) / 2);
    if (u > 20)
        return u + logl(-expm1l(-2 * u) / (2 * u));
    return u == 0 ? 0 : logl(sinhl(u) / u);
}

static dist_support support(const dist *d)
{
    return (dist_support){
        .low = d->parameter[LOW], .high = d->parameter[HIGH], .low_power = 1, .high_power = 1};
}

static double pdf(const dist *d, double x)
{
    return x < d->parameter[LOW] || x > d->parameter[HIGH] ? 0 : (double)(1 / width(d));
}

const dist_type TYPE(dist, uniform) = {
    .name = "uniform",
    .summary = "uniform law on [a, b]",
    PARAMS(params),
    .check = check,
    .init = init,
    .kind = STREAM_UNIFORMS,
    .draw = draw,
    .central = central,
    .moment = moment,
    .support = support,
    .pdf = pdf,
    .cumulant = cumulant,
    .log_mgf = log_mgf,
};
