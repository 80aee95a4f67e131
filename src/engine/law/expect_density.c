/* Any q where block means have a known density: sums of gamma draws are gamma numbers, and a block
 * of one draw is a draw. With f_j the density of the mean of N_j draws,
 *
 *     bias = int sum_j w_j f_j(x) (q(s + x) - q(c)) dx,
 *
 * one integral of the combined integrand over t, x(t) = low + e^t, or low + w/(1 + e^-t) between
 * two ends, or middle + scale sinh t without one: poles and powers at the ends become exponentials.
 * It is extended outwards from the mean until it has died out, and split as under a normal law
 * (expect_normal.c). */
#include "existence_part.h"
#include "expect_split.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum {
    EVALUATIONS = 1000000, /* of q, at most */
    STEPS = 20000          /* intervals on one side, at most */
};

typedef struct integrand {
    const expect_case *e;
    dist_support support;
    double draws[EXTRAP_TERMS];
    dist sum[EXTRAP_TERMS];        /* their laws, */
    const dist *law[EXTRAP_TERMS]; /* or the law of a draw */
    expect_split split;
} integrand;

static double place(const dist_support *d, double t)
{
    if (isinf(d->low))
        return d->middle + d->scale * sinh(t);
    return isinf(d->high) ? d->low + exp(t) : d->low + (d->high - d->low) / (1 + exp(-t));
}

static double slope(const dist_support *d, double t)
{
    double e = exp(-fabs(t));
    if (isinf(d->low))
        return d->scale * cosh(t);
    return isinf(d->high) ? exp(t) : (d->high - d->low) * e / ((1 + e) * (1 + e));
}

static double place_of(const dist_support *d, double x)
{
    if (isinf(d->low))
        return asinh((x - d->middle) / d->scale);
    return isinf(d->high) ? log(x - d->low) : log((x - d->low) / (d->high - x));
}

/* sum_j w_j f_j(x) dx/dt, and *size <- the same of |w_j|. */
static double density(const integrand *g, double t, double *size)
{
    double x = place(&g->support, t), sum = 0;
    *size = 0;
    for (size_t j = 0; j < g->e->op->terms; j++) {
        double n = g->draws[j], f = n * g->law[j]->type->pdf(g->law[j], n * x);
        f = isfinite(f) ? f * slope(&g->support, t) : 0;
        sum += g->e->op->term[j].weight * f;
        *size += fabs(g->e->op->term[j].weight) * f;
    }
    return sum;
}

static status evaluate(void *context, const double *t, double *y, double *rounding)
{
    integrand *g = context;
    double s[QUAD_POINTS], v[QUAD_POINTS], off[QUAD_POINTS], size, at = g->e->at_center;
    for (int i = 0; i < QUAD_POINTS; i++)
        s[i] = g->e->s + place(&g->support, t[i]);
    status outcome = line_values(g->e->q, QUAD_POINTS, s, v, off);
    for (int i = 0; i < QUAD_POINTS && outcome == STATUS_OK; i++) {
        double f = density(g, t[i], &size);
        y[i] = rounding[i] = 0;
        if (size == 0)
            continue;
        y[i] = f * (v[i] - at);
        rounding[i] =
            size * (DBL_EPSILON / 2 * fabs(v[i]) + 4 * DBL_EPSILON * fabs(v[i] - at) + off[i]);
        g->split.too_large = g->split.too_large || isinf(off[i]);
        g->split.finite = g->split.finite && isfinite(v[i]);
    }
    return outcome == STATUS_OK && !g->split.finite ? STATUS_NO_EXACT : outcome;
}

/* Intervals of length |step| from t on, until two in a row where there is next to no density add
 * nothing to the sum. */
static status extend(quad *q, double t, double step, double *total)
{
    const integrand *g = q->context;
    int quiet = 0;
    for (int i = 0; i < STEPS && quiet < 2; i++, t += step) {
        double size, share;
        size_t next = 0;
        status outcome =
            expect_split_add(q, &g->split, fmin(t, t + step), fmax(t, t + step), &next, &size);
        if (outcome < 0)
            return outcome;
        *total += size;
        density(g, t + step, &share);
        quiet = share * fabs(step) < 1e-17 && size <= 1e-18 * *total ? quiet + 1 : 0;
    }
    return quiet < 2 ? STATUS_NO_CONVERGENCE : STATUS_OK;
}

static status integrate(quad *q)
{
    const integrand *g = q->context;
    double last = g->draws[g->e->op->terms - 1], total = 0;
    double t = place_of(&g->support, g->e->d->mean[0]);
    double sd = sqrt(g->e->d->var[0] / last) / slope(&g->support, t);
    double step = 0.5 * fmin(1, sd);
    status outcome = extend(q, t, step, &total);
    if (outcome == STATUS_OK)
        outcome = extend(q, t, -step, &total);
    return outcome == STATUS_OK ? quad_refine(q, 1e-12) : outcome;
}

/* The places t around which the integrand is split. */
static status add_corners(integrand *g, const corners *c)
{
    status outcome = expect_split_room(&g->split, c->n);
    for (size_t i = 0; i < c->n && outcome == STATUS_OK; i++) {
        double x = c->at[i] - g->e->s;
        if (x > g->support.low && x < g->support.high)
            expect_split_around(&g->split, place_of(&g->support, x));
    }
    if (outcome == STATUS_OK)
        expect_split_sort(&g->split);
    return outcome;
}

static status settle(integrand *g, const corners *c, expectation *out)
{
    quad q = {evaluate, g, .most = EVALUATIONS / QUAD_POINTS};
    status outcome = add_corners(g, c);
    if (outcome == STATUS_OK)
        outcome = integrate(&q);
    return expect_split_end(&q, &g->split, outcome,
                            "the integral did not settle within 1 million evaluations of q", out);
}

/* Says where the density cannot be integrated: next to a lower end where a share of 1e-18 lies
 * below the smallest double, and next to an upper end where it is infinite. */
static const char *steep_end(const integrand *g)
{
    if (isfinite(g->support.low) && g->support.low_power * g->draws[0] <= 0.06)
        return "the density of a block mean is too steep at the lower end of the distribution";
    if (isfinite(g->support.high) && g->support.high_power < 1)
        return "the density of a block mean is infinite at the upper end of the distribution";
    return NULL;
}

/* Why there is no integral of a known density; sets the laws of all blocks. */
static const char *find_laws(integrand *g)
{
    static const char unknown[] =
        "the law of a block mean has no closed form here: exact values need a polynomial, "
        "math.exp, or a normal, gamma, poisson or discrete distribution";
    const dist *d = g->e->d;
    if (!d->type->pdf || !d->type->support)
        return unknown;
    g->support = d->type->support(d);
    for (size_t j = 0; j < g->e->op->terms; j++) {
        double n = g->draws[j] = g->e->op->term[j].size * g->e->m;
        g->law[j] = n == 1 ? d : &g->sum[j];
        if (n > 1 && d->type->sum)
            d->type->sum(d, n, &g->sum[j]);
        else if (n > 1)
            return unknown;
    }
    return d->var ? steep_end(g) : "the distribution has no variance";
}

status expect_density(const expect_case *e, expectation *out)
{
    integrand g = {.e = e, .split.finite = true};
    dangers found = {0};
    existence x = {0};
    const char *why = find_laws(&g);
    if (why)
        return expect_refuse(out, why);
    status outcome = existence_scan(e, &found);
    existence_judge(e, &found, &x);
    if (outcome == STATUS_OK && expect_reason(&x))
        outcome = expect_refuse(out, expect_reason(&x));
    if (outcome == STATUS_OK)
        outcome = settle(&g, &found.places, out);
    corners_free(&found.places);
    return outcome;
}
