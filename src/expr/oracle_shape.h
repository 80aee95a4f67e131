/* What the graphs of a problem prove of its F (convex.h): sets convex, bound, bound_open and
 * analytic. The outer samples' table is there, columns are those of oracle.h. */
#pragma once

#include "expr/oracle.h"

/* From the graph of f_xi(E g). */
void oracle_prove_value(const oracle *o, problem *p, const graph *g, expr out);

/* From the graphs of g of a row of the outer sample's data set (p outputs), and of f. */
void oracle_prove_sets(const oracle *o, problem *p, const graph *set, const expr *y, const graph *f,
                       expr out);
