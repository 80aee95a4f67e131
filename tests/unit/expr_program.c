/* Programs of random graphs against their nodes evaluated one by one: fusion, registers, lanes,
 * instruction sets; what is special about outputs, inputs and constants. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "make_graph.h"

static stream s;

static void start_at(uint64_t seed)
{
    stream_init(&s, STREAM_UNIFORMS, seed, 0, PURPOSE_USER, 0);
}

/* A random choice of nodes, also the same ones twice. */
static size_t random_outputs(const random_graph *r, expr *output)
{
    size_t n = 1 + pick(&s, 30);
    for (size_t k = 0; k < n; k++)
        output[k] = r->node[pick(&s, r->nodes)];
    return n;
}

static void outputs_are_those_of_single_operations(void **state)
{
    (void)state;
    double input[INPUTS], got[MOST_NODES];
    expr output[MOST_NODES];
    random_graph r;
    start_at(51);
    for (int i = 0; i < 400; i++) {
        random_inputs(&s, input);
        start_random(&r, &s, input, false);
        grow_random(&r, 5 + pick(&s, 150));
        size_t n = random_outputs(&r, output);
        double *want = plain_values(r.g, input);
        run_nodes(r.g, n, output, input, INPUTS, got);
        for (size_t k = 0; k < n; k++)
            assert_same(got[k], want[output[k]]);
        free(want);
        graph_free(r.g);
    }
}

/* Sums of long chains of products, with other terms and signs among them. */
static expr random_chain(random_graph *r, size_t terms)
{
    expr sum = any(r);
    for (size_t i = 0; i < terms; i++) {
        expr term = pick(&s, 4) ? op2(r->g, EXPR_MUL, any(r), any(r)) : any(r);
        size_t how = pick(&s, 10);
        if (how == 0)
            sum = op2(r->g, EXPR_SUB, term, sum);
        else
            sum = op2(r->g, how < 3 ? EXPR_SUB : EXPR_ADD, sum, term);
        if (pick(&s, 20) == 0)
            r->node[pick(&s, r->nodes)] = sum;
    }
    return sum;
}

static void chains_are_rounded_as_single_operations(void **state)
{
    (void)state;
    double input[INPUTS], got[MOST_NODES];
    random_graph r;
    start_at(52);
    for (int i = 0; i < 300; i++) {
        random_inputs(&s, input);
        start_random(&r, &s, input, false);
        grow_random(&r, 5);
        for (int k = 0; k < 5; k++)
            r.node[r.nodes++] = random_chain(&r, 1 + pick(&s, 60));
        double *want = plain_values(r.g, input);
        run_nodes(r.g, r.nodes, r.node, input, INPUTS, got);
        for (size_t k = 0; k < r.nodes; k++)
            assert_same(got[k], want[r.node[k]]);
        free(want);
        graph_free(r.g);
    }
}

/* b - a*a is never below 0 where b = a*a to the last bit, as it could be with a fused rounding. */
static void products_are_rounded(void **state)
{
    (void)state;
    graph *g = graph_new(false);
    expr a = graph_input(g, 0, NAN), b = graph_input(g, 1, NAN);
    expr y = op2(g, EXPR_SUB, b, op2(g, EXPR_MUL, a, a));
    for (int i = 0; i < 1000; i++) {
        double x[] = {1 + i / 997.0, 0}, got;
        x[1] = x[0] * x[0];
        run_nodes(g, 1, &y, x, 2, &got);
        assert_same(got, 0);
    }
    graph_free(g);
}

/* Zeros and NANs begin sums of products rightly. */
static void sums_of_zeros(void **state)
{
    (void)state;
    static const double all[] = {0, -0.0, 1, -1, INFINITY, NAN};
    graph *g = graph_new(false);
    expr x[4];
    for (uint32_t j = 0; j < 4; j++)
        x[j] = graph_input(g, j, NAN);
    expr first = op2(g, EXPR_MUL, x[0], x[1]), second = op2(g, EXPR_MUL, x[2], x[3]);
    expr y[] = {op2(g, EXPR_ADD, first, second)};
    for (size_t i = 0; i < 6 * 6 * 6 * 6; i++) {
        double in[] = {all[i % 6], all[i / 6 % 6], all[i / 36 % 6], all[i / 216]}, got;
        run_nodes(g, 1, y, in, 4, &got);
        double a = in[0] * in[1], b = in[2] * in[3];
        assert_same(got, a + b);
    }
    graph_free(g);
}

/* Each lane its own inputs, n lanes at a time; the value of output k in lane i. */
static double *run_lanes(const program *p, const double *input, size_t n)
{
    double *work = make_work(p), *out = malloc(n * p->outputs * sizeof *out);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < INPUTS; j++)
            if (program_uses(p, j, 1))
                program_input(p, work, j)[i] = input[i * INPUTS + j];
    program_run(p, work, n);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < p->outputs; k++)
            out[i * p->outputs + k] = program_output(p, work, k)[i];
    free(work);
    return out;
}

static void compare_lanes(random_graph *r, const expr *output, size_t outputs, const double *input)
{
    program *p = program_compile(r->g, outputs, output);
    double *want = run_lanes(p, input, p->lanes);
    for (size_t l = 0; l < LEVELS; l++) {
        setenv("DEBIAS_CPU", levels[l], 1);
        program *q = program_compile(r->g, outputs, output);
        unsetenv("DEBIAS_CPU");
        for (size_t n = 1; n <= q->lanes; n += n < 20 ? 1 : 27) {
            double *got = run_lanes(q, input, n);
            for (size_t k = 0; k < n * outputs; k++)
                assert_same(got[k], want[k]);
            free(got);
        }
        program_free(q);
    }
    program_narrow(p, 16 + 8 * pick(&s, 3));
    double *narrow = run_lanes(p, input, p->lanes);
    for (size_t k = 0; k < p->lanes * outputs; k++)
        assert_same(narrow[k], want[k]);
    free(narrow);
    free(want);
    program_free(p);
}

/* On every instruction set, and however many lanes there are. */
static void lanes_are_independent(void **state)
{
    (void)state;
    static double input[PROGRAM_LANES * INPUTS];
    expr output[MOST_NODES];
    random_graph r;
    start_at(53);
    for (int i = 0; i < 20; i++) {
        for (size_t lane = 0; lane < PROGRAM_LANES; lane++)
            random_inputs(&s, input + lane * INPUTS);
        start_random(&r, &s, input, false);
        grow_random(&r, 80);
        size_t n = random_outputs(&r, output);
        compare_lanes(&r, output, n, input);
        graph_free(r.g);
    }
}

static void outputs_may_be_inputs_and_constants(void **state)
{
    (void)state;
    graph *g = graph_new(false);
    expr x = graph_input(g, 2, NAN), seven = graph_constant(g, 7);
    expr out[] = {x,
                  seven,
                  graph_fresh(g, x),
                  op1(g, EXPR_STOP, x),
                  seven,
                  op1(g, EXPR_EXP, graph_fresh(g, graph_constant(g, 0))),
                  op2(g, EXPR_MUL, graph_fresh(g, seven), seven)};
    double in[] = {0, 0, 5}, got[7];
    run_nodes(g, 7, out, in, 3, got);
    static const double want[] = {5, 7, 5, 5, 7, 1, 49};
    for (size_t k = 0; k < 7; k++)
        assert_same(got[k], want[k]);
    run_nodes(g, 0, out, in, 3, got);
    graph_free(g);
}

static void inputs_that_are_not_used(void **state)
{
    (void)state;
    graph *g = graph_new(false);
    expr x = graph_input(g, 9, NAN), y = op1(g, EXPR_EXP, x), dead = graph_input(g, 3, NAN);
    op2(g, EXPR_ADD, y, dead);
    program *p = program_compile(g, 1, &y);
    assert_true(program_uses(p, 9, 1) && !program_uses(p, 0, 9) && !program_uses(p, 4000, 1));
    assert_int_equal(p->inputs, 16);
    assert_int_equal(p->operations, 1);
    double *work = make_work(p);
    assert_non_null(program_input(p, work, 15));
    assert_null(program_input(p, work, 16));
    free(work);
    program_free(p);
    program_free(NULL);
    graph_free(g);
}

/* Rows wider than what the program reads stay within the input columns. */
static void rows_are_loaded(void **state)
{
    (void)state;
    enum { WIDTH = 40, N = 11 };
    graph *g = graph_new(false);
    expr y = op2(g, EXPR_ADD, graph_input(g, 3, NAN), graph_input(g, 9, NAN));
    program *p = program_compile(g, 1, &y);
    double rows[N][WIDTH], *work = make_work(p);
    const double *row[N];
    for (size_t i = 0; i < N; i++) {
        row[i] = rows[i];
        for (size_t j = 0; j < WIDTH; j++)
            rows[i][j] = (double)(1000 * i + j);
    }
    program_load(p, work, 2, WIDTH, N, row);
    program_load(p, work, 16, WIDTH, N, row);
    for (size_t k = 16 * p->gap; k < program_work(p); k++)
        assert_true(isnan(work[k]));
    program_run(p, work, N);
    for (size_t i = 0; i < N; i++)
        assert_true(program_output(p, work, 0)[i] == 2000 * (double)i + 8);
    free(work);
    program_free(p);
    graph_free(g);
}

/* A run leaves the inputs as they are, and programs may share their work space. */
static void work_space_is_shared(void **state)
{
    (void)state;
    graph *g = graph_new(false);
    expr x = graph_input(g, 0, NAN);
    expr one = op1(g, EXPR_EXP, op2(g, EXPR_MUL, x, graph_constant(g, 3)));
    expr two = op1(g, EXPR_COS, op2(g, EXPR_ADD, x, graph_constant(g, 3)));
    program *p = program_compile(g, 1, &one), *q = program_compile(g, 1, &two);
    assert_int_equal(program_work(p), program_work(q));
    double *work = make_work(p), first, want[2], in = 0.5;
    run_nodes(g, 1, &one, &in, 1, &want[0]);
    run_nodes(g, 1, &two, &in, 1, &want[1]);
    program_input(p, work, 0)[0] = in;
    for (int i = 0; i < 3; i++) {
        program_run(p, work, 1);
        first = program_output(p, work, 0)[0];
        program_run(q, work, 1);
        assert_same(first, want[0]);
        assert_same(program_output(q, work, 0)[0], want[1]);
    }
    free(work);
    program_free(p);
    program_free(q);
    graph_free(g);
}

/* Registers are used again: a chain of many operations needs few. */
static void registers_are_few(void **state)
{
    (void)state;
    graph *g = graph_new(false);
    expr x = graph_input(g, 0, NAN), y = x;
    for (int i = 0; i < 1000; i++)
        y = op1(g, i % 2 ? EXPR_TANH : EXPR_EXP, y);
    program *p = program_compile(g, 1, &y);
    assert_true(p->columns == p->inputs + 1);
    assert_int_equal(p->operations, 1000);
    assert_int_equal(p->lanes, PROGRAM_LANES);
    program_free(p);
    for (int i = 0; i < 1000; i++) { /* sums of what is made on the way keep no more than 16 */
        x = op1(g, EXPR_SIN, x);
        y = op2(g, EXPR_ADD, y, op2(g, EXPR_MUL, x, x));
    }
    p = program_compile(g, 1, &y);
    assert_true(p->columns < p->inputs + 24);
    program_free(p);
    graph_free(g);
}

/* 1e5 operations, most of them live, in wide layers. */
static void large_graphs(void **state)
{
    (void)state;
    enum { WIDTH = 250, LAYERS = 400 };
    graph *g = graph_new(false);
    expr v[WIDTH], w[WIDTH], gradient[WIDTH], one = graph_constant(g, 1), sum = one;
    double input[WIDTH], got[2];
    for (uint32_t j = 0; j < WIDTH; j++) {
        v[j] = graph_input(g, j, NAN);
        input[j] = 0.1 + 0.001 * j;
    }
    memcpy(w, v, sizeof w);
    for (size_t i = 0; i < LAYERS * WIDTH; i++) {
        size_t j = i % WIDTH, k = (j * 7 + i / WIDTH) % WIDTH;
        v[j] =
            i % 5 ? op2(g, i % 5 < 3 ? EXPR_SUB : EXPR_MUL, v[j], v[k]) : op1(g, EXPR_TANH, v[k]);
    }
    for (size_t j = 0; j < WIDTH; j++)
        sum = op2(g, EXPR_ADD, sum, op1(g, EXPR_TANH, v[j]));
    assert_true(graph_size(g) > 90000);
    assert_true(derive(g, 1, &sum, &one, WIDTH, w, gradient));
    const expr output[] = {sum, gradient[17]};
    double *want = plain_values(g, input);
    run_nodes(g, 2, output, input, WIDTH, got);
    assert_same(got[0], want[sum]);
    assert_same(got[1], want[gradient[17]]);
    free(want);
    graph_free(g);
}

/* A column so high that its place does not fit. */
static void what_does_not_fit(void **state)
{
    (void)state;
    graph *g = graph_new(false);
    expr x = graph_input(g, 1u << 31, NAN);
    assert_null(program_compile(g, 1, &x));
    graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outputs_are_those_of_single_operations),
        cmocka_unit_test(chains_are_rounded_as_single_operations),
        cmocka_unit_test(products_are_rounded),
        cmocka_unit_test(sums_of_zeros),
        cmocka_unit_test(lanes_are_independent),
        cmocka_unit_test(outputs_may_be_inputs_and_constants),
        cmocka_unit_test(inputs_that_are_not_used),
        cmocka_unit_test(rows_are_loaded),
        cmocka_unit_test(work_space_is_shared),
        cmocka_unit_test(registers_are_few),
        cmocka_unit_test(large_graphs),
        cmocka_unit_test(what_does_not_fit),
    };
    return cmocka_run_group_tests_name("expr_program", tests, NULL, NULL);
}
