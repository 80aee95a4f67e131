/* Quadratic f: grad f is linear, so that every order is exactly unbiased. With sets of their own
 * for g and its Jacobian an estimate of any order is the plain one from all its draws together;
 * with shared sets only orders above 1 are unbiased. */
#include "make_method.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { D = 4, LD = 8, N = 30, ORDERS = 5, MOST_M = 3, REPLICATES = 4, ESTIMATES = 20000 };

static const double noise_var = 4, x[LD] = {1, -0.5, 0.3, 2};

/* f_i(y) = (y - b_i)^2 / 2, g as in invariant_logistic. */
static void grad_f(const problem *p, size_t n, const lane *l, size_t rows, double *y)
{
    for (size_t r = 0; r < rows; r++, y += round_up(n, ROW))
        for (size_t i = 0; i < n; i++)
            y[i] -= label_of(p, l[i].xi);
}

static problem *make(problem_type *type, void **block)
{
    problem *p = make_logistic(N, D, noise_var, 0.1, block);
    *type = *p->type;
    type->grad_f = grad_f;
    type->fused = NULL; /* it would take the other f */
    type->expected = NULL;
    p->type = type;
    memcpy(p->start, x, sizeof x);
    return p;
}

/* Without the penalty. */
static void exact_gradient(const problem *p, double out[D])
{
    memset(out, 0, D * sizeof *out);
    for (size_t i = 0; i < N; i++) {
        const double *a = data_row(p, "a", i);
        double off = -label_of(p, i);
        for (size_t j = 0; j < D; j++)
            off += a[j] * x[j];
        for (size_t j = 0; j < D; j++)
            out[j] += off * a[j] / N;
    }
}

static void sample_once(const estimator *e, double out[REPLICATES * LD])
{
    group g;
    void *block;
    make_group(&g, e, NULL, 0, REPLICATES, 0, &block);
    e->type->sample(&g);
    memcpy(out, g.estimate, REPLICATES * LD * sizeof *out);
    free(block);
}

static void every_order_is_the_plain_estimate(void **state)
{
    (void)state;
    problem_type type;
    void *block;
    problem *p = make(&type, &block);
    extrap *plain = make_order(1);
    for (int order = 2; order <= ORDERS; order++) {
        extrap *op = make_order(order);
        for (size_t m = 1; m <= MOST_M; m++) {
            double got[REPLICATES * LD], want[REPLICATES * LD];
            estimator e = make_estimator(p, op, m, false, 3);
            estimator all = make_estimator(p, plain, op->draws * m, false, 3);
            all.m_jacobian = e.m_jacobian;
            sample_once(&e, got);
            sample_once(&all, want);
            for (size_t i = 0; i < REPLICATES * LD; i++) /* weights up to 64/21, a few roundings */
                assert_near(got[i], want[i], 1e-12);
        }
        free(op);
    }
    free(plain);
    free(block);
}

/* sums[0 .. D-1] and squares of so many estimates. */
static void add_up(const estimator *e, double sum[D], double square[D])
{
    group g;
    void *block;
    make_group(&g, e, NULL, 0, REPLICATES, 0, &block);
    memset(sum, 0, D * sizeof *sum);
    memset(square, 0, D * sizeof *square);
    for (int k = 0; k < ESTIMATES; k += REPLICATES) {
        e->type->sample(&g);
        for (size_t r = 0; r < REPLICATES; r++)
            for (size_t j = 0; j < D; j++) {
                double z = g.estimate[r * LD + j];
                sum[j] += z;
                square[j] += z * z;
            }
    }
    free(block);
}

/* The mean is within 5 standard errors of `gradient` plus `excess` times x. */
static bool agrees(const estimator *e, const double gradient[D], double excess)
{
    double sum[D], square[D];
    bool near = true;
    add_up(e, sum, square);
    for (size_t j = 0; j < D; j++) {
        double mean = sum[j] / ESTIMATES, var = square[j] / ESTIMATES - mean * mean;
        near = near && fabs(mean - gradient[j] - excess * x[j]) < 5 * sqrt(var / ESTIMATES);
    }
    return near;
}

static void no_order_is_biased(void **state)
{
    (void)state;
    problem_type type;
    void *block;
    problem *p = make(&type, &block);
    double gradient[D];
    exact_gradient(p, gradient);
    for (int order = 1; order <= ORDERS; order++) {
        extrap *op = make_order(order);
        for (size_t m = 1; m <= MOST_M; m += 2)
            for (int share = 0; share <= 1; share++) {
                estimator e = make_estimator(p, op, m, share, 1);
                /* shared draws: Cov(Jbar, gbar) = noise_var x / m is left by order 1 only */
                double left = share && order == 1 ? noise_var / (double)m : 0;
                assert_true(agrees(&e, gradient, left));
                assert_false(agrees(&e, gradient, left + 1));
            }
        free(op);
    }
    free(block);
}

static void no_level_is_biased(void **state)
{
    (void)state;
    static const char *const kinds[] = {"v-mlmc", "rt-mlmc", "ru-mlmc"};
    problem_type type;
    void *block;
    problem *p = make(&type, &block);
    double gradient[D];
    exact_gradient(p, gradient);
    for (size_t k = 0; k < 3; k++) {
        const method_type *method;
        const option options[] = {{k < 2 ? "L" : "r", k < 2 ? 2 : 0.3}, {0}};
        estimator e = make_algorithm(p, kinds[k], NULL, options, &method);
        assert_true(agrees(&e, gradient, 0));
    }
    free(block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order_is_the_plain_estimate),
        cmocka_unit_test(no_order_is_biased),
        cmocka_unit_test(no_level_is_biased),
    };
    return cmocka_run_group_tests_name("quadratic", tests, NULL, NULL);
}
