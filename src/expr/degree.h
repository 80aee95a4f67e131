/* The degree of polynomials. */
#pragma once

#include "graph.h"

enum { DEGREE_NONE = 255 }; /* no polynomial, or none that is known, or one of a higher degree */

/* The largest degree of the outputs as polynomials in their inputs, by the rules for sums and
 * products: an upper bound, for what cancels is counted. DEGREE_NONE also without memory. */
unsigned degree_most(const graph *g, size_t outputs, const expr *output);
