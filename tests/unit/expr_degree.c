/* Degrees of polynomials, from their graphs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "expr/degree.h"
#include "make_graph.h"

static void assert_degree(const graph *g, expr output, unsigned want)
{
    assert_int_equal(degree_most(g, 1, &output), want);
}

static void sums_and_products(void **state)
{
    (void)state;
    graph *g = graph_new(false);
    expr x = graph_input(g, 0, NAN), y = graph_input(g, 1, NAN), one = graph_constant(g, 1);
    expr xy = op2(g, EXPR_MUL, x, y), sum = op2(g, EXPR_ADD, xy, op1(g, EXPR_NEG, x));
    assert_degree(g, one, 0);
    assert_degree(g, x, 1);
    assert_degree(g, graph_fresh(g, x), 1);
    assert_degree(g, op2(g, EXPR_SUB, x, one), 1);
    assert_degree(g, xy, 2);
    assert_degree(g, sum, 2);
    assert_degree(g, op2(g, EXPR_MUL, sum, x), 3);
    assert_degree(g, op2(g, EXPR_DIV, sum, graph_constant(g, 3)), 2);
    assert_degree(g, op2(g, EXPR_POW, x, graph_constant(g, 2)), 2);
    const expr both[] = {x, xy};
    assert_int_equal(degree_most(g, 2, both), 2);
    graph_free(g);
}

static void others_are_none(void **state)
{
    (void)state;
    graph *g = graph_new(false);
    expr x = graph_input(g, 0, NAN), one = graph_constant(g, 1), high = x;
    static const expr_op unary[] = {EXPR_EXP, EXPR_ABS, EXPR_RELU, EXPR_SQRT, EXPR_FLOOR};
    for (size_t i = 0; i < sizeof unary / sizeof *unary; i++)
        assert_degree(g, op1(g, unary[i], x), DEGREE_NONE);
    assert_degree(g, op2(g, EXPR_DIV, one, x), DEGREE_NONE);
    assert_degree(g, op2(g, EXPR_MAX, x, one), DEGREE_NONE);
    assert_degree(g, graph_apply(g, EXPR_WHERE, x, one, x), DEGREE_NONE);
    assert_degree(g, op2(g, EXPR_MUL, op1(g, EXPR_EXP, x), x), DEGREE_NONE);
    for (int i = 0; i < 9; i++) /* x^512 */
        high = op2(g, EXPR_MUL, high, high);
    assert_degree(g, high, DEGREE_NONE);
    graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_and_products),
        cmocka_unit_test(others_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
