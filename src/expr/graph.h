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
#ifndef DEBIAS_EXPR_GRAPH_H
#define DEBIAS_EXPR_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A node's number. Its arguments have smaller ones. */
typedef uint32_t expr;
#define EXPR_NONE UINT32_MAX

enum { GRAPH_MOST = 1 << 24 };

/* Operation, its name, how many arguments are nodes.
 *
 * fresh: the same value as a node of its own, which is merged with no other: what to differentiate
 * by. stop: the same value without a derivative. mod, min, max: as Lua's a % b, math.min and
 * math.max on floats (min and max give the first argument unless the second is beyond it). relu: 0
 * up to 0. where(a, b, c) = b where a > 0, else c. gather: number a of constant table b, from 1 on,
 * a rounded down; NAN outside of it. */
#define EXPR_LIST(X)                                                                               \
    X(CONSTANT, "constant", 0)                                                                     \
    X(INPUT, "input", 0)                                                                           \
    X(FRESH, "fresh", 1)                                                                           \
    X(STOP, "stop", 1)                                                                             \
    X(ADD, "add", 2)                                                                               \
    X(SUB, "sub", 2)                                                                               \
    X(MUL, "mul", 2)                                                                               \
    X(DIV, "div", 2)                                                                               \
    X(NEG, "neg", 1)                                                                               \
    X(POW, "pow", 2)                                                                               \
    X(MOD, "mod", 2)                                                                               \
    X(MIN, "min", 2)                                                                               \
    X(MAX, "max", 2)                                                                               \
    X(ABS, "abs", 1)                                                                               \
    X(EXP, "exp", 1)                                                                               \
    X(LOG, "log", 1)                                                                               \
    X(LOG1P, "log1p", 1)                                                                           \
    X(SQRT, "sqrt", 1)                                                                             \
    X(TANH, "tanh", 1)                                                                             \
    X(SINH, "sinh", 1)                                                                             \
    X(COSH, "cosh", 1)                                                                             \
    X(SIGMOID, "sigmoid", 1)                                                                       \
    X(LOGCOSH, "logcosh", 1)                                                                       \
    X(SOFTPLUS, "softplus", 1)                                                                     \
    X(RELU, "relu", 1)                                                                             \
    X(SIN, "sin", 1)                                                                               \
    X(COS, "cos", 1)                                                                               \
    X(ATAN, "atan", 1)                                                                             \
    X(FLOOR, "floor", 1)                                                                           \
    X(WHERE, "where", 3)                                                                           \
    X(GATHER, "gather", 1)

#define EXPR_ENUM(name, text, arity) EXPR_##name,
typedef enum expr_op { EXPR_LIST(EXPR_ENUM) EXPR_OPS } expr_op;
#undef EXPR_ENUM

const char *expr_name(expr_op op);
int expr_arity(expr_op op);

typedef struct expr_node {
    expr_op op;
    uint32_t a, b, c; /* nodes, as many as the arity says; INPUT: a is the column, GATHER: b is the
                         table; all others are 0 */
    double value;     /* of a constant, and of every node of a valued graph; else NAN */
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

#endif
