/* Each node's curvature follows from that of its arguments u: h(u) is convex where h is convex and
 * affine in u, or convex and nondecreasing and u convex, or convex and nonincreasing and u concave;
 * the other way round for concave. How h bends and where it goes depends on u's range.
 *
 * Beyond that, exp of a convex u is log-convex, so are sums and products of such, and the logarithm
 * of one is convex; squares of affine u, and sums of them, have convex roots (norms). */
#include "convex.h"

#include <stdlib.h>
#include <string.h>

enum { EVERYWHERE = SHAPE_TOTAL | SHAPE_ANALYTIC, RISES = EXPR_RISES, FALLS = EXPR_FALLS };

/* A product of equal factors is a power. */
typedef struct power {
    expr of;
    unsigned n;
} power;

typedef struct proof {
    const graph *g;
    shape *known; /* by node */
    power *power;
} proof;

shape shape_variable(interval range)
{
    return (shape){range, SHAPE_AFFINE | EVERYWHERE};
}

static unsigned number_traits(interval range)
{
    unsigned positive = interval_positive(range) ? SHAPE_LOG_CONVEX : 0;
    unsigned root = interval_not_negative(range) ? SHAPE_ROOT_CONVEX : 0;
    return SHAPE_AFFINE | SHAPE_CONSTANT | EVERYWHERE | positive | root;
}

shape shape_number(double lo, double hi)
{
    interval range = interval_between(lo, hi);
    return (shape){range, number_traits(range)};
}

static unsigned flipped(unsigned curvature)
{
    return (curvature & SHAPE_CONVEX ? SHAPE_CONCAVE : 0u) |
           (curvature & SHAPE_CONCAVE ? SHAPE_CONVEX : 0u);
}

/* The curvature of h(u). h: its own, with RISES and FALLS where it is monotone. */
static unsigned composed(unsigned h, unsigned u)
{
    unsigned up = h & RISES ? u : 0u, down = h & FALLS ? flipped(u) : 0u;
    unsigned affine = (u & SHAPE_AFFINE) == SHAPE_AFFINE ? SHAPE_AFFINE : 0u;
    return h & (up | down | affine) & SHAPE_AFFINE;
}

/* A function that is even and convex. */
static unsigned bowl(interval u)
{
    return SHAPE_CONVEX | (u.lo.at >= 0 ? RISES : 0u) | (u.hi.at <= 0 ? FALLS : 0u);
}

/* One that rises, is convex on one side of 0 and concave on the other. */
static unsigned bent(interval u, unsigned right)
{
    unsigned here = (u.lo.at >= 0 ? right : 0u) | (u.hi.at <= 0 ? flipped(right) : 0u);
    return RISES | here;
}

static unsigned unary(expr_op op, interval u)
{
    unsigned h = expr_traits(op);
    if (h & EXPR_BOWL)
        return bowl(u);
    if (h & EXPR_BENT || op == EXPR_SINH)
        return bent(u, op == EXPR_SINH ? SHAPE_CONVEX : SHAPE_CONCAVE);
    return h & (SHAPE_AFFINE | RISES | FALLS);
}

/* u^n */
static shape power_of(shape u, unsigned n)
{
    unsigned h = n % 2 ? bent(u.range, SHAPE_CONVEX) : bowl(u.range);
    unsigned all = composed(h, u.traits) | (u.traits & (EVERYWHERE | SHAPE_LOG_CONVEX));
    if (n % 2 == 0 && all & SHAPE_CONVEX)
        all |= SHAPE_ROOT_CONVEX;
    return (shape){interval_power(u.range, n), all};
}

/* A number times u. */
static unsigned scaled(interval number, unsigned u)
{
    bool up = interval_not_negative(number), down = number.hi.at <= 0;
    unsigned all = (u & SHAPE_AFFINE) == SHAPE_AFFINE ? SHAPE_AFFINE : 0u;
    all |= up ? u & (SHAPE_AFFINE | SHAPE_ROOT_CONVEX) : 0u;
    all |= down ? flipped(u) : 0u;
    return all;
}

static unsigned product(shape a, shape b)
{
    unsigned all = a.traits & b.traits & (EVERYWHERE | SHAPE_LOG_CONVEX);
    if (a.traits & SHAPE_CONSTANT)
        all |= scaled(a.range, b.traits);
    if (b.traits & SHAPE_CONSTANT)
        all |= scaled(b.range, a.traits);
    return all | (all & SHAPE_LOG_CONVEX ? SHAPE_CONVEX : 0u);
}

/* 1/u, of a u that does not move or keeps its sign: any other has a pole, or two branches. */
static shape inverse(const graph *g, shape u)
{
    const expr_node divide = {.op = EXPR_DIV};
    const interval a[3] = {interval_between(1, 1), u.range};
    shape all = {interval_of(g, &divide, a), 0};
    bool positive = interval_positive(u.range);
    unsigned h = FALLS | (positive ? SHAPE_CONVEX : SHAPE_CONCAVE);
    if (u.traits & SHAPE_CONSTANT)
        all.traits = number_traits(all.range);
    else if (positive || interval_positive(interval_negative(u.range)))
        all.traits = composed(h, u.traits) | (u.traits & EVERYWHERE);
    return all;
}

/* How u^n bends for a constant n that is not a whole number: for u >= 0 alone. */
static unsigned root(double n)
{
    if (n < 0)
        return SHAPE_CONVEX | FALLS;
    return RISES | (n < 1 ? SHAPE_CONCAVE : SHAPE_CONVEX);
}

/* u^v, where one of them is a number. The domain u >= 0 of a convex u need not be convex. */
static unsigned power_traits(shape u, shape v)
{
    double n = v.range.lo.at;
    bool defined = interval_not_negative(u.range);
    unsigned all = interval_positive(u.range) ? u.traits & v.traits & EVERYWHERE : 0u, h = 0;
    if (n == v.range.hi.at && (defined || (floor(n) != n && (u.traits & SHAPE_CONCAVE)))) {
        all |= composed(root(n), u.traits) | (defined && n >= 0 ? u.traits & SHAPE_TOTAL : 0u);
    } else if (u.traits & SHAPE_CONSTANT && interval_positive(u.range)) {
        h = SHAPE_CONVEX | (u.range.lo.at >= 1 ? RISES : 0u) | (u.range.hi.at <= 1 ? FALLS : 0u);
        all |= composed(h, v.traits);
        all |= all & SHAPE_CONVEX ? SHAPE_LOG_CONVEX : 0u;
    }
    return all;
}

/* A choice between a and b. One that may be NAN may be chosen away, and its domain with it. */
static unsigned choice(unsigned curvature, unsigned a, unsigned b)
{
    return a & b & SHAPE_TOTAL ? a & b & (curvature | SHAPE_TOTAL) : 0u;
}

/* Between two arguments of which the first is always the larger one, or always the smaller. */
static unsigned extreme(unsigned curvature, shape u, shape v)
{
    bool apart = u.range.lo.at >= v.range.hi.at || u.range.hi.at <= v.range.lo.at;
    return choice(curvature | (apart ? SHAPE_ANALYTIC : 0u), u.traits, v.traits);
}

/* By a condition that may be a number of any sign; one that does not move, or keeps to one side of
 * 0, chooses the same everywhere. */
static unsigned conditional(shape condition, unsigned a, unsigned b)
{
    bool settled = condition.traits & SHAPE_CONSTANT || condition.range.hi.at <= 0 ||
                   interval_positive(condition.range);
    return choice(settled ? SHAPE_AFFINE | SHAPE_ANALYTIC : 0u, a, b) &
           ~(condition.traits & SHAPE_TOTAL ? 0u : EVERYWHERE);
}

/* Whether the function is a number for all u. */
static bool is_defined(expr_op op, interval u)
{
    if (op == EXPR_LOG)
        return interval_positive(u);
    if (op == EXPR_SQRT)
        return interval_not_negative(u);
    return op != EXPR_LOG1P || u.lo.at > -1;
}

static bool has_kink(expr_op op, interval u)
{
    bool bends = op == EXPR_ABS || op == EXPR_RELU;
    return (bends && u.lo.at < 0 && u.hi.at > 0) || (op == EXPR_SQRT && !interval_positive(u));
}

static unsigned unary_traits(expr_op op, shape u)
{
    unsigned all = composed(unary(op, u.range), u.traits);
    if (is_defined(op, u.range))
        all |= u.traits & (has_kink(op, u.range) ? SHAPE_TOTAL : EVERYWHERE);
    if ((op == EXPR_LOG || op == EXPR_LOG1P) && u.traits & SHAPE_LOG_CONVEX)
        all |= SHAPE_CONVEX;
    if (op == EXPR_SQRT && u.traits & SHAPE_ROOT_CONVEX)
        all |= SHAPE_CONVEX;
    if ((op == EXPR_EXP || op == EXPR_COSH) && all & SHAPE_CONVEX)
        all |= SHAPE_LOG_CONVEX;
    return op == EXPR_RELU && !(u.traits & SHAPE_TOTAL) ? 0u : all;
}

/* Of a node whose arguments have the shapes u. */
static unsigned traits_of(const proof *p, const expr_node *n, const shape u[3])
{
    switch (n->op) {
    case EXPR_ADD:
        return u[0].traits & u[1].traits & ~(unsigned)SHAPE_CONSTANT;
    case EXPR_SUB:
        return (u[0].traits & flipped(u[1].traits)) | (u[0].traits & u[1].traits & EVERYWHERE);
    case EXPR_MUL:
        return product(u[0], u[1]);
    case EXPR_DIV:
        return product(u[0], inverse(p->g, u[1]));
    case EXPR_POW:
        return power_traits(u[0], u[1]);
    case EXPR_MAX:
        return extreme(SHAPE_CONVEX, u[0], u[1]);
    case EXPR_MIN:
        return extreme(SHAPE_CONCAVE, u[0], u[1]);
    case EXPR_WHERE:
        return conditional(u[0], u[1].traits, u[2].traits);
    case EXPR_STOP:
        return u[0].traits & EVERYWHERE;
    case EXPR_MOD:
    case EXPR_FLOOR:
    case EXPR_GATHER:
        return 0;
    default:
        return unary_traits(n->op, u[0]);
    }
}

/* The node as a power of another, or of itself. */
static power power_at(const proof *p, expr id)
{
    const expr_node *n = graph_node(p->g, id);
    if (n->op != EXPR_MUL || p->power[n->a].of != p->power[n->b].of)
        return (power){id, 1};
    return (power){p->power[n->a].of, p->power[n->a].n + p->power[n->b].n};
}

static shape shape_at(const proof *p, expr id, size_t inputs, const shape *input)
{
    const expr_node *n = graph_node(p->g, id);
    shape u[3] = {{interval_all(), 0}};
    bool constant = true;
    if (n->op == EXPR_INPUT)
        return n->a < inputs ? input[n->a] : shape_number(-INFINITY, INFINITY);
    for (int i = 0; i < expr_arity(n->op); i++) {
        u[i] = p->known[n->argument[i]];
        constant = constant && u[i].traits & SHAPE_CONSTANT;
    }
    const interval range[] = {u[0].range, u[1].range, u[2].range};
    interval values = interval_of(p->g, n, range);
    power as = p->power[id];
    shape all = as.n > 1 ? power_of(p->known[as.of], as.n) : (shape){values, traits_of(p, n, u)};
    return constant ? (shape){all.range, number_traits(all.range)} : all;
}

bool shape_prove(const graph *g, size_t inputs, const shape *input, size_t outputs,
                 const expr *output, shape *out)
{
    size_t size = 0;
    for (size_t k = 0; k < outputs; k++)
        size = output[k] >= size ? output[k] + (size_t)1 : size;
    proof p = {g, malloc((size + 1) * sizeof(shape)), malloc((size + 1) * sizeof(power))};
    for (expr id = 0; p.known && p.power && id < size; id++) {
        p.power[id] = power_at(&p, id);
        p.known[id] = shape_at(&p, id, inputs, input);
    }
    for (size_t k = 0; p.known && p.power && k < outputs; k++)
        out[k] = p.known[output[k]];
    bool done = p.known && p.power;
    free(p.known);
    free(p.power);
    return done;
}
