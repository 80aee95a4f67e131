/* Graphs: equal nodes are one, constants are folded, simplifications change no bit, values of
 * valued graphs are those of programs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "make_graph.h"

typedef struct fixture {
    graph *g;
    expr x, y;
} fixture;

static fixture start(void)
{
    graph *g = graph_new(false);
    return (fixture){g, graph_input(g, 0, NAN), graph_input(g, 1, NAN)};
}

static void equal_nodes_are_one(void **state)
{
    (void)state;
    fixture t = start();
    graph *g = t.g;
    assert_int_equal(graph_input(g, 0, 5), t.x);
    assert_int_equal(op2(g, EXPR_ADD, t.x, t.y), op2(g, EXPR_ADD, t.y, t.x));
    assert_int_equal(op2(g, EXPR_MUL, t.x, t.y), op2(g, EXPR_MUL, t.y, t.x));
    assert_int_not_equal(op2(g, EXPR_SUB, t.x, t.y), op2(g, EXPR_SUB, t.y, t.x));
    assert_int_not_equal(op2(g, EXPR_MIN, t.x, t.y), op2(g, EXPR_MIN, t.y, t.x));
    assert_int_equal(op1(g, EXPR_EXP, t.x), graph_apply(g, EXPR_EXP, t.x, 7, 8));
    assert_int_not_equal(graph_constant(g, 0), graph_constant(g, -0.0));
    assert_int_equal(graph_constant(g, NAN), graph_constant(g, NAN));
    assert_int_not_equal(graph_fresh(g, t.x), graph_fresh(g, t.x));
    size_t size = graph_size(g);
    for (size_t i = 0; i < 1000; i++)
        graph_constant(g, (double)i + 0.25);
    assert_int_equal(op2(g, EXPR_ADD, t.x, t.y), op2(g, EXPR_ADD, t.y, t.x));
    assert_int_equal(graph_size(g), size + 1000);
    graph_free(g);
}

static void constants_are_folded(void **state)
{
    (void)state;
    fixture t = start();
    static const double table[] = {3, 4};
    expr two = graph_constant(t.g, 2), three = graph_constant(t.g, 3), nothing;
    for (expr_op op = EXPR_STOP; op < EXPR_OPS; op++) {
        uint32_t b = op == EXPR_GATHER ? graph_table(t.g, table, 2) : three;
        nothing = graph_apply(t.g, op, two, b, three);
        assert_int_equal(graph_node(t.g, nothing)->op, EXPR_CONSTANT);
    }
    assert_true(graph_node(t.g, op2(t.g, EXPR_POW, two, three))->value == 8);
    assert_int_equal(graph_apply(t.g, EXPR_WHERE, two, t.x, t.y), t.x);
    assert_int_equal(graph_apply(t.g, EXPR_WHERE, graph_constant(t.g, 0), t.x, t.y), t.y);
    assert_int_equal(graph_apply(t.g, EXPR_WHERE, t.x, t.y, t.y), t.y);
    graph_free(t.g);
}

/* What must come to nothing, and what must not. */
static void simplifications(void **state)
{
    (void)state;
    fixture t = start();
    graph *g = t.g;
    expr x = t.x, y = t.y, zero = graph_constant(g, 0), one = graph_constant(g, 1);
    expr minus = op1(g, EXPR_NEG, y), product = op2(g, EXPR_MUL, x, y);
    assert_int_equal(op2(g, EXPR_MUL, one, x), x);
    assert_int_equal(op2(g, EXPR_DIV, x, one), x);
    assert_int_equal(op2(g, EXPR_SUB, x, zero), x);
    assert_int_equal(op2(g, EXPR_ADD, x, graph_constant(g, -0.0)), x);
    assert_int_not_equal(op2(g, EXPR_ADD, x, zero), x);
    assert_int_equal(graph_node(g, op2(g, EXPR_MUL, x, zero))->op, EXPR_MUL);
    assert_int_equal(op1(g, EXPR_NEG, minus), y);
    assert_int_equal(op2(g, EXPR_ADD, x, minus), op2(g, EXPR_SUB, x, y));
    assert_int_equal(op2(g, EXPR_SUB, x, minus), op2(g, EXPR_ADD, x, y));
    assert_int_equal(op2(g, EXPR_MUL, x, minus), op1(g, EXPR_NEG, product));
    assert_int_equal(op2(g, EXPR_MUL, x, graph_constant(g, -1)), op1(g, EXPR_NEG, x));
    assert_int_equal(op2(g, EXPR_DIV, x, graph_constant(g, 4)),
                     op2(g, EXPR_MUL, x, graph_constant(g, 0.25)));
    assert_int_equal(graph_node(g, op2(g, EXPR_DIV, x, graph_constant(g, 3)))->op, EXPR_DIV);
    assert_int_equal(graph_node(g, op2(g, EXPR_DIV, x, graph_constant(g, 0x1p1023)))->op, EXPR_DIV);
    assert_int_equal(graph_node(g, op2(g, EXPR_DIV, x, zero))->op, EXPR_DIV);
    assert_int_equal(op2(g, EXPR_POW, x, graph_constant(g, 2)), op2(g, EXPR_MUL, x, x));
    assert_int_equal(op2(g, EXPR_POW, x, zero), one);
    graph_free(g);
}

static double value_of_power(double x, double n)
{
    graph *g = graph_new(true);
    double y = graph_value(g, op2(g, EXPR_POW, graph_input(g, 0, x), graph_constant(g, n)));
    graph_free(g);
    return y;
}

/* A product of n factors errs by n/2 ulp or so. */
static void constant_powers(void **state)
{
    (void)state;
    static const double bases[] = {0.7, -1.3, 2, 0, -0.0, INFINITY, NAN, 1e-300, 1e300, -3.25};
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
        for (double n = -64; n <= 64; n += 0.5) {
            double x = bases[i], want = pow(x, n), got = value_of_power(x, n);
            if (isnan(want) || isinf(want) || fabs(want) < DBL_MIN)
                assert_same(got, want);
            else
                assert_relative(got, want, 2e-16 * (2 + fabs(n)));
        }
}

/* Of every simplification, by values: the graph's own against one operation at a time. */
static void simplifications_change_no_bit(void **state)
{
    (void)state;
    static const double all[] = {0, -0.0,     1,         -1,  2,     -2,           0.25,
                                 3, INFINITY, -INFINITY, NAN, 1e308, DBL_TRUE_MIN, -1e-310};
    enum { N = sizeof all / sizeof *all };
    static const expr_op ops[] = {EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_DIV, EXPR_MAX};
    graph *g = graph_new(true);
    for (size_t k = 0; k < N * N * 5; k++) {
        double x[] = {all[k % N], all[k / N % N], 0};
        expr a = graph_input(g, 0, x[0]), b = graph_input(g, 1, x[1]);
        expr c = graph_constant(g, x[1]), minus = op1(g, EXPR_NEG, b);
        expr_op op = ops[k / (N * N)];
        double want = vm_here()->scalar(op, x, NULL);
        assert_same(graph_value(g, op2(g, op, a, b)), want);
        assert_same(graph_value(g, op2(g, op, a, c)), want);
        x[1] = -x[1];
        assert_same(graph_value(g, op2(g, op, a, minus)), vm_here()->scalar(op, x, NULL));
        double swapped[] = {x[1], x[0], 0};
        assert_same(graph_value(g, op2(g, op, minus, a)), vm_here()->scalar(op, swapped, NULL));
    }
    graph_free(g);
}

static void values_are_those_of_programs(void **state)
{
    (void)state;
    static stream s;
    double input[INPUTS], got[MOST_NODES];
    random_graph r;
    stream_init(&s, STREAM_UNIFORMS, 41, 0, PURPOSE_USER, 0);
    for (int i = 0; i < 100; i++) {
        random_inputs(&s, input);
        start_random(&r, &s, input, true);
        grow_random(&r, 60);
        run_nodes(r.g, r.nodes, r.node, input, INPUTS, got);
        for (size_t k = 0; k < r.nodes; k++)
            assert_same(got[k], graph_value(r.g, r.node[k]));
        graph_free(r.g);
    }
}

static void inputs_of_valued_graphs_are_new(void **state)
{
    (void)state;
    graph *g = graph_new(true);
    expr a = graph_input(g, 0, 1), b = graph_input(g, 0, 2);
    assert_true(a != b && graph_value(g, a) == 1 && graph_value(g, b) == 2);
    for (int i = 0; i < 1000; i++) /* through growth of the table too */
        assert_true(graph_value(g, graph_input(g, 1, i)) == i);
    assert_true(graph_value(g, op2(g, EXPR_ADD, a, b)) == 3);
    graph_free(g);
}

static void nothing_gives_nothing(void **state)
{
    (void)state;
    fixture t = start();
    expr gradient;
    assert_int_equal(graph_apply(t.g, EXPR_ADD, t.x, EXPR_NONE, 0), EXPR_NONE);
    assert_int_equal(graph_apply(t.g, EXPR_WHERE, t.x, t.x, EXPR_NONE), EXPR_NONE);
    assert_int_equal(graph_fresh(t.g, EXPR_NONE), EXPR_NONE);
    expr none = EXPR_NONE, one = graph_constant(t.g, 1);
    assert_false(derive(t.g, 1, &none, &one, 1, &t.x, &gradient));
    assert_int_equal(gradient, EXPR_NONE);
    assert_false(graph_failed(t.g));
    graph_free(t.g);
    graph_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_nodes_are_one),
        cmocka_unit_test(constants_are_folded),
        cmocka_unit_test(simplifications),
        cmocka_unit_test(constant_powers),
        cmocka_unit_test(simplifications_change_no_bit),
        cmocka_unit_test(values_are_those_of_programs),
        cmocka_unit_test(inputs_of_valued_graphs_are_new),
        cmocka_unit_test(nothing_gives_nothing),
    };
    return cmocka_run_group_tests_name("expr_graph", tests, NULL, NULL);
}
