/* Traced values: numbers, vecs and mats whose elements are nodes of a graph (expr/graph.h). Lua
 * code that computes with them records what it computes. */
#pragma once

#include "bind/traced/operand.h"
#include "expr/program.h"

/* A graph while a function is traced. Lua type "debias.graph". */
typedef struct traced_graph {
    graph *g;
    bool open;   /* a function is being traced; its values are of no use afterwards */
    bool valued; /* every node's value is known, and may be branched on */
} traced_graph;

/* Lua type "debias.traced value"; user value 1 is its graph, user value 2 of a row the mat that its
 * elements lie in: what is written to one is written to the other. */
typedef struct traced {
    traced_graph *graph;
    operand_kind kind;
    size_t rows, cols; /* a number: 1, 1; a vec: n, 1 */
    expr *id;
    expr own[];
} traced;

/* Pushes a new open graph. */
traced_graph *traced_push_graph(lua_State *L, bool valued);

/* Open graphs nest: how many there are; push the innermost one, or return NULL and push nothing;
 * open one more; close all but the first `depth`. */
size_t traced_depth(lua_State *L);
traced_graph *traced_push_open(lua_State *L);
void traced_open(lua_State *L, int graph_index);
void traced_close_to(lua_State *L, size_t depth);

/* Pushes a value with elements still to be filled, of the graph at index. */
traced *traced_push(lua_State *L, int graph_index, operand_kind kind, size_t rows, size_t cols);

/* Pushes a copy of the traced value at index; returns 1. */
int traced_copy(lua_State *L, int index, const char *function);

/* Pushes row i, from 0, of the traced mat at index. */
void traced_push_row(lua_State *L, int index, size_t i);

/* "vec", "mat" or "number"; what errors say of its shape, pushed. */
const char *traced_kind_name(const traced *t);
const char *traced_shape(lua_State *L, const traced *t);

/* The traced value at index, or NULL. */
traced *traced_test(lua_State *L, int index);

/* Whether one of the values at 1 .. n is traced. */
bool traced_among(lua_State *L, int n);

static inline size_t traced_length(const traced *t)
{
    return t->rows * t->cols;
}

/* The value at index (number, vec, mat or traced), pushed as a traced value of the graph at
 * graph_index; NULL, pushing nil, for anything else. */
traced *traced_lift(lua_State *L, int index, int graph_index);

/* The graph of the first traced value among 1 .. n, pushed; raises in the name of function unless
 * it is open. */
traced_graph *traced_push_graph_of(lua_State *L, int n, const char *function);

/* Raises in the name of function (or NULL) when the graph has failed; the second only where memory
 * was missing. */
void traced_check(lua_State *L, const char *function, const graph *g);
void traced_check_memory(lua_State *L, const char *function, const graph *g);

/* n input columns from `first` on; raises in the name of function when the graph has failed, and
 * after a signal. */
void traced_inputs(lua_State *L, const char *function, graph *g, size_t first, size_t n, expr *id);

/* A node of the graph; raises when it has failed. */
expr traced_node(lua_State *L, graph *g, expr_op op, expr a, expr b, expr c);
expr traced_constant(lua_State *L, graph *g, double x);

/* Pushes the program of n outputs of a graph, which must be kept alive; raises in the name of
 * function without memory. */
const program *traced_push_program(lua_State *L, const char *function, const graph *g, size_t n,
                                   const expr *out);

/* Pushes a place for a program, which is freed with it. */
program **traced_push_place(lua_State *L);

/* What these Lua functions do when one of their arguments is traced: the operator named by its
 * symbol ("vec +") on the values at 1 and 2; math's function f of n values; where; `..`; dot;
 * element or row `key` (at 2, traced) of the vec or mat at 1, NAN outside of it; vec{..} of the
 * list or traced vec at 1. Each pushes one value and returns 1. */
int traced_operator(lua_State *L, const char *symbol);
int traced_math(lua_State *L, const char *f, int n);
int traced_where(lua_State *L);
int traced_concat(lua_State *L);
int traced_dot(lua_State *L, const char *function);
int traced_lookup(lua_State *L);
int traced_list(lua_State *L);

/* Whether the value at index is traced, or a list with a traced number. */
bool traced_in(lua_State *L, int index);

/* mat{..} or mat.columns{..} of the list at 1, one of whose lines (lists, vecs) has traced values;
 * and whether one has. */
int traced_lines(lua_State *L, const char *function, bool columns);
bool traced_among_lines(lua_State *L);

/* The rest of a map of the vec or mat at 1 by the function at 2: pushes its values from element
 * `first` on, whose value is at 4, after those before it, which the vec or mat at 3 holds. */
int traced_map(lua_State *L, const char *function, size_t first);

/* a[0] b[0] + a[step] b[other] + .., n products from left to right. */
expr traced_product(lua_State *L, graph *g, size_t n, const expr *a, size_t step, const expr *b,
                    size_t other);

/* Whether the values at 1 and 2 are equal: two numbers that are known; raises for others. */
int traced_equal(lua_State *L);

/* -t, and the same value without a derivative, of the value at 1. */
int traced_negative(lua_State *L);
int traced_stopped(lua_State *L);
