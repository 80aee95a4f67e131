#include "graph.h"

#include "vm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct table {
    size_t n;
    double *data;
} table;

struct graph {
    expr_node *node;
    size_t size, room;
    expr *slot; /* open hash table of nodes, twice as many slots as room for nodes at least */
    size_t slots;
    table *table;
    size_t tables;
    bool valued, failed;
};

#define EXPR_NAME(name, text, arity) text,
#define EXPR_ARITY(name, text, arity) arity,
const char *expr_name(expr_op op)
{
    static const char *const names[] = {EXPR_LIST(EXPR_NAME)};
    return names[op];
}

int expr_arity(expr_op op)
{
    static const int arities[] = {EXPR_LIST(EXPR_ARITY)};
    return arities[op];
}

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
        free(g->table[i].data);
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
    expr_node *node = room < EXPR_NONE ? realloc(g->node, room * sizeof *node) : NULL;
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
    return add(g, (expr_node){EXPR_CONSTANT, 0, 0, 0, x}, true);
}

expr graph_input(graph *g, uint32_t column, double value)
{
    return add(g, (expr_node){EXPR_INPUT, column, 0, 0, g->valued ? value : NAN}, !g->valued);
}

expr graph_fresh(graph *g, expr a)
{
    if (g->failed || a == EXPR_NONE)
        return EXPR_NONE;
    return add(g, (expr_node){EXPR_FRESH, a, 0, 0, g->node[a].value}, false);
}

static bool is(const graph *g, expr id, double x)
{
    return g->node[id].op == EXPR_CONSTANT && bits_of(g->node[id].value) == bits_of(x);
}

/* The node that an operation comes to without being made, or EXPR_NONE. */
static expr simpler(const graph *g, expr_op op, expr a, expr b)
{
    if (op == EXPR_MUL && is(g, a, 1))
        return b;
    if ((op == EXPR_MUL || op == EXPR_DIV) && is(g, b, 1))
        return a;
    if (op == EXPR_SUB && is(g, b, 0))
        return a;
    if (op == EXPR_NEG && g->node[a].op == EXPR_NEG)
        return g->node[a].a;
    return EXPR_NONE;
}

/* The value of an operation on the values of its arguments. */
static double value_of(const graph *g, const expr_node *n)
{
    const uint32_t arguments[] = {n->a, n->b, n->c};
    double x[3] = {0};
    for (int i = 0; i < expr_arity(n->op); i++)
        x[i] = g->node[arguments[i]].value;
    const table *t = n->op == EXPR_GATHER ? &g->table[n->b] : NULL;
    return vm_scalar(n->op, x, t ? t->data : NULL, t ? t->n : 0);
}

static bool foldable(const graph *g, const expr_node *n)
{
    const uint32_t arguments[] = {n->a, n->b, n->c};
    for (int i = 0; i < expr_arity(n->op); i++)
        if (g->node[arguments[i]].op != EXPR_CONSTANT)
            return false;
    return true;
}

expr graph_apply(graph *g, expr_op op, expr a, expr b, expr c)
{
    int arity = expr_arity(op);
    bool none = a == EXPR_NONE || (arity > 1 && b == EXPR_NONE) || (arity > 2 && c == EXPR_NONE);
    if (g->failed || none)
        return EXPR_NONE;
    bool swap = (op == EXPR_ADD || op == EXPR_MUL) && b < a; /* commute to the last bit */
    expr_node n = {op, swap ? b : a,
                   arity < 2 && op != EXPR_GATHER ? 0
                   : swap                         ? a
                                                  : b,
                   arity < 3 ? 0 : c, NAN};
    expr simple = simpler(g, op, n.a, n.b);
    if (simple != EXPR_NONE)
        return simple;
    if (foldable(g, &n))
        return graph_constant(g, value_of(g, &n));
    if (g->valued)
        n.value = value_of(g, &n);
    return add(g, n, true);
}

uint32_t graph_table(graph *g, const double *data, size_t n)
{
    table *all = g->failed ? NULL : realloc(g->table, (g->tables + 1) * sizeof *all);
    g->table = all ? all : g->table;
    double *copy = all ? malloc((n + 1) * sizeof *copy) : NULL;
    g->failed = g->failed || !copy;
    if (g->failed)
        return EXPR_NONE;
    memcpy(copy, data, n * sizeof *copy);
    all[g->tables] = (table){n, copy};
    return (uint32_t)g->tables++;
}

const double *graph_table_data(const graph *g, uint32_t number, size_t *n)
{
    *n = g->table[number].n;
    return g->table[number].data;
}
