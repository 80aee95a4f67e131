/* What a record leaves out is computed from the central moments. */
#include "dist.h"

#include "engine/number/moment.h"

#include <math.h>

/* Whether component j has a variance that a double can be. Normal draws have one above 0. */
static bool has_var(const dist *d, size_t j)
{
    if (d->var[j] != 0)
        return isnormal(d->var[j]);
    return !d->type->normal && (d->dim > 1 || d->type->calls_back || d->type->central(d, 2) == 0);
}

void dist_init(dist *d, const dist_type *type, const arg *a)
{
    d->type = type;
    type->init(d, a);
    for (size_t j = 0; d->var && j < d->dim; j++)
        if (!has_var(d, j))
            d->var = NULL;
}

bool dist_is_beyond(const dist *d)
{
    return !d->var && !d->type->calls_back && dist_orders(d) > 2;
}

/* Draws between two looks at the interrupt: one of a mean may take many draws of its law. */
static size_t rows_at_once(const dist *d)
{
    double m = 1;
    dist_of_draws(d, &m);
    return m < STREAM_MOST ? (size_t)(STREAM_MOST / m) : 1;
}

status dist_rows(const dist *d, stream *s, size_t n, double *rows, double *work,
                 const atomic_int *interrupt)
{
    const size_t most = rows_at_once(d);
    for (size_t done = 0; done < n;) {
        size_t piece = n - done < most ? n - done : most;
        if (*interrupt)
            return STATUS_INTERRUPTED;
        status outcome = d->type->draw(d, s, piece, work, STREAM_MOST);
        if (outcome < 0)
            return outcome;
        for (size_t i = 0; i < piece; i++)
            for (size_t j = 0; j < d->dim; j++)
                rows[(done + i) * d->dim + j] = work[j * STREAM_MOST + i];
        done += piece;
    }
    return STATUS_OK;
}

void dist_ends(const dist *d, double *low, double *high)
{
    const double *value, *prob;
    double m = 1;
    d = dist_of_draws(d, &m);
    bool known = d->dim == 1 && (d->type->support || d->type->atoms);
    *low = known ? INFINITY : -INFINITY;
    *high = -*low;
    if (d->type->whole)
        *low = 0;
    if (known && d->type->support) {
        dist_support ends = d->type->support(d);
        *low = ends.low;
        *high = ends.high;
    }
    for (size_t n = known && d->type->atoms ? d->type->atoms(d, &value, &prob) : 0; n-- > 0;) {
        *low = fmin(*low, value[n]);
        *high = fmax(*high, value[n]);
    }
}

static long double central(const dist *d, int k)
{
    if (d->dim != 1 || k > DIST_MOMENTS || !d->mean)
        return NAN;
    if (k > 1 && dist_is_beyond(d))
        return NAN;
    return k <= 1 ? k == 0 : d->type->central(d, k);
}

double dist_central(const dist *d, int k)
{
    return (double)central(d, k);
}

double dist_moment(const dist *d, int k)
{
    if (d->dim != 1 || k > DIST_MOMENTS || !d->mean)
        return NAN;
    if (k > 0 && d->type->moment)
        return d->type->moment(d, k);
    long double sum = 0;
    for (int i = 0; i <= k; i++)
        sum += moment_binomial(k, i) * moment_power(d->mean[0], k - i) * central(d, i);
    return (double)sum;
}

double dist_cumulant(const dist *d, int k)
{
    long double mu[DIST_MOMENTS + 1], kappa[DIST_MOMENTS + 1];
    if (d->dim != 1 || k > DIST_MOMENTS || !d->mean)
        return NAN;
    if (k < 2)
        return k == 0 ? 0 : d->mean[0];
    if (d->type->cumulant && !dist_is_beyond(d))
        return d->type->cumulant(d, k);
    for (int i = 0; i <= k; i++)
        mu[i] = central(d, i);
    moment_cumulants(k, mu, kappa);
    return (double)kappa[k];
}
