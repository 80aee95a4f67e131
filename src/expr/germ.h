/* Intervals with a factor that depends on s: exp(E(s)) times a number of an interval, where
 * E(s) = constant + line s + square s^2 + power log|s|, for all s of a range whose ends may be
 * infinite. Where exp overflows or vanishes, products and quotients still know by how much. */
#pragma once

#include "interval.h"

typedef struct germ_factor {
    double constant, line, square, power;
} germ_factor;

typedef struct germ {
    interval of;
    germ_factor e;
} germ;

/* low <= s <= high. */
typedef struct germ_range {
    double low, high;
} germ_range;

/* u(s) = line s + square s^2 + a number of `rest`; not known where that is infinite. */
typedef struct germ_line {
    double line, square;
    interval rest;
} germ_line;

static inline germ germ_interval(interval a)
{
    return (germ){a, {0, 0, 0, 0}};
}

/* s itself: with a factor s or -s where 0 is not inside. */
germ germ_input(germ_range r);

germ germ_negative(germ a);
germ germ_sum(germ_range r, germ a, germ b);
germ germ_product(germ a, germ b);
germ germ_inverse(germ a);
germ germ_power(germ a, double c); /* a^c, for a that is not negative */

/* exp(u), by its line or else as what falls faster than `order` powers of u grow. */
germ germ_exp(germ_range r, germ u, germ_line line, unsigned order);

germ germ_log(germ_range r, germ u); /* all numbers where u may be 0 or less */

/* All values. */
interval germ_values(germ_range r, germ a);

/* It has no bound: the factor has none, and the interval is away from 0. */
bool germ_grows(germ_range r, germ a);

germ_line germ_line_of(interval rest);
germ_line germ_line_sum(germ_line a, germ_line b);
germ_line germ_line_product(germ_line a, germ_line b);
germ_line germ_line_log(germ_range r, germ u); /* of log u */
static inline bool germ_line_known(germ_line a)
{
    return isfinite(a.rest.lo.at) && isfinite(a.rest.hi.at);
}
