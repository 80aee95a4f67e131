/* A traced function of one number along its line (engine/operator/line.h): its graph, run in
 * numbers with a separate exponent (engine/number/scaled.h). */
#pragma once

#include "engine/operator/line.h"
#include "graph.h"

/* Bytes for the line of `output`, a node of g; 0 where its graph is too large to be looked at. */
size_t along_size(const graph *g, expr output);

/* Makes a line in `memory` of that size. It needs the graph as long as it is used, by one thread at
 * a time. */
const func_line *along_init(void *memory, const graph *g, expr output);
