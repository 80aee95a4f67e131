/* Beta on [0, 1], density ~ x^(a-1) (1-x)^(b-1); n = a + b, mean a/n. Central moments
 *
 *     mu_(k+1) = k/(n + k) ((b - a)/n mu_k + a b/n^2 mu_(k-1)),
 *
 * raw ones prod_i (a + i)/(n + i), i < k, cumulants kappa_(j+1) = j! h_j with
 *
 *     h_1 = a b/(n^2 (n + 1)), (n + j) h_j = (b - a)/n h_(j-1) - sum_(0<i<j-1) h_i h_(j-1-i),
 *
 * from Kummer's equation for E exp(t x) = 1F1(a; n; t). Draws are g_a/(g_a + g_b) of two gamma
 * numbers. */
#include "gamma_draw.h"

#include "engine/law/dist.h"
#include "engine/machine/level.h"
#include "engine/number/moment.h"
#include "slots.h"

#include <float.h>
#include <math.h>

enum { A, B };

static const param params[] = {
    [A] = {"a", PARAM_NUMBER, .flags = PARAM_REQUIRED | PARAM_POSITION | PARAM_OPEN_LOW,
           .high = 1e15, .meaning = "the density is ~ x^(a - 1) at 0"},
    [B] = {"b", PARAM_NUMBER, .flags = PARAM_REQUIRED | PARAM_POSITION | PARAM_OPEN_LOW,
           .high = 1e15, .meaning = "the density is ~ (1 - x)^(b - 1) at 1"},
};

static void init(dist *d, const arg *a)
{
    double n = a[A].number + a[B].number, mean = a[A].number / n;
    d->parameter[A] = a[A].number;
    d->parameter[B] = a[B].number;
    dist_on_line(d, mean, mean * (a[B].number / n) / (n + 1));
}

V8_INLINE u8 try(const dist *d, const v8 *u, v8 *out)
{
    const gamma_shape a = gamma_of(d->parameter[A]), b = gamma_of(d->parameter[B]);
    v8 x, y;
    u8 left = u8_or(gamma_try(&a, u[0], u[1], &x), gamma_try(&b, u[2], u[3], &y));
    *out = v8_div(x, v8_add(x, y));
    return left;
}

static double finish(const dist *d, const double *u, uint64_t *tail)
{
    const gamma_shape a = gamma_of(d->parameter[A]), b = gamma_of(d->parameter[B]);
    double x = gamma_finish(&a, u[0], u[1], tail), y = gamma_finish(&b, u[2], u[3], tail);
    return x / (x + y);
}

/* log of x u^power: gamma numbers of small shapes are below the smallest double. */
V8_INLINE v8 log_gamma(const gamma_shape *g, v8 x, v8 u)
{
    return v8_fma(v8_set1(g->power), v8_log(u), v8_log(x));
}

V8_INLINE u8 try_small(const dist *d, const v8 *u, v8 *out)
{
    const gamma_shape a = gamma_of(d->parameter[A]), b = gamma_of(d->parameter[B]);
    v8 x, y;
    u8 left = u8_or(gamma_try(&a, u[0], u[1], &x), gamma_try(&b, u[2], u[3], &y));
    *out = v8_sigmoid(v8_sub(log_gamma(&a, x, u[4]), log_gamma(&b, y, u[5])));
    return left;
}

static double finish_small(const dist *d, const double *u, uint64_t *tail)
{
    const gamma_shape a = gamma_of(d->parameter[A]), b = gamma_of(d->parameter[B]);
    v8 x = v8_set1(gamma_finish(&a, u[0], u[1], tail));
    v8 y = v8_set1(gamma_finish(&b, u[2], u[3], tail));
    return v8_first(
        v8_sigmoid(v8_sub(log_gamma(&a, x, v8_set1(u[4])), log_gamma(&b, y, v8_set1(u[5])))));
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    (void)gap;
    if (d->parameter[A] < 1 || d->parameter[B] < 1)
        slots_draw(d, 6, try_small, finish_small, s, n, out);
    else
        slots_draw(d, 4, try, finish, s, n, out);
    return STATUS_OK;
}

/* (b - a)/n */
static long double lean(const dist *d)
{
    long double a = d->parameter[A], b = d->parameter[B];
    return (b - a) / (a + b);
}

/* a b/n^2 */
static long double product(const dist *d)
{
    long double a = d->parameter[A], b = d->parameter[B], n = a + b;
    return a / n * (b / n);
}

static long double central(const dist *d, int k)
{
    long double n = (long double)d->parameter[A] + d->parameter[B], mu[DIST_MOMENTS + 2] = {1, 0};
    for (int i = 1; i < k; i++)
        mu[i + 1] = i / (n + i) * (lean(d) * mu[i] + product(d) * mu[i - 1]);
    return mu[k];
}

static double moment(const dist *d, int k)
{
    long double a = d->parameter[A], n = a + d->parameter[B], value = 1;
    for (int i = 0; i < k; i++)
        value *= (a + i) / (n + i);
    return (double)value;
}

static double cumulant(const dist *d, int k)
{
    long double n = (long double)d->parameter[A] + d->parameter[B];
    long double h[DIST_MOMENTS + 1] = {0, product(d) / (n + 1)}, factorial = 1;
    for (int j = 2; j < k; j++) {
        h[j] = lean(d) * h[j - 1];
        for (int i = 1; i < j - 1; i++)
            h[j] -= h[i] * h[j - 1 - i];
        h[j] /= n + j;
        factorial *= j;
    }
    return (double)(factorial * h[k - 1]);
}

/* log of the power series of 1F1(a; n; t), t > 0 */
static long double log_kummer(long double a, long double n, long double t)
{
    long double sum = 0, term = 1;
    for (int k = 0; k < 100000 && term > sum * LDBL_EPSILON / 8; k++) {
        term *= (a + k) / (n + k) * t / (k + 1);
        sum += term;
    }
    return log1pl(sum);
}

/* Near 0 from the central moments, which do not cancel; 1F1(a; n; t) = e^t 1F1(b; n; -t). */
static long double log_mgf(const dist *d, long double t)
{
    long double a = d->parameter[A], b = d->parameter[B], sum = 0, power = t;
    if (t > 1)
        return log_kummer(a, a + b, t) - a / (a + b) * t;
    if (t < -1)
        return log_kummer(b, a + b, -t) + b / (a + b) * t;
    for (int k = 2; k <= DIST_MOMENTS; k++)
        sum += central(d, k) * (power *= t / k);
    return log1pl(sum);
}

static dist_support support(const dist *d)
{
    return (dist_support){
        .low = 0, .high = 1, .low_power = d->parameter[A], .high_power = d->parameter[B]};
}

/* x^power, where its log is -INFINITY, too */
static long double log_power(long double power, long double log)
{
    return power == 0 ? 0 : power * log;
}

static double pdf(const dist *d, double x)
{
    const long double log_root = 0.918938533204672741780329736405617640L; /* log(2 pi)/2 */
    long double a = d->parameter[A], b = d->parameter[B], n = a + b;
    if (x < 0 || x > 1)
        return 0;
    long double log_one = moment_stirling(n) - moment_stirling(a) - moment_stirling(b) - log_root +
                          logl(a / n * b) / 2 - a * logl(a / n) - b * logl(b / n);
    return (double)expl(log_one + log_power(a - 1, logl(x)) + log_power(b - 1, log1pl(-x)));
}

const dist_type TYPE(dist, beta) = {
    .name = "beta",
    .summary = "beta law on [0, 1]",
    PARAMS(params),
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
