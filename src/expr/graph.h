/* Graphs of scalar operations: what a function of numbers computes, one node for each operation.
 *
 * Equal operations on equal arguments are one node, and operations on constants are constants. Only
 * simplifications are made that change no bit of any value (x*1, x/1, x-0, -(-x)).
 *
 * Memory: graph_new takes it and graph_free gives it back. Where there is none left the graph has
 * failed: from then on every call gives EXPR_NONE. */
#ifndef DEBIAS_EXPR_GRAPH_H
#define DEBIAS_EXPR_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A node's number. Its arguments have smaller ones. */
typedef uint32_t expr;
#define EXPR_NONE UINT32_MAX

/* name, arguments that are nodes. where(a, b, c) = b where a > 0, else c. gather: number a of
 * constant table b, counted from 1, a rounded down; NAN outside. pow, mod: as C's pow and Lua's %
 * on floats. min, max: as Lua's math.min and math.max. fresh: the same value as a node of its own,
 * to differentiate by; stop: the same value without a derivative. */
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
    uint32_t a, b, c; /* nodes; INPUT: a is the column; GATHER: b is the table */
    double value;     /* of a constant, and of every node of a valued graph */
} expr_node;

typedef struct graph graph;

/* A new graph; valued: inputs are given with values, and every node's value is known. NULL without
 * memory. */
graph *graph_new(bool valued);
void graph_free(graph *g); /* NULL will do */

bool graph_failed(const graph *g);
size_t graph_size(const graph *g);
const expr_node *graph_node(const graph *g, expr id);
double graph_value(const graph *g, expr id); /* of a valued graph */

expr graph_constant(graph *g, double x);
/* Input column `column`; `value` counts in a valued graph alone, where it makes a new node. */
expr graph_input(graph *g, uint32_t column, double value);
expr graph_fresh(graph *g, expr a);
expr graph_apply(graph *g, expr_op op, expr a, expr b, expr c);

/* A table for EXPR_GATHER, copied; its number. */
uint32_t graph_table(graph *g, const double *data, size_t n);
const double *graph_table_data(const graph *g, uint32_t table, size_t *n);

#endif
