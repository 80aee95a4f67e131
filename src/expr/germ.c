/* E is largest at an end of the range or where E' = line + 2 square s + power/s is 0. Of two
 * factors a sum keeps the one that the other is smaller beside. */
#include "germ.h"

#include <float.h>

static interval constant(double x)
{
    return interval_between(x, x);
}

static bool is_zero(interval a)
{
    return a.lo.at == 0 && a.hi.at == 0;
}

static bool same(germ_factor a, germ_factor b)
{
    return a.constant == b.constant && a.line == b.line && a.square == b.square &&
           a.power == b.power;
}

static germ_factor scaled(double c, germ_factor e)
{
    return (germ_factor){c * e.constant, c * e.line, c * e.square, c * e.power};
}

static germ_factor plus(germ_factor a, germ_factor b)
{
    return (germ_factor){a.constant + b.constant, a.line + b.line, a.square + b.square,
                         a.power + b.power};
}

static bool is_finite(germ_factor e)
{
    return isfinite(e.constant) && isfinite(e.line) && isfinite(e.square) && isfinite(e.power);
}

static germ made(interval of, germ_factor e)
{
    if (is_zero(of))
        return germ_interval(of);
    return is_finite(e) ? (germ){of, e} : germ_interval(interval_all());
}

/* c x with 0 for c = 0 and an infinite x. */
static double part(double c, double x)
{
    return c == 0 ? 0 : c * x;
}

static double far_exponent(germ_factor e, double s)
{
    if (e.square != 0)
        return e.square > 0 ? INFINITY : -INFINITY;
    if (e.line != 0)
        return e.line * s;
    return e.power != 0 ? e.power * INFINITY : e.constant;
}

static double exponent_at(germ_factor e, double s)
{
    if (isinf(s))
        return far_exponent(e, s);
    return e.constant + s * (e.line + e.square * s) + part(e.power, log(fabs(s)));
}

static void widen(interval *all, germ_range r, germ_factor e, double s)
{
    if (!(s >= r.low && s <= r.high))
        return;
    double x = exponent_at(e, s);
    all->lo.at = fmin(all->lo.at, x);
    all->hi.at = fmax(all->hi.at, x);
}

static interval exponents(germ_range r, germ_factor e)
{
    interval all = {{INFINITY, true}, {-INFINITY, true}};
    double root = sqrt(e.line * e.line - 8 * e.square * e.power);
    widen(&all, r, e, r.low);
    widen(&all, r, e, r.high);
    if (e.square != 0 && root >= 0) {
        widen(&all, r, e, (-e.line + root) / (4 * e.square));
        widen(&all, r, e, (-e.line - root) / (4 * e.square));
    } else if (e.line != 0) {
        widen(&all, r, e, -e.power / e.line);
    }
    return all;
}

/* exp of numbers between, which underflows to no 0 and overflows to no infinity. */
static interval factors(interval e)
{
    double lo = exp(e.lo.at), hi = exp(e.hi.at);
    lo = isinf(lo) ? DBL_MAX : lo;
    hi = hi == 0 && !isinf(e.hi.at) ? DBL_TRUE_MIN : hi;
    return (interval){{lo, lo == 0}, {hi, isinf(hi)}};
}

germ germ_input(germ_range r)
{
    if (r.low < 0 && r.high > 0)
        return germ_interval(interval_between(r.low, r.high));
    if (r.low == r.high)
        return germ_interval(constant(r.low));
    return made(constant(r.low >= 0 ? 1 : -1), (germ_factor){.power = 1});
}

germ germ_negative(germ a)
{
    return (germ){interval_negative(a.of), a.e};
}

germ germ_sum(germ_range r, germ a, germ b)
{
    if (is_zero(a.of))
        return b;
    if (is_zero(b.of))
        return a;
    if (same(a.e, b.e))
        return made(interval_sum(a.of, b.of), a.e);
    interval e = exponents(r, plus(b.e, scaled(-1, a.e)));
    if (e.hi.at > -e.lo.at)
        return germ_sum(r, b, a);
    return made(interval_sum(a.of, interval_product(b.of, factors(e))), a.e);
}

germ germ_product(germ a, germ b)
{
    return made(interval_product(a.of, b.of), plus(a.e, b.e));
}

germ germ_inverse(germ a)
{
    return (germ){interval_inverse(a.of), scaled(-1, a.e)};
}

/* x^c of numbers that are not negative. */
static interval powers(interval x, double c)
{
    interval_end a = {pow(x.lo.at, c), x.lo.open}, b = {pow(x.hi.at, c), x.hi.open};
    interval y = c < 0 ? (interval){b, a} : (interval){a, b};
    return y.lo.at <= y.hi.at ? y : interval_all();
}

germ germ_power(germ a, double c)
{
    if (!interval_not_negative(a.of))
        return germ_interval(interval_all());
    return made(powers(a.of, c), scaled(c, a.e));
}

/* For u <= -x, x = e^E i > 0: exp(u) <= (k/e)^k x^-k. */
static germ fallen(germ x, double k)
{
    double most = exp(k * (log(k) - 1 - log(x.of.lo.at)));
    return made((interval){{0, true}, {most, false}}, scaled(-k, x.e));
}

germ germ_exp(germ_range r, germ u, germ_line line, unsigned order)
{
    if (germ_line_known(line)) {
        germ_factor e = {.line = line.line, .square = line.square, .constant = line.rest.lo.at};
        interval width = {{0, line.rest.lo.open},
                          {line.rest.hi.at - line.rest.lo.at, line.rest.hi.open}};
        return made(factors(width), e);
    }
    if (u.of.hi.at < 0 && exponents(r, u.e).hi.at == INFINITY)
        return fallen(germ_negative(u), 2.0 * order + 4);
    return germ_interval(factors(germ_values(r, u)));
}

interval germ_values(germ_range r, germ a)
{
    return same(a.e, (germ_factor){0, 0, 0, 0})
               ? a.of
               : interval_product(a.of, factors(exponents(r, a.e)));
}

bool germ_grows(germ_range r, germ a)
{
    bool away = a.of.lo.at > 0 || a.of.hi.at < 0;
    return away && exponents(r, a.e).hi.at == INFINITY;
}

germ_line germ_line_of(interval rest)
{
    return (germ_line){.rest = rest};
}

germ_line germ_line_sum(germ_line a, germ_line b)
{
    return (germ_line){a.line + b.line, a.square + b.square, interval_sum(a.rest, b.rest)};
}

static bool is_exact(germ_line a)
{
    return a.rest.lo.at == a.rest.hi.at;
}

static bool is_bounded(germ_line a)
{
    return a.line == 0 && a.square == 0;
}

germ_line germ_line_product(germ_line a, germ_line b)
{
    germ_line none = germ_line_of(interval_all());
    if (!germ_line_known(a) || !germ_line_known(b))
        return none;
    if (is_bounded(a) && is_bounded(b))
        return germ_line_of(interval_product(a.rest, b.rest));
    if (!is_exact(a) || !is_exact(b))
        return none;
    double x = a.rest.lo.at, y = b.rest.lo.at;
    bool high = (a.square != 0 && !is_bounded(b)) || (b.square != 0 && !is_bounded(a));
    return high ? none
                : (germ_line){a.line * y + b.line * x,
                              a.line * b.line + a.square * y + b.square * x, constant(x * y)};
}

static bool is_positive(germ u)
{
    return u.of.lo.at > 0;
}

/* log of the interval's part, and of the constant factor. */
static interval log_of_size(germ u)
{
    return (interval){{log(u.of.lo.at) + u.e.constant, u.of.lo.open},
                      {log(u.of.hi.at) + u.e.constant, u.of.hi.open}};
}

germ_line germ_line_log(germ_range r, germ u)
{
    if (!is_positive(u))
        return germ_line_of(interval_all());
    interval power = exponents(r, (germ_factor){.power = u.e.power}), size = log_of_size(u);
    return (germ_line){u.e.line, u.e.square, u.e.power == 0 ? size : interval_sum(size, power)};
}

static germ of_line(germ_range r, germ_line a)
{
    germ s = germ_input(r), sum = germ_interval(a.rest);
    sum = germ_sum(r, sum, germ_product(germ_interval(constant(a.line)), s));
    return germ_sum(r, sum, germ_product(germ_interval(constant(a.square)), germ_product(s, s)));
}

/* 0 <= log|s| <= 4/e |s|^(1/4) from 1 on. */
germ germ_log(germ_range r, germ u)
{
    germ_line line = germ_line_log(r, u);
    if (germ_line_known(line) || !is_positive(u) || !(r.low >= 1 || r.high <= -1))
        return germ_line_known(line) ? of_line(r, line) : germ_interval(interval_all());
    interval share = interval_product(constant(u.e.power), interval_between(0, 1.4715177646857694));
    germ_line rest = {u.e.line, u.e.square, log_of_size(u)};
    return germ_sum(r, of_line(r, rest), made(share, (germ_factor){.power = 0.25}));
}
