/* Bounds on the Taylor coefficients q^(l)(s)/l! of a graph of one number, for all s of an interval
 * at once: Taylor arithmetic on intervals (Moore, 1966). As an interval a coefficient may be too
 * wide, never too narrow but for rounding.
 *
 * Where abs, relu, min, max or where may choose either of two ways, the first derivative is what
 * one of them has (where: any number), all higher ones are unknown; so are all of floor, % and a
 * lookup where they may jump. */
#pragma once

#include "interval.h"

typedef struct taylor taylor;

/* Bytes for coefficients up to `order` of the node `output`. */
size_t taylor_size(expr output, size_t order);

/* Makes one in memory of that size, aligned for doubles; low <= high: the range that all intervals
 * will lie in. It needs the graph as long as it is used, by one thread at a time. */
taylor *taylor_init(void *memory, const graph *g, expr output, size_t order, double low,
                    double high);

/* Coefficient l < order for low <= s <= high: what is common to intervals, to the same about the
 * middle and to germs (germ.h), which have bounds where exp overflows. */
interval taylor_coefficient(taylor *t, size_t l, double low, double high);

/* Whether it has no bound there, as is proved; false where it is not known. */
bool taylor_grows(taylor *t, size_t l, double low, double high);
