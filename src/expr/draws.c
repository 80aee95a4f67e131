/* Families are runs of nodes one after the other, as operations on vecs record them. The graph is
 * then copied with inputs in their places: the same operations in the same order, the same bits. */
#include "expr/draws.h"

#include <stdlib.h>
#include <string.h>

enum { FEWEST = 4 /* numbers of a row that is worth it */ };

typedef struct finder {
    const graph *g;
    size_t d;
    size_t begin[ROW_SOURCES], count[ROW_SOURCES]; /* input columns */
    uint32_t *column; /* by node: the input column that takes its place, or EXPR_NONE */
    compiled_draws *found;
} finder;

/* How a node is made of leaves: their product, or the first one's sum with that of the others. */
typedef struct parts {
    bool sum;
    double sign[2]; /* of its terms */
    expr leaf[ROW_LEAVES];
    size_t leaves;
} parts;

/* Which numbers an input column holds, ROW_SOURCES: others. */
static row_source source_of(const finder *s, size_t column)
{
    row_source of = ROW_OUTER;
    while (of < ROW_SOURCES && (column < s->begin[of] || column >= s->begin[of] + s->count[of]))
        of++;
    return of;
}

static bool is_leaf(const finder *s, expr id)
{
    const expr_node *n = graph_node(s->g, id);
    return n->op == EXPR_CONSTANT || (n->op == EXPR_INPUT && source_of(s, n->a) < ROW_SOURCES);
}

/* A product of leaves. */
static bool is_product(const finder *s, expr id)
{
    const expr_node *n = graph_node(s->g, id);
    return n->op == EXPR_MUL && is_leaf(s, graph_original(s->g, n->a)) &&
           is_leaf(s, graph_original(s->g, n->b));
}

/* sign[0] rest + sign[1] times a product */
static parts with_product(const finder *s, expr id, expr rest, double first, double second)
{
    const expr_node *n = graph_node(s->g, id);
    expr a = graph_original(s->g, n->a), b = graph_original(s->g, n->b);
    return (parts){true, {first, second}, {rest, a, b}, 3};
}

static bool parts_of(const finder *s, expr id, parts *p)
{
    const expr_node *n = graph_node(s->g, id);
    bool add = n->op == EXPR_ADD, sub = n->op == EXPR_SUB;
    if (!add && !sub && n->op != EXPR_MUL)
        return false;
    expr a = graph_original(s->g, n->a), b = graph_original(s->g, n->b);
    double sign = sub ? -1 : 1;
    if (is_leaf(s, a) && is_leaf(s, b))
        *p = (parts){add || sub, {1, sign}, {a, b}, 2};
    else if ((add || sub) && is_leaf(s, a) && is_product(s, b))
        *p = with_product(s, b, a, 1, sign);
    else if ((add || sub) && is_product(s, a) && is_leaf(s, b))
        *p = with_product(s, a, b, sign, 1);
    else
        return false;
    return true;
}

/* Leaf i of a row that begins with `first` goes on to `next` at number k. */
static bool goes_on(const finder *s, expr first, expr next, size_t k, bool *same)
{
    const expr_node *a = graph_node(s->g, first), *b = graph_node(s->g, next);
    if (k == 1)
        *same = first == next;
    if (*same)
        return first == next;
    return a->op == EXPR_INPUT && b->op == EXPR_INPUT && b->a == a->a + k &&
           source_of(s, a->a) == source_of(s, b->a);
}

static bool alike(const parts *a, const parts *b)
{
    return a->sum == b->sum && a->leaves == b->leaves && a->sign[0] == b->sign[0] &&
           a->sign[1] == b->sign[1];
}

/* How many nodes from this one on are one row. */
static size_t length_of_row(const finder *s, expr id, parts *first, bool same[ROW_LEAVES])
{
    size_t n = 1;
    parts p;
    if (!parts_of(s, id, first))
        return 0;
    for (; id + n < graph_size(s->g) && parts_of(s, id + (expr)n, &p); n++) {
        bool on = alike(&p, first);
        for (size_t i = 0; i < first->leaves && on; i++)
            on = goes_on(s, first->leaf[i], p.leaf[i], n, &same[i]);
        if (!on)
            break;
    }
    return n;
}

static void fill(double number[ROW], double value)
{
    for (size_t i = 0; i < ROW; i++)
        number[i] = value;
}

static row_leaf make_leaf(const finder *s, expr id, bool same)
{
    const expr_node *n = graph_node(s->g, id);
    row_leaf l = {.same = same};
    if (n->op == EXPR_CONSTANT) {
        fill(l.number, n->value);
        return l;
    }
    l.of = source_of(s, n->a);
    l.first = n->a - s->begin[l.of];
    return l;
}

/* The factor of the last leaf becomes the row's number, with its sign. */
static void scale_row(draw_row *r, double factor)
{
    fill(r->number, factor * r->sign[1]);
    r->sign[1] = 1;
    r->form = r->form == ROW_PRODUCT ? ROW_SCALED : ROW_SUM_SCALED;
}

/* A constant factor comes last. */
static draw_row make_row(const finder *s, const parts *p, const bool *same, size_t width,
                         size_t column)
{
    draw_row r = {.form = p->sum ? ROW_SUM_PRODUCT : ROW_PRODUCT,
                  .sign = {p->sign[0], p->sign[1]},
                  .leaves = p->leaves,
                  .width = width,
                  .column = column};
    for (size_t i = 0; i < p->leaves; i++)
        r.leaf[i] = make_leaf(s, p->leaf[i], same[i]);
    if (p->sum && p->leaves == 2) {
        scale_row(&r, 1);
        return r;
    }
    row_leaf *last = &r.leaf[p->leaves - 1], first = last[-1];
    if (first.of == ROW_NUMBER) {
        last[-1] = *last;
        *last = first;
    }
    if (last->of == ROW_NUMBER && r.sign[0] == 1) {
        r.leaves--;
        scale_row(&r, last->number[0]);
    }
    return r;
}

/* Rows are made of draws, whose every number is used once. */
static bool is_of_draws(const draw_row *r)
{
    bool draws = false;
    for (size_t i = 0; i < r->leaves; i++) {
        bool drawn = r->leaf[i].of == ROW_NORMALS || r->leaf[i].of == ROW_UNIFORMS;
        if (drawn && r->leaf[i].same)
            return false;
        draws = draws || drawn;
    }
    return draws;
}

/* The first free column. */
static size_t find_rows(finder *s, size_t column)
{
    compiled_draws *o = s->found;
    parts p;
    bool same[ROW_LEAVES] = {false};
    for (expr id = 0, n; id < graph_size(s->g) && o->rows < DRAW_ROWS; id += n) {
        n = (expr)length_of_row(s, id, &p, same);
        draw_row r = n >= FEWEST ? make_row(s, &p, same, n, column) : (draw_row){0};
        if (r.width && is_of_draws(&r)) {
            o->row[o->rows++] = r;
            for (size_t j = 0; j < n; j++)
                s->column[id + j] = (uint32_t)column++;
            column = round_up(column, ROW);
        }
        n = n ? n : 1;
    }
    return column;
}

/* The input column that a node is, or that takes its place; EXPR_NONE: neither. */
static uint32_t column_of(const finder *s, expr id)
{
    const expr_node *n = graph_node(s->g, id);
    if (s->column[id] != EXPR_NONE || n->op != EXPR_INPUT)
        return s->column[id];
    return n->a;
}

/* The columns of a product of a number of x with another one. */
typedef struct term {
    uint32_t x, other;
} term;

static bool term_of(const finder *s, expr id, term *t)
{
    const expr_node *n = graph_node(s->g, id);
    if (n->op != EXPR_MUL)
        return false;
    uint32_t a = column_of(s, graph_original(s->g, n->a));
    uint32_t b = column_of(s, graph_original(s->g, n->b));
    *t = a < s->d ? (term){a, b} : (term){b, a};
    return t->x < s->d && t->other != EXPR_NONE;
}

/* Whether a node is the product that comes before *t, or any where that is none; *t becomes it. */
static bool comes_before(const finder *s, expr id, term *t)
{
    term before;
    if (!term_of(s, id, &before))
        return false;
    if (t->x != EXPR_NONE && (before.x + 1 != t->x || before.other + 1 != t->other))
        return false;
    *t = before;
    return true;
}

/* A sum of n products, from left to right, of numbers of x with what stands in input columns. */
typedef struct sum {
    expr id;
    term first;
    size_t n;
} sum;

/* The one that ends with a node; n = 0: none. Marks what is inside it. */
static sum sum_at(const finder *s, expr id, bool *inside)
{
    sum found = {id, {EXPR_NONE, EXPR_NONE}, 0};
    for (size_t n = 1;; n++) {
        const expr_node *node = graph_node(s->g, id);
        inside[id] = true;
        if (n > 1 && comes_before(s, id, &found.first)) {
            found.n = n;
            return found;
        }
        if (node->op != EXPR_ADD)
            return found;
        expr a = graph_original(s->g, node->a), b = graph_original(s->g, node->b);
        bool last = comes_before(s, b, &found.first);
        if (!last && !comes_before(s, a, &found.first))
            return found;
        id = last ? a : b;
    }
}

/* The row that input columns first, first + 1, .. are, n of them; false: none. */
static bool row_of_inputs(const finder *s, size_t first, size_t n, draw_row *r)
{
    for (size_t k = 0; k < s->found->rows; k++) {
        *r = s->found->row[k];
        if (first < r->column || first + n > r->column + r->width)
            continue;
        for (size_t i = 0; i < r->leaves; i++)
            r->leaf[i].first += r->leaf[i].same ? 0 : first - r->column;
        r->width = n;
        return true;
    }
    row_source of = source_of(s, first);
    if (of == ROW_SOURCES || of != source_of(s, first + n - 1))
        return false;
    *r = (draw_row){.form = ROW_SCALED,
                    .sign = {1, 1},
                    .leaves = 1,
                    .width = n,
                    .leaf = {{.of = of, .first = first - s->begin[of]}}};
    fill(r->number, 1);
    return true;
}

/* Whether other sums read numbers of the same row: then the row is better made once. */
static bool has_company(const sum *all, size_t n, const sum *one)
{
    for (size_t k = 0; k < n; k++)
        if (&all[k] != one && all[k].first.other < one->first.other + one->n &&
            one->first.other < all[k].first.other + all[k].n)
            return true;
    return false;
}

/* Whether a sum is long enough, of a row of the draw, and read by fours within a row of x. */
static bool is_dot(const finder *s, const sum *one)
{
    draw_row r;
    return one->n >= FEWEST && one->first.x + round_up(one->n, 4) <= round_up(s->d, ROW) &&
           row_of_inputs(s, one->first.other, one->n, &r) && is_of_draws(&r);
}

/* The first sums of rows that there are; returns how many. */
static size_t list_sums(const finder *s, sum all[DRAW_DOTS], bool *inside)
{
    size_t n = 0;
    for (expr id = (expr)graph_size(s->g); id-- > 0 && n < DRAW_DOTS;) {
        all[n] = inside[id] ? (sum){0} : sum_at(s, id, inside);
        n += is_dot(s, &all[n]);
    }
    return n;
}

static void find_dots(finder *s, size_t column)
{
    compiled_draws *o = s->found;
    sum all[DRAW_DOTS];
    bool *inside = calloc(graph_size(s->g), sizeof *inside);
    size_t n = inside ? list_sums(s, all, inside) : 0;
    free(inside);
    for (size_t k = 0; k < n; k++) {
        draw_row *r = &o->row[o->rows + o->dots];
        if (has_company(all, n, &all[k]) || !row_of_inputs(s, all[k].first.other, all[k].n, r))
            continue;
        r->with = all[k].first.x;
        r->column = column;
        s->column[all[k].id] = (uint32_t)column++;
        o->dots++;
    }
}

/* Marks what the outputs need, down to the rows; false: a table is among it. */
static bool mark(const finder *s, size_t n, const expr *out, bool *live)
{
    for (size_t k = 0; k < n; k++)
        live[out[k]] = true;
    for (expr id = (expr)graph_size(s->g); id-- > 0;) {
        const expr_node *node = graph_node(s->g, id);
        if (live[id] && node->op == EXPR_GATHER)
            return false;
        for (int i = 0; live[id] && s->column[id] == EXPR_NONE && i < expr_arity(node->op); i++)
            live[node->argument[i]] = true;
    }
    return true;
}

static expr copy_of(const finder *s, graph *to, expr id, const expr *map)
{
    const expr_node *n = graph_node(s->g, id);
    if (s->column[id] != EXPR_NONE)
        return graph_input(to, s->column[id], NAN);
    if (n->op == EXPR_CONSTANT)
        return graph_constant(to, n->value);
    if (n->op == EXPR_INPUT)
        return graph_input(to, n->a, NAN);
    if (n->op == EXPR_FRESH || n->op == EXPR_STOP)
        return map[n->a];
    return graph_apply(to, n->op, map[n->a], map[n->b], map[n->c]);
}

/* out[k] <- the copy's nodes. */
static bool copy(const finder *s, graph *to, size_t n, expr *out)
{
    size_t size = graph_size(s->g);
    bool *live = calloc(size, sizeof *live);
    expr *map = calloc(size, sizeof *map);
    bool made = live && map && mark(s, n, out, live);
    for (expr id = 0; made && id < size; id++)
        if (live[id])
            map[id] = copy_of(s, to, id, map);
    made = made && !graph_failed(to);
    for (size_t k = 0; made && k < n; k++)
        out[k] = map[out[k]];
    free(live);
    free(map);
    return made;
}

static bool reads(const graph *g, expr id, size_t column)
{
    const expr_node *n = graph_node(g, id);
    return n->op == EXPR_INPUT && n->a == column;
}

/* Whether the n nodes are a row of inputs times one node: *scalar, by which it is told apart in the
 * first two. */
static bool is_outer_product(const finder *s, const graph *g, size_t n, const expr *node,
                             expr *scalar, draw_row *factor)
{
    const expr_node *a = graph_node(g, node[0]), *b = graph_node(g, node[1]);
    if (a->op != EXPR_MUL || b->op != EXPR_MUL)
        return false;
    *scalar = a->a == b->a || a->a == b->b ? a->a : a->b;
    const expr_node *row = graph_node(g, *scalar == a->a ? a->b : a->a);
    if (row->op != EXPR_INPUT || !row_of_inputs(s, row->a, n, factor))
        return false;
    for (size_t j = 0; j < n; j++) {
        const expr_node *m = graph_node(g, node[j]);
        bool first = m->a == *scalar;
        if (m->op != EXPR_MUL || (!first && m->b != *scalar) ||
            !reads(g, first ? m->b : m->a, row->a + j))
            return false;
    }
    return true;
}

static void set_columns(finder *s, const compiled *o, const problem *p)
{
    s->d = p->d;
    s->begin[ROW_OUTER] = compiled_xi(p->d);
    s->count[ROW_OUTER] = o->xi;
    s->begin[ROW_NORMALS] = compiled_normals(p->d, o->xi);
    s->count[ROW_NORMALS] = o->normals;
    s->begin[ROW_UNIFORMS] = compiled_uniforms(p->d, o->xi, o->normals);
    s->count[ROW_UNIFORMS] = o->uniforms;
}

/* The programs of g, and of Jacobian^T v or what its row is times. */
static void compile(finder *s, const problem *p, const graph *g, const expr *out)
{
    compiled_draws *o = s->found;
    const expr *gradient = out + p->p;
    expr scalar = EXPR_NONE;
    o->outer = p->d >= FEWEST &&
               is_outer_product(s, g, p->d, gradient, &scalar, &o->row[o->rows + o->dots]);
    o->g = program_compile(g, p->p, out);
    o->jtv = o->outer ? program_compile(g, 1, &scalar) : program_compile(g, p->d, gradient);
}

/* Those of a copy of the graph; of the graph itself where a table belongs to it. */
static void copy_and_compile(finder *s, const problem *p, expr *out)
{
    graph *to = graph_new(false);
    if (to && copy(s, to, p->p + p->d, out)) {
        compile(s, p, to, out);
    } else {
        s->found->rows = s->found->dots = 0;
        compile(s, p, s->g, out);
    }
    graph_free(to);
}

void draws_compile(compiled *o, const problem *p, const graph *g, const expr *out,
                   const expr *gradient)
{
    compiled_draws *found = &o->draws;
    finder s = {.g = g, .found = found};
    expr *all = malloc((p->p + p->d) * sizeof *all);
    s.column = malloc(graph_size(g) * sizeof *s.column);
    if (all && s.column) {
        memset(s.column, 0xff, graph_size(g) * sizeof *s.column);
        memcpy(all, out, p->p * sizeof *all);
        memcpy(all + p->p, gradient, p->d * sizeof *all);
        set_columns(&s, o, p);
        size_t free = compiled_v(p->d, o->xi, o->normals, o->uniforms) + round_up(p->p, ROW);
        find_dots(&s, find_rows(&s, free));
        copy_and_compile(&s, p, all);
    }
    free(s.column);
    free(all);
}
