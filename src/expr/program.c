#include "program.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE = 1 << 15 }; /* numbers that a run may touch: 256 kB */

/* What is known of a node while its graph is compiled. */
typedef struct fact {
    uint32_t uses;   /* by live nodes and outputs; 0 = dead */
    uint32_t last;   /* the last instruction that reads it */
    uint32_t column; /* EXPR_NONE until it has one */
    bool inside;     /* a product or sum that is made inside another instruction */
} fact;

typedef struct compilation {
    const graph *g;
    program *p;
    fact *fact;
    size_t listed;   /* numbers in p->list */
    uint32_t *spare; /* registers that are free */
    size_t spares;
} compilation;

/* A node's value is that of its argument for these. */
static expr behind(const graph *g, expr id)
{
    const expr_node *n = graph_node(g, id);
    while (n->op == EXPR_FRESH || n->op == EXPR_STOP) {
        id = n->a;
        n = graph_node(g, id);
    }
    return id;
}

static size_t arguments(const graph *g, expr id, expr out[3])
{
    const expr_node *n = graph_node(g, id);
    const uint32_t all[] = {n->a, n->b, n->c};
    size_t arity = (size_t)expr_arity(n->op);
    for (size_t i = 0; i < arity; i++)
        out[i] = behind(g, all[i]);
    return arity;
}

static void count_uses(compilation *c, size_t outputs, const expr *output)
{
    for (size_t k = 0; k < outputs; k++)
        c->fact[behind(c->g, output[k])].uses += 2; /* an output is never inside another */
    for (expr id = (expr)graph_size(c->g); id-- > 0;) {
        expr argument[3];
        size_t n = c->fact[id].uses ? arguments(c->g, id, argument) : 0;
        for (size_t i = 0; i < n; i++)
            c->fact[argument[i]].uses++;
    }
}

static bool is(const compilation *c, expr id, expr_op op)
{
    return graph_node(c->g, id)->op == op;
}

/* A product that nothing else reads. */
static bool lone_product(const compilation *c, expr id)
{
    return is(c, id, EXPR_MUL) && c->fact[id].uses == 1;
}

/* The term of a sum that is a product to be made inside it, or EXPR_NONE; *rest <- the other. */
static expr product_in(const compilation *c, expr sum, expr *rest)
{
    expr argument[3];
    arguments(c->g, sum, argument);
    for (size_t i = 2; i-- > 0;) {
        *rest = argument[1 - i];
        if (lone_product(c, argument[i]))
            return argument[i];
    }
    return EXPR_NONE;
}

/* Marks what is made inside the sum or difference id. */
static void fuse(compilation *c, expr id)
{
    expr rest, argument[3], product;
    if (is(c, id, EXPR_SUB)) {
        arguments(c->g, id, argument);
        if (lone_product(c, argument[1]))
            c->fact[argument[1]].inside = true;
        return;
    }
    for (expr sum = id; is(c, sum, EXPR_ADD); sum = rest) {
        product = product_in(c, sum, &rest);
        if (product == EXPR_NONE)
            return;
        c->fact[sum].inside = sum != id;
        c->fact[product].inside = true;
        if (lone_product(c, rest))
            c->fact[rest].inside = true;
        if (c->fact[rest].uses != 1)
            return;
    }
}

static void fuse_all(compilation *c)
{
    for (expr id = (expr)graph_size(c->g); id-- > 0;)
        if (c->fact[id].uses && !c->fact[id].inside && (is(c, id, EXPR_ADD) || is(c, id, EXPR_SUB)))
            fuse(c, id);
}

/* Input and constant columns. */
static void place_inputs(compilation *c)
{
    program *p = c->p;
    for (expr id = 0; id < graph_size(c->g); id++) {
        const expr_node *n = graph_node(c->g, id);
        if (n->op == EXPR_INPUT && c->fact[id].uses)
            p->inputs = n->a + 1 > p->inputs ? n->a + 1 : p->inputs;
    }
    p->columns = p->inputs;
    for (expr id = 0; id < graph_size(c->g); id++) {
        const expr_node *n = graph_node(c->g, id);
        if (!c->fact[id].uses || (n->op != EXPR_INPUT && n->op != EXPR_CONSTANT))
            continue;
        c->fact[id].column = (uint32_t)(n->op == EXPR_INPUT ? n->a : p->columns++);
        if (n->op == EXPR_CONSTANT)
            p->constant[p->constants++] = n->value;
    }
}

static uint32_t list(compilation *c, uint32_t id)
{
    c->p->list[c->listed] = id;
    return (uint32_t)c->listed++;
}

static void list_pair(compilation *c, expr product)
{
    expr argument[3];
    arguments(c->g, product, argument);
    list(c, argument[0]);
    list(c, argument[1]);
}

/* The sum id with the products inside it: pairs are found from the last to the first. */
static vm_instruction dot_of(compilation *c, expr id)
{
    expr rest = id, sum = id, product;
    uint32_t first = (uint32_t)c->listed, pairs;
    do {
        product = product_in(c, sum, &rest);
        list_pair(c, product);
        sum = rest;
    } while (is(c, rest, EXPR_ADD) && c->fact[rest].inside);
    bool whole = c->fact[rest].inside;
    if (whole)
        list_pair(c, rest);
    pairs = (uint32_t)(c->listed - first) / 2;
    uint32_t *p = c->p->list + first;
    for (uint32_t i = 0; i < pairs / 2; i++) { /* from left to right */
        uint32_t j = pairs - 1 - i, a = p[2 * i], b = p[2 * i + 1];
        p[2 * i] = p[2 * j];
        p[2 * i + 1] = p[2 * j + 1];
        p[2 * j] = a;
        p[2 * j + 1] = b;
    }
    return (vm_instruction){VM_DOT, id, whole ? EXPR_NONE : rest, first, pairs, NULL};
}

/* The instruction of a node, with nodes for columns as yet. */
static vm_instruction instruction_of(compilation *c, expr id)
{
    const expr_node *n = graph_node(c->g, id);
    expr argument[3] = {0}, factor[3], rest;
    arguments(c->g, id, argument);
    if (n->op == EXPR_ADD && product_in(c, id, &rest) != EXPR_NONE)
        return dot_of(c, id);
    if (n->op == EXPR_SUB && c->fact[argument[1]].inside) {
        arguments(c->g, argument[1], factor);
        return (vm_instruction){VM_SUB_PRODUCT, id, argument[0], factor[0], factor[1], NULL};
    }
    vm_instruction k = {n->op, id, argument[0], argument[1], argument[2], NULL};
    if (n->op == EXPR_GATHER) {
        size_t length;
        k.table = graph_table_data(c->g, n->b, &length);
        k.b = (uint32_t)length;
    }
    return k;
}

/* Calls visit for each operand of an instruction that is a node. */
static void each_operand(compilation *c, vm_instruction *k, size_t at,
                         void (*visit)(compilation *c, uint32_t *operand, size_t at))
{
    bool dot = k->code == VM_DOT;
    size_t n = dot                         ? k->a != EXPR_NONE
               : k->code == VM_SUB_PRODUCT ? 3
                                           : (size_t)expr_arity((expr_op)k->code);
    uint32_t *all[] = {&k->a, &k->b, &k->c};
    for (size_t i = 0; i < n; i++)
        visit(c, all[i], at);
    for (size_t i = 0; dot && i < 2 * (size_t)k->c; i++)
        visit(c, &c->p->list[k->b + i], at);
}

static void note_last(compilation *c, uint32_t *operand, size_t at)
{
    c->fact[*operand].last = (uint32_t)at;
}

static void list_instructions(compilation *c)
{
    program *p = c->p;
    for (expr id = 0; id < graph_size(c->g); id++) {
        const fact *f = &c->fact[id];
        if (!f->uses || f->inside || f->column != EXPR_NONE)
            continue;
        p->code[p->operations] = instruction_of(c, id);
        each_operand(c, &p->code[p->operations], p->operations, note_last);
        p->operations++;
    }
}

/* Puts a column in the place of a node; a register that is not read again is free. */
static void to_column(compilation *c, uint32_t *operand, size_t at)
{
    fact *f = &c->fact[*operand];
    bool reg = f->column >= c->p->inputs + c->p->constants;
    *operand = f->column;
    if (reg && f->last == at) {
        f->last = EXPR_NONE; /* once, should the instruction read it twice */
        c->spare[c->spares++] = f->column;
    }
}

static void allocate(compilation *c, size_t outputs, const expr *output)
{
    program *p = c->p;
    for (size_t k = 0; k < outputs; k++)
        c->fact[behind(c->g, output[k])].last = EXPR_NONE;
    for (size_t at = 0; at < p->operations; at++) {
        vm_instruction *k = &p->code[at];
        expr id = k->to;
        each_operand(c, k, at, to_column);
        k->to = c->spares ? c->spare[--c->spares] : (uint32_t)p->columns++;
        c->fact[id].column = k->to;
    }
    for (size_t k = 0; k < outputs; k++)
        p->output[k] = c->fact[behind(c->g, output[k])].column;
}

static size_t at_least_one(size_t n)
{
    return n ? n : 1;
}

static bool take_memory(compilation *c, size_t nodes, size_t outputs)
{
    program *p = c->p;
    nodes = at_least_one(nodes);
    c->fact = calloc(nodes, sizeof *c->fact);
    c->spare = malloc(nodes * sizeof *c->spare);
    p->constant = malloc(nodes * sizeof *p->constant);
    p->code = malloc(nodes * sizeof *p->code);
    p->list = malloc(2 * nodes * sizeof *p->list);
    p->output = malloc(at_least_one(outputs) * sizeof *p->output);
    return c->fact && c->spare && p->constant && p->code && p->list && p->output;
}

/* Gives back what the compilation took too much of. */
static void shrink(program *p, size_t listed)
{
    void *code = realloc(p->code, at_least_one(p->operations) * sizeof *p->code);
    void *all = realloc(p->list, at_least_one(listed) * sizeof *p->list);
    void *constant = realloc(p->constant, at_least_one(p->constants) * sizeof *p->constant);
    p->code = code ? code : p->code;
    p->list = all ? all : p->list;
    p->constant = constant ? constant : p->constant;
}

static bool note_inputs(compilation *c)
{
    program *p = c->p;
    p->used = calloc(at_least_one(p->inputs), sizeof *p->used);
    for (expr id = 0; p->used && id < graph_size(c->g); id++)
        if (c->fact[id].uses && is(c, id, EXPR_INPUT))
            p->used[graph_node(c->g, id)->a] = true;
    return p->used != NULL;
}

static void choose_lanes(program *p)
{
    size_t lanes = CACHE / at_least_one(p->columns) / 8 * 8;
    p->lanes = lanes < 8 ? 8 : lanes < PROGRAM_LANES ? lanes : PROGRAM_LANES;
}

static bool compile(compilation *c, size_t outputs, const expr *output)
{
    size_t nodes = graph_size(c->g);
    if (graph_failed(c->g) || !take_memory(c, nodes, outputs))
        return false;
    for (size_t i = 0; i < nodes; i++)
        c->fact[i].column = EXPR_NONE;
    count_uses(c, outputs, output);
    fuse_all(c);
    place_inputs(c);
    list_instructions(c);
    allocate(c, outputs, output);
    shrink(c->p, c->listed);
    choose_lanes(c->p);
    c->p->outputs = outputs;
    return note_inputs(c);
}

program *program_compile(const graph *g, size_t outputs, const expr *output)
{
    program *p = calloc(1, sizeof *p);
    compilation c = {.g = g, .p = p};
    if (!p)
        return NULL;
    p->vm = vm_here();
    bool done = compile(&c, outputs, output);
    free(c.fact);
    free(c.spare);
    if (done)
        return p;
    program_free(p);
    return NULL;
}

void program_free(program *p)
{
    if (!p)
        return;
    free(p->constant);
    free(p->code);
    free(p->list);
    free(p->output);
    free(p->used);
    free(p);
}

void program_run(const program *p, double *work, size_t n)
{
    size_t lanes = (n + 7) / 8 * 8;
    for (size_t k = 0; k < p->constants; k++) {
        double *to = work + (p->inputs + k) * p->lanes;
        for (size_t i = 0; i < lanes; i++)
            to[i] = p->constant[k];
    }
    p->vm->run(p->code, p->operations, p->list, work, p->lanes, lanes);
}
