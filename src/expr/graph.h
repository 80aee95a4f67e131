/* Graphs of scalar operations: what a function of numbers computes, a node for each operation.
 *
 * Equal operations on equal arguments are one node, operations on constants are constants, and
 * simplifications are made as far as they change no bit of any value: x*1, x - 0, -(-x), a + (-b) =
 * a - b, x/2^k = x*2^-k, .. but not x + 0 or x*0. A power with a constant exponent is products
 * where that is a whole number from -64 to 64, and a square root where it is 1/2 or -1/2 (NAN for
 * -INFINITY, all else as pow).
 *
 * Memory: graph_new takes it and graph_free gives it back. Where there is none left, or more than
 * GRAPH_MOST nodes would be needed, the graph has failed: from then on every call gives EXPR_NONE,
 * and EXPR_NONE as an argument gives EXPR_NONE. */
#pragma once

#include "op.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A node's number. Its arguments have smaller ones. */
typedef uint32_t expr;
#define EXPR_NONE UINT32_MAX

enum { GRAPH_MOST = 1 << 24 };

typedef struct expr_node {
    expr_op op;
    union {
        uint32_t argument[3]; /* nodes, as many as the arity says; all others are 0 */
        struct {
            uint32_t a, b, c; /* INPUT: a is the column, GATHER: b is the table */
        };
    };
    double value; /* of a constant, and of every node of a valued graph; else NAN */
} expr_node;

typedef struct graph graph;

/* An empty graph; valued: inputs are given with values, and every node's value is known at once, to
 * the bits that its program would compute. NULL without memory. */
graph *graph_new(bool valued);
void graph_free(graph *g); /* NULL will do */

bool graph_failed(const graph *g);
size_t graph_size(const graph *g); /* nodes are 0 .. size - 1 */

/* Valid until the next node is made. */
const expr_node *graph_node(const graph *g, expr id);
double graph_value(const graph *g, expr id); /* the node's `value` */

expr graph_constant(graph *g, double x);

/* The node whose value this one has: fresh and stop nodes are passed through. */
expr graph_original(const graph *g, expr id);

/* Input column `column`; in a valued graph a new node with its value, else the column's one node
 * (and `value` does not count). */
expr graph_input(graph *g, uint32_t column, double value);
expr graph_fresh(graph *g, expr a);

/* op is neither CONSTANT nor INPUT nor FRESH; arguments beyond the arity do not count, but for
 * GATHER's b, a table's number. */
expr graph_apply(graph *g, expr_op op, expr a, expr b, expr c);

/* A table for GATHER, copied, or the equal one that there is; its number. */
uint32_t graph_table(graph *g, const double *data, size_t n);

/* The graph's own copy, which stays where it is as long as the graph. */
const double *graph_table_data(const graph *g, uint32_t table, size_t *n);
