/* Derivatives of graphs as nodes of the same graph (reverse mode): they can be derived again. */
#ifndef DEBIAS_EXPR_DERIVE_H
#define DEBIAS_EXPR_DERIVE_H

#include "graph.h"

/* gradient[j] <- the derivative of sum_k seed[k] output[k] by wrt[j]: the first `outputs` nodes,
 * differentiated by n inputs or fresh nodes; the constant 0 where there is none. min, max, abs,
 * relu and where take the branch of the value; floor, gather and stop have no derivative. False
 * without memory. */
bool derive(graph *g, size_t outputs, const expr *output, const expr *seed, size_t n,
            const expr *wrt, expr *gradient);

#endif
