#include "derive.h"

#include <stdlib.h>
#include <string.h>

/* The graph while it is derived: its nodes up to `size`, which lie before all derivatives. */
typedef struct derivation {
    graph *g;
    size_t size;
    expr *adjoint; /* by node; EXPR_NONE = nothing yet */
    bool *depends; /* by node: on one of the variables */
} derivation;

static expr apply(derivation *d, expr_op op, expr a, expr b)
{
    return graph_apply(d->g, op, a, b, EXPR_NONE);
}

static expr where(derivation *d, expr c, expr a, expr b)
{
    return graph_apply(d->g, EXPR_WHERE, c, a, b);
}

static expr constant(derivation *d, double x)
{
    return graph_constant(d->g, x);
}

/* Adds to what the node's derivative is so far. */
static void add(derivation *d, expr to, expr term)
{
    if (!d->depends[to])
        return;
    expr before = d->adjoint[to];
    d->adjoint[to] = before == EXPR_NONE ? term : apply(d, EXPR_ADD, before, term);
}

static expr times(derivation *d, expr a, expr b)
{
    return apply(d, EXPR_MUL, a, b);
}

/* 1 - y^2, 1 - y for y = the value of a node. */
static expr one_less_square(derivation *d, expr y)
{
    return apply(d, EXPR_SUB, constant(d, 1), times(d, y, y));
}

/* The derivative of a function of one argument x with value y. */
static expr slope(derivation *d, expr_op op, expr x, expr y)
{
    switch (op) {
    case EXPR_EXP:
        return y;
    case EXPR_LOG1P:
        return apply(d, EXPR_DIV, constant(d, 1), apply(d, EXPR_ADD, constant(d, 1), x));
    case EXPR_SQRT:
        return apply(d, EXPR_DIV, constant(d, 0.5), y);
    case EXPR_TANH:
        return one_less_square(d, y);
    case EXPR_SINH:
        return apply(d, EXPR_COSH, x, EXPR_NONE);
    case EXPR_COSH:
        return apply(d, EXPR_SINH, x, EXPR_NONE);
    case EXPR_SIGMOID:
        return times(d, y, apply(d, EXPR_SUB, constant(d, 1), y));
    case EXPR_LOGCOSH:
        return apply(d, EXPR_TANH, x, EXPR_NONE);
    case EXPR_SOFTPLUS:
        return apply(d, EXPR_SIGMOID, x, EXPR_NONE);
    case EXPR_SIN:
        return apply(d, EXPR_COS, x, EXPR_NONE);
    case EXPR_COS:
        return apply(d, EXPR_NEG, apply(d, EXPR_SIN, x, EXPR_NONE), EXPR_NONE);
    default:
        return constant(d, 0);
    }
}

/* x^y: y x^(y-1) for x, and log(x) x^y for y. */
static void through_power(derivation *d, const expr_node *n, expr y, expr adjoint)
{
    if (d->depends[n->a]) {
        expr less = apply(d, EXPR_SUB, n->b, constant(d, 1));
        add(d, n->a, times(d, adjoint, times(d, n->b, apply(d, EXPR_POW, n->a, less))));
    }
    if (d->depends[n->b])
        add(d, n->b, times(d, adjoint, times(d, apply(d, EXPR_LOG, n->a, EXPR_NONE), y)));
}

static void through_quotient(derivation *d, const expr_node *n, expr y, expr adjoint)
{
    expr part = apply(d, EXPR_DIV, adjoint, n->b);
    add(d, n->a, part);
    if (d->depends[n->b])
        add(d, n->b, apply(d, EXPR_NEG, times(d, part, y), EXPR_NONE));
}

/* a where c > 0, else b. */
static void choose(derivation *d, expr c, expr a, expr b, expr adjoint)
{
    expr zero = constant(d, 0);
    add(d, a, where(d, c, adjoint, zero));
    add(d, b, where(d, c, zero, adjoint));
}

/* a % b = a - floor(a/b) b */
static void through_remainder(derivation *d, const expr_node *n, expr adjoint)
{
    add(d, n->a, adjoint);
    if (!d->depends[n->b])
        return;
    expr whole = apply(d, EXPR_FLOOR, apply(d, EXPR_DIV, n->a, n->b), EXPR_NONE);
    add(d, n->b, apply(d, EXPR_NEG, times(d, adjoint, whole), EXPR_NONE));
}

static void through_abs(derivation *d, expr x, expr adjoint)
{
    expr minus = apply(d, EXPR_NEG, adjoint, EXPR_NONE);
    expr below = where(d, apply(d, EXPR_NEG, x, EXPR_NONE), minus, constant(d, 0));
    add(d, x, where(d, x, adjoint, below));
}

static void through_product(derivation *d, const expr_node *n, expr adjoint)
{
    if (d->depends[n->a])
        add(d, n->a, times(d, adjoint, n->b));
    if (d->depends[n->b])
        add(d, n->b, times(d, adjoint, n->a));
}

/* Hands the derivative of node y on to its arguments. */
static void pass_on(derivation *d, expr y)
{
    expr_node n = *graph_node(d->g, y); /* a copy: nodes move when the graph grows */
    expr adjoint = d->adjoint[y];
    switch (n.op) {
    case EXPR_CONSTANT:
    case EXPR_INPUT:
    case EXPR_STOP:
    case EXPR_FLOOR:
    case EXPR_GATHER:
        return;
    case EXPR_FRESH:
        add(d, n.a, adjoint);
        return;
    case EXPR_ADD:
        add(d, n.a, adjoint);
        add(d, n.b, adjoint);
        return;
    case EXPR_SUB:
        add(d, n.a, adjoint);
        if (d->depends[n.b])
            add(d, n.b, apply(d, EXPR_NEG, adjoint, EXPR_NONE));
        return;
    case EXPR_MUL:
        through_product(d, &n, adjoint);
        return;
    case EXPR_DIV:
        through_quotient(d, &n, y, adjoint);
        return;
    case EXPR_NEG:
        add(d, n.a, apply(d, EXPR_NEG, adjoint, EXPR_NONE));
        return;
    case EXPR_POW:
        through_power(d, &n, y, adjoint);
        return;
    case EXPR_MOD:
        through_remainder(d, &n, adjoint);
        return;
    case EXPR_MAX:
        choose(d, apply(d, EXPR_SUB, n.a, n.b), n.a, n.b, adjoint);
        return;
    case EXPR_MIN:
        choose(d, apply(d, EXPR_SUB, n.b, n.a), n.a, n.b, adjoint);
        return;
    case EXPR_ABS:
        through_abs(d, n.a, adjoint);
        return;
    case EXPR_LOG:
        add(d, n.a, apply(d, EXPR_DIV, adjoint, n.a));
        return;
    case EXPR_RELU:
        add(d, n.a, where(d, n.a, adjoint, constant(d, 0)));
        return;
    case EXPR_WHERE:
        choose(d, n.a, n.b, n.c, adjoint);
        return;
    default:
        add(d, n.a, times(d, adjoint, slope(d, n.op, n.a, y)));
    }
}

static void mark(derivation *d, size_t n, const expr *wrt)
{
    for (size_t j = 0; j < n; j++)
        d->depends[wrt[j]] = true;
    for (expr id = 0; id < d->size; id++) {
        const expr_node *node = graph_node(d->g, id);
        int arity = node->op == EXPR_STOP || node->op == EXPR_FLOOR || node->op == EXPR_GATHER
                        ? 0
                        : expr_arity(node->op);
        const uint32_t arguments[] = {node->a, node->b, node->c};
        for (int i = 0; i < arity; i++)
            d->depends[id] = d->depends[id] || d->depends[arguments[i]];
    }
}

/* Variables pass nothing on: what they are made of is another derivative's. */
static void run(derivation *d, size_t n, const expr *wrt, bool *variable)
{
    for (size_t j = 0; j < n; j++)
        variable[wrt[j]] = true;
    for (expr id = (expr)d->size; id-- > 0;)
        if (d->adjoint[id] != EXPR_NONE && d->depends[id] && !variable[id])
            pass_on(d, id);
}

bool derive(graph *g, size_t outputs, const expr *output, const expr *seed, size_t n,
            const expr *wrt, expr *gradient)
{
    derivation d = {.g = g, .size = graph_size(g)};
    d.adjoint = malloc((d.size + 1) * sizeof *d.adjoint);
    d.depends = calloc(2 * d.size + 1, sizeof *d.depends);
    if (d.adjoint && d.depends && !graph_failed(g)) {
        memset(d.adjoint, 0xff, d.size * sizeof *d.adjoint);
        mark(&d, n, wrt);
        for (size_t k = 0; k < outputs; k++)
            add(&d, output[k], seed[k]);
        run(&d, n, wrt, d.depends + d.size);
        for (size_t j = 0; j < n; j++)
            gradient[j] = d.adjoint[wrt[j]] != EXPR_NONE ? d.adjoint[wrt[j]] : constant(&d, 0);
    }
    bool done = d.adjoint && d.depends && !graph_failed(g);
    free(d.adjoint);
    free(d.depends);
    return done;
}
