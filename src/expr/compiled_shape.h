/* What the graphs of a problem prove of its F (convex.h): sets convex, bound, bound_open and
 * analytic. The outer samples' table is there, columns are those of compiled.h. */
#pragma once

#include "expr/compiled.h"

/* From the graph of f_xi(E g). */
void compiled_prove_value(const compiled *o, problem *p, const graph *g, expr out);

/* From the graphs of g of a row of the outer sample's data set (p outputs), and of f. */
void compiled_prove_sets(const compiled *o, problem *p, const graph *set, const expr *y,
                         const graph *f, expr out);

/* Whether f is known to be smooth where means of g can be: no kink, jump or pole. g: NULL where its
 * graph is not known. */
bool compiled_is_smooth(const compiled *o, const problem *p, const graph *g, const expr *y,
                        const graph *f, expr out);
