/* The Laplace law, density exp(-|x - mean| / scale) / (2 scale): central moments k! scale^k for
 * even k, else 0. */
#include "engine/law/dist.h"
#include "engine/machine/level.h"
#include "engine/number/moment.h"
#include "engine/number/num.h"

#include <math.h>

enum { MEAN, SCALE };

static const param params[] = {
    [MEAN] = {"mean", PARAM_NUMBER, .low = -INFINITY, .high = INFINITY, .meaning = "mean"},
    [SCALE] = {"scale", PARAM_NUMBER, .flags = PARAM_OPEN_LOW, .fallback = 1, .high = INFINITY,
               .meaning = "mean distance from the mean"},
};

static size_t size(const arg *a)
{
    (void)a;
    return sizeof(dist) + 2 * sizeof(double);
}

static void init(dist *d, const arg *a)
{
    double *own = (double *)(d + 1);
    d->dim = 1;
    d->parameter[0] = a[SCALE].number;
    own[0] = a[MEAN].number;
    own[1] = 2 * d->parameter[0] * d->parameter[0];
    d->mean = own;
    d->var = own + 1;
}

/* The quantile at u. */
static status draw(const dist *d, stream *s, size_t n, double *out, size_t gap)
{
    (void)gap;
    const double *u = stream_uniforms(s, n);
    for (size_t i = 0; i < n; i++) {
        bool below = u[i] < 0.5;
        double off = d->parameter[0] * num_log(below ? 2 * u[i] : 2 - 2 * u[i]);
        out[i] = d->mean[0] + (below ? off : -off);
    }
    return STATUS_OK;
}

static long double central(const dist *d, int k)
{
    long double factorial = k % 2 ? 0 : 1;
    for (int i = 2; i <= k; i++)
        factorial *= i;
    return factorial * moment_power(d->parameter[0], k);
}

static long double log_mgf(const dist *d, long double t)
{
    long double u = t * d->parameter[0];
    return fabsl(u) < 1 ? -log1pl(-u * u) : (long double)INFINITY;
}

const dist_type TYPE(dist, laplace) = {
    .name = "laplace",
    .summary = "Laplace law",
    .params = params,
    .nparams = sizeof params / sizeof *params,
    .size = size,
    .init = init,
    .kind = STREAM_UNIFORMS,
    .draw = draw,
    .central = central,
    .log_mgf = log_mgf,
};
