/* A node is simplified, looked up in a hash table, and added when it is new. */
#include "graph.h"

#include "vm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct graph {
    expr_node *node;
    size_t size, room;
    expr *slot; /* open hash table of nodes, twice as many slots as room for nodes at least */
    size_t slots;
    vm_table *table; /* their data are this graph's */
    size_t tables;
    bool valued, failed;
};

graph *graph_new(bool valued)
{
    graph *g = calloc(1, sizeof *g);
    if (g)
        g->valued = valued;
    return g;
}

void graph_free(graph *g)
{
    if (!g)
        return;
    for (size_t i = 0; i < g->tables; i++)
        free((void *)g->table[i].data);
    free(g->table);
    free(g->node);
    free(g->slot);
    free(g);
}

bool graph_failed(const graph *g)
{
    return g->failed;
}

size_t graph_size(const graph *g)
{
    return g->size;
}

const expr_node *graph_node(const graph *g, expr id)
{
    return &g->node[id];
}

expr graph_original(const graph *g, expr id)
{
    while (g->node[id].op == EXPR_FRESH || g->node[id].op == EXPR_STOP)
        id = g->node[id].a;
    return id;
}

double graph_value(const graph *g, expr id)
{
    return g->node[id].value;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static size_t hash(const expr_node *n)
{
    uint64_t h = (uint64_t)n->op + 1;
    const uint64_t parts[] = {n->a, n->b, n->c, n->op == EXPR_CONSTANT ? bits_of(n->value) : 0};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        h = (h ^ parts[i]) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
    return (size_t)h;
}

static bool same(const expr_node *a, const expr_node *b)
{
    return a->op == b->op && a->a == b->a && a->b == b->b && a->c == b->c &&
           (a->op != EXPR_CONSTANT || bits_of(a->value) == bits_of(b->value));
}

/* The slot of an equal node, or a free one. */
static expr *find(const graph *g, const expr_node *n)
{
    size_t i = hash(n) & (g->slots - 1);
    while (g->slot[i] != EXPR_NONE && !same(&g->node[g->slot[i]], n))
        i = (i + 1) & (g->slots - 1);
    return &g->slot[i];
}

static bool grow(graph *g)
{
    size_t room = g->room ? 2 * g->room : 64, slots = 2 * room;
    expr_node *node = room <= GRAPH_MOST ? realloc(g->node, room * sizeof *node) : NULL;
    g->node = node ? node : g->node;
    expr *slot = node ? malloc(slots * sizeof *slot) : NULL;
    if (!slot)
        return false;
    free(g->slot);
    g->slot = slot;
    g->slots = slots;
    g->room = room;
    memset(slot, 0xff, slots * sizeof *slot);
    for (expr i = 0; i < g->size; i++)
        if (g->node[i].op != EXPR_FRESH && (g->node[i].op != EXPR_INPUT || !g->valued))
            *find(g, &g->node[i]) = i;
    return true;
}

/* A node, equal ones merged where `shared`. */
static expr add(graph *g, expr_node n, bool shared)
{
    g->failed = g->failed || (g->size == g->room && !grow(g));
    if (g->failed)
        return EXPR_NONE;
    expr *slot = shared ? find(g, &n) : NULL;
    if (slot && *slot != EXPR_NONE)
        return *slot;
    g->node[g->size] = n;
    if (slot)
        *slot = (expr)g->size;
    return (expr)g->size++;
}

expr graph_constant(graph *g, double x)
{
    return add(g, (expr_node){EXPR_CONSTANT, .value = x}, true);
}

expr graph_input(graph *g, uint32_t column, double value)
{
    return add(g, (expr_node){EXPR_INPUT, .a = column, .value = g->valued ? value : NAN},
               !g->valued);
}

expr graph_fresh(graph *g, expr a)
{
    if (g->failed || a == EXPR_NONE)
        return EXPR_NONE;
    return add(g, (expr_node){EXPR_FRESH, .a = a, .value = g->node[a].value}, false);
}

static bool is(const graph *g, expr id, double x)
{
    return g->node[id].op == EXPR_CONSTANT && bits_of(g->node[id].value) == bits_of(x);
}

static bool is_op(const graph *g, expr id, expr_op op)
{
    return g->node[id].op == op;
}

static expr apply2(graph *g, expr_op op, expr a, expr b)
{
    return graph_apply(g, op, a, b, EXPR_NONE);
}

static expr negative(graph *g, expr a)
{
    return apply2(g, EXPR_NEG, a, EXPR_NONE);
}

/* a^n by squaring, n >= 1 */
static expr whole_power(graph *g, expr a, unsigned n)
{
    if (n == 1)
        return a;
    expr square = whole_power(g, apply2(g, EXPR_MUL, a, a), n / 2);
    return n % 2 ? apply2(g, EXPR_MUL, square, a) : square;
}

/* a^b for constant b; -0 counts as 0 under the root, as in pow. */
static expr simpler_power(graph *g, expr a, double b)
{
    double size = fabs(b);
    expr y = EXPR_NONE;
    if (b == 0)
        return graph_constant(g, 1);
    if (size == 0.5)
        y = apply2(g, EXPR_SQRT, apply2(g, EXPR_ADD, a, graph_constant(g, 0)), EXPR_NONE);
    else if (size <= 64 && floor(size) == size)
        y = whole_power(g, a, (unsigned)size);
    return y == EXPR_NONE || b > 0 ? y : apply2(g, EXPR_DIV, graph_constant(g, 1), y);
}

static expr simpler_sum(graph *g, expr a, expr b)
{
    if (is(g, a, -0.0) || is(g, b, -0.0))
        return is(g, b, -0.0) ? a : b;
    if (is_op(g, b, EXPR_NEG))
        return apply2(g, EXPR_SUB, a, g->node[b].a);
    return is_op(g, a, EXPR_NEG) ? apply2(g, EXPR_SUB, b, g->node[a].a) : EXPR_NONE;
}

static expr simpler_difference(graph *g, expr a, expr b)
{
    if (is(g, b, 0))
        return a;
    return is_op(g, b, EXPR_NEG) ? apply2(g, EXPR_ADD, a, g->node[b].a) : EXPR_NONE;
}

/* A sign is taken out of products and quotients: sums take it in. */
static expr simpler_product(graph *g, expr_op op, expr a, expr b)
{
    if (is(g, b, 1))
        return a;
    if (is(g, b, -1))
        return negative(g, a);
    if (is_op(g, a, EXPR_NEG))
        return negative(g, apply2(g, op, g->node[a].a, b));
    return is_op(g, b, EXPR_NEG) ? negative(g, apply2(g, op, a, g->node[b].a)) : EXPR_NONE;
}

/* Dividing by a power of two is multiplying by its inverse, where that is a normal number. */
static expr simpler_quotient(graph *g, expr a, expr b)
{
    double by = is_op(g, b, EXPR_CONSTANT) ? g->node[b].value : 0;
    int exponent;
    if (fabs(frexp(by, &exponent)) == 0.5 && isnormal(by) && isnormal(1 / by))
        return apply2(g, EXPR_MUL, a, graph_constant(g, 1 / by));
    return simpler_product(g, EXPR_DIV, a, b);
}

static expr simpler_choice(graph *g, expr a, expr b, expr c)
{
    if (b == c)
        return b;
    if (!is_op(g, a, EXPR_CONSTANT))
        return EXPR_NONE;
    return g->node[a].value > 0 ? b : c;
}

/* The node that an operation comes to by other operations or by none, or EXPR_NONE. */
static expr simpler(graph *g, const expr_node *n)
{
    switch (n->op) {
    case EXPR_STOP:
        return is_op(g, n->a, EXPR_CONSTANT) || is_op(g, n->a, EXPR_STOP) ? n->a : EXPR_NONE;
    case EXPR_ADD:
        return simpler_sum(g, n->a, n->b);
    case EXPR_SUB:
        return simpler_difference(g, n->a, n->b);
    case EXPR_MUL:
        return is_op(g, n->a, EXPR_CONSTANT) ? simpler_product(g, EXPR_MUL, n->b, n->a)
                                             : simpler_product(g, EXPR_MUL, n->a, n->b);
    case EXPR_DIV:
        return simpler_quotient(g, n->a, n->b);
    case EXPR_NEG:
        return is_op(g, n->a, EXPR_NEG) ? g->node[n->a].a : EXPR_NONE;
    case EXPR_ABS:
        return is_op(g, n->a, EXPR_NEG) ? apply2(g, EXPR_ABS, g->node[n->a].a, EXPR_NONE)
                                        : EXPR_NONE;
    case EXPR_POW:
        return is_op(g, n->b, EXPR_CONSTANT) ? simpler_power(g, n->a, g->node[n->b].value)
                                             : EXPR_NONE;
    case EXPR_WHERE:
        return simpler_choice(g, n->a, n->b, n->c);
    default:
        return EXPR_NONE;
    }
}

/* The value of an operation on the values of its arguments. */
static double value_of(const graph *g, const expr_node *n)
{
    double x[3] = {0};
    for (int i = 0; i < expr_arity(n->op); i++)
        x[i] = g->node[n->argument[i]].value;
    if (n->op == EXPR_STOP)
        return x[0];
    return vm_here()->scalar(n->op, x, n->op == EXPR_GATHER ? &g->table[n->b] : NULL);
}

static bool of_constants(const graph *g, const expr_node *n)
{
    for (int i = 0; i < expr_arity(n->op); i++)
        if (!is_op(g, n->argument[i], EXPR_CONSTANT))
            return false;
    return true;
}

/* The node as it is stored: what does not count is 0, and the arguments of sums and products, which
 * commute to the last bit, are in order. */
static expr_node normal_form(expr_op op, expr a, expr b, expr c)
{
    int arity = expr_arity(op);
    expr_node n = {op, .a = a, .value = NAN};
    n.b = arity > 1 || op == EXPR_GATHER ? b : 0;
    n.c = arity > 2 ? c : 0;
    if ((op == EXPR_ADD || op == EXPR_MUL) && b < a) {
        n.a = b;
        n.b = a;
    }
    return n;
}

expr graph_apply(graph *g, expr_op op, expr a, expr b, expr c)
{
    expr_node n = normal_form(op, a, b, c);
    if (g->failed || n.a == EXPR_NONE || n.b == EXPR_NONE || n.c == EXPR_NONE)
        return EXPR_NONE;
    expr other = simpler(g, &n);
    if (other != EXPR_NONE || g->failed)
        return other;
    if (of_constants(g, &n))
        return graph_constant(g, value_of(g, &n));
    if (g->valued)
        n.value = value_of(g, &n);
    return add(g, n, true);
}

/* A table with these numbers, or the number of tables. */
static size_t find_table(const graph *g, const double *data, size_t n)
{
    size_t i = 0;
    while (i < g->tables &&
           (g->table[i].n != n || memcmp(g->table[i].data, data, n * sizeof *data) != 0))
        i++;
    return i;
}

uint32_t graph_table(graph *g, const double *data, size_t n)
{
    size_t equal = find_table(g, data, n);
    if (equal < g->tables)
        return (uint32_t)equal;
    vm_table *all = g->failed ? NULL : realloc(g->table, (g->tables + 1) * sizeof *all);
    g->table = all ? all : g->table;
    double *copy = all ? malloc((n + 1) * sizeof *copy) : NULL;
    g->failed = g->failed || !copy;
    if (g->failed)
        return EXPR_NONE;
    memcpy(copy, data, n * sizeof *copy);
    all[g->tables] = (vm_table){copy, n};
    return (uint32_t)g->tables++;
}

const double *graph_table_data(const graph *g, uint32_t number, size_t *n)
{
    *n = g->table[number].n;
    return g->table[number].data;
}
