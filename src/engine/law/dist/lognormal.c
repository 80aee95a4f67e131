/* exp of a normal number, N(m, s^2). With w = exp(s^2) raw moments are exp(k m + k^2 s^2/2), and
 * cumulants the sums over connected graphs of k nodes
 *
 *     kappa_k = mean^k (w - 1)^(k-1) J_k(w),
 *     J_(n+1) = sum_i (n-1 over i) (1 + w + .. + w^i) J_(i+1) J_(n-i), J_1 = 1
 *
 * (Mallows and Riordan, 1968), in which nothing cancels. */
#include "engine/law/dist.h"
#include "engine/machine/level.h"
#include "engine/machine/v8.h"
#include "engine/number/moment.h"

#include <math.h>

enum { MEANLOG, SDLOG };

static const param params[] = {
    [MEANLOG] = {"meanlog", PARAM_NUMBER, .flags = PARAM_REQUIRED, .low = -INFINITY,
                 .meaning = "mean of the log"},
    [SDLOG] = {"sdlog", PARAM_NUMBER, .flags = PARAM_REQUIRED | PARAM_OPEN_LOW,
               .meaning = "standard deviation of the log"},
};

static long double square(const dist *d)
{
    return (long double)d->parameter[SDLOG] * d->parameter[SDLOG];
}

static double moment(const dist *d, int k)
{
    return (double)expl(k * ((long double)d->parameter[MEANLOG] + k * square(d) / 2));
}

/* J_1 .. J_k */
static void graph_sums(int k, long double w, long double *j)
{
    j[1] = 1;
    for (int n = 1; n < k; n++) {
        long double powers = 0;
        j[n + 1] = 0;
        for (int i = 0; i < n; i++) {
            powers = powers * w + 1;
            j[n + 1] += moment_binomial(n - 1, i) * powers * j[i + 1] * j[n - i];
        }
    }
}

static void cumulants(const dist *d, int k, long double *kappa)
{
    long double j[DIST_MOMENTS + 1], mean = expl(d->parameter[MEANLOG] + square(d) / 2);
    graph_sums(k, expl(square(d)), j);
    for (int i = 2; i <= k; i++)
        kappa[i] = moment_power(mean, i) * moment_power(expm1l(square(d)), i - 1) * j[i];
}

static double cumulant(const dist *d, int k)
{
    long double kappa[DIST_MOMENTS + 1];
    cumulants(d, k, kappa);
    return (double)kappa[k];
}

static long double central(const dist *d, int k)
{
    long double kappa[DIST_MOMENTS + 1], mu[DIST_MOMENTS + 1];
    cumulants(d, k, kappa);
    moment_of_cumulants(k, kappa, mu);
    return mu[k];
}

static void init(dist *d, const arg *a)
{
    d->parameter[MEANLOG] = a[MEANLOG].number;
    d->parameter[SDLOG] = a[SDLOG].number;
    dist_on_line(d, moment(d, 1), (double)central(d, 2));
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    const double *z = stream_normals(s, n);
    const v8 middle = v8_set1(d->parameter[MEANLOG]), spread = v8_set1(d->parameter[SDLOG]);
    double rest[8];
    (void)gap;
    for (size_t i = 0; i < n; i += 8) { /* a few numbers are read past the n-th */
        v8 x = v8_exp(v8_add(middle, v8_mul(spread, v8_load(z + i))));
        v8_store(n - i < 8 ? rest : out + i, x);
        if (n - i < 8)
            memcpy(out + i, rest, (n - i) * sizeof *out);
    }
    return STATUS_OK;
}

/* On the left E exp(t x) exists, and has no closed form. */
static long double log_mgf(const dist *d, long double t)
{
    (void)d;
    if (t == 0)
        return 0;
    return t > 0 ? (long double)INFINITY : (long double)NAN;
}

static dist_support support(const dist *d)
{
    return (dist_support){.high = INFINITY,
                          .low_power = INFINITY,
                          .high_power = d->parameter[SDLOG],
                          .fall = FALL_LOGNORMAL,
                          .scale = (double)expl(d->parameter[MEANLOG])};
}

static double pdf(const dist *d, double x)
{
    const long double root = 0.398942280401432677939946059934381868L; /* 1/sqrt(2 pi) */
    long double s = d->parameter[SDLOG], z;
    if (x <= 0)
        return 0;
    z = (logl(x) - d->parameter[MEANLOG]) / s;
    return (double)(root / s * expl(-z * z / 2 - logl(x)));
}

const dist_type TYPE(dist, lognormal) = {
    .name = "lognormal",
    .summary = "exp of a normal number",
    PARAMS(params),
    .init = init,
    .kind = STREAM_NORMALS,
    .draw = draw,
    .central = central,
    .moment = moment,
    .support = support,
    .pdf = pdf,
    .cumulant = cumulant,
    .log_mgf = log_mgf,
};
