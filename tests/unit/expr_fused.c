/* The fused estimate of compiled problems has the bits of their plain calls: random functions of
 * random sizes, whose draws are moved and scaled as samplers do it, and not. */
#include "make_fused.h"

#include "expr/draws.h"
#include "make_graph.h"

enum { OUTER = 37, MOST_DIM = 24 };

/* A problem of compiled functions, and what it is made of. */
typedef struct made {
    compiled o;
    problem p;
    graph *g, *f;
    program *value, *jtv, *loss, *grad_f;
    double *memory;
} made;

static stream numbers;
static size_t rows_found, dots_found, products_found;

static size_t random_width(void)
{
    static const size_t of[] = {0, 1, 2, 5, 8, 9, 10, 16, 17};
    return of[dice(sizeof of / sizeof *of)];
}

/* Inputs first, first + 1, .. as nodes, each with a chance to be left out where it is no x. */
static void add_inputs(random_graph *r, size_t first, size_t n)
{
    for (size_t j = 0; j < n; j++)
        r->node[r->nodes++] = graph_input(r->g, (uint32_t)(first + j), NAN);
}

/* What number j of a draw is multiplied with: one number, or one for each. */
static expr scale_of(random_graph *r, const compiled *o, size_t d, size_t by, size_t j)
{
    if (by == 1)
        return number_node(r, 1 + 0.25 * (double)j);
    if (by == 2 && o->xi)
        return graph_input(r->g, (uint32_t)(compiled_xi(d) + o->xi - 1), NAN);
    return number_node(r, 1.5);
}

/* The draw's numbers moved and scaled in one of the ways of samplers, `width` of them. */
static void add_draw(random_graph *r, const compiled *o, size_t d, size_t width)
{
    expr moved[MOST_DIM], a[MOST_DIM], scale[MOST_DIM];
    size_t how = dice(10), by = dice(3);
    for (size_t j = 0; j < width; j++) {
        moved[j] = graph_input(r->g, (uint32_t)(compiled_normals(d, o->xi) + j), NAN);
        size_t column = compiled_xi(d) + (j < o->xi ? j : 0);
        a[j] = o->xi ? graph_input(r->g, (uint32_t)column, NAN) : number_node(r, 0.5);
        scale[j] = scale_of(r, o, d, by, j);
    }
    for (size_t j = 0; j < width && how & 1; j++)
        moved[j] = op2(r->g, EXPR_MUL, scale[j], moved[j]);
    for (size_t j = 0; j < width && how >= 2 && how < 8; j++)
        moved[j] = op2(r->g, how < 4 ? EXPR_SUB : EXPR_ADD, a[j], moved[j]);
    for (size_t j = 0; j < width && how >= 7; j++)
        moved[j] = op2(r->g, EXPR_SUB, moved[j], a[j]);
    for (size_t j = 0; j < width; j++)
        r->node[r->nodes++] = moved[j];
}

/* sum_j x_(first + j) node_j over `width` nodes, some of them left out at its end. */
static expr dot(random_graph *r, size_t first, const expr *node, size_t width)
{
    expr sum = EXPR_NONE;
    width -= dice(width);
    for (size_t j = 0; j < width; j++) {
        expr x = graph_input(r->g, (uint32_t)(first + j), NAN);
        bool turned = dice(2);
        expr part = op2(r->g, EXPR_MUL, turned ? x : node[j], turned ? node[j] : x);
        sum = j ? op2(r->g, EXPR_ADD, sum, part) : part;
    }
    return sum;
}

static void make_g(made *k, expr *out)
{
    compiled *o = &k->o;
    size_t d = k->p.d, width = o->normals < d ? o->normals : d;
    random_graph r;
    start_random(&r, &numbers, (const double[INPUTS]){0}, false);
    r.nodes = 0;
    k->g = r.g;
    add_inputs(&r, 0, d);
    add_inputs(&r, compiled_xi(d), o->xi);
    add_inputs(&r, compiled_uniforms(d, o->xi, o->normals), o->uniforms);
    add_draw(&r, o, d, width);
    expr row[MOST_DIM], product = any(&r);
    memcpy(row, r.node + r.nodes - width, width * sizeof *row);
    size_t how = dice(3); /* products of the row alone, functions of them, functions of anything */
    r.nodes = how < 2 ? 0 : r.nodes;
    for (size_t n = width ? 1 + dice(2) * dice(4) : 0; n > 0; n--)
        r.node[r.nodes++] = product = dot(&r, dice(d - width + 1), row, width);
    r.node[r.nodes++] = product;
    grow_random(&r, how ? 1 + dice(12) : 0);
    for (size_t j = 0; j < k->p.p; j++)
        out[j] = j ? any(&r) : r.node[r.nodes - 1];
}

/* The gradient of seed . out by the columns 0 .. n - 1. */
static program *compile_gradient(graph *g, size_t outputs, const expr *out, const expr *seed,
                                 size_t n, expr *gradient)
{
    expr x[MOST_DIM];
    for (size_t j = 0; j < n; j++)
        x[j] = graph_input(g, (uint32_t)j, NAN);
    assert_true(derive(g, outputs, out, seed, n, x, gradient));
    return program_compile(g, n, gradient);
}

static void compile_g(made *k)
{
    expr out[MOST_DIM], v[MOST_DIM], gradient[MOST_DIM];
    compiled *o = &k->o;
    make_g(k, out);
    size_t at = compiled_v(k->p.d, o->xi, o->normals, o->uniforms);
    for (size_t j = 0; j < k->p.p; j++)
        v[j] = graph_input(k->g, (uint32_t)(at + j), NAN);
    k->value = program_compile(k->g, k->p.p, out);
    k->jtv = compile_gradient(k->g, k->p.p, out, v, k->p.d, gradient);
    o->g = k->value;
    o->jtv = k->jtv;
    draws_compile(o, &k->p, k->g, out, gradient);
    rows_found += o->draws.rows;
    dots_found += o->draws.dots;
    products_found += o->draws.outer;
}

static void compile_f(made *k)
{
    random_graph r;
    start_random(&r, &numbers, (const double[INPUTS]){0}, false);
    r.nodes = 0;
    k->f = r.g;
    add_inputs(&r, 0, k->p.p);
    add_inputs(&r, compiled_xi(k->p.p), k->o.xi);
    grow_random(&r, 1 + dice(12));
    expr out = r.node[r.nodes - 1], one = graph_constant(r.g, 1), gradient[MOST_DIM];
    k->loss = program_compile(r.g, 1, &out);
    k->grad_f = compile_gradient(r.g, 1, &out, &one, k->p.p, gradient);
    k->o.f = k->loss;
    k->o.grad_f = k->grad_f;
}

static void fill_numbers(made *k)
{
    size_t n = 2 * k->p.ld + OUTER * k->o.stride + ROW;
    k->memory = aligned_alloc(64, round_up(n, ROW) * sizeof *k->memory);
    k->p.start = k->memory;
    k->p.optimum = k->p.start + k->p.ld;
    memset(k->memory, 0, 2 * k->p.ld * sizeof *k->memory);
    for (size_t i = 0; i < n; i++)
        if (i < k->p.d || i >= 2 * k->p.ld)
            k->memory[i] = 2 * *stream_uniforms(&numbers, 1) - 1;
    k->o.rows = k->p.optimum + k->p.ld;
}

static void make(made *k, sizes s)
{
    *k = (made){.p = {.d = s.d, .ld = round_up(s.d, ROW), .p = 1 + dice(3), .n = OUTER}};
    compiled *o = &k->o;
    o->xi = random_width();
    o->normals = random_width();
    o->uniforms = dice(3);
    o->stride = o->xi < ROW ? o->xi : round_up(o->xi, ROW);
    o->type = (problem_type){.name = "compiled"};
    if (o->normals)
        o->type.inner_kind[o->type.inner_kinds++] = STREAM_NORMALS;
    if (o->uniforms)
        o->type.inner_kind[o->type.inner_kinds++] = STREAM_UNIFORMS;
    k->p.type = &o->type;
    k->p.own = o;
    compile_g(k);
    compile_f(k);
    fill_numbers(k);
    compiled_init(o, &k->p);
}

static void discard(made *k)
{
    program *all[] = {k->value, k->jtv, k->loss, k->grad_f, k->o.draws.g, k->o.draws.jtv};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        program_free(all[i]);
    graph_free(k->g);
    graph_free(k->f);
    free(k->memory);
}

static void compiled_is_the_plain_calls(void **unused)
{
    (void)unused;
    stream_init(&numbers, STREAM_UNIFORMS, 1, 0, PURPOSE_USER, 0);
    for (size_t i = 0, trials = getenv("QUICK") ? 200 : 3000; i < trials; i++) {
        made k;
        sizes s = random_sizes();
        s.d = s.d > MOST_DIM ? 10 : s.d;
        s.m = s.m > 20 ? 1 : s.m;
        make(&k, s);
        assert_non_null(k.o.type.fused);
        assert_fused(&k.p, s);
        discard(&k);
    }
    assert_true(rows_found > 0 && dots_found > 0 && products_found > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(compiled_is_the_plain_calls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
