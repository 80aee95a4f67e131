/* Reverse mode: every node that the variables reach gets its adjoint, the derivative of the
 * weighted outputs by it, from the last node to the first, and hands to each argument its adjoint
 * times the derivative of its operation.
 *
 * The adjoint of what a `where` may not choose is where(c, u, 0). Times an infinite derivative the
 * 0 would be a NAN; so products with risky derivatives are taken inside: where(c, u*f, 0). */
#include "derive.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEPENDS = 1,  /* on a variable */
    VARIABLE = 2, /* is one */
    RISKY = 4,    /* it or what it is made of may have an infinite derivative */
    NESTED = 4    /* choices inside choices that a product is taken into */
};

typedef struct derivation {
    graph *g;
    expr zero;
    expr *adjoint;        /* by node; EXPR_NONE = nothing yet */
    unsigned char *trait; /* by node */
} derivation;

static expr apply(derivation *d, expr_op op, expr a, expr b)
{
    return graph_apply(d->g, op, a, b, EXPR_NONE);
}

static expr apply1(derivation *d, expr_op op, expr a)
{
    return graph_apply(d->g, op, a, EXPR_NONE, EXPR_NONE);
}

static expr where(derivation *d, expr c, expr a, expr b)
{
    return graph_apply(d->g, EXPR_WHERE, c, a, b);
}

/* A copy, as nodes move when the graph grows; EXPR_NONE looks like a constant. */
static expr_node node_of(const derivation *d, expr id)
{
    return id == EXPR_NONE ? (expr_node){.op = EXPR_CONSTANT} : *graph_node(d->g, id);
}

static bool is_choice(const derivation *d, const expr_node *n)
{
    return n->op == EXPR_WHERE && (n->b == d->zero || n->c == d->zero);
}

/* -u, u*by or u/by, inside the choices of u that leave nothing. */
static expr inside(derivation *d, expr_op op, expr u, expr by, int nested)
{
    expr_node n = node_of(d, u);
    if (u == d->zero)
        return u;
    if (!nested || !is_choice(d, &n))
        return apply(d, op, u, by);
    expr b = inside(d, op, n.b, by, nested - 1);
    return where(d, n.a, b, inside(d, op, n.c, by, nested - 1));
}

static expr minus(derivation *d, expr u)
{
    return inside(d, EXPR_NEG, u, EXPR_NONE, NESTED);
}

static expr plus(derivation *d, expr u, expr v)
{
    if (u == d->zero || v == d->zero)
        return u == d->zero ? v : u;
    expr_node a = node_of(d, u), b = node_of(d, v);
    if (!is_choice(d, &a) || !is_choice(d, &b) || a.a != b.a)
        return apply(d, EXPR_ADD, u, v);
    expr chosen = plus(d, a.b, b.b);
    return where(d, a.a, chosen, plus(d, a.c, b.c));
}

static bool depends(const derivation *d, expr id)
{
    return d->trait[id] & DEPENDS;
}

/* Adds to what the node's adjoint is so far. */
static void add(derivation *d, expr to, expr term)
{
    if (depends(d, to) && term != d->zero)
        d->adjoint[to] = d->adjoint[to] == EXPR_NONE ? term : plus(d, d->adjoint[to], term);
}

/* The adjoint u of node y times or over a factor of y's derivative. */
static expr scaled(derivation *d, expr y, expr_op op, expr u, expr factor)
{
    return inside(d, op, u, factor, d->trait[y] & RISKY ? NESTED : 0);
}

static expr one_less(derivation *d, expr x)
{
    return apply(d, EXPR_SUB, graph_constant(d->g, 1), x);
}

/* The derivative of y, an operation on x, as a factor; *how = EXPR_DIV: one over it, where that is
 * the simpler one. */
static expr slope(derivation *d, expr_op op, expr x, expr y, expr_op *how)
{
    bool over = op == EXPR_LOG || op == EXPR_LOG1P || op == EXPR_SQRT || op == EXPR_ATAN;
    *how = over ? EXPR_DIV : EXPR_MUL;
    switch (op) {
    case EXPR_EXP:
        return y;
    case EXPR_TANH:
        return one_less(d, apply(d, EXPR_MUL, y, y));
    case EXPR_SINH:
        return apply1(d, EXPR_COSH, x);
    case EXPR_COSH:
        return apply1(d, EXPR_SINH, x);
    case EXPR_SIGMOID:
        return apply(d, EXPR_MUL, y, one_less(d, y));
    case EXPR_LOGCOSH:
        return apply1(d, EXPR_TANH, x);
    case EXPR_SOFTPLUS:
        return apply1(d, EXPR_SIGMOID, x);
    case EXPR_SIN:
        return apply1(d, EXPR_COS, x);
    case EXPR_LOG:
        return x;
    case EXPR_LOG1P:
        return apply(d, EXPR_ADD, graph_constant(d->g, 1), x);
    case EXPR_SQRT:
        return apply(d, EXPR_ADD, y, y);
    case EXPR_ATAN:
        return apply(d, EXPR_ADD, graph_constant(d->g, 1), apply(d, EXPR_MUL, x, x));
    default: /* cos */
        return apply1(d, EXPR_NEG, apply1(d, EXPR_SIN, x));
    }
}

static void through_function(derivation *d, const expr_node *n, expr y, expr u)
{
    expr_op how;
    expr factor = slope(d, n->op, n->a, y, &how);
    add(d, n->a, scaled(d, y, how, u, factor));
}

static void through_sum(derivation *d, const expr_node *n, expr u)
{
    add(d, n->a, n->op == EXPR_NEG ? minus(d, u) : u);
    if (expr_arity(n->op) == 2 && depends(d, n->b))
        add(d, n->b, n->op == EXPR_SUB ? minus(d, u) : u);
}

static void through_product(derivation *d, const expr_node *n, expr y, expr u)
{
    if (depends(d, n->a))
        add(d, n->a, scaled(d, y, EXPR_MUL, u, n->b));
    if (depends(d, n->b))
        add(d, n->b, scaled(d, y, EXPR_MUL, u, n->a));
}

static void through_quotient(derivation *d, const expr_node *n, expr y, expr u)
{
    expr part = scaled(d, y, EXPR_DIV, u, n->b);
    add(d, n->a, part);
    if (depends(d, n->b))
        add(d, n->b, minus(d, scaled(d, y, EXPR_MUL, part, y)));
}

/* b a^(b-1) by a; a^b log a by b, which is 0 at a = 0 */
static void through_power(derivation *d, const expr_node *n, expr y, expr u)
{
    if (depends(d, n->a)) {
        expr less = apply(d, EXPR_SUB, n->b, graph_constant(d->g, 1));
        expr power = apply(d, EXPR_POW, n->a, less);
        add(d, n->a, scaled(d, y, EXPR_MUL, u, apply(d, EXPR_MUL, n->b, power)));
    }
    if (depends(d, n->b)) {
        expr log_a = apply1(d, EXPR_LOG, n->a), part = scaled(d, y, EXPR_MUL, u, y);
        add(d, n->b, where(d, n->a, scaled(d, y, EXPR_MUL, part, log_a), d->zero));
    }
}

static void through_remainder(derivation *d, const expr_node *n, expr y, expr u)
{
    add(d, n->a, u);
    if (depends(d, n->b)) {
        expr whole = apply1(d, EXPR_FLOOR, apply(d, EXPR_DIV, n->a, n->b));
        add(d, n->b, minus(d, scaled(d, y, EXPR_MUL, u, whole)));
    }
}

/* u goes to a where c > 0, else to b. */
static void choose(derivation *d, expr c, expr a, expr b, expr u)
{
    if (depends(d, a))
        add(d, a, where(d, c, u, d->zero));
    if (depends(d, b))
        add(d, b, where(d, c, d->zero, u));
}

static void through_abs(derivation *d, expr x, expr u)
{
    expr below = where(d, apply1(d, EXPR_NEG, x), minus(d, u), d->zero);
    add(d, x, where(d, x, u, below));
}

/* Hands the adjoint u of node y on to its arguments. */
static void pass_on(derivation *d, expr y, expr u)
{
    const expr_node n = node_of(d, y);
    switch (n.op) {
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_FRESH:
    case EXPR_NEG:
        through_sum(d, &n, u);
        break;
    case EXPR_MUL:
        through_product(d, &n, y, u);
        break;
    case EXPR_DIV:
        through_quotient(d, &n, y, u);
        break;
    case EXPR_POW:
        through_power(d, &n, y, u);
        break;
    case EXPR_MOD:
        through_remainder(d, &n, y, u);
        break;
    case EXPR_MAX:
        choose(d, apply(d, EXPR_SUB, n.b, n.a), n.b, n.a, u);
        break;
    case EXPR_MIN:
        choose(d, apply(d, EXPR_SUB, n.a, n.b), n.b, n.a, u);
        break;
    case EXPR_ABS:
        through_abs(d, n.a, u);
        break;
    case EXPR_RELU:
        choose(d, n.a, n.a, d->zero, u);
        break;
    case EXPR_WHERE:
        choose(d, n.a, n.b, n.c, u);
        break;
    default:
        through_function(d, &n, y, u);
    }
}

/* Traits come from the arguments, but for values that have no derivative. */
static void mark(derivation *d, expr id)
{
    const expr_node n = node_of(d, id);
    bool none = n.op == EXPR_STOP || n.op == EXPR_FLOOR || n.op == EXPR_GATHER;
    unsigned traits = expr_traits(n.op) & EXPR_RISKY ? RISKY : 0;
    for (int i = 0; i < expr_arity(n.op); i++)
        traits |= d->trait[n.argument[i]] & (none ? RISKY : RISKY | DEPENDS);
    d->trait[id] = (unsigned char)traits;
}

/* The adjoints of all nodes below `size`. */
static void run(derivation *d, size_t size, size_t outputs, const expr *output, const expr *seed)
{
    for (expr id = 0; id < size; id++)
        if (!(d->trait[id] & VARIABLE))
            mark(d, id);
    for (size_t k = 0; k < outputs; k++)
        add(d, output[k], seed[k]);
    for (expr id = (expr)size; id-- > 0;)
        if (d->adjoint[id] != EXPR_NONE && !(d->trait[id] & VARIABLE))
            pass_on(d, id, d->adjoint[id]);
}

static bool known(const graph *g, size_t n, const expr *id)
{
    for (size_t i = 0; i < n; i++)
        if (id[i] == EXPR_NONE)
            return false;
    return !graph_failed(g);
}

bool derive(graph *g, size_t outputs, const expr *output, const expr *seed, size_t n,
            const expr *wrt, expr *gradient)
{
    derivation d = {.g = g, .zero = graph_constant(g, 0)};
    size_t size = graph_size(g);
    d.adjoint = malloc(size * sizeof *d.adjoint);
    d.trait = calloc(size, sizeof *d.trait);
    bool able = d.adjoint && d.trait && known(g, outputs, output) && known(g, n, wrt);
    if (able) {
        memset(d.adjoint, 0xff, size * sizeof *d.adjoint);
        for (size_t j = 0; j < n; j++)
            d.trait[wrt[j]] = VARIABLE | DEPENDS;
        run(&d, size, outputs, output, seed);
    }
    for (size_t j = 0; j < n; j++) {
        gradient[j] = able ? d.adjoint[wrt[j]] : EXPR_NONE;
        if (able && gradient[j] == EXPR_NONE)
            gradient[j] = d.zero;
    }
    free(d.adjoint);
    free(d.trait);
    return able && !graph_failed(g);
}
