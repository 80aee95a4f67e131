/* Graphs for the tests of expr: random ones, and their values node by node. Include cmocka.h and
 * math.h before it is used. */
#pragma once

#include "engine/law/rng.h"
#include "engine/number/scalar.h"
#include "expr/derive.h"
#include "expr/program.h"
#include "make.h"

static const char *const levels[] = {"avx512", "avx2", "plain"};
enum { LEVELS = sizeof levels / sizeof *levels };

static inline expr op1(graph *g, expr_op op, expr a)
{
    return graph_apply(g, op, a, EXPR_NONE, EXPR_NONE);
}

static inline expr op2(graph *g, expr_op op, expr a, expr b)
{
    return graph_apply(g, op, a, b, EXPR_NONE);
}

static inline bool same_bits(double x, double y)
{
    return (isnan(x) && isnan(y)) || memcmp(&x, &y, sizeof x) == 0;
}

#define assert_same(got, want)                                                                     \
    do {                                                                                           \
        double got_ = (got), want_ = (want);                                                       \
        if (!same_bits(got_, want_))                                                               \
            fail_msg("got %.17g (%a), want %.17g (%a)", got_, got_, want_, want_);                 \
    } while (0)

static inline double *make_work(const program *p)
{
    double *work = aligned_alloc(64, (program_work(p) + 8) / 8 * 8 * sizeof *work);
    for (size_t i = 0; i < program_work(p); i++)
        work[i] = NAN;
    return work;
}

/* The program's outputs on one lane, the others being something else. */
static inline void run_one(const program *p, const double *input, size_t inputs, double *out)
{
    double *work = make_work(p);
    size_t at = p->lanes - 3;
    for (size_t j = 0; j < inputs; j++)
        if (program_uses(p, j, 1))
            program_input(p, work, j)[at] = input[j];
    program_run(p, work, p->lanes);
    for (size_t k = 0; k < p->outputs; k++)
        out[k] = program_output(p, work, k)[at];
    free(work);
}

static inline void run_nodes(const graph *g, size_t n, const expr *output, const double *input,
                             size_t inputs, double *out)
{
    program *p = program_compile(g, n, output);
    assert_non_null(p);
    run_one(p, input, inputs, out);
    program_free(p);
}

/* Every node's value by single operations, nothing fused; free() it. */
static inline double *plain_values(const graph *g, const double *input)
{
    double *value = malloc(graph_size(g) * sizeof *value);
    for (expr id = 0; id < graph_size(g); id++) {
        const expr_node *n = graph_node(g, id);
        const uint32_t argument[] = {n->a, n->b, n->c};
        double x[3] = {0};
        vm_table t = {NULL, 0};
        for (int i = 0; i < expr_arity(n->op); i++)
            x[i] = value[argument[i]];
        if (n->op == EXPR_GATHER)
            t.data = graph_table_data(g, n->b, &t.n);
        if (n->op == EXPR_CONSTANT || n->op == EXPR_INPUT)
            value[id] = n->op == EXPR_INPUT ? input[n->a] : n->value;
        else if (n->op == EXPR_FRESH || n->op == EXPR_STOP)
            value[id] = x[0];
        else
            value[id] = vm_here()->scalar(n->op, x, &t);
    }
    return value;
}

/* A random choice among n. */
static inline size_t pick(stream *s, size_t n)
{
    return (size_t)(*stream_uniforms(s, 1) * (double)n);
}

enum { INPUTS = 5, MOST_NODES = 400 };

/* A growing random graph whose values and slopes stay moderate; `piece` lists nodes that are
 * constant where the graph is smooth. */
typedef struct random_graph {
    graph *g;
    stream *s;
    expr node[MOST_NODES], piece[MOST_NODES];
    size_t nodes, pieces;
    uint32_t table;
} random_graph;

static inline expr any(random_graph *r)
{
    return r->node[pick(r->s, r->nodes)];
}

static inline expr number_node(random_graph *r, double x)
{
    return graph_constant(r->g, x);
}

/* In (low, low + width), smooth in a. */
static inline expr between(random_graph *r, expr a, double low, double width)
{
    expr part = op2(r->g, EXPR_MUL, op1(r->g, EXPR_SIGMOID, a), number_node(r, width));
    return op2(r->g, EXPR_ADD, part, number_node(r, low));
}

static inline void note_piece(random_graph *r, expr id)
{
    r->piece[r->pieces++] = id;
}

static inline void note_sign(random_graph *r, expr a)
{
    note_piece(r, graph_apply(r->g, EXPR_WHERE, a, number_node(r, 1), number_node(r, 0)));
}

static inline expr random_binary(random_graph *r, expr_op op, expr a, expr b)
{
    graph *g = r->g;
    switch (op) {
    case EXPR_DIV:
        return op2(g, op, a, between(r, b, 0.5, 1));
    case EXPR_POW:
        return pick(r->s, 3) ? op2(g, op, between(r, a, 0.5, 1.5), between(r, b, -1, 2))
                             : op2(g, op, a, number_node(r, (double)pick(r->s, 4)));
    case EXPR_MOD:
        b = between(r, b, 0.5, 1);
        note_piece(r, op1(g, EXPR_FLOOR, op2(g, EXPR_DIV, a, b)));
        return op2(g, op, a, b);
    case EXPR_MIN:
    case EXPR_MAX:
        note_sign(r, op2(g, EXPR_SUB, a, b));
        return op2(g, op, a, b);
    default:
        return op2(g, op, a, b);
    }
}

static inline expr random_unary(random_graph *r, expr_op op, expr a)
{
    graph *g = r->g;
    switch (op) {
    case EXPR_LOG:
    case EXPR_SQRT:
        return op1(g, op, between(r, a, 0.3, 2));
    case EXPR_LOG1P:
        return op1(g, op, between(r, a, -0.7, 2));
    case EXPR_EXP:
    case EXPR_SINH:
    case EXPR_COSH:
        return op1(g, op, op1(g, EXPR_TANH, a));
    case EXPR_ABS:
    case EXPR_RELU:
        note_sign(r, a);
        return op1(g, op, a);
    case EXPR_FLOOR:
        note_piece(r, op1(g, op, a));
        return op1(g, op, a);
    case EXPR_GATHER:
        a = between(r, a, 1, 3.9);
        note_piece(r, op1(g, EXPR_FLOOR, a));
        return op2(g, op, a, r->table);
    case EXPR_FRESH:
        return graph_fresh(g, a);
    default:
        return op1(g, op, a);
    }
}

/* One more node; it is damped now and then, lest products grow. */
static inline void add_random(random_graph *r, expr_op op)
{
    expr a = any(r), b = any(r), made;
    if (op == EXPR_WHERE) {
        note_sign(r, a);
        made = graph_apply(r->g, op, a, b, any(r));
    } else {
        made = expr_arity(op) == 2 ? random_binary(r, op, a, b) : random_unary(r, op, a);
    }
    if (pick(r->s, 4) == 0)
        made = op1(r->g, EXPR_TANH, made);
    r->node[r->nodes++] = made;
}

static inline void start_random(random_graph *r, stream *s, const double *input, bool valued)
{
    static const double table[] = {0.5, -1, 2, 0.25};
    *r = (random_graph){.g = graph_new(valued), .s = s};
    r->table = graph_table(r->g, table, 4);
    for (uint32_t j = 0; j < INPUTS; j++)
        r->node[r->nodes++] = graph_input(r->g, j, input[j]);
    r->node[r->nodes++] = number_node(r, 0.75);
}

/* `size` operations, sums and products often, so that there is something to fuse. */
static inline void grow_random(random_graph *r, size_t size)
{
    static const expr_op usual[] = {EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_ADD, EXPR_MUL};
    for (size_t i = 0; i < size; i++) {
        expr_op op = (expr_op)(EXPR_FRESH + pick(r->s, EXPR_OPS - EXPR_FRESH));
        add_random(r, pick(r->s, 2) || op == EXPR_STOP ? usual[pick(r->s, 5)] : op);
    }
}

static inline void random_inputs(stream *s, double *input)
{
    for (size_t j = 0; j < INPUTS; j++)
        input[j] = 3 * *stream_uniforms(s, 1) - 1.5;
}
