/* q is looked at on a grid that is dense around the mean and reaches as far as a block mean has a
 * density in double precision, at 0, at the ends of the support and far out. Neighbours that are no
 * numbers, or infinite beside numbers of ordinary size, stand for a set of positive probability; a
 * peak that grows as its bracket is narrowed is a pole, whose power is read off beside it; growth
 * is the slope of log |q| against x, or x^2 under a normal law. */
#include "existence_part.h"

#include <math.h>
#include <stdlib.h>

enum {
    GRID = 1024,
    NORMAL_REACH = 38,       /* standard deviations: exp(-38^2/2) is the smallest double */
    EXPONENTIAL_REACH = 745, /* scales, in the same way */
    NORMAL_MET = 9,          /* beyond, and beyond so many scales, are 1e-18 of all block means */
    EXPONENTIAL_MET = 45,
    HALVINGS = 100
};

static const double ordinary = 1e250; /* sizes below overflow to infinity in no single step */

typedef struct search {
    const expect_case *e;
    dist_support support; /* shifted by s */
    double low, high;     /* of the grid */
    double first, last;   /* where block means are met */
    double sd;            /* of the shortest block mean */
    status outcome;
    dangers *found;
} search;

static double at(search *f, double x)
{
    double v = NAN;
    status now = f->e->q->eval(f->e->q, 1, &x, &v, 1);
    if (now != STATUS_OK)
        f->outcome = now;
    return v;
}

static void add(search *f, existence_cause cause, double strength, double base, bool scales,
                double slack, double one, double other)
{
    danger d = {.cause = cause,
                .strength = strength,
                .base = base,
                .scales = scales,
                .slack = slack,
                .nan = isnan(one) || isnan(other),
                .above = one > 0 || other > 0,
                .below = one < 0 || other < 0};
    dangers_add(f->found, d);
}

static double grid_point(const search *f, int i)
{
    double t = 2.0 * i / GRID - 1, c = f->e->center;
    return c + t * t * t * (t < 0 ? c - f->low : f->high - c);
}

/* The power b of |q| ~ d^-b at distance d from x on the side of sign `side`; 0 where it does not
 * grow. */
static double power_beside(search *f, double x, double side, double unit)
{
    double far = fabs(at(f, x + side * 1e-4 * unit)), near = fabs(at(f, x + side * 1e-7 * unit));
    double b = log(near / far) / log(1e3);
    return b > 0 ? b : 0;
}

/* A pole inside the support: a density is positive there. */
static void add_pole(search *f, double x)
{
    double unit = fmax(f->sd, 1e-6 * fabs(x));
    double b = fmax(power_beside(f, x, 1, unit), power_beside(f, x, -1, unit));
    if (b > 0.05)
        add(f, CAUSE_POLE, b, 1, false, 0.12, at(f, x + 1e-7 * unit), at(f, x - 1e-7 * unit));
}

/* Whether |q|, larger at middle than at low and high, keeps growing as the bracket is narrowed;
 * middle <- where. */
static bool is_pole(search *f, double low, double *middle, double high)
{
    double top = fabs(at(f, *middle)), first = top;
    for (int i = 0; i < HALVINGS && f->outcome == STATUS_OK && isfinite(top); i++) {
        bool left = *middle - low > high - *middle;
        double next = left ? (low + *middle) / 2 : (*middle + high) / 2, h = fabs(at(f, next));
        if (i == 12 && top < 1.5 * first)
            return false;
        if (next == *middle || next == low || next == high)
            break;
        if (h > top) {
            *(left ? &high : &low) = *middle;
            *middle = next;
            top = h;
        } else
            *(left ? &low : &high) = next;
    }
    return true;
}

/* Where q goes over from a number at x to an infinity at y: the number beside it. */
static double beside_infinity(search *f, double x, double y)
{
    for (int i = 0; i < HALVINGS && f->outcome == STATUS_OK; i++) {
        double middle = x + (y - x) / 2;
        *(isfinite(at(f, middle)) ? &x : &y) = middle;
    }
    return at(f, x);
}

/* Whether block means are met at one of two neighbours. Where none ever is, q may overflow on its
 * way to a number, as log(1 + exp(x)) does: nothing is known there. */
static bool is_met(search *f, double x, double y)
{
    bool met = y >= f->first && x <= f->last;
    f->found->complete = f->found->complete && met;
    return met;
}

/* Two neighbours of the grid that are infinite; before or behind them is a number, or NAN. */
static void add_infinite(search *f, int i, const double *v)
{
    double number = NAN;
    if (i > 0 && isfinite(v[i - 1]))
        number = beside_infinity(f, grid_point(f, i - 1), grid_point(f, i));
    else if (i + 2 <= GRID && isfinite(v[i + 2]))
        number = beside_infinity(f, grid_point(f, i + 2), grid_point(f, i + 1));
    if (fabs(number) < ordinary && is_met(f, grid_point(f, i), grid_point(f, i + 1)))
        add(f, CAUSE_INFINITE, INFINITY, 1, false, 0, v[i], v[i + 1]);
}

static void look_between(search *f, int i, const double *v)
{
    double x = grid_point(f, i + 1);
    if (isnan(v[i]) && isnan(v[i + 1])) {
        if (is_met(f, grid_point(f, i), x))
            add(f, CAUSE_NAN, INFINITY, 1, false, 0, NAN, NAN);
    } else if (isinf(v[i]) && isinf(v[i + 1]))
        add_infinite(f, i, v);
    else if (i + 2 <= GRID && fabs(v[i + 1]) > fabs(v[i]) && fabs(v[i + 1]) > fabs(v[i + 2]) &&
             is_pole(f, grid_point(f, i), &x, grid_point(f, i + 2)) && x != 0)
        add_pole(f, x);
}

static bool has_set(const dangers *all, existence_cause cause)
{
    for (size_t i = 0; i < all->n; i++)
        if (all->list[i].cause == cause)
            return true;
    return false;
}

/* Poles and sets where q is not finite; one set of each kind will do. */
static void look_inside(search *f)
{
    double x[GRID + 1], v[GRID + 1];
    for (int i = 0; i <= GRID; i++)
        x[i] = grid_point(f, i);
    f->outcome = f->e->q->eval(f->e->q, GRID + 1, x, v, GRID + 1);
    for (int i = 0; i < GRID && f->outcome == STATUS_OK; i++)
        if (!has_set(f->found, CAUSE_NAN) && !has_set(f->found, CAUSE_INFINITE))
            look_between(f, i, v);
    if (f->low < 0 && f->high > 0)
        add_pole(f, 0);
}

/* A finite end of the support, x, with the law on the side of sign `side`. */
static void look_at_end(search *f, double x, double power, double side)
{
    double unit = fmax(fmin(f->sd, f->high - f->low), 1e-6 * fabs(x));
    double b = power_beside(f, x, side, unit), v = at(f, x + side * 1e-7 * unit);
    if (isfinite(x) && b > 0.05)
        add(f, CAUSE_POLE, b, power, true, 0.12, v, v);
}

/* What exp(-x/scale) and normal densities fall by, with the sign of the direction left out. */
static double fall(const search *f, double x)
{
    return f->support.scale > 0 ? x : x * x;
}

static double log_size(search *f, double x)
{
    return log(fabs(at(f, x)));
}

/* The farthest place in this direction, up to 1e6 times the reach, where q is finite. */
static double farthest(search *f, double reach)
{
    double low = reach / 4, high = 1e6 * reach, c = f->e->center;
    if (isfinite(at(f, c + high)))
        return high;
    for (int i = 0; i < 60 && f->outcome == STATUS_OK; i++) {
        double middle = low * sqrt(high / low);
        *(isfinite(at(f, c + middle)) ? &low : &high) = middle;
    }
    return low;
}

/* The rate of log |q| ~ rate fall(x): from slopes between x/4, x/2 and x, extrapolated. It may be
 * off by a part of their difference; where that is much, nothing is known, unless it is slow
 * enough. */
static void look_far(search *f, double reach)
{
    double x = farthest(f, reach), c = f->e->center;
    double one = log_size(f, c + x), half = log_size(f, c + x / 2),
           quarter = log_size(f, c + x / 4);
    double near = (half - quarter) / (fall(f, x / 2) - fall(f, x / 4));
    double far = (one - half) / (fall(f, x) - fall(f, x / 2)), rate = 2 * far - near;
    double base = f->support.scale > 0 ? 1 / f->support.scale : 0.5 / f->e->d->var[0];
    double v = at(f, c + x), n = f->e->op->term[0].size * f->e->m;
    bool bends = !(fabs(far - near) <= 0.02 * fabs(far) + 1e-3 * base * n);
    bool slow = far <= near && far < base * n / 4; /* with its square */
    if (!isfinite(far) || !isfinite(near) || slow)
        return;
    if (bends && far > near && fabs(one) > 300) /* faster than the density falls in the end */
        add(f, CAUSE_GROWTH, INFINITY, 1, false, 0, v, v);
    else if (bends)
        f->found->complete = false;
    else
        add(f, CAUSE_GROWTH, fabs(rate), base, true, 0.02, v, v);
}

static void set_range(search *f)
{
    const expect_case *e = f->e;
    double n = e->op->term[0].size * e->m, tail = EXPONENTIAL_REACH * f->support.scale / n;
    double reach = NORMAL_REACH * f->sd;
    f->low = isfinite(f->support.low) ? f->support.low : e->center - reach;
    f->high = isfinite(f->support.high) ? f->support.high : e->center + reach + tail;
    f->first = fmax(f->low, e->center - NORMAL_MET * f->sd);
    f->last =
        fmin(f->high, e->center + NORMAL_MET * f->sd + EXPONENTIAL_MET * f->support.scale / n);
}

status existence_scan(const expect_case *e, dangers *out)
{
    double n = e->op->term[0].size * e->m;
    search f = {.e = e, .support = e->d->type->support(e->d), .outcome = STATUS_OK, .found = out};
    f.support.low += e->s;
    f.support.high += e->s;
    f.sd = sqrt(e->d->var[0] / n);
    set_range(&f);
    out->complete = true;
    look_inside(&f);
    look_at_end(&f, f.support.low, f.support.low_power, 1);
    look_at_end(&f, f.support.high, f.support.high_power, -1);
    if (isinf(f.support.low))
        look_far(&f, f.low - e->center);
    if (isinf(f.support.high))
        look_far(&f, f.high - e->center);
    return f.outcome;
}
