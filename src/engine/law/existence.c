/* Poles and infinite ends are dangers; each is judged by how fast its integrand grows or falls. */
#include "existence_part.h"

#include <math.h>

enum {
    COMPILED_VALUES = 200000, /* of block means that a compiled q is asked for, */
    CALLED_VALUES = 4096      /* and one that calls the caller */
};

static double draws(const expect_case *e, size_t j)
{
    return e->op->term[j].size * e->m;
}

/* Whether the integral of |x - a|^(limit - 1 - power b) is finite at a. Where the power changes
 * with the distance, as log does it, it is not known to a part. */
static answer survives_pole(const danger *d, double power, double n)
{
    double limit = d->scales ? d->base * n : d->base;
    if (isinf(limit) && d->most - d->least > 0.05) /* steeper than any power, as the density */
        return UNKNOWN;
    double slack = fmin(0.12, 1e-4 + 100 * (d->most - d->least));
    if (power * d->least >= limit * (1 - 1e-4))
        return NO;
    return power * d->most < limit * (1 - slack) ? YES : UNKNOWN;
}

/* -log of the density of the mean of n draws at the distance x, but for a constant. Where it falls
 * slowly, a sum is far out because one of its terms is. */
static double fall(const far_out *f, double n, double x)
{
    const dist_support *law = &f->support;
    if (law->fall == FALL_LOGNORMAL) {
        double away = log(n * x / law->scale) / law->high_power;
        return 0.5 * away * away + log(x);
    }
    if (law->fall == FALL_POWER)
        return (law->high_power + 1) * log(x);
    if (law->fall == FALL_EXPONENTIAL)
        return n * (x / law->scale) - (n * law->high_power - 1) * log(x);
    return n * (0.5 * x / f->var * x);
}

/* Whether the integral of |q|^power times the density is finite towards an infinite end: where its
 * integrand falls like x^-p, p > 1. Differences of large numbers are looked at nearer. */
static answer survives_far(const far_out *f, double power, double n)
{
    const double step = log(100);
    for (int k = FAR - 2; k >= 0; k--) {
        double rise = power * (f->log_q[k + 1] - f->log_q[k]);
        double far = fall(f, n, f->x[k + 1]), p = (far - fall(f, n, f->x[k]) - rise) / step;
        double noise = 1e-15 * (power * fabs(f->log_q[k + 1]) + fabs(far));
        if (f->log_q[k + 1] == -(double)INFINITY || p - noise > 1.2)
            return YES;
        if (f->log_q[k + 1] == (double)INFINITY || p + noise <= 1.001)
            return NO;
        if (!(noise > 1e-3))
            break;
    }
    return UNKNOWN;
}

/* Whether E |q|^power at the mean of n draws is finite as far as d goes. */
static answer survives(const danger *d, double power, double n)
{
    return d->far ? survives_far(d->far, power, n) : survives_pole(d, power, n);
}

/* The worst of all dangers at the shortest block means; *worst <- the first that is a NO, first of
 * those that are not beyond. */
static answer all_survive(const dangers *all, double power, double n, const danger **worst)
{
    answer found = all->complete ? YES : UNKNOWN;
    for (size_t i = 0; i < all->n; i++) {
        const danger *d = &all->list[i];
        answer one = survives(d, power, n);
        if (one == NO && (!d->beyond || !*worst))
            *worst = d;
        if (one == NO && !d->beyond)
            return NO;
        if (one == NO)
            one = UNKNOWN;
        if (one == UNKNOWN)
            found = UNKNOWN;
    }
    return found;
}

/* What values of these signs average to when they are too large. */
static double limit_of(bool nan, bool above, bool below)
{
    if (nan || (above && below))
        return NAN;
    if (above)
        return INFINITY;
    return below ? -INFINITY : 0;
}

/* E q at the mean of n draws: an infinity, NAN, or 0 for any finite number. */
static double limit_at(const dangers *all, double n)
{
    bool nan = false, above = false, below = false;
    for (size_t i = 0; i < all->n; i++) {
        const danger *d = &all->list[i];
        if (d->beyond || survives(d, 1, n) != NO)
            continue;
        nan = nan || d->nan;
        above = above || d->above;
        below = below || d->below;
    }
    return limit_of(nan, above, below);
}

void existence_judge(const expect_case *e, const dangers *all, existence *out)
{
    const danger *worst = NULL;
    double limit = 0;
    out->mean = all_survive(all, 1, draws(e, 0), &worst);
    out->variance = out->mean == NO ? NO : all_survive(all, 2, draws(e, 0), &worst);
    out->cause = worst ? worst->cause : CAUSE_NONE;
    for (size_t j = 0; j < e->op->terms && out->mean == NO; j++)
        limit += e->op->term[j].weight * limit_at(all, draws(e, j));
    out->limit = limit;
}

/* Of a law that has moments of some orders only. */
static void judge_degree(const expect_case *e, size_t degree, existence *out)
{
    double orders = dist_orders(e->d), limit = 0;
    out->mean = (double)degree < orders ? YES : NO;
    out->variance = 2 * (double)degree < orders ? YES : NO;
    out->cause = out->variance == NO ? CAUSE_GROWTH : CAUSE_NONE;
    for (size_t j = 0; j < e->op->terms; j++)
        limit += e->op->term[j].weight * copysign(INFINITY, e->q->coefficient[degree]);
    out->limit = degree % 2 ? (double)NAN : limit;
}

/* A power of delta has the moments of the law. */
static void judge_poly(const expect_case *e, existence *out)
{
    size_t degree = e->q->degree;
    bool all = !e->d->type->calls_back;
    while (degree > 0 && e->q->coefficient[degree] == 0)
        degree--;
    if (!isinf(dist_orders(e->d))) {
        judge_degree(e, degree, out);
        return;
    }
    if (all || (degree <= DIST_MOMENTS && !isnan(dist_central(e->d, (int)degree))))
        out->mean = YES;
    if (all || (2 * degree <= DIST_MOMENTS && !isnan(dist_central(e->d, 2 * (int)degree))))
        out->variance = YES;
}

static bool has_mgf(const expect_case *e, double t)
{
    return !isinf((double)e->d->type->log_mgf(e->d, t));
}

static void judge_exp(const expect_case *e, existence *out)
{
    double limit = 0;
    if (!e->d->type->log_mgf)
        return;
    out->mean = has_mgf(e, 1 / draws(e, 0)) ? YES : NO;
    out->variance = has_mgf(e, 2 / draws(e, 0)) ? YES : NO;
    out->cause = out->variance == NO ? CAUSE_GROWTH : CAUSE_NONE;
    for (size_t j = 0; j < e->op->terms; j++)
        limit += e->op->term[j].weight * (has_mgf(e, 1 / draws(e, j)) ? 0 : (double)INFINITY);
    out->limit = limit;
}

/* From the values of each term; `all`: there are no others. */
static void judge_values(const expect_case *e, const tally *values, bool all, existence *out)
{
    double limit = 0, low = INFINITY, high = -INFINITY;
    for (size_t j = 0; j < e->op->terms; j++) {
        const tally *t = &values[j];
        limit += e->op->term[j].weight * limit_of(t->nan > 0, t->above > 0, t->below > 0);
        low = fmin(low, t->low);
        high = fmax(high, t->high);
    }
    if (limit == 0) {
        out->mean = out->variance = all ? YES : UNKNOWN;
        out->certain = all && low == high;
        return;
    }
    out->mean = out->variance = NO;
    out->cause = values->nan > 0 ? CAUSE_NAN : CAUSE_INFINITE;
    out->limit = limit;
}

static status look_at_atoms(const expect_case *e, existence *out)
{
    tally values[EXTRAP_TERMS];
    bool all;
    double most = e->q->kind == FUNC_GENERAL ? CALLED_VALUES : COMPILED_VALUES;
    status outcome = expect_atom_values(e, most, &all, values);
    if (outcome == STATUS_OK)
        judge_values(e, values, all, out);
    return outcome == STATUS_NO_EXACT ? STATUS_OK : outcome;
}

static status look_at_counts(const expect_case *e, existence *out)
{
    tally values[EXTRAP_TERMS];
    status outcome = expect_count_values(e, values);
    if (outcome == STATUS_OK)
        judge_values(e, values, false, out);
    return outcome == STATUS_NO_EXACT ? STATUS_OK : outcome;
}

static status look_everywhere(const expect_case *e, existence *out)
{
    dangers found = {0};
    status outcome = existence_scan(e, &found);
    if (outcome == STATUS_OK)
        existence_judge(e, &found, out);
    corners_free(&found.places);
    return outcome;
}

static bool is_point(const dist *d)
{
    for (size_t j = 0; j < d->dim; j++)
        if (!d->var || d->type->calls_back || d->var[j] > 0)
            return false;
    return true;
}

status existence_find(const extrap *op, const func *q, const dist *d, double m, double s,
                      existence *out)
{
    d = dist_of_draws(d, &m);
    expect_case e = {op, q, d, m, s, NAN, NAN};
    *out = (existence){.limit = NAN, .certain = is_point(d) || func_is_constant(q)};
    if (d->dim != 1 || q->in != 1 || q->out != 1 || dist_is_beyond(d))
        return STATUS_OK;
    if (d->mean || d->type->support)
        e.center = s + (d->mean ? d->mean[0] : d->type->support(d).middle);
    if (q->kind == FUNC_POLY)
        judge_poly(&e, out);
    else if (q->kind == FUNC_EXP)
        judge_exp(&e, out);
    else if (d->type->atoms)
        return look_at_atoms(&e, out);
    else if (d->type->whole && q->kind == FUNC_COMPILED)
        return look_at_counts(&e, out);
    else if (d->type->support && q->kind == FUNC_COMPILED)
        return look_everywhere(&e, out);
    return STATUS_OK;
}
