/* q is looked at on a grid that is dense around the mean and reaches as far as a block mean has a
 * density in double precision, at a few places beyond, at the ends of the support, at the corners
 * of q (corner.h) and around them, and far out. Neighbours that are not numbers, or infinite, mean
 * a set of positive probability. Beside a corner or an end the power of a pole is read off the
 * differences of q at distances d and 2d, in which a finite part of q drops out: ~ d^-b, as near as
 * rounding lets see. */
#include "existence_part.h"

#include "engine/number/array.h"

#include <math.h>
#include <stdlib.h>

enum {
    GRID = 1024,
    BEYOND = 12, /* places beyond, on one side: each 3 times as far out as the last */
    POINTS = GRID + 2 * BEYOND + 2,
    NORMAL_REACH = 38,       /* standard deviations: exp(-38^2/2) is the smallest double */
    EXPONENTIAL_REACH = 745, /* scales, in the same way */
    TENTHS = 14,             /* distances from a corner */
    SLOPES = 3               /* that a power is read off */
};

typedef struct search {
    const expect_case *e;
    const func_line *l;
    dist_support support; /* shifted by s */
    double low, high;     /* where a block mean has a density in double precision */
    double from, to;      /* of the grid */
    double sd;            /* of the shortest block mean, or its scale where it has none */
    status outcome;
    dangers *found;
} search;

static scaled at(search *f, double x)
{
    scaled v = {NAN, 0, 0};
    status now = f->l->value(f->l, x, &v);
    if (now != STATUS_OK)
        f->outcome = now;
    return v;
}

static danger danger_of(existence_cause cause, double least, double most, scaled v)
{
    return (danger){.cause = cause,
                    .least = least,
                    .most = most,
                    .base = 1,
                    .nan = isnan(v.m),
                    .above = v.m > 0,
                    .below = v.m < 0};
}

static double grid_point(const search *f, int i)
{
    double t = 2.0 * i / GRID - 1, c = f->e->center;
    return c + t * t * t * (t < 0 ? c - f->from : f->to - c);
}

static bool is_beyond(const search *f, double x)
{
    return x < f->low || x > f->high;
}

/* q at the distances d and 2d from a place. */
typedef struct pair {
    scaled near;
    double log_gap; /* log |q(x + d) - q(x + 2 d)|; NAN where that is rounding */
    bool flat;      /* and small beside q: no pole shows itself */
} pair;

static pair pair_at(search *f, double x, double d)
{
    pair p = {.near = at(f, x + d)};
    scaled gap = scaled_sub(p.near, at(f, x + 2 * d));
    double size = scaled_log_size(gap);
    bool known = scaled_finite(gap) && scaled_noise(gap) < 1e-5;
    p.log_gap = known ? size : (double)NAN;
    p.flat = !known && size < scaled_log_size(p.near) - 7;
    return p;
}

/* Whether q, of the size `least` at x + d, grows less than like |.|^-power up to the number next to
 * x: what grows like a pole from afar is a narrow part of finite height then. */
static bool settles(search *f, double x, double d, scaled least, double power)
{
    double next = x == 0 ? copysign(1e-300 * f->sd, d) : nextafter(x, x + d);
    scaled v = at(f, next);
    double grown = scaled_log_size(v) - scaled_log_size(least);
    return scaled_finite(v) && scaled_noise(v) < 1e-5 && grown < 0.9 * power * log(d / (next - x));
}

/* The powers b of q's growth ~ d^-b beside x on the side of sign `side`, at the least distances at
 * which they stand out of rounding; whether they are known. A flat q has no power. */
static bool powers_beside(search *f, double x, double side, danger *out)
{
    double slope[TENTHS], before = NAN, last = 0, d = side * fmax(f->sd, 1e-6 * fabs(x));
    int n = 0;
    bool flat = false;
    scaled v = {0, 0, 0};
    for (int k = 0; k < TENTHS && fabs(d) > 1e-10 * fabs(x); k++, d /= 10) {
        pair p = pair_at(f, x, d);
        flat = flat || p.flat;
        n = p.flat ? 0 : n;
        if (!isnan(p.log_gap) && !isnan(before))
            slope[n++] = p.log_gap == before ? 0 : (p.log_gap - before) / log(10);
        v = isnan(p.log_gap) ? v : p.near;
        last = isnan(p.log_gap) ? last : d;
        before = p.log_gap;
    }
    *out = danger_of(CAUSE_POLE, INFINITY, -INFINITY, v);
    for (int k = n > SLOPES ? n - SLOPES : 0; k < n; k++) {
        out->least = fmin(out->least, slope[k]);
        out->most = fmax(out->most, slope[k]);
    }
    bool gives_way = n > 1 && slope[n - 1] < 0.9 * slope[n - 2]; /* nearer by: no power yet */
    if (gives_way || (n > 0 && settles(f, x, last, v, out->least)))
        out->least = -INFINITY;
    return n >= SLOPES || flat;
}

static bool has_set(const dangers *all, const danger *d)
{
    for (size_t i = 0; i < all->n; i++)
        if (all->list[i].cause == d->cause && all->list[i].beyond == d->beyond)
            return true;
    return false;
}

/* base, scales: of the density beside x. */
static void look_beside(search *f, double x, double side, double base, bool scales)
{
    danger d;
    bool known = powers_beside(f, x, side, &d);
    d.base = base;
    d.scales = scales;
    d.beyond = is_beyond(f, x);
    bool grows = known && d.most > 0.05;
    if (grows && (!d.beyond || (d.least > 0.99 && !has_set(f->found, &d))))
        dangers_add(f->found, d);
    f->found->complete = f->found->complete && (known || d.beyond);
}

static bool is_corner(const corners *c, double x)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->at[i] == x)
            return true;
    return false;
}

/* Not finite, and not by rounding. */
static bool is_odd(scaled v)
{
    return !scaled_finite(v) && v.error == 0;
}

/* Two neighbours between corners where q is not finite; one set of each kind will do. */
static void look_at_points(search *f, const corners *c)
{
    scaled before = {0, 0, 0};
    for (size_t i = 0; i < c->points; i++) {
        double x = c->point[i];
        if (is_corner(c, x))
            continue;
        scaled v = at(f, x);
        danger d =
            danger_of(isnan(v.m + before.m) ? CAUSE_NAN : CAUSE_INFINITE, INFINITY, INFINITY, v);
        d.beyond = is_beyond(f, x) || is_beyond(f, c->point[i - (i > 0)]);
        if (is_odd(v) && is_odd(before) && !has_set(f->found, &d))
            dangers_add(f->found, d);
        before = v;
    }
}

/* The ends of the support have their own power. */
static bool is_end(const search *f, double x)
{
    double near = 1e-15 * fabs(x);
    return fabs(x - f->support.low) <= near || fabs(x - f->support.high) <= near;
}

static void look_at_corners(search *f, const corners *c, bool beyond)
{
    for (size_t i = 0; i < c->n && f->outcome == STATUS_OK; i++) {
        if (is_end(f, c->at[i]) || is_beyond(f, c->at[i]) != beyond)
            continue;
        look_beside(f, c->at[i], -1, 1, false);
        look_beside(f, c->at[i], 1, 1, false);
    }
}

/* The grid; places beyond it, on the side of an infinite end; and 0. */
static size_t fill_grid(const search *f, double *x)
{
    size_t n = 0;
    double c = f->e->center, out = 1;
    for (int i = 0; i <= GRID; i++)
        x[n++] = grid_point(f, i);
    for (int i = 0; i < BEYOND; i++) {
        out *= 3;
        if (isinf(f->support.low))
            x[n++] = c - out * (c - f->from);
        if (isinf(f->support.high))
            x[n++] = c + out * (f->to - c);
    }
    if (f->support.low < 0 && f->support.high > 0)
        x[n++] = 0;
    qsort(x, n, sizeof *x, array_rising);
    return n;
}

static void look_inside(search *f)
{
    double x[POINTS];
    corners *c = &f->found->places;
    f->outcome = corners_find(f->l, fill_grid(f, x), x, f->sd, c);
    f->found->complete = f->found->complete && c->complete;
    if (f->outcome == STATUS_OK)
        look_at_points(f, c);
    for (int beyond = 0; beyond <= 1 && f->outcome == STATUS_OK; beyond++)
        look_at_corners(f, c, beyond);
}

static double spread(const dist *d, const dist_support *support)
{
    return d->var ? sqrt(d->var[0]) : support->scale;
}

static void look_far(search *f, far_out *out, double side)
{
    double x = f->support.scale > 0 ? f->support.scale : spread(f->e->d, &f->support);
    scaled v = {0, 0, 0};
    out->support = f->support;
    out->var = spread(f->e->d, &f->support) * spread(f->e->d, &f->support);
    for (int k = 0; k < FAR; k++) {
        x *= 100;
        v = at(f, f->e->center + side * x);
        out->log_q[k] = isinf(v.error) ? (double)NAN : scaled_log_size(v);
        out->x[k] = x;
    }
    danger d = danger_of(CAUSE_GROWTH, 0, 0, v);
    d.far = out;
    dangers_add(f->found, d);
}

static void set_range(search *f)
{
    const expect_case *e = f->e;
    double n = e->op->term[0].size * e->m, reach = NORMAL_REACH * f->sd;
    double tail =
        f->support.fall == FALL_EXPONENTIAL ? EXPONENTIAL_REACH * f->support.scale / n : 0;
    double beyond = f->support.fall > FALL_EXPONENTIAL ? (double)INFINITY : 1;
    f->from = isfinite(f->support.low) ? f->support.low : e->center - reach;
    f->to = isfinite(f->support.high) ? f->support.high : e->center + reach + tail;
    f->low = isfinite(f->support.low) ? f->support.low : e->center - beyond * reach;
    f->high = isfinite(f->support.high) ? f->support.high : e->center + beyond * (reach + tail);
}

status existence_scan(const expect_case *e, dangers *out)
{
    double n = e->op->term[0].size * e->m;
    func_line outside = line_plain(e->q);
    search f = {.e = e,
                .l = e->q->line ? e->q->line : &outside,
                .support = e->d->type->support(e->d),
                .outcome = STATUS_OK,
                .found = out};
    f.support.low += e->s;
    f.support.high += e->s;
    f.sd = spread(e->d, &f.support) / sqrt(n);
    set_range(&f);
    out->complete = true;
    look_inside(&f);
    if (isfinite(f.support.low))
        look_beside(&f, f.support.low, 1, f.support.low_power, true);
    else
        look_far(&f, &out->end[0], -1);
    if (isfinite(f.support.high))
        look_beside(&f, f.support.high, -1, f.support.high_power, true);
    else
        look_far(&f, &out->end[1], 1);
    return f.outcome;
}
