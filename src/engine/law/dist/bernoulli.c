/* 1 with probability p, else 0; q = 1 - p. Central moments p q (q^(k-1) - (-p)^(k-1)); for odd k
 * the difference is q^n - p^n = (q - p) (q^(n-1) + q^(n-2) p + .. + p^(n-1)), n = k - 1. */
#include "engine/law/dist.h"
#include "engine/law/inverse.h"
#include "engine/machine/level.h"
#include "engine/number/moment.h"

#include <math.h>

static const param params[] = {
    {"p", PARAM_NUMBER, .flags = PARAM_REQUIRED | PARAM_POSITION, .high = 1,
     .meaning = "probability of 1; 0 otherwise"},
};

static const double VALUES[] = {0, 1};

/* After the dist: their probabilities. */
static const double *probs_of(const dist *d)
{
    return (const double *)(d + 1);
}

static size_t size(const arg *a)
{
    (void)a;
    return sizeof(dist) + sizeof VALUES;
}

static void init(dist *d, const arg *a)
{
    double p = a[0].number, *probs = (double *)(d + 1);
    probs[0] = 1 - p;
    probs[1] = p;
    dist_on_line(d, p, p * (1 - p));
}

V8_INLINE void of_uniforms(const inverse_law *law, v8 u[INVERSE_SIDE])
{
    for (size_t k = 0; k < INVERSE_SIDE; k++)
        u[k] = v8_select(v8_less(u[k], law->a), v8_set1(1), v8_set1(0));
}

static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    const inverse_law law = {.a = v8_set1(d->mean[0])};
    (void)gap;
    inverse_draw(&law, of_uniforms, s, n, out);
    return STATUS_OK;
}

static long double central(const dist *d, int k)
{
    long double p = d->mean[0], q = 1 - p, difference = 0;
    int n = k - 1;
    for (int i = 0; i < n; i++)
        difference += (q - p) * moment_power(q, n - 1 - i) * moment_power(p, i);
    return (p * q * (k % 2 ? difference : moment_power(q, n) + moment_power(p, n)));
}

static double moment(const dist *d, int k)
{
    (void)k;
    return d->mean[0];
}

static long double log_mgf(const dist *d, long double t)
{
    return moment_log_mgf(2, VALUES, probs_of(d), d->mean[0], t);
}

static size_t atoms(const dist *d, const double **values, const double **probs)
{
    *values = VALUES;
    *probs = probs_of(d);
    return 2;
}

const dist_type TYPE(dist, bernoulli) = {
    .name = "bernoulli",
    .summary = "1 with probability p, else 0",
    PARAMS(params),
    .size = size,
    .init = init,
    .kind = STREAM_UNIFORMS,
    .draw = draw,
    .central = central,
    .moment = moment,
    .log_mgf = log_mgf,
    .atoms = atoms,
};
