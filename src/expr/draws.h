/* Rows that samplers make of the numbers of a draw, as in xi.a + sd*normals: number j is made of
 * numbers j of the outer sample, of the draw and of constants, by a sum, a product or both. The
 * fused estimate makes them itself, many numbers at a time, and its programs find them in input
 * columns behind those of v. Of a row that is multiplied with numbers of x, as in eta:dot(x), it
 * makes the product alone. */
#pragma once

#include "expr/compiled.h"

/* Fills o->draws for the graph of g, its outputs and the nodes of Jacobian^T v; without memory its
 * programs stay NULL. They are the caller's to free, and need the graph as any program. */
void draws_compile(compiled *o, const problem *p, const graph *g, const expr *out,
                   const expr *gradient);
