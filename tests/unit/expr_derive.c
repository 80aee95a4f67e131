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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation),
        cmocka_unit_test(random_graphs),
    };
    return cmocka_run_group_tests_name("expr_derive", tests, NULL, NULL);
}
