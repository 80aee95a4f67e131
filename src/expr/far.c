#include "far.h"

static const double log2_ = 0.69314718055994530942;

/* With its values for a line, where no line is known. */
static far settled(germ_range r, germ value, germ_line line)
{
    return (far){value, germ_line_known(line) ? line : germ_line_of(germ_values(r, value))};
}

static far bounded(germ_range r, germ value)
{
    return settled(r, value, germ_line_of(interval_all()));
}

static far constant(double x)
{
    interval at = interval_between(x, x);
    return (far){germ_interval(at), germ_line_of(at)};
}

far far_input(germ_range r)
{
    return (far){germ_input(r), {.line = 1, .rest = interval_between(0, 0)}};
}

static far sum(germ_range r, far a, far b)
{
    return settled(r, germ_sum(r, a.value, b.value), germ_line_sum(a.line, b.line));
}

static far product(germ_range r, far a, far b)
{
    return settled(r, germ_product(a.value, b.value), germ_line_product(a.line, b.line));
}

static far scaled(germ_range r, double c, far a)
{
    return c == 1 ? a : product(r, constant(c), a);
}

static far square(germ_range r, far a)
{
    germ y = germ_product(a.value, a.value);
    y.of = interval_power(a.value.of, 2);
    return settled(r, y, germ_line_product(a.line, a.line));
}

static far quotient(germ_range r, far a, far b)
{
    interval by = b.line.rest;
    bool exact = b.line.line == 0 && b.line.square == 0 && by.lo.at == by.hi.at && by.lo.at != 0;
    if (exact)
        return scaled(r, 1 / by.lo.at, a);
    return bounded(r, germ_product(a.value, germ_inverse(b.value)));
}

far far_exp(germ_range r, far u, double c, unsigned order)
{
    far v = scaled(r, c, u);
    return bounded(r, germ_exp(r, v.value, v.line, order));
}

static far log_of(germ_range r, far u)
{
    return settled(r, germ_log(r, u.value), germ_line_log(r, u.value));
}

germ far_share(germ_range r, germ x)
{
    return germ_inverse(germ_sum(r, germ_interval(interval_between(1, 1)), x));
}

static far softplus(germ_range r, far u, unsigned order)
{
    return log_of(r, sum(r, constant(1), far_exp(r, u, 1, order)));
}

static far hyperbolic(germ_range r, far u, double sign, unsigned order)
{
    far rest = scaled(r, sign, far_exp(r, u, -1, order));
    return scaled(r, 0.5, sum(r, far_exp(r, u, 1, order), rest));
}

/* |u| + softplus(-2 |u|) - log 2 */
static far log_cosh(germ_range r, far size, unsigned order)
{
    return sum(r, size, sum(r, softplus(r, scaled(r, -2, size), order), constant(-log2_)));
}

static far power(const graph *g, const expr_node *n, germ_range r, far u, far v, unsigned order)
{
    const expr_node *base = graph_node(g, n->a), *exponent = graph_node(g, n->b);
    if (exponent->op == EXPR_CONSTANT)
        return bounded(r, germ_power(u.value, exponent->value));
    bool known = base->op == EXPR_CONSTANT && base->value > 0;
    return known ? far_exp(r, v, log(base->value), order)
                 : bounded(r, germ_interval(interval_all()));
}

/* By the intervals of the arguments. */
static far by_intervals(const graph *g, const expr_node *n, germ_range r, const far u[3])
{
    interval a[3];
    for (int i = 0; i < 3; i++)
        a[i] = germ_values(r, u[i].value);
    return bounded(r, germ_interval(interval_of(g, n, a)));
}

static far of_two(const graph *g, const expr_node *n, germ_range r, const far u[3], unsigned order)
{
    switch (n->op) {
    case EXPR_ADD:
        return sum(r, u[0], u[1]);
    case EXPR_SUB:
        return sum(r, u[0], scaled(r, -1, u[1]));
    case EXPR_MUL:
        return n->a == n->b ? square(r, u[0]) : product(r, u[0], u[1]);
    case EXPR_DIV:
        return quotient(r, u[0], u[1]);
    case EXPR_POW:
        return power(g, n, r, u[0], u[1], order);
    default:
        return by_intervals(g, n, r, u);
    }
}

static far of_one(const graph *g, const expr_node *n, germ_range r, const far u[3], unsigned order)
{
    switch (n->op) {
    case EXPR_FRESH:
    case EXPR_STOP:
        return u[0];
    case EXPR_NEG:
        return scaled(r, -1, u[0]);
    case EXPR_EXP:
        return far_exp(r, u[0], 1, order);
    case EXPR_LOG:
        return log_of(r, u[0]);
    case EXPR_LOG1P:
        return log_of(r, sum(r, constant(1), u[0]));
    case EXPR_SQRT:
        return bounded(r, germ_power(u[0].value, 0.5));
    case EXPR_SIGMOID:
        return bounded(r, far_share(r, far_exp(r, u[0], -1, order).value));
    case EXPR_SOFTPLUS:
        return softplus(r, u[0], order);
    case EXPR_SINH:
        return hyperbolic(r, u[0], -1, order);
    case EXPR_COSH:
        return hyperbolic(r, u[0], 1, order);
    default:
        return by_intervals(g, n, r, u);
    }
}

/* Where the way is known that a node takes. */
static far of_way(const expr_node *n, germ_range r, const far u[3], bool first, unsigned order)
{
    switch (n->op) {
    case EXPR_ABS:
        return scaled(r, first ? 1 : -1, u[0]);
    case EXPR_RELU:
        return first ? u[0] : constant(0);
    case EXPR_LOGCOSH:
        return log_cosh(r, scaled(r, first ? 1 : -1, u[0]), order);
    default:
        return u[first == (n->op == EXPR_MAX) ? 0 : 1];
    }
}

far far_of(const graph *g, const expr_node *n, germ_range r, const far u[3], int side,
           unsigned order)
{
    if (n->op == EXPR_CONSTANT)
        return constant(n->value);
    if (side)
        return of_way(n, r, u, side > 0, order);
    return expr_arity(n->op) == 2 ? of_two(g, n, r, u, order) : of_one(g, n, r, u, order);
}
