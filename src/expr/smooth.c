/* Interval arithmetic on the nodes of a graph, from inputs to outputs: x in [a, b] and y in [c, d]
 * have x + y in [a + c, b + d], and so on. It is not rounded outward: an end is met with
 * probability 0.
 *
 * A node moves where it depends on the columns asked for; only moving arguments meet a kink. */
#include "smooth.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static const range ANY = {-INFINITY, INFINITY}, POSITIVE = {DBL_MIN, INFINITY};

typedef struct node_state {
    range r;
    bool moves, used;
} node_state;

/* A bound times a bound: what is 0 stays so, however far the other goes. */
static double times(double a, double b)
{
    return a == 0 || b == 0 ? 0 : a * b;
}

static range product(range a, range b)
{
    double p = times(a.lo, b.lo), q = times(a.lo, b.hi), r = times(a.hi, b.lo),
           s = times(a.hi, b.hi);
    return (range){fmin(fmin(p, q), fmin(r, s)), fmax(fmax(p, q), fmax(r, s))};
}

static bool holds_zero(range a)
{
    return a.lo <= 0 && a.hi >= 0;
}

static range magnitude(range a)
{
    return (range){holds_zero(a) ? 0 : fmin(fabs(a.lo), fabs(a.hi)), fmax(fabs(a.lo), fabs(a.hi))};
}

/* The reciprocal of what is above 0 stays above it. */
static range reciprocal(range a)
{
    if (holds_zero(a))
        return ANY;
    return a.lo > 0 ? (range){fmax(1 / a.hi, DBL_MIN), 1 / a.lo}
                    : (range){1 / a.lo, fmin(1 / a.hi, -DBL_MIN)};
}

static range hull(range a, range b)
{
    return (range){fmin(a.lo, b.lo), fmax(a.hi, b.hi)};
}

static range difference(range a, range b)
{
    return (range){a.lo - b.hi, a.hi - b.lo};
}

/* f of both ends of what lies at or above `from`, where a rising f begins. */
static range rising(double (*f)(double), range a, double from)
{
    return (range){f(fmax(a.lo, from)), f(fmax(a.hi, from))};
}

static range range_of_one(expr_op op, range a)
{
    switch (op) {
    case EXPR_FRESH:
    case EXPR_STOP:
        return a;
    case EXPR_NEG:
        return (range){-a.hi, -a.lo};
    case EXPR_ABS:
        return magnitude(a);
    case EXPR_RELU:
        return (range){fmax(a.lo, 0), fmax(a.hi, 0)};
    case EXPR_FLOOR:
        return rising(floor, a, -INFINITY);
    case EXPR_EXP:
        return (range){fmax(exp(a.lo), DBL_MIN), exp(a.hi)};
    case EXPR_LOG:
        return rising(log, a, 0);
    case EXPR_LOG1P:
        return rising(log1p, a, -1);
    case EXPR_SQRT:
        return rising(sqrt, a, 0);
    case EXPR_SINH:
        return rising(sinh, a, -INFINITY);
    case EXPR_COSH:
        return rising(cosh, magnitude(a), 0);
    case EXPR_LOGCOSH:
        return (range){0, INFINITY};
    case EXPR_SOFTPLUS:
        return POSITIVE;
    case EXPR_SIGMOID:
        return (range){DBL_MIN, 1};
    case EXPR_TANH:
    case EXPR_SIN:
    case EXPR_COS:
        return (range){-1, 1};
    case EXPR_ATAN:
        return rising(atan, a, -INFINITY);
    default:
        return ANY;
    }
}

static range range_of_two(const expr_node *node, range a, range b)
{
    switch (node->op) {
    case EXPR_ADD:
        return (range){a.lo + b.lo, a.hi + b.hi};
    case EXPR_SUB:
        return difference(a, b);
    case EXPR_MUL:
        return node->a == node->b ? product(magnitude(a), magnitude(a)) : product(a, b);
    case EXPR_DIV:
        return product(a, reciprocal(b));
    case EXPR_POW:
        return a.lo > 0 ? POSITIVE : ANY;
    case EXPR_MIN:
        return (range){fmin(a.lo, b.lo), fmin(a.hi, b.hi)};
    case EXPR_MAX:
        return (range){fmax(a.lo, b.lo), fmax(a.hi, b.hi)};
    default:
        return ANY;
    }
}

/* An end that is no number (inf - inf) bounds nothing. */
static range bounded(range a)
{
    return (range){isnan(a.lo) ? -INFINITY : a.lo, isnan(a.hi) ? INFINITY : a.hi};
}

static bool is_asked_for(const range_columns *in, size_t column)
{
    return column >= in->first && column - in->first < in->n;
}

static range range_of_input(const range_columns *in, size_t column)
{
    if (!is_asked_for(in, column))
        return ANY;
    return in->each ? in->each[column - in->first] : in->all;
}

static range range_of(const range_columns *in, const expr_node *node, const node_state *s)
{
    switch (expr_arity(node->op)) {
    case 0:
        return node->op == EXPR_INPUT ? range_of_input(in, node->a)
                                      : (range){node->value, node->value};
    case 1:
        return range_of_one(node->op, s[node->a].r);
    case 2:
        return range_of_two(node, s[node->a].r, s[node->b].r);
    default:
        return hull(s[node->b].r, s[node->c].r);
    }
}

static bool moves(const range_columns *in, const expr_node *node, const node_state *s)
{
    int arity = expr_arity(node->op);
    if (node->op == EXPR_INPUT)
        return is_asked_for(in, node->a);
    return (arity > 0 && s[node->a].moves) || (arity > 1 && s[node->b].moves) ||
           (arity > 2 && s[node->c].moves);
}

/* The states of all nodes, to be freed; NULL without memory. */
static node_state *find_states(const graph *g, const range_columns *in)
{
    node_state *s = calloc(graph_size(g) + 1, sizeof *s);
    for (expr id = 0; s && id < graph_size(g); id++) {
        const expr_node *node = graph_node(g, id);
        s[id].r = bounded(range_of(in, node, s));
        s[id].moves = moves(in, node, s);
    }
    return s;
}

bool range_find(const graph *g, const range_columns *in, size_t n, const expr *id, range *out)
{
    node_state *s = find_states(g, in);
    for (size_t i = 0; s && i < n; i++)
        out[i] = s[id[i]].r;
    free(s);
    return s != NULL;
}

static bool crosses_zero(range a)
{
    return a.lo < 0 && a.hi > 0;
}

/* Whether moving arguments can be where the operation has a kink, a jump, a pole or an edge. */
static bool has_kink(const expr_node *node, const node_state *s)
{
    if (expr_arity(node->op) == 0)
        return false;
    const node_state *a = &s[node->a];
    switch (node->op) {
    case EXPR_MOD:
    case EXPR_FLOOR:
    case EXPR_GATHER:
        return true;
    case EXPR_MIN:
    case EXPR_MAX:
        return crosses_zero(bounded(difference(a->r, s[node->b].r)));
    case EXPR_ABS:
    case EXPR_RELU:
        return crosses_zero(a->r);
    case EXPR_WHERE:
        return a->moves && a->r.lo <= 0 && a->r.hi > 0;
    case EXPR_DIV:
        return s[node->b].moves && holds_zero(s[node->b].r);
    case EXPR_LOG:
    case EXPR_SQRT:
    case EXPR_POW:
        return a->r.lo <= 0;
    case EXPR_LOG1P:
        return a->r.lo <= -1;
    default:
        return false;
    }
}

static void use_arguments(const expr_node *node, node_state *s)
{
    int arity = expr_arity(node->op);
    if (arity > 0)
        s[node->a].used = true;
    if (arity > 1)
        s[node->b].used = true;
    if (arity > 2)
        s[node->c].used = true;
}

bool smooth_is(const graph *g, const range_columns *in, expr id)
{
    node_state *s = find_states(g, in);
    bool smooth = s != NULL;
    if (s)
        s[id].used = true;
    for (expr k = id + 1; smooth && k-- > 0;) {
        const expr_node *node = graph_node(g, k);
        if (!s[k].used)
            continue;
        smooth = !(s[k].moves && has_kink(node, s));
        use_arguments(node, s);
    }
    free(s);
    return smooth;
}
