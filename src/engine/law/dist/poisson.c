/* Poisson with mean c: all cumulants are c, E x^(k+1) = c sum_i (k over i) E x^i. Draws up to a
 * mean of 12 by inversion, above by transformed rejection (Hoermann, 1993, PTRS): with U, V
 * uniform, u = 1/2 - |U - 1/2| and x = floor((2 a/u + b) (U - 1/2) + c + 0.43), x is a draw where
 *
 *     log(V r / (a/u^2 + b)) <= log P(x) = x (log(1 + t) - t) - log(2 pi x)/2 - S(x), t = (c -
 * x)/x,
 *
 * S the rest of Stirling's formula. */
#include "engine/law/dist.h"
#include "engine/law/inverse.h"
#include "engine/machine/level.h"
#include "engine/number/moment.h"
#include "engine/number/num.h"
#include "engine/number/v8_function.h"
#include "slots.h"

#include <math.h>

enum { MEAN, RATE };
#define LARGE 12 /* means that are drawn by rejection */

static const param params[] = {
    [MEAN] = {"mean", PARAM_NUMBER, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW, .high = 1e15,
              .meaning = "mean; give this or rate"},
    [RATE] = {"rate", PARAM_NUMBER, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW, .high = 1e15,
              .meaning = "the same; give this or mean"},
};

static const char *check(const arg *a)
{
    return a[MEAN].given == a[RATE].given ? "exactly one of mean and rate" : NULL;
}

static void init(dist *d, const arg *a)
{
    double mean = a[MEAN].given ? a[MEAN].number : a[RATE].number;
    dist_on_line(d, mean, mean);
}

/* a: the mean, b: exp(-mean). The number of k whose P(x <= k) a uniform is not below. */
V8_INLINE void of_uniforms(const inverse_law *law, v8 u[INVERSE_SIDE])
{
    v8 p = law->b, sum = law->b, x[INVERSE_SIDE] = {v8_set1(0), v8_set1(0)};
    const v8 one = v8_set1(1);
    for (double k = 1; k < 100; k++) { /* P(x >= 100) is below 1e-50 */
        u8 above[INVERSE_SIDE];
        for (size_t i = 0; i < INVERSE_SIDE; i++) {
            above[i] = v8_less_equal(sum, u[i]);
            x[i] = v8_add(x[i], v8_select(above[i], one, v8_set1(0)));
        }
        v8 next = v8_mul(p, v8_div(law->a, v8_set1(k)));
        sum = v8_add(sum, next);
        if (!v8_any(u8_or(above[0], above[1])) || v8_first(next) < 1e-18 * v8_first(sum))
            break;
        p = next;
    }
    u[0] = x[0];
    u[1] = x[1];
}

/* S(x), x >= 1 whole: a table, then 1/(12 x) - 1/(360 x^3) + .. */
V8_INLINE v8 stirling(v8 x)
{
    static const double small[16] = {0,
                                     0.081061466795327258,
                                     0.041340695955409294,
                                     0.027677925684998339,
                                     0.020790672103765093,
                                     0.016644691189821193,
                                     0.013876128823070747,
                                     0.01189670994589177,
                                     0.010411265261972097,
                                     0.0092554621827127343,
                                     0.0083305634333628723,
                                     0.0075736754879518412,
                                     0.0069428401072095305,
                                     0.0064089941880042077,
                                     0.005951370112758849,
                                     0.0055547335519627999};
    static const double series[] = {-691.0 / 360360, 1.0 / 1188, -1.0 / 1680,
                                    1.0 / 1260,      -1.0 / 360, 1.0 / 12};
    const v8 magic = v8_set1(0x1.8p52), last = v8_set1(15);
    v8 over = v8_div(v8_set1(1), x), square = v8_mul(over, over), p = v8_set1(series[0]);
    for (int i = 1; i < 6; i++)
        p = v8_fma(p, square, v8_set1(series[i]));
    p = v8_mul(p, over);
    u8 low = v8_less_equal(x, last);
    if (!v8_any(low))
        return p;
    u8 place = u8_sub(u8_bits(v8_add(v8_max(v8_min(x, last), v8_set1(0)), magic)), u8_bits(magic));
    return v8_select(low, v8_gather(small, place), p);
}

/* log(1 + t) - t */
V8_INLINE v8 log_rest(v8 t)
{
    const v8 one = v8_set1(1);
    v8 s = v8_div(t, v8_add(v8_set1(2), t)), z = v8_mul(s, s); /* 2 atanh(s) - t, 2 s - t = -s t */
    v8 near = v8_mul(s, v8_sub(v8_mul(z, v8_atanh_tail(z)), t));
    u8 far = v8_less(v8_set1(0.25), v8_abs(t));
    return v8_any(far) ? v8_select(far, v8_sub(v8_log(v8_add(one, t)), t), near) : near;
}

/* log P(x), x >= 1 whole */
V8_INLINE v8 log_prob(v8 mean, v8 x)
{
    v8 t = v8_div(v8_sub(mean, x), x);
    v8 root = v8_mul(v8_set1(0.5), v8_log(v8_mul(v8_set1(6.28318530717958647693), x)));
    return v8_sub(v8_mul(x, log_rest(t)), v8_add(root, stirling(x)));
}

/* What the pair u, v gives, where the mask that is returned is 0. */
V8_INLINE u8 try_pair(double mean, v8 u, v8 v, v8 *out)
{
    const double b = 0.931 + 2.53 * sqrt(mean), a = -0.059 + 0.02483 * b;
    const double over = 1.1239 + 1.1328 / (b - 3.4), sure = 0.9277 - 3.6224 / (b - 2);
    const v8 half = v8_set1(0.5), one = v8_set1(1), center = v8_set1(mean);
    v8 offset = v8_sub(u, half), edge = v8_sub(half, v8_abs(offset));
    v8 slope = v8_div(v8_set1(a), edge);
    v8 place = v8_fma(v8_fma(v8_set1(2), slope, v8_set1(b)), offset, v8_set1(mean + 0.43));
    v8 x = *out = v8_floor(place);
    u8 good = u8_and(v8_less_equal(v8_set1(0.07), edge), v8_less_equal(v, v8_set1(sure)));
    if (v8_all(good))
        return u8_set1(0);
    v8 under = v8_add(v8_div(slope, edge), v8_set1(b));
    v8 height = v8_log(v8_div(v8_mul(v, v8_set1(over)), under));
    v8 top =
        v8_select(v8_less(x, one), v8_sub(v8_set1(0), center), log_prob(center, v8_max(one, x)));
    u8 below = v8_less_equal(height, top);
    below = u8_and(below, v8_less_equal(v8_set1(0), x));
    return u8_xor(u8_or(good, below), u8_set1(~(uint64_t)0));
}

V8_INLINE u8 try(const dist *d, const v8 *u, v8 *out)
{
    return try_pair(d->mean[0], u[0], u[1], out);
}

static double finish(const dist *d, const double *u, uint64_t *tail)
{
    v8 x;
    u8 left;
    (void)u; /* which give no draw */
    do {
        v8 first = v8_set1(generator_tail_uniform(tail));
        left = try_pair(d->mean[0], first, v8_set1(generator_tail_uniform(tail)), &x);
    } while (v8_any(left));
    return v8_first(x);
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    double mean = d->mean[0];
    const inverse_law law = {.a = v8_set1(mean), .b = v8_set1(num_exp(-mean))};
    (void)gap;
    if (mean > LARGE)
        slots_draw(d, 2, try, finish, s, n, out);
    else
        inverse_draw(&law, of_uniforms, s, n, out);
    return STATUS_OK;
}

static void sum(const dist *d, double m, dist *out)
{
    out->type = d->type;
    dist_on_line(out, m * d->mean[0], m * d->mean[0]);
}

static long double central(const dist *d, int k)
{
    long double kappa[DIST_MOMENTS + 1], mu[DIST_MOMENTS + 1];
    for (int i = 2; i <= k; i++)
        kappa[i] = d->mean[0];
    moment_of_cumulants(k, kappa, mu);
    return mu[k];
}

static double moment(const dist *d, int k)
{
    long double raw[DIST_MOMENTS + 1] = {1};
    for (int n = 1; n <= k; n++)
        for (int i = 0; i < n; i++)
            raw[n] += d->mean[0] * moment_binomial(n - 1, i) * raw[i];
    return (double)raw[k];
}

static double cumulant(const dist *d, int k)
{
    (void)k;
    return d->mean[0];
}

static long double log_mgf(const dist *d, long double t)
{
    return d->mean[0] * moment_exp_rest(t);
}

/* The probability of x. */
static double pdf(const dist *d, double x)
{
    const long double log_root = 0.918938533204672741780329736405617640L; /* log(2 pi)/2 */
    long double mean = d->mean[0], k = x;
    if (!(x >= 0) || floor(x) != x || isinf(x))
        return 0;
    if (x == 0)
        return (double)expl(-mean);
    return (double)expl(k * moment_ratio_rest(mean, k) - logl(k) / 2 - log_root -
                        moment_stirling(k));
}

const dist_type TYPE(dist, poisson) = {
    .name = "poisson",
    .summary = "Poisson law; its density is the probability of a whole number",
    PARAMS(params),
    .check = check,
    .init = init,
    .kind = STREAM_UNIFORMS,
    .whole = true,
    .draw = draw,
    .central = central,
    .moment = moment,
    .sum = sum,
    .pdf = pdf,
    .cumulant = cumulant,
    .log_mgf = log_mgf,
};
