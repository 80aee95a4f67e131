/* The graph is run node by node in scaled numbers; abs, where and others add what is watched. */
#include "along.h"

#include "vm.h"

#include <float.h>

enum { NODES = 4096 };

static const double BEYOND = 300; /* exp of less vanishes beside 1 */

/* Watched: node a minus node b, or minus `offset`. */
typedef struct watched {
    expr a, b;
    double offset;
} watched;

typedef struct along {
    func_line base; /* first: the line that the engine knows */
    const graph *g;
    const vm_type *vm;
    expr output;
    line_watch kind[LINE_WATCHES];
    watched at[LINE_WATCHES];
    scaled
        value[]; /* of each node up to the output; then whether it is used and whether it varies */
} along;

static bool *flags(const along *a)
{
    return (bool *)(a->value + a->output + 1);
}

static bool *varying(const along *a)
{
    return flags(a) + a->output + 1;
}

size_t along_size(const graph *g, expr output)
{
    size_t n = (size_t)output + 1;
    (void)g;
    return n > NODES ? 0 : sizeof(along) + n * (sizeof(scaled) + 2 * sizeof(bool));
}

/* By the function of doubles, with what the error of the argument does to it. */
static scaled in_double(const vm_type *vm, expr_op op, scaled a, scaled b)
{
    double x[3] = {fmax(-DBL_MAX, fmin(DBL_MAX, scaled_double(a))), scaled_double(b), 0};
    if (!scaled_finite(a))
        x[0] = a.m;
    double y = vm->scalar(op, x, NULL), off = fabs(x[0]) * scaled_noise(a);
    double moved[3] = {x[0] + (a.m == 0 ? a.error : off), x[1], 0};
    double change = moved[0] == x[0] ? 0 : fabs(vm->scalar(op, moved, NULL) - y);
    return scaled_noisy(y, (isnan(change) ? 1 : change) + 4 * DBL_EPSILON * fabs(y));
}

static bool is_tiny(scaled a)
{
    return a.m == 0 || (scaled_finite(a) && a.e < -60);
}

/* Functions that are exponential far out. */
static scaled far(expr_op op, scaled a)
{
    bool above = a.m > 0;
    scaled size = scaled_abs(a);
    switch (op) {
    case EXPR_SINH:
    case EXPR_COSH:
        size = scaled_mul(scaled_exp(size), scaled_of(0.5));
        return above || op == EXPR_COSH ? size : scaled_neg(size);
    case EXPR_SIGMOID:
        return above ? scaled_of(1) : scaled_exp(a);
    case EXPR_SOFTPLUS:
        return above ? a : scaled_exp(a);
    default:
        return scaled_sub(size, scaled_of(0.69314718055994530942)); /* logcosh */
    }
}

static bool is_far(expr_op op, scaled a)
{
    bool grows = op == EXPR_SINH || op == EXPR_COSH || op == EXPR_SIGMOID || op == EXPR_SOFTPLUS ||
                 op == EXPR_LOGCOSH;
    return grows && fabs(scaled_double(a)) > BEYOND;
}

/* x near 0 and of no size in double. */
static bool is_itself(expr_op op, scaled a)
{
    return is_tiny(a) && (op == EXPR_SINH || op == EXPR_TANH || op == EXPR_SIN || op == EXPR_ATAN ||
                          op == EXPR_LOG1P);
}

static scaled gathered(const along *l, const expr_node *n, scaled a)
{
    size_t length;
    const double *data = graph_table_data(l->g, n->b, &length);
    double x[3] = {scaled_double(a)};
    return scaled_of(l->vm->scalar(EXPR_GATHER, x, &(vm_table){data, length}));
}

static scaled of_function(const vm_type *vm, expr_op op, scaled a)
{
    if (is_itself(op, a))
        return a;
    if (is_far(op, a))
        return far(op, a);
    if (op == EXPR_LOG1P && a.e > 60)
        return scaled_log(a);
    return in_double(vm, op, a, scaled_of(0));
}

static scaled of_one(const vm_type *vm, expr_op op, scaled a)
{
    switch (op) {
    case EXPR_FRESH:
    case EXPR_STOP:
        return a;
    case EXPR_NEG:
        return scaled_neg(a);
    case EXPR_ABS:
        return scaled_abs(a);
    case EXPR_EXP:
        return scaled_exp(a);
    case EXPR_LOG:
        return scaled_log(a);
    case EXPR_SQRT:
        return a.m == 0 ? a : scaled_pow(a, scaled_of(0.5));
    case EXPR_RELU:
        return a.m <= 0 ? scaled_of(0) : a;
    default:
        return of_function(vm, op, a);
    }
}

static scaled of_two(const vm_type *vm, expr_op op, scaled a, scaled b)
{
    switch (op) {
    case EXPR_ADD:
        return scaled_add(a, b);
    case EXPR_SUB:
        return scaled_sub(a, b);
    case EXPR_MUL:
        return scaled_mul(a, b);
    case EXPR_DIV:
        return scaled_div(a, b);
    case EXPR_POW:
        return scaled_pow(a, b);
    case EXPR_MIN:
        return scaled_sub(b, a).m < 0 ? b : a;
    case EXPR_MAX:
        return scaled_sub(b, a).m > 0 ? b : a;
    default:
        return in_double(vm, op, a, b);
    }
}

static scaled of_node(const along *l, const expr_node *n, double s)
{
    switch (n->op) {
    case EXPR_CONSTANT:
        return scaled_of(n->value);
    case EXPR_INPUT:
        return scaled_of(s);
    case EXPR_WHERE:
        return l->value[n->a].m > 0 ? l->value[n->b] : l->value[n->c];
    case EXPR_GATHER:
        return gathered(l, n, l->value[n->a]);
    default:
        return expr_arity(n->op) == 2 ? of_two(l->vm, n->op, l->value[n->a], l->value[n->b])
                                      : of_one(l->vm, n->op, l->value[n->a]);
    }
}

/* Gives the used nodes that vary, or do not vary, their values. */
static void run(along *l, double s, bool vary)
{
    const bool *used = flags(l), *varies = varying(l);
    for (expr i = 0; i <= l->output; i++)
        if (used[i] && varies[i] == vary)
            l->value[i] = of_node(l, graph_node(l->g, i), s);
}

static status value(const func_line *l, double s, scaled *out)
{
    along *a = (along *)l;
    run(a, s, true);
    *out = a->value[a->output];
    return STATUS_OK;
}

static status watch(const func_line *l, double s, double *out)
{
    along *a = (along *)l;
    run(a, s, true);
    for (size_t i = 0; i < l->watches; i++) {
        const watched *w = &a->at[i];
        scaled less = w->b == EXPR_NONE ? scaled_of(w->offset) : a->value[w->b];
        out[i] = scaled_double(scaled_sub(a->value[w->a], less));
    }
    return STATUS_OK;
}

static void mark(along *l)
{
    bool *used = flags(l), *varies = varying(l);
    for (expr i = 0; i <= l->output; i++) {
        const expr_node *n = graph_node(l->g, i);
        used[i] = i == l->output;
        varies[i] = n->op == EXPR_INPUT;
        for (int k = 0; k < expr_arity(n->op); k++)
            varies[i] = varies[i] || varies[n->argument[k]];
    }
    for (expr i = l->output + 1; i-- > 0;) {
        const expr_node *n = graph_node(l->g, i);
        for (int k = 0; used[i] && k < expr_arity(n->op); k++)
            used[n->argument[k]] = true;
    }
}

/* Whether it is new. */
static bool add_watch(along *l, line_watch kind, expr a, expr b, double offset)
{
    bool varies = varying(l)[a] || (b != EXPR_NONE && varying(l)[b]);
    for (size_t i = 0; i < l->base.watches; i++)
        if (l->kind[i] == kind && l->at[i].a == a && l->at[i].b == b && l->at[i].offset == offset)
            return false;
    l->base.all = l->base.all && (!varies || l->base.watches < LINE_WATCHES);
    if (!varies || l->base.watches == LINE_WATCHES)
        return false;
    l->kind[l->base.watches] = kind;
    l->at[l->base.watches++] = (watched){a, b, offset};
    return true;
}

/* A product is 0 where a factor is, whose sign is seen to change also where the product's is not.
 */
static void watch_zero(along *l, expr a)
{
    const expr_node *n = graph_node(l->g, a);
    if (!add_watch(l, LINE_ZERO, a, EXPR_NONE, 0) || n->op != EXPR_MUL)
        return;
    watch_zero(l, n->a);
    watch_zero(l, n->b);
}

static void watch_node(along *l, const expr_node *n)
{
    switch (n->op) {
    case EXPR_DIV:
        watch_zero(l, n->b);
        break;
    case EXPR_LOG:
    case EXPR_SQRT:
    case EXPR_POW:
        watch_zero(l, n->a);
        break;
    case EXPR_LOG1P:
        add_watch(l, LINE_ZERO, n->a, EXPR_NONE, -1);
        break;
    case EXPR_EXP:
        add_watch(l, LINE_PEAK, n->a, EXPR_NONE, 0);
        break;
    case EXPR_MIN:
    case EXPR_MAX:
        add_watch(l, LINE_BEND, n->a, n->b, 0);
        break;
    case EXPR_MUL:
        if (n->a == n->b)
            add_watch(l, LINE_BEND, n->a, EXPR_NONE, 0);
        break;
    case EXPR_RELU:
    case EXPR_WHERE:
    case EXPR_SOFTPLUS:
        add_watch(l, LINE_BEND, n->a, EXPR_NONE, 0);
        break;
    default:
        if (expr_traits(n->op) & (EXPR_BOWL | EXPR_BENT))
            add_watch(l, LINE_BEND, n->a, EXPR_NONE, 0);
        break;
    }
}

const func_line *along_init(void *memory, const graph *g, expr output)
{
    along *l = memory;
    l->base = (func_line){.kind = l->kind, .all = true, .value = value, .watch = watch};
    l->g = g;
    l->vm = vm_here();
    l->output = output;
    mark(l);
    run(l, 0, false);
    for (expr i = 0; i <= output; i++)
        if (flags(l)[i])
            watch_node(l, graph_node(g, i));
    return &l->base;
}
