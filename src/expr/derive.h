/* Derivatives of graphs as nodes of the same graph (reverse mode): they can be derived again. */
#pragma once

#include "graph.h"

/* gradient[j] <- the derivative of sum_k seed[k] output[k] by wrt[j]: `outputs` nodes
 * differentiated by n inputs or fresh nodes, each by itself (what a fresh node is made of is not
 * looked at); the constant 0 where there is none.
 *
 * where, min, max, abs and relu take the derivative of what they choose (abs and relu: 0 at 0);
 * floor, stop and an index have none; a % b goes with a, and with b by -floor(a/b). What a `where`
 * does not choose has no part in the derivative, be its own derivative infinite or NAN. False
 * without memory. */
bool derive(graph *g, size_t outputs, const expr *output, const expr *seed, size_t n,
            const expr *wrt, expr *gradient);
