/* Node by node: u, v the coefficients of the arguments, y those of the node, k a power.
 *
 *   u v        y_k = sum_j u_j v_{k-j}
 *   u/v        y_k = (u_k - sum_{j>0} v_j y_{k-j}) / v_0
 *   u^c        y_k = sum_{j>0} ((c + 1) j - k) u_j y_{k-j} / (k u_0)
 *   f(u)       y' = w u', so y_k = sum_{j>0} j u_j w_{k-j} / k with w = f'(u)
 *   sin, ..    y' = z u', z' = y u' or -y u'
 *
 * w is y for exp, 1 - y^2 for tanh, 1/4 - (y - 1/2)^2 for sigmoid, sigmoid(u) for softplus, tanh(u)
 * for logcosh, and 1/d for log, log1p, sqrt, atan with d = u, 1 + u, 2y, 1 + u^2.
 * y_0 is that of interval.h. */
#include "taylor.h"

#include "vm.h"

struct taylor {
    const graph *g;
    expr output;
    size_t order;
    interval *y;         /* a row of order + 1 for each node */
    interval *z, *w, *d; /* rows that are free */
    signed char *side;   /* by node: 1 or -1 where it has one way on the whole range, else 0 */
};

size_t taylor_size(expr output, size_t order)
{
    size_t n = (size_t)output + 1;
    return sizeof(taylor) + (n + 3) * (order + 1) * sizeof(interval) + n;
}

static interval constant(double x)
{
    return interval_between(x, x);
}

static interval scaled(double c, interval a)
{
    return interval_product(constant(c), a);
}

static interval difference(interval a, interval b)
{
    return interval_sum(a, interval_negative(b));
}

/* sum_{j=from}^{k} a_j b_{k-j} */
static interval product(const interval *a, const interval *b, size_t from, size_t k)
{
    interval sum = constant(0);
    for (size_t j = from; j <= k; j++)
        sum = interval_sum(sum, interval_product(a[j], b[k - j]));
    return sum;
}

/* Coefficient k of (a - c)^2. */
static interval square(const interval *a, double c, size_t k)
{
    interval sum = constant(0), first = difference(a[0], constant(c));
    for (size_t j = 0; 2 * j < k; j++)
        sum = interval_sum(sum, scaled(2, interval_product(j ? a[j] : first, a[k - j])));
    return k % 2 ? sum : interval_sum(sum, interval_power(k ? a[k / 2] : first, 2));
}

/* y_k of y' = w u' */
static interval risen(const interval *w, const interval *u, size_t k)
{
    interval sum = constant(0);
    for (size_t j = 1; j <= k; j++)
        sum = interval_sum(sum, scaled((double)j / (double)k, interval_product(u[j], w[k - j])));
    return sum;
}

/* Whether w = 1/d, and d_i. */
static bool denominator(expr_op op, const interval *u, const interval *y, size_t i, interval *d)
{
    interval one = constant(i == 0);
    switch (op) {
    case EXPR_LOG:
        return *d = u[i], true;
    case EXPR_LOG1P:
        return *d = interval_sum(one, u[i]), true;
    case EXPR_SQRT:
        return *d = scaled(2, y[i]), true;
    case EXPR_ATAN:
        return *d = interval_sum(one, square(u, 0, i)), true;
    default:
        return false;
    }
}

/* w_i of a function whose derivative w is made of its value alone. */
static interval slope(expr_op op, const interval *y, size_t i)
{
    switch (op) {
    case EXPR_EXP:
        return y[i];
    case EXPR_TANH:
        return difference(constant(i == 0), square(y, 0, i));
    case EXPR_SIGMOID:
        return difference(constant(i ? 0 : 0.25), square(y, 0.5, i));
    default:
        return interval_all();
    }
}

static interval value_of(const taylor *t, expr_op op, interval u)
{
    return interval_of(t->g, &(expr_node){.op = op}, (interval[3]){u});
}

/* The coefficients of f(u) from y_1 on. */
static void of_value(const taylor *t, expr_op op, const interval *u, interval *y)
{
    for (size_t i = 0; i < t->order; i++) {
        t->w[i] = slope(op, y, i);
        if (denominator(op, u, y, i, &t->d[i])) {
            interval known = i ? product(t->d, t->w, 1, i) : constant(0);
            interval rest = difference(constant(i == 0), known);
            t->w[i] = interval_product(rest, interval_inverse(t->d[0]));
        }
        y[i + 1] = risen(t->w, u, i + 1);
    }
}

/* The same where f' = `first` is a function that of_value knows. */
static void of_integral(const taylor *t, expr_op first, const interval *u, interval *y)
{
    t->z[0] = value_of(t, first, u[0]);
    of_value(t, first, u, t->z);
    for (size_t k = 1; k <= t->order; k++)
        y[k] = risen(t->z, u, k);
}

/* Of y' = z u', z' = sign y u', with z_0 given. */
static void of_pair(const taylor *t, const interval *u, interval *y, interval z, double sign)
{
    t->z[0] = z;
    for (size_t k = 1; k <= t->order; k++) {
        y[k] = risen(t->z, u, k);
        t->z[k] = scaled(sign, risen(y, u, k));
    }
}

static void of_function(const taylor *t, expr_op op, const interval *u, interval *y)
{
    switch (op) {
    case EXPR_SOFTPLUS:
        of_integral(t, EXPR_SIGMOID, u, y);
        break;
    case EXPR_LOGCOSH:
        of_integral(t, EXPR_TANH, u, y);
        break;
    case EXPR_SIN:
        of_pair(t, u, y, value_of(t, EXPR_COS, u[0]), -1);
        break;
    case EXPR_COS:
        of_pair(t, u, y, interval_negative(value_of(t, EXPR_SIN, u[0])), -1);
        break;
    case EXPR_SINH:
        of_pair(t, u, y, value_of(t, EXPR_COSH, u[0]), 1);
        break;
    case EXPR_COSH:
        of_pair(t, u, y, value_of(t, EXPR_SINH, u[0]), 1);
        break;
    default:
        of_value(t, op, u, y);
    }
}

static void of_quotient(const taylor *t, const interval *u, const interval *v, interval *y)
{
    interval inverse = interval_inverse(v[0]);
    for (size_t k = 1; k <= t->order; k++) {
        interval known = constant(0);
        for (size_t j = 1; j <= k; j++)
            known = interval_sum(known, interval_product(v[j], y[k - j]));
        y[k] = interval_product(difference(u[k], known), inverse);
    }
}

/* Of u^c. */
static void of_power(const taylor *t, const interval *u, double c, interval *y)
{
    interval inverse = interval_inverse(u[0]);
    for (size_t k = 1; k <= t->order; k++) {
        interval sum = constant(0);
        for (size_t j = 1; j <= k; j++) {
            double factor = ((c + 1) * (double)j - (double)k) / (double)k;
            sum = interval_sum(sum, scaled(factor, interval_product(u[j], y[k - j])));
        }
        y[k] = interval_product(sum, inverse);
    }
}

static void of_powers(const taylor *t, const expr_node *n, const interval *u, const interval *v,
                      interval *y)
{
    const expr_node *base = graph_node(t->g, n->a), *exponent = graph_node(t->g, n->b);
    if (exponent->op == EXPR_CONSTANT) {
        of_power(t, u, exponent->value, y);
    } else if (base->op == EXPR_CONSTANT && base->value > 0) {
        for (size_t k = 1; k <= t->order; k++) /* exp(v log base) */
            y[k] = scaled(log(base->value), risen(y, v, k));
    }
}

/* 1: `a` is positive, so that the first way is taken; -1: negative; 0: it may be either. On the
 * whole range it may be 0, too, where both ways meet: what a piece has inside is a kink. */
static int way_of(const interval a, bool whole)
{
    interval b = interval_negative(a);
    if (whole ? interval_not_negative(a) : interval_positive(a))
        return 1;
    return (whole ? interval_not_negative(b) : interval_positive(b)) ? -1 : 0;
}

/* The way from the whole range where it is known, else here. */
static int side_of(taylor *t, expr id, interval a, bool whole)
{
    if (whole)
        t->side[id] = (signed char)way_of(a, true);
    return t->side[id] ? t->side[id] : way_of(a, false);
}

/* Either row, whichever is chosen: 1 is the first; where both may be, all that the first derivative
 * can be is in one of them, and more is not known. */
static void of_choice(const taylor *t, int side, const interval *first, const interval *second,
                      interval *y)
{
    for (size_t k = 1; k <= t->order && side; k++)
        y[k] = side > 0 ? first[k] : second[k];
    if (!side && t->order)
        y[1] = interval_both(first[1], second[1]);
}

/* Of what has one value between jumps: y_k = u_k (NULL: 0) unless one may lie in the interval. */
static void of_stairs(const taylor *t, interval at, const interval *u, interval *y)
{
    for (size_t k = 1; k <= t->order && floor(at.lo.at) == floor(at.hi.at); k++)
        y[k] = u ? u[k] : constant(0);
}

/* The coefficients from y_1 on of a node that may have a kink or a jump; they are all numbers
 * before. */
static void of_kinked(taylor *t, expr id, const expr_node *n, const interval *const u[3],
                      interval *y, bool whole)
{
    for (size_t k = 0; k <= t->order; k++)
        t->z[k] = n->op == EXPR_ABS ? interval_negative(u[0][k]) : constant(0);
    switch (n->op) {
    case EXPR_ABS:
    case EXPR_RELU:
        of_choice(t, side_of(t, id, u[0][0], whole), u[0], t->z, y);
        break;
    case EXPR_MAX:
    case EXPR_MIN: {
        bool most = n->op == EXPR_MAX;
        int side = side_of(t, id, difference(u[0][0], u[1][0]), whole);
        of_choice(t, most ? side : -side, u[0], u[1], y);
        break;
    }
    case EXPR_WHERE:
        if (interval_positive(u[0][0]))
            of_choice(t, 1, u[1], u[1], y);
        else if (interval_not_negative(interval_negative(u[0][0])))
            of_choice(t, 1, u[2], u[2], y);
        break;
    case EXPR_FLOOR:
        of_stairs(t, u[0][0], NULL, y);
        break;
    default:
        break;
    }
}

static bool is_kinked(expr_op op)
{
    return op == EXPR_ABS || op == EXPR_RELU || op == EXPR_MAX || op == EXPR_MIN ||
           op == EXPR_WHERE || op == EXPR_FLOOR || op == EXPR_MOD || op == EXPR_GATHER;
}

static void of_two(const taylor *t, const expr_node *n, const interval *u, const interval *v,
                   interval *y)
{
    for (size_t k = 1; k <= t->order; k++) {
        if (n->op == EXPR_ADD)
            y[k] = interval_sum(u[k], v[k]);
        else if (n->op == EXPR_SUB)
            y[k] = difference(u[k], v[k]);
        else if (n->op == EXPR_MUL)
            y[k] = n->a == n->b ? square(u, 0, k) : product(u, v, 0, k);
    }
    if (n->op == EXPR_DIV)
        of_quotient(t, u, v, y);
    if (n->op == EXPR_POW)
        of_powers(t, n, u, v, y);
}

static void of_one(const taylor *t, expr_op op, const interval *u, interval *y)
{
    if (op != EXPR_FRESH && op != EXPR_STOP && op != EXPR_NEG)
        of_function(t, op, u, y);
    for (size_t k = 1; k <= t->order; k++) {
        if (op == EXPR_NEG)
            y[k] = interval_negative(u[k]);
        else if (op == EXPR_FRESH || op == EXPR_STOP)
            y[k] = u[k];
    }
}

static interval *row(const taylor *t, expr id)
{
    return t->y + id * (t->order + 1);
}

static void of_node(taylor *t, expr id, interval s, bool whole)
{
    const expr_node *n = graph_node(t->g, id);
    const interval *u[3] = {t->y, t->y, t->y};
    interval *y = row(t, id);
    bool leaf = n->op == EXPR_INPUT || n->op == EXPR_CONSTANT;
    for (int i = 0; i < expr_arity(n->op); i++)
        u[i] = row(t, n->argument[i]);
    for (size_t k = 1; k <= t->order; k++)
        y[k] = leaf ? constant(k == 1 && n->op == EXPR_INPUT) : interval_all();
    y[0] = n->op == EXPR_INPUT ? s : interval_of(t->g, n, (interval[3]){*u[0], *u[1], *u[2]});
    if (leaf)
        return;
    if (is_kinked(n->op))
        of_kinked(t, id, n, u, y, whole);
    else if (expr_arity(n->op) == 2)
        of_two(t, n, u[0], u[1], y);
    else
        of_one(t, n->op, u[0], y);
}

static void run(taylor *t, double low, double high, bool whole)
{
    for (expr id = 0; id <= t->output; id++)
        of_node(t, id, interval_between(low, high), whole);
}

taylor *taylor_init(void *memory, const graph *g, expr output, size_t order, double low,
                    double high)
{
    taylor *t = memory;
    size_t each = order + 1;
    *t = (taylor){.g = g, .output = output, .order = order, .y = (interval *)(t + 1)};
    t->z = t->y + ((size_t)output + 1) * each;
    t->w = t->z + each;
    t->d = t->w + each;
    t->side = (signed char *)(t->d + each);
    run(t, low, high, true);
    return t;
}

interval taylor_coefficient(taylor *t, size_t l, double low, double high)
{
    run(t, low, high, false);
    return row(t, t->output)[l];
}
