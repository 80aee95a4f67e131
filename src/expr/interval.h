/* Which values a node of a graph can have, whatever its inputs: an interval, and of each end
 * whether it may be a value (closed) or is only come near to (open). Infinite ends are open.
 * Operations on the same input are taken as independent, so that an interval may be too wide, never
 * too narrow; NANs (outside of a function's domain) are not in it. */
#pragma once

#include "graph.h"

#include <math.h>

typedef struct interval_end {
    double at;
    bool open;
} interval_end;

typedef struct interval {
    interval_end lo, hi;
} interval;

static inline interval interval_all(void)
{
    return (interval){{-INFINITY, true}, {INFINITY, true}};
}

/* The closed interval, or what contains it where an end is infinite or NAN. */
interval interval_between(double lo, double hi);

/* All values are positive, or no value is negative. */
static inline bool interval_positive(interval a)
{
    return a.lo.at > 0 || (a.lo.at == 0 && a.lo.open);
}
static inline bool interval_not_negative(interval a)
{
    return a.lo.at >= 0;
}

interval interval_negative(interval a);
interval interval_sum(interval a, interval b);
interval interval_product(interval a, interval b);
interval interval_inverse(interval a);          /* of 1/a */
interval interval_both(interval a, interval b); /* what is in one of them, and between */

/* u^n of one node, n >= 1. */
interval interval_power(interval u, unsigned n);

/* The values of node n of the graph, whose arguments have those of `a`. */
interval interval_of(const graph *g, const expr_node *n, const interval a[3]);
