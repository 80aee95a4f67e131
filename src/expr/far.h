/* The value of a graph's node for all s of a range as a germ, and how it goes along s: what exp of
 * it needs. What is made of exp is computed from it, so that exp(s)/(1 + exp(s)) keeps its bounds
 * where exp overflows. */
#pragma once

#include "germ.h"

typedef struct far {
    germ value;
    germ_line line;
} far;

far far_input(germ_range r);
far far_exp(germ_range r, far u, double c, unsigned order); /* of exp(c u) */

/* 1/(1 + x) */
germ far_share(germ_range r, germ x);

/* Of node n, not an input, whose arguments have those of `u`. `side` is the way that abs, relu, max
 * and min take: 1 the first, -1 the second, 0 not known. `order`: of the derivatives wanted. */
far far_of(const graph *g, const expr_node *n, germ_range r, const far u[3], int side,
           unsigned order);
