/* Compilation. Of the live nodes
 *
 *   fresh and stop are their argument;
 *   a product that a single sum or difference reads is made inside that;
 *   a sum or difference that goes on in a single other one is made inside that, up to TERMS terms:
 *   x + a1 b1 + a2 b2 - .. keeps its accumulator in registers. Not more terms, because all operands
 *   must live until then.
 *
 * Instructions stand in the order of their last nodes. They are written with nodes for operands;
 * then registers take their places, free again after their last use. */
#include "program.h"

#include "engine/machine/arena.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    TERMS = 16,
    WORDS = 5,       /* of code, at most, for a node */
    CACHE = 1 << 16, /* numbers that a run should touch at most: 512 kB */
    FEWEST = 16,     /* lanes */
    REGISTER = 0,    /* the lowest bit of a place: a column, */
    CONSTANT = 1     /* or a constant */
};

/* What is known of a node. */
typedef struct fact {
    uint32_t uses;  /* by live nodes and outputs; 0 = dead */
    uint32_t last;  /* the last instruction that reads it */
    uint32_t place; /* 2 * column, or 2 * constant + 1; EXPR_NONE until it has one */
    expr rest;      /* of a sum: what it goes on from; of a constant: the node of its copy */
    expr term;      /* of a sum: what it adds or subtracts */
    uint32_t terms; /* of a sum: how many it adds to its beginning */
    bool inside;    /* made inside another instruction */
} fact;

/* Facts are those of the graph's nodes, then of -0, from which sums of products begin (-0 + x = x
 * to the last bit), then of outputs that are constants and so must be copied. */
typedef struct compilation {
    const graph *g;
    size_t nodes, outputs;
    fact *fact;
    uint32_t *code, *spare; /* spare: registers that are free */
    expr *output;           /* nodes whose columns are the outputs */
    double *constant;
    vm_table *table;
    size_t words, spares, inputs, used, columns, constants, tables, operations;
} compilation;

static size_t arguments(const compilation *c, expr id, expr out[3])
{
    const expr_node *n = graph_node(c->g, id);
    size_t arity = (size_t)expr_arity(n->op);
    for (size_t i = 0; i < arity; i++)
        out[i] = graph_original(c->g, n->argument[i]);
    return arity;
}

static bool is(const compilation *c, expr id, expr_op op)
{
    return id < c->nodes && graph_node(c->g, id)->op == op;
}

static bool is_sum(const compilation *c, expr id)
{
    return is(c, id, EXPR_ADD) || is(c, id, EXPR_SUB);
}

static void count_uses(compilation *c)
{
    for (size_t k = 0; k < c->outputs; k++)
        c->fact[c->output[k]].uses += 2; /* an output is never inside another */
    for (expr id = (expr)c->nodes; id-- > 0;) {
        expr argument[3];
        size_t n = c->fact[id].uses ? arguments(c, id, argument) : 0;
        for (size_t i = 0; i < n; i++)
            c->fact[argument[i]].uses++;
    }
}

/* A product that nothing else reads. */
static bool lone_product(const compilation *c, expr id)
{
    return is(c, id, EXPR_MUL) && c->fact[id].uses == 1;
}

static bool goes_on(const compilation *c, expr id)
{
    return is_sum(c, id) && c->fact[id].uses == 1 && c->fact[id].terms < TERMS;
}

/* Chooses what the sum goes on from and marks what is made inside it. */
static void fuse(compilation *c, expr id)
{
    fact *f = &c->fact[id];
    expr argument[3];
    arguments(c, id, argument);
    bool add = is(c, id, EXPR_ADD);
    bool swap = add && !goes_on(c, argument[0]) &&
                (goes_on(c, argument[1]) || lone_product(c, argument[0]));
    f->rest = argument[swap];
    f->term = argument[!swap];
    bool on = goes_on(c, f->rest), product = lone_product(c, f->term);
    f->terms = on ? c->fact[f->rest].terms + 1 : 1;
    c->fact[f->term].inside = product;
    c->fact[f->rest].inside = on || (add && product && lone_product(c, f->rest));
}

static void fuse_all(compilation *c)
{
    for (expr id = 0; id < c->nodes; id++)
        if (c->fact[id].uses && is_sum(c, id))
            fuse(c, id);
}

static void place_constant(compilation *c, expr id, double value)
{
    c->fact[id].place = (uint32_t)(2 * c->constants + CONSTANT);
    c->constant[c->constants++] = value;
}

static void place_input(compilation *c, expr id, uint32_t column)
{
    c->fact[id].place = 2 * column + REGISTER;
    c->inputs = column + 1 > c->inputs ? (size_t)column + 1 : c->inputs;
    c->used++;
}

static void write(compilation *c, uint32_t word)
{
    c->code[c->words++] = word;
}

static void write_head(compilation *c, uint32_t op, size_t count, expr to)
{
    write(c, op | (uint32_t)count << 8);
    write(c, to);
}

/* The operation that a sum's term asks for. */
static uint32_t code_of(const compilation *c, expr sum)
{
    bool product = c->fact[c->fact[sum].term].inside;
    if (is(c, sum, EXPR_ADD))
        return product ? VM_ADD_PRODUCTS : EXPR_ADD;
    return product ? VM_SUB_PRODUCTS : EXPR_SUB;
}

static void write_term(compilation *c, expr id)
{
    expr factor[3];
    if (!c->fact[id].inside) {
        write(c, id);
        return;
    }
    arguments(c, id, factor);
    write(c, factor[0]);
    write(c, factor[1]);
}

/* One instruction for each run of terms that ask for the same operation; it writes the run's last
 * sum. first: a product that the chain begins with, or EXPR_NONE. */
static void write_run(compilation *c, const expr *sum, size_t n, expr first)
{
    bool begins = first != EXPR_NONE;
    write_head(c, code_of(c, sum[0]), n + begins, sum[n - 1]);
    write(c, begins ? (expr)c->nodes : c->fact[sum[0]].rest);
    if (begins)
        write_term(c, first);
    for (size_t i = 0; i < n; i++)
        write_term(c, c->fact[sum[i]].term);
}

static void write_sum(compilation *c, expr id)
{
    expr sum[TERMS];
    size_t all = c->fact[id].terms, n;
    assert(all <= TERMS);
    for (size_t i = all; i-- > 0; id = c->fact[id].rest)
        sum[i] = id;
    expr first = c->fact[id].inside ? id : EXPR_NONE; /* here id is what the chain begins with */
    for (size_t i = 0; i < all; i += n, first = EXPR_NONE) {
        for (n = 1; i + n < all && code_of(c, sum[i + n]) == code_of(c, sum[i]);)
            n++;
        write_run(c, sum + i, n, first);
    }
}

static size_t table_place(compilation *c, uint32_t number)
{
    size_t n, i = 0;
    const double *data = graph_table_data(c->g, number, &n);
    while (i < c->tables && c->table[i].data != data)
        i++;
    if (i == c->tables)
        c->table[c->tables++] = (vm_table){data, n};
    return i;
}

static void write_operation(compilation *c, expr id)
{
    const expr_node *n = graph_node(c->g, id);
    expr argument[3];
    size_t arity = arguments(c, id, argument);
    write_head(c, n->op, n->op == EXPR_GATHER ? table_place(c, n->b) : 0, id);
    for (size_t i = 0; i < arity; i++)
        write(c, argument[i]);
}

static void write_node(compilation *c, expr id)
{
    const expr_node *n = graph_node(c->g, id);
    c->operations += n->op != EXPR_INPUT && n->op != EXPR_CONSTANT;
    if (n->op == EXPR_INPUT)
        place_input(c, id, n->a);
    else if (n->op == EXPR_CONSTANT)
        place_constant(c, id, n->value);
    else if (c->fact[id].inside)
        return;
    else if (is_sum(c, id))
        write_sum(c, id);
    else
        write_operation(c, id);
}

/* A constant has no column: as an output it becomes a sum with one term. */
static void copy_constants(compilation *c)
{
    expr next = (expr)c->nodes + 1;
    for (size_t k = 0; k < c->outputs; k++) {
        expr id = c->output[k];
        if (!is(c, id, EXPR_CONSTANT))
            continue;
        if (c->fact[id].rest == EXPR_NONE) {
            write_head(c, EXPR_ADD, 0, c->fact[id].rest = next++);
            write(c, id);
        }
        c->output[k] = c->fact[id].rest;
    }
}

static void write_code(compilation *c)
{
    place_constant(c, (expr)c->nodes, -0.0);
    for (expr id = 0; id < c->nodes; id++)
        if (c->fact[id].uses)
            write_node(c, id);
    copy_constants(c);
}

static void note_last_uses(compilation *c)
{
    for (size_t at = 0, next; at < c->words; at = next) {
        next = at + 2 + vm_operands(c->code[at]);
        for (size_t i = at + 2; i < next; i++)
            c->fact[c->code[i]].last = (uint32_t)at;
    }
    for (size_t k = 0; k < c->outputs; k++)
        c->fact[c->output[k]].last = EXPR_NONE;
}

/* The operand's place; a register that is not read again is free from here on. */
static uint32_t take_place(compilation *c, expr id, size_t at)
{
    fact *f = &c->fact[id];
    bool reg = f->place % 2 == REGISTER && f->place / 2 >= c->inputs;
    if (reg && f->last == at) {
        f->last = EXPR_NONE; /* once, should the instruction read it twice */
        c->spare[c->spares++] = f->place;
    }
    return f->place;
}

static void allocate(compilation *c)
{
    c->inputs = (c->inputs + 7) / 8 * 8;
    c->columns = c->inputs;
    for (size_t at = 0, next; at < c->words; at = next) {
        next = at + 2 + vm_operands(c->code[at]);
        for (size_t i = at + 2; i < next; i++)
            c->code[i] = take_place(c, c->code[i], at);
        fact *f = &c->fact[c->code[at + 1]];
        f->place = c->spares ? c->spare[--c->spares] : (uint32_t)(2 * c->columns++ + REGISTER);
        c->code[at + 1] = f->place;
    }
}

static void set_lanes(program *p, size_t lanes)
{
    p->lanes = lanes;
    p->gap = lanes % 16 ? lanes : lanes + 8; /* columns fall on different cache sets */
}

static void choose_lanes(const compilation *c, program *p)
{
    size_t used = c->used + c->columns - c->inputs, lanes = CACHE / (used + 1) / 8 * 8;
    lanes = lanes < PROGRAM_LANES ? lanes : PROGRAM_LANES;
    set_lanes(p, lanes < FEWEST ? FEWEST : lanes);
}

/* Places as the interpreter counts them. */
static void place_operands(const compilation *c, const program *p, uint32_t *code)
{
    memcpy(code, c->code, c->words * sizeof *code);
    for (size_t at = 0, next; at < c->words; at = next) {
        next = at + 2 + vm_operands(code[at]);
        for (size_t i = at + 1; i < next; i++)
            code[i] =
                code[i] % 2 == CONSTANT ? code[i] / 2 * 8 + 1 : code[i] / 2 * (uint32_t)p->gap;
    }
}

/* The program and its parts in one block; a dry run with no block measures. */
static program *lay_out(const compilation *c, arena *a, program *p)
{
    program *place = arena_take(a, sizeof *p);
    p->code = arena_take(a, c->words * sizeof *p->code);
    p->output = arena_take(a, c->outputs * sizeof *p->output);
    p->constants = arena_take(a, 8 * c->constants * sizeof *p->constants);
    p->tables = arena_take(a, c->tables * sizeof *p->tables);
    p->used = arena_take(a, c->inputs * sizeof *p->used);
    return place;
}

static void note_inputs(const compilation *c, bool *used)
{
    memset(used, 0, c->inputs * sizeof *used);
    for (expr id = 0; id < c->nodes; id++)
        if (c->fact[id].uses && is(c, id, EXPR_INPUT))
            used[graph_node(c->g, id)->a] = true;
}

static void fill(const compilation *c, program *p)
{
    place_operands(c, p, p->code);
    for (size_t i = 0; i < 8 * c->constants; i++)
        p->constants[i] = c->constant[i / 8];
    for (size_t k = 0; k < c->outputs; k++)
        p->output[k] = c->fact[c->output[k]].place / 2;
    for (size_t i = 0; i < c->tables; i++)
        p->tables[i] = c->table[i];
    note_inputs(c, p->used);
}

/* The program in its own block; NULL where its places do not fit into words. */
static program *finish(const compilation *c)
{
    program p = {.vm = vm_here(),
                 .inputs = c->inputs,
                 .columns = c->columns,
                 .operations = c->operations,
                 .outputs = c->outputs};
    choose_lanes(c, &p);
    arena measure = {0};
    lay_out(c, &measure, &p);
    bool fits = c->columns * p.gap <= UINT32_MAX && 8 * c->constants <= UINT32_MAX;
    arena memory = {.block = fits ? aligned_alloc(ARENA_ALIGN, measure.used) : NULL};
    if (!memory.block)
        return NULL;
    program *out = lay_out(c, &memory, &p);
    p.end = p.code + c->words;
    *out = p;
    fill(c, out);
    return out;
}

static bool start(compilation *c, const expr *output)
{
    size_t facts = c->nodes + 1 + c->outputs;
    c->fact = malloc(facts * sizeof *c->fact);
    c->code = malloc((WORDS * c->nodes + 3 * c->outputs) * sizeof *c->code + 1);
    c->spare = malloc(facts * sizeof *c->spare);
    c->output = malloc(c->outputs * sizeof *c->output + 1);
    c->constant = malloc(facts * sizeof *c->constant);
    c->table = malloc(facts * sizeof *c->table);
    if (!c->fact || !c->code || !c->spare || !c->output || !c->constant || !c->table)
        return false;
    for (size_t i = 0; i < facts; i++)
        c->fact[i] = (fact){.place = EXPR_NONE, .rest = EXPR_NONE, .term = EXPR_NONE};
    for (size_t k = 0; k < c->outputs; k++)
        c->output[k] = graph_original(c->g, output[k]);
    return true;
}

program *program_compile(const graph *g, size_t outputs, const expr *output)
{
    compilation c = {.g = g, .nodes = graph_size(g), .outputs = outputs};
    program *p = NULL;
    if (!graph_failed(g) && start(&c, output)) {
        count_uses(&c);
        fuse_all(&c);
        write_code(&c);
        note_last_uses(&c);
        allocate(&c);
        p = finish(&c);
    }
    void *taken[] = {c.fact, c.code, c.spare, c.output, c.constant, c.table};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        free(taken[i]);
    return p;
}

void program_free(program *p)
{
    free(p); /* all parts are one block */
}

void program_narrow(program *p, size_t lanes)
{
    const size_t old = p->gap;
    set_lanes(p, lanes);
    for (uint32_t *k = p->code, *next; k < p->end; k = next) {
        next = k + 2 + vm_operands(*k);
        for (uint32_t *place = k + 1; place < next; place++)
            if (*place % 2 == REGISTER)
                *place = (uint32_t)(*place / old * p->gap);
    }
}

void program_load(const program *p, double *work, size_t first, size_t width, size_t n,
                  const double *const *row)
{
    size_t most = first < p->inputs ? p->inputs - first : 0;
    if (most)
        p->vm->to_columns(row, n, width < most ? width : most, p->used + first,
                          work + first * p->gap, p->gap);
}
