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
 *
 * Near: y_0 is that of interval.h, and every factor of a germ is 1. Far, where that has no bound:
 * the input is a germ, exp a factor of its own, and what is made of exp is computed from it:
 * sigmoid(u) = 1/(1 + exp(-u)), tanh(u) = 2 sigmoid(2u) - 1, sinh and cosh. */
#include "taylor.h"

#include "far.h"
#include "vm.h"

struct taylor {
    const graph *g;
    expr output;
    size_t order;
    germ_range range;
    bool far;
    germ *y;                        /* a row of order + 1 for each node */
    germ *z, *w, *d, *e, *f, *none; /* rows that are free; one of zeros */
    germ_line *line;                /* by node, where it is far */
    signed char *side; /* by node: 1 or -1 where it has one way on the whole range, else 0 */
};

enum { ROWS = 6 };

size_t taylor_size(expr output, size_t order)
{
    size_t n = (size_t)output + 1;
    return sizeof(taylor) + (n + ROWS) * (order + 1) * sizeof(germ) + n * (sizeof(germ_line) + 1);
}

static germ constant(double x)
{
    return germ_interval(interval_between(x, x));
}

static germ all(void)
{
    return germ_interval(interval_all());
}

static germ scaled(double c, germ a)
{
    return germ_product(constant(c), a);
}

static germ sum_of(const taylor *t, germ a, germ b)
{
    return germ_sum(t->range, a, b);
}

static germ difference(const taylor *t, germ a, germ b)
{
    return germ_sum(t->range, a, germ_negative(b));
}

/* sum_{j=from}^{k} a_j b_{k-j} */
static germ product(const taylor *t, const germ *a, const germ *b, size_t from, size_t k)
{
    germ sum = constant(0);
    for (size_t j = from; j <= k; j++)
        sum = sum_of(t, sum, germ_product(a[j], b[k - j]));
    return sum;
}

static germ squared(germ a)
{
    germ y = germ_product(a, a);
    y.of = interval_power(a.of, 2);
    return y;
}

/* Coefficient k of (a - c)^2. */
static germ square(const taylor *t, const germ *a, double c, size_t k)
{
    germ sum = constant(0), first = difference(t, a[0], constant(c));
    for (size_t j = 0; 2 * j < k; j++)
        sum = sum_of(t, sum, scaled(2, germ_product(j ? a[j] : first, a[k - j])));
    return k % 2 ? sum : sum_of(t, sum, squared(k ? a[k / 2] : first));
}

/* y_k of y' = w u' */
static germ risen(const taylor *t, const germ *w, const germ *u, size_t k)
{
    germ sum = constant(0);
    for (size_t j = 1; j <= k; j++)
        sum = sum_of(t, sum, scaled((double)j / (double)k, germ_product(u[j], w[k - j])));
    return sum;
}

/* Whether w = 1/d, and d_i. */
static bool denominator(const taylor *t, expr_op op, const germ *u, const germ *y, size_t i,
                        germ *d)
{
    germ one = constant(i == 0);
    switch (op) {
    case EXPR_LOG:
        return *d = u[i], true;
    case EXPR_LOG1P:
        return *d = sum_of(t, one, u[i]), true;
    case EXPR_SQRT:
        return *d = scaled(2, y[i]), true;
    case EXPR_ATAN:
        return *d = sum_of(t, one, square(t, u, 0, i)), true;
    default:
        return false;
    }
}

/* w_i of a function whose derivative w is made of its value alone. */
static germ slope(const taylor *t, expr_op op, const germ *y, size_t i)
{
    switch (op) {
    case EXPR_EXP:
        return y[i];
    case EXPR_TANH:
        return difference(t, constant(i == 0), square(t, y, 0, i));
    case EXPR_SIGMOID:
        return difference(t, constant(i ? 0 : 0.25), square(t, y, 0.5, i));
    default:
        return all();
    }
}

static interval values(const taylor *t, germ a)
{
    return germ_values(t->range, a);
}

static germ value_of(const taylor *t, expr_op op, germ u)
{
    return germ_interval(interval_of(t->g, &(expr_node){.op = op}, (interval[3]){values(t, u)}));
}

/* The coefficients of f(u) from y_1 on. */
static void of_value(const taylor *t, expr_op op, const germ *u, germ *y)
{
    for (size_t i = 0; i < t->order; i++) {
        t->w[i] = slope(t, op, y, i);
        if (denominator(t, op, u, y, i, &t->d[i])) {
            germ known = i ? product(t, t->d, t->w, 1, i) : constant(0);
            germ rest = difference(t, constant(i == 0), known);
            t->w[i] = germ_product(rest, germ_inverse(t->d[0]));
        }
        y[i + 1] = risen(t, t->w, u, i + 1);
    }
}

/* The same where f' = `first` is a function that of_value knows. */
static void of_integral(const taylor *t, expr_op first, const germ *u, germ *y)
{
    t->z[0] = value_of(t, first, u[0]);
    of_value(t, first, u, t->z);
    for (size_t k = 1; k <= t->order; k++)
        y[k] = risen(t, t->z, u, k);
}

/* Of y' = z u', z' = sign y u', with z_0 given. */
static void of_pair(const taylor *t, const germ *u, germ *y, germ z, double sign)
{
    t->z[0] = z;
    for (size_t k = 1; k <= t->order; k++) {
        y[k] = risen(t, t->z, u, k);
        t->z[k] = scaled(sign, risen(t, y, u, k));
    }
}

static void of_function(const taylor *t, const expr_node *n, const germ *u, germ *y)
{
    switch (n->op) {
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
        of_pair(t, u, y, germ_negative(value_of(t, EXPR_SIN, u[0])), -1);
        break;
    case EXPR_SINH:
        of_pair(t, u, y, value_of(t, EXPR_COSH, u[0]), 1);
        break;
    case EXPR_COSH:
        of_pair(t, u, y, value_of(t, EXPR_SINH, u[0]), 1);
        break;
    default:
        of_value(t, n->op, u, y);
    }
}

static void of_quotient(const taylor *t, const germ *u, const germ *v, germ *y)
{
    germ inverse = germ_inverse(v[0]);
    for (size_t k = 1; k <= t->order; k++) {
        germ known = constant(0);
        for (size_t j = 1; j <= k; j++)
            known = sum_of(t, known, germ_product(v[j], y[k - j]));
        y[k] = germ_product(difference(t, u[k], known), inverse);
    }
}

/* Row `y` of exp(c u). */
static void exp_row(const taylor *t, const germ *u, germ_line line, double c, germ *y)
{
    for (size_t k = 0; k <= t->order; k++)
        t->z[k] = scaled(c, u[k]);
    y[0] = far_exp(t->range, (far){u[0], line}, c, (unsigned)t->order).value;
    of_value(t, EXPR_EXP, t->z, y);
}

/* Row `y` of sigmoid(c u). */
static void sigmoid_row(const taylor *t, const germ *u, germ_line line, double c, germ *y)
{
    exp_row(t, u, line, -c, t->e);
    y[0] = far_share(t->range, t->e[0]);
    t->e[0] = sum_of(t, constant(1), t->e[0]);
    of_quotient(t, t->none, t->e, y);
}

static void tanh_row(const taylor *t, const germ *u, germ_line line, germ *y)
{
    sigmoid_row(t, u, line, 2, y);
    for (size_t k = 0; k <= t->order; k++)
        y[k] = scaled(2, y[k]);
    y[0] = difference(t, y[0], constant(1));
}

static void hyperbolic_rows(const taylor *t, const germ *u, germ_line line, double sign, germ *y)
{
    exp_row(t, u, line, 1, t->e);
    exp_row(t, u, line, -1, t->f);
    for (size_t k = 1; k <= t->order; k++)
        y[k] = scaled(0.5, sum_of(t, t->e[k], scaled(sign, t->f[k])));
}

/* The functions that are made of exp; they rise by f, whose row is made first. */
static void of_function_far(const taylor *t, const expr_node *n, const germ *u, germ *y)
{
    germ_line line = t->line[n->a];
    germ *f = n->op == EXPR_SIGMOID || n->op == EXPR_TANH ? y : t->f;
    switch (n->op) {
    case EXPR_SIGMOID:
    case EXPR_SOFTPLUS:
        sigmoid_row(t, u, line, 1, f);
        break;
    case EXPR_TANH:
    case EXPR_LOGCOSH:
        tanh_row(t, u, line, f);
        break;
    case EXPR_SINH:
    case EXPR_COSH:
        hyperbolic_rows(t, u, line, n->op == EXPR_COSH ? 1 : -1, y);
        return;
    default:
        of_function(t, n, u, y);
        return;
    }
    for (size_t k = 1; k <= t->order && f != y; k++)
        y[k] = risen(t, f, u, k);
}

/* Of u^c. */
static void of_power(const taylor *t, const germ *u, double c, germ *y)
{
    germ inverse = germ_inverse(u[0]);
    for (size_t k = 1; k <= t->order; k++) {
        germ sum = constant(0);
        for (size_t j = 1; j <= k; j++) {
            double factor = ((c + 1) * (double)j - (double)k) / (double)k;
            sum = sum_of(t, sum, scaled(factor, germ_product(u[j], y[k - j])));
        }
        y[k] = germ_product(sum, inverse);
    }
}

static void of_powers(const taylor *t, const expr_node *n, const germ *u, const germ *v, germ *y)
{
    const expr_node *base = graph_node(t->g, n->a), *exponent = graph_node(t->g, n->b);
    if (exponent->op == EXPR_CONSTANT) {
        of_power(t, u, exponent->value, y);
    } else if (base->op == EXPR_CONSTANT && base->value > 0) {
        for (size_t k = 1; k <= t->order; k++) /* exp(v log base) */
            y[k] = scaled(log(base->value), risen(t, y, v, k));
    }
}

/* 1: `a` is positive, so that the first way is taken; -1: negative; 0: it may be either. On the
 * whole range it may be 0, too, where both ways meet: what a piece has inside is a kink. */
static int way_of(interval a, bool whole)
{
    interval b = interval_negative(a);
    if (whole ? interval_not_negative(a) : interval_positive(a))
        return 1;
    return (whole ? interval_not_negative(b) : interval_positive(b)) ? -1 : 0;
}

/* The way from the whole range where it is known, else here. */
static int side_of(taylor *t, expr id, germ u, bool whole)
{
    if (whole)
        t->side[id] = (signed char)way_of(u.of, true);
    return t->side[id] ? t->side[id] : way_of(u.of, false);
}

/* Either row, whichever is chosen: 1 is the first; where both may be, all that the first derivative
 * can be is in one of them, and more is not known. */
static void of_choice(const taylor *t, int side, const germ *first, const germ *second, germ *y)
{
    for (size_t k = 1; k <= t->order && side; k++)
        y[k] = side > 0 ? first[k] : second[k];
    if (!side && t->order)
        y[1] = germ_interval(interval_both(values(t, first[1]), values(t, second[1])));
}

/* Of what has one value between jumps: y_k = u_k (NULL: 0) unless one may lie in the interval. */
static void of_stairs(const taylor *t, interval at, const germ *u, germ *y)
{
    for (size_t k = 1; k <= t->order && floor(at.lo.at) == floor(at.hi.at); k++)
        y[k] = u ? u[k] : constant(0);
}

/* What decides the way that a node takes by its sign: u, or u - v for max and min. */
static int known_side(taylor *t, expr id, expr_op op, const germ *const u[3], bool whole)
{
    bool two = op == EXPR_MAX || op == EXPR_MIN;
    return side_of(t, id, two ? difference(t, u[0][0], u[1][0]) : u[0][0], whole);
}

/* The coefficients from y_1 on of a node that may have a kink or a jump; they are all numbers
 * before. */
static void of_kinked(taylor *t, expr_op op, int side, const germ *const u[3], germ *y)
{
    for (size_t k = 0; k <= t->order; k++)
        t->z[k] = op == EXPR_ABS ? germ_negative(u[0][k]) : constant(0);
    switch (op) {
    case EXPR_ABS:
    case EXPR_RELU:
        of_choice(t, side, u[0], t->z, y);
        break;
    case EXPR_MAX:
    case EXPR_MIN:
        of_choice(t, op == EXPR_MAX ? side : -side, u[0], u[1], y);
        break;
    case EXPR_WHERE:
        if (interval_positive(u[0][0].of))
            of_choice(t, 1, u[1], u[1], y);
        else if (interval_not_negative(interval_negative(u[0][0].of)))
            of_choice(t, 1, u[2], u[2], y);
        break;
    case EXPR_FLOOR:
        of_stairs(t, values(t, u[0][0]), NULL, y);
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

static void of_two(const taylor *t, const expr_node *n, const germ *u, const germ *v, germ *y)
{
    for (size_t k = 1; k <= t->order; k++) {
        if (n->op == EXPR_ADD)
            y[k] = sum_of(t, u[k], v[k]);
        else if (n->op == EXPR_SUB)
            y[k] = difference(t, u[k], v[k]);
        else if (n->op == EXPR_MUL)
            y[k] = n->a == n->b ? square(t, u, 0, k) : product(t, u, v, 0, k);
    }
    if (n->op == EXPR_DIV)
        of_quotient(t, u, v, y);
    if (n->op == EXPR_POW)
        of_powers(t, n, u, v, y);
}

static void of_one(const taylor *t, const expr_node *n, const germ *u, germ *y)
{
    expr_op op = n->op;
    if (op != EXPR_FRESH && op != EXPR_STOP && op != EXPR_NEG)
        (t->far ? of_function_far : of_function)(t, n, u, y);
    for (size_t k = 1; k <= t->order; k++) {
        if (op == EXPR_NEG)
            y[k] = germ_negative(u[k]);
        else if (op == EXPR_FRESH || op == EXPR_STOP)
            y[k] = u[k];
    }
}

static germ *row(const taylor *t, expr id)
{
    return t->y + id * (t->order + 1);
}

/* Near: by interval.h. */
static germ near_value(const taylor *t, const expr_node *n, const germ *const u[3])
{
    if (n->op == EXPR_INPUT)
        return germ_interval(interval_between(t->range.low, t->range.high));
    return germ_interval(interval_of(t->g, n, (interval[3]){u[0]->of, u[1]->of, u[2]->of}));
}

static germ far_value(taylor *t, expr id, const expr_node *n, const germ *const u[3], int side)
{
    far at[3] = {{constant(0), germ_line_of(interval_between(0, 0))}};
    for (int i = 0; i < expr_arity(n->op); i++)
        at[i] = (far){*u[i], t->line[n->argument[i]]};
    bool takes = n->op == EXPR_ABS || n->op == EXPR_RELU || n->op == EXPR_LOGCOSH ||
                 n->op == EXPR_MAX || n->op == EXPR_MIN;
    far y = n->op == EXPR_INPUT
                ? far_input(t->range)
                : far_of(t->g, n, t->range, at, takes ? side : 0, (unsigned)t->order);
    t->line[id] = y.line;
    return y.value;
}

static void of_node(taylor *t, expr id, bool whole)
{
    const expr_node *n = graph_node(t->g, id);
    const germ *u[3] = {t->y, t->y, t->y};
    germ *y = row(t, id);
    bool leaf = n->op == EXPR_INPUT || n->op == EXPR_CONSTANT;
    for (int i = 0; i < expr_arity(n->op); i++)
        u[i] = row(t, n->argument[i]);
    for (size_t k = 1; k <= t->order; k++)
        y[k] = leaf ? constant(k == 1 && n->op == EXPR_INPUT) : all();
    int side = leaf ? 0 : known_side(t, id, n->op, u, whole);
    y[0] = t->far ? far_value(t, id, n, u, side) : near_value(t, n, u);
    if (is_kinked(n->op))
        of_kinked(t, n->op, side, u, y);
    else if (expr_arity(n->op) == 2)
        of_two(t, n, u[0], u[1], y);
    else if (!leaf)
        of_one(t, n, u[0], y);
}

static void run(taylor *t, double low, double high, bool is_far, bool whole)
{
    t->range = (germ_range){low, high};
    t->far = is_far;
    for (expr id = 0; id <= t->output; id++)
        of_node(t, id, whole);
}

taylor *taylor_init(void *memory, const graph *g, expr output, size_t order, double low,
                    double high)
{
    taylor *t = memory;
    size_t n = (size_t)output + 1, each = order + 1;
    *t = (taylor){.g = g, .output = output, .order = order, .y = (germ *)(t + 1)};
    germ **const rows[ROWS] = {&t->z, &t->w, &t->d, &t->e, &t->f, &t->none};
    for (size_t i = 0; i < ROWS; i++)
        *rows[i] = t->y + (n + i) * each;
    for (size_t k = 0; k <= order; k++)
        t->none[k] = constant(0);
    t->line = (germ_line *)(t->none + each);
    t->side = (signed char *)(t->line + n);
    run(t, low, high, false, true);
    return t;
}

static interval common(interval a, interval b)
{
    return (interval){a.lo.at > b.lo.at ? a.lo : b.lo, a.hi.at < b.hi.at ? a.hi : b.hi};
}

static interval found(taylor *t, size_t l, double low, double high, bool is_far)
{
    run(t, low, high, is_far, false);
    return values(t, row(t, t->output)[l]);
}

/* About the middle: it changes by no more than the next coefficient times the way. */
static interval centred(taylor *t, size_t l, interval next, double low, double high)
{
    double middle = low + 0.5 * (high - low), way = fmax(high - middle, middle - low);
    interval change = interval_product(next, interval_between(-way, way));
    interval times = interval_between((double)l + 1, (double)l + 1);
    return interval_sum(found(t, l, middle, middle, false), interval_product(times, change));
}

interval taylor_coefficient(taylor *t, size_t l, double low, double high)
{
    interval y = found(t, l, low, high, false), next = values(t, row(t, t->output)[l + 1]);
    bool bounded = isfinite(low) && isfinite(high);
    if (!bounded && isinf(low) && isinf(high))
        return y;
    y = common(y, found(t, l, low, high, true));
    return bounded && high > low ? common(y, centred(t, l, next, low, high)) : y;
}

bool taylor_grows(taylor *t, size_t l, double low, double high)
{
    run(t, low, high, true, false);
    return germ_grows(t->range, row(t, t->output)[l]);
}
