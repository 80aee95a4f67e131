/* Whether a function is smooth, from its graph: no operation with a kink, a jump or a pole where
 * its arguments can be there. What is called smooth is; what is not may be smooth all the same. */
#pragma once

#include "expr/graph.h"

/* Values from lo to hi, ends included. */
typedef struct range {
    double lo, hi;
} range;

/* Input columns from `first` on, n of them, with the ranges of their values, or one range for all
 * of them. All other columns take any value. */
typedef struct range_columns {
    size_t first, n;
    const range *each, all; /* each: NULL for `all` */
} range_columns;

/* out[i] <- a range that holds every value of node id[i], i < n. False without memory. */
bool range_find(const graph *g, const range_columns *in, size_t n, const expr *id, range *out);

/* Whether node `id` is smooth in the columns `in`. */
bool smooth_is(const graph *g, const range_columns *in, expr id);
