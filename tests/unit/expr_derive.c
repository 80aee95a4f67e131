/* Derivatives of every operation, and of random graphs of them, against central differences
 * extrapolated to step 0; second derivatives against differences of the first; points where a
 * choice, a kink or an infinite slope needs care. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "make_graph.h"

enum { STEPS = 4, GRAPHS = 200 };

/* Whether the graph is one smooth piece on the points input +- h e_j that differences use, and the
 * derivative of the weighted sum of output 0 there. */
static bool difference(const program *p, const double *input, size_t j, double *slope)
{
    double x[INPUTS], out[2][MOST_NODES], estimate[STEPS], centre[MOST_NODES];
    run_one(p, input, INPUTS, centre);
    for (size_t k = 0; k < STEPS; k++) {
        double h = 0x1p-7 / (double)(1 << k);
        for (size_t side = 0; side < 2; side++) {
            memcpy(x, input, sizeof x);
            x[j] += side ? h : -h;
            run_one(p, x, INPUTS, out[side]);
            if (memcmp(out[side] + 1, centre + 1, (p->outputs - 1) * sizeof(double)) != 0)
                return false;
        }
        estimate[k] = (out[1][0] - out[0][0]) / (2 * h);
    }
    for (size_t order = 1; order < STEPS; order++)
        for (size_t k = STEPS - 1; k >= order; k--) {
            double factor = (double)(1 << 2 * order);
            estimate[k] = (factor * estimate[k] - estimate[k - 1]) / (factor - 1);
        }
    *slope = estimate[STEPS - 1];
    return true;
}

/* Compares the gradient of y with differences at the point; how many slopes were compared. */
static int check_gradient(random_graph *r, expr y, const double *input)
{
    expr output[MOST_NODES] = {y}, gradient[INPUTS], one = graph_constant(r->g, 1);
    double slope, got[INPUTS];
    int compared = 0;
    assert_true(derive(r->g, 1, &y, &one, INPUTS, r->node, gradient));
    memcpy(output + 1, r->piece, r->pieces * sizeof *output);
    program *p = program_compile(r->g, 1 + r->pieces, output);
    run_nodes(r->g, INPUTS, gradient, input, INPUTS, got);
    for (size_t j = 0; j < INPUTS; j++)
        if (difference(p, input, j, &slope)) {
            assert_near(got[j], slope, 1e-8 * (1 + fabs(slope)));
            compared++;
        }
    program_free(p);
    return compared;
}

/* A weighted sum of the gradient of y. */
static expr first_derivative(random_graph *r, expr y)
{
    expr gradient[INPUTS], one = graph_constant(r->g, 1), sum = EXPR_NONE;
    assert_true(derive(r->g, 1, &y, &one, INPUTS, r->node, gradient));
    for (size_t j = 0; j < INPUTS; j++) {
        expr term = op2(r->g, EXPR_MUL, gradient[j], graph_constant(r->g, 1 / (1.5 + (double)j)));
        sum = j ? op2(r->g, EXPR_ADD, sum, term) : term;
    }
    return sum;
}

static void every_operation(void **state)
{
    (void)state;
    static stream s;
    double input[INPUTS];
    random_graph r;
    stream_init(&s, STREAM_UNIFORMS, 21, 0, PURPOSE_USER, 0);
    for (expr_op op = EXPR_FRESH; op < EXPR_OPS; op++) {
        int first = 0, second = 0;
        for (int trial = 0; trial < 10; trial++) {
            random_inputs(&s, input);
            start_random(&r, &s, input, false);
            add_random(&r, op);
            expr last = r.node[r.nodes - 1], y = op2(r.g, EXPR_MUL, last, last);
            y = op == EXPR_STOP ? r.node[0] : y;
            first += check_gradient(&r, y, input);
            second += check_gradient(&r, first_derivative(&r, y), input);
            graph_free(r.g);
        }
        assert_true(first > 25 && second > 25);
    }
}

static void random_graphs(void **state)
{
    (void)state;
    static stream s;
    double input[INPUTS];
    random_graph r;
    int first = 0, second = 0;
    stream_init(&s, STREAM_UNIFORMS, 22, 0, PURPOSE_USER, 0);
    for (int i = 0; i < GRAPHS; i++) {
        random_inputs(&s, input);
        start_random(&r, &s, input, false);
        grow_random(&r, 5 + pick(&s, 20));
        expr y = op1(r.g, EXPR_TANH, r.node[r.nodes - 1]);
        first += check_gradient(&r, y, input);
        second += check_gradient(&r, first_derivative(&r, y), input);
        graph_free(r.g);
    }
    assert_true(first > 4 * GRAPHS && second > 4 * GRAPHS);
}

/* The derivative of y by input 0 of x, at a value. */
static double slope_at(graph *g, expr y, double value)
{
    expr x = graph_input(g, 0, NAN), one = graph_constant(g, 1), gradient;
    double slope;
    assert_true(derive(g, 1, &y, &one, 1, &x, &gradient));
    run_nodes(g, 1, &gradient, &value, 1, &slope);
    return slope;
}

static void kinks(void **state)
{
    (void)state;
    graph *g = graph_new(false);
    expr x = graph_input(g, 0, NAN), zero = graph_constant(g, 0);
    assert_same(slope_at(g, op1(g, EXPR_ABS, x), 0), 0);
    assert_same(slope_at(g, op1(g, EXPR_ABS, x), -2), -1);
    assert_same(slope_at(g, op1(g, EXPR_RELU, x), 0), 0);
    assert_same(slope_at(g, op1(g, EXPR_RELU, x), 1), 1);
    assert_same(slope_at(g, op2(g, EXPR_MAX, x, zero), 0), 1); /* the first where they are equal */
    assert_same(slope_at(g, op2(g, EXPR_MAX, zero, x), 0), 0);
    assert_same(slope_at(g, op2(g, EXPR_MIN, x, zero), 0), 1);
    assert_same(slope_at(g, op2(g, EXPR_MIN, zero, x), -1), 1);
    assert_same(slope_at(g, op2(g, EXPR_MAX, x, x), 3), 1);
    assert_same(slope_at(g, op1(g, EXPR_FLOOR, x), 0.5), 0);
    graph_free(g);
}

/* Slopes of what is not chosen may be infinite, at every depth. */
static void choices_hide_infinite_slopes(void **state)
{
    (void)state;
    graph *g = graph_new(false);
    expr x = graph_input(g, 0, NAN), zero = graph_constant(g, 0), two = graph_constant(g, 2);
    expr root = op1(g, EXPR_SQRT, x), log_x = op1(g, EXPR_LOG, x);
    expr large = op2(g, EXPR_MUL, x, graph_constant(g, -1000)), over = op2(g, EXPR_DIV, two, x);
    static const double numbers[] = {0.5, 2};
    uint32_t table = graph_table(g, numbers, 2);
    expr terms[] = {root,
                    log_x,
                    over,
                    op1(g, EXPR_LOG1P, x),
                    op1(g, EXPR_EXP, large),
                    op1(g, EXPR_SINH, large),
                    op1(g, EXPR_COSH, large),
                    op2(g, EXPR_MOD, two, x),
                    op2(g, EXPR_MUL, x, op2(g, EXPR_GATHER, x, table)),
                    op2(g, EXPR_MUL, x, op1(g, EXPR_FLOOR, over)),
                    op2(g, EXPR_MUL, x, op1(g, EXPR_STOP, over)),
                    op2(g, EXPR_MUL, x, log_x),
                    op2(g, EXPR_SUB, log_x, root),
                    op1(g, EXPR_EXP, op1(g, EXPR_NEG, log_x)),
                    op2(g, EXPR_POW, x, graph_constant(g, 0.3)),
                    op1(g, EXPR_NEG, root),
                    op1(g, EXPR_TANH, op2(g, EXPR_MUL, two, log_x))};
    for (size_t k = 0; k < sizeof terms / sizeof *terms; k++) {
        expr chosen = graph_apply(g, EXPR_WHERE, x, terms[k], zero);
        expr other = graph_apply(g, EXPR_WHERE, op1(g, EXPR_NEG, x), x, terms[k]);
        expr minus = op2(g, EXPR_SUB, two, op2(g, EXPR_MUL, chosen, two));
        assert_near(slope_at(g, chosen, 0), 0, 0);
        assert_near(slope_at(g, chosen, -1), 0, 0);
        assert_near(slope_at(g, minus, -1), 0, 0);
        assert_near(slope_at(g, other, -1), 1, 0);
        assert_same(slope_at(g, chosen, 1.5), slope_at(g, terms[k], 1.5));
    }
    graph_free(g);
}

static void a_choice_hides_another_one(void **state)
{
    (void)state;
    graph *g = graph_new(false);
    expr x = graph_input(g, 0, NAN), zero = graph_constant(g, 0), two = graph_constant(g, 2);
    expr inner = graph_apply(g, EXPR_WHERE, op2(g, EXPR_SUB, x, two), op1(g, EXPR_LOG, x), zero);
    expr outer = op1(g, EXPR_SQRT, graph_apply(g, EXPR_WHERE, x, op2(g, EXPR_ADD, inner, x), two));
    assert_near(slope_at(g, outer, -1), 0, 0);
    assert_near(slope_at(g, outer, 1), 0.5, 0);
    graph_free(g);
}

/* A choice that leaves nothing, four choices away from the infinite slope. */
static void nested_choices_hide_infinite_slopes(void **state)
{
    (void)state;
    graph *g = graph_new(false);
    expr x = graph_input(g, 0, NAN), zero = graph_constant(g, 0), y = op1(g, EXPR_LOG, x);
    for (int k = 3; k >= 0; k--) {
        expr condition = op2(g, EXPR_ADD, x, graph_constant(g, k));
        y = graph_apply(g, EXPR_WHERE, condition, y, zero);
    }
    assert_near(slope_at(g, y, 0), 0, 0);
    assert_near(slope_at(g, y, 2), 0.5, 0);
    graph_free(g);
}

static void powers_of_zero(void **state)
{
    (void)state;
    graph *g = graph_new(false);
    expr x = graph_input(g, 0, NAN), zero = graph_constant(g, 0);
    assert_same(slope_at(g, op2(g, EXPR_POW, x, graph_constant(g, 3)), 0), 0);
    assert_same(slope_at(g, op2(g, EXPR_POW, x, graph_constant(g, 1)), 0), 1);
    assert_same(slope_at(g, op2(g, EXPR_POW, x, graph_constant(g, 1.5)), 0), 0);
    assert_same(slope_at(g, op2(g, EXPR_POW, zero, x), 2), 0);
    graph_free(g);
}

static void stops_and_fresh_nodes(void **state)
{
    (void)state;
    graph *g = graph_new(false);
    expr x = graph_input(g, 0, NAN), square = op2(g, EXPR_MUL, x, x), one = graph_constant(g, 1);
    expr fresh = graph_fresh(g, square), gradient[2];
    expr y = op2(g, EXPR_MUL, fresh, op2(g, EXPR_ADD, x, op1(g, EXPR_STOP, x)));
    double in = 3, got[2];
    assert_near(slope_at(g, y, 3), 45, 0); /* x^2 (x + 3): 2 x (x + 3) + x^2 */
    const expr wrt[] = {fresh, x};
    assert_true(derive(g, 1, &y, &one, 2, wrt, gradient));
    run_nodes(g, 2, gradient, &in, 1, got);
    assert_near(got[0], 6, 0);
    assert_near(got[1], 9, 0); /* fresh stands by itself */
    graph_free(g);
}

static void outputs_are_weighted(void **state)
{
    (void)state;
    graph *g = graph_new(false);
    expr x = graph_input(g, 0, NAN), y = graph_input(g, 1, NAN), gradient[3];
    const expr output[] = {op2(g, EXPR_MUL, x, y), op1(g, EXPR_EXP, y), x, x};
    const expr seed[] = {graph_input(g, 2, NAN), graph_constant(g, 2), graph_constant(g, 0), y};
    const expr wrt[] = {x, y, graph_input(g, 3, NAN)};
    const double in[] = {2, 0, 5, 0};
    double got[3];
    assert_true(derive(g, 4, output, seed, 3, wrt, gradient));
    run_nodes(g, 3, gradient, in, 4, got);
    assert_near(got[0], 0 * 5 + 0, 0);
    assert_near(got[1], 2 * 5 + 2, 0);
    assert_same(got[2], 0);
    graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation),
        cmocka_unit_test(random_graphs),
        cmocka_unit_test(kinks),
        cmocka_unit_test(choices_hide_infinite_slopes),
        cmocka_unit_test(a_choice_hides_another_one),
        cmocka_unit_test(nested_choices_hide_infinite_slopes),
        cmocka_unit_test(powers_of_zero),
        cmocka_unit_test(stops_and_fresh_nodes),
        cmocka_unit_test(outputs_are_weighted),
    };
    return cmocka_run_group_tests_name("expr_derive", tests, NULL, NULL);
}
