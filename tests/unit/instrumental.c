/* instrumental against plain code that makes the same draws, against differences, and against
 * integration by other means. */
#include "calls.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

static const problem_type *type_of(void)
{
    return problem_find("instrumental");
}

/* What X is made of: h of so many numbers of Z. */
typedef struct stage {
    size_t k;
    const char *form;
} stage;

static const stage usual = {1, "linear"};

static problem *make_staged(size_t n, stage s, double gamma_mean, double l2, void **block)
{
    static const char *const forms[] = {"linear", "quadratic", "exponential"};
    const problem_type *type = type_of();
    arg a[ARGS];
    default_args(type->params, type->nparams, a);
    set_arg(type->params, type->nparams, a, "instruments", number((double)s.k));
    for (int form = 0; form < 3; form++)
        if (strcmp(forms[form], s.form) == 0)
            set_arg(type->params, type->nparams, a, "first_stage", number(form));
    set_arg(type->params, type->nparams, a, "n", number((double)n));
    set_arg(type->params, type->nparams, a, "gamma_mean", number(gamma_mean));
    set_arg(type->params, type->nparams, a, "l2", number(l2));
    return make_problem(type->name, a, block);
}

static problem *make_instrumental(size_t n, double gamma_mean, double l2, void **block)
{
    return make_staged(n, usual, gamma_mean, l2, block);
}

static setting *make_lanes(stage s)
{
    void *block;
    problem *p = make_staged(37, s, 10, 0.1, &block);
    return make_setting(p, block, 11, 1);
}

/* The data by their names. */
static const double *column(const problem *p, const char *name)
{
    problem_column columns[PROBLEM_COLUMNS];
    size_t n = p->type->data(p, columns);
    for (size_t k = 0; k < n; k++)
        if (strcmp(columns[k].name, name) == 0)
            return columns[k].data;
    fail_msg("no column %s", name);
    return NULL;
}

static long double plain_stage(const problem *p, stage s, size_t i)
{
    const double *z = column(p, s.k == 1 ? "z1" : "Z") + i * s.k;
    long double sum = 0;
    for (size_t j = 0; j < s.k; j++) {
        long double half = z[j] / 2.0L;
        bool bent = strcmp(s.form, "linear") != 0, square = strcmp(s.form, "quadratic") == 0;
        sum += bent ? (square ? half * half : expl(half) / 2) : half;
    }
    return sum;
}

/* The mean of m draws of X given Z, made one number at a time. */
static long double plain_x(const setting *t, stage s, size_t i, size_t first, size_t m)
{
    long double sum = 0;
    for (size_t k = 0; k < m; k++)
        sum += 0.5L * *stream_normals(twin(t, i, first), 1);
    for (size_t k = 0; k < m; k++)
        sum -= 10 * logl((long double)*stream_uniforms(twin(t, i, first + 1), 1));
    return plain_stage(t->p, s, t->lanes[i].xi) + sum / (long double)m;
}

static void outer_samples(setting *t)
{
    t->p->type->outer(t->p, t->n, t->lanes);
    for (size_t i = 0; i < t->n; i++)
        assert_int_equal(t->lanes[i].xi, stream_index(twin(t, i, 0), t->p->n));
}

static double at(const setting *t, size_t q, size_t k, size_t i)
{
    return t->y[q * t->gap + k * t->width + i];
}

/* Rounding: of m terms of X of about 10 each, half of it in the same direction at worst. */
static double rounding(size_t m)
{
    return 4e-15 * (8 + sqrt((double)m));
}

static void check_means(setting *t, stage s, size_t points, size_t K, size_t m, bool joint)
{
    if (joint)
        t->p->type->joint(t->p, t->n, t->lanes, points, K, m, t->y, t->gap, t->J);
    else
        t->p->type->means(t->p, t->n, t->lanes, points, K, m, t->y, t->gap);
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < K; k++) {
            long double x = plain_x(t, s, i, inner_stream(0), m);
            for (size_t q = 0; q < points; q++)
                assert_near(at(t, q, k, i), (double)(x * t->lanes[i].point[q][0]), rounding(m));
            for (size_t j = 0; joint && j < t->p->ld; j++)
                assert_near(t->J[(i * K + k) * t->p->ld + j], j ? 0 : (double)x,
                            j ? 0 : rounding(m));
        }
}

static void check_jacobian(setting *t, stage s, size_t points, size_t m)
{
    memset(t->J, 0xff, t->n * t->p->ld * sizeof *t->J);
    t->p->type->jacobian(t->p, t->n, t->lanes, points, m, t->J);
    for (size_t i = 0; i < t->n; i++)
        for (size_t j = 0; j < t->p->ld; j++)
            assert_near(t->J[i * t->p->ld + j],
                        j ? 0 : (double)plain_x(t, s, i, jacobian_stream(0), m),
                        j ? 0 : rounding(m));
}

static void check_jtv(setting *t, stage s, size_t points, size_t m)
{
    long double want[REPLICATES];
    double v[LANE_POINTS * 16];
    for (size_t i = 0; i < points * t->width; i++)
        v[i] = sin((double)i + 1);
    for (size_t r = 0; r < REPLICATES; r++)
        want[r] = t->out[r * t->p->ld] = cos((double)r);
    t->p->type->jtv(t->p, t->n, t->lanes, points, m, v);
    for (size_t i = 0; i < t->n; i++) {
        long double x = plain_x(t, s, i, jacobian_stream(0), m);
        for (size_t q = 0; q < points; q++)
            want[t->lanes[i].replicate] += v[q * t->width + i] * x;
    }
    for (size_t r = 0; r < REPLICATES; r++)
        for (size_t j = 0; j < t->p->ld; j++)
            assert_near(t->out[r * t->p->ld + j], j ? 0 : (double)want[r], j ? 0 : 1e-12);
}

/* The calls one after the other on the same streams, so that a call that takes a draw too many or
 * too few spoils the next; 256 draws are one piece of a stream. */
static void calls_agree(stage s)
{
    static const size_t sizes[] = {1, 3, 8, 13, 256, 257, 700};
    setting *t = make_lanes(s);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        for (size_t points = 1; points <= LANE_POINTS; points++) {
            outer_samples(t);
            check_means(t, s, points, MOST_K, sizes[k], false);
            check_jtv(t, s, points, sizes[k]);
            check_means(t, s, points, MOST_K, sizes[k], true);
            check_jacobian(t, s, points, sizes[k]);
            check_means(t, s, points, 1, sizes[k], false);
        }
    }
    free_setting(t);
}

static const stage stages[] = {
    {1, "linear"},    {3, "linear"},      {1, "quadratic"},
    {2, "quadratic"}, {1, "exponential"}, {5, "exponential"},
};

static void calls_agree_with_plain_code(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof stages / sizeof *stages; k++)
        calls_agree(stages[k]);
}

/* log cosh x, with sinh where 1 + x would lose the small ones. */
static long double plain_loss(long double x)
{
    long double a = fabsl(x), s = sinhl(a / 2);
    return a < 1 ? log1pl(2 * s * s) : a - logl(2) + log1pl(expl(-2 * a));
}

static void loss_and_slope(void **state)
{
    (void)state;
    static const double away[] = {0, 1e-300, 1e-9, 1e-3, 0.3, 0.999, 1, 5, 20, 37, 400, 746, 1e300};
    setting *t = make_lanes(usual);
    outer_samples(t);
    for (size_t c = 0; c < sizeof away / sizeof *away; c++) {
        double y[32] = {0}, slope[32];
        for (size_t i = 0; i < t->n; i++) {
            double Y = column(t->p, "Y")[t->lanes[i].xi];
            y[i] = Y + away[c];
            y[t->width + i] = Y - away[c];
        }
        memcpy(slope, y, sizeof y);
        t->p->type->grad_f(t->p, t->n, t->lanes, 2, slope);
        t->p->type->f(t->p, t->n, t->lanes, 2, y, t->value);
        for (size_t row = 0; row < 2; row++)
            for (size_t i = 0; i < t->n; i++) {
                double x = y[row * t->width + i] - column(t->p, "Y")[t->lanes[i].xi];
                assert_relative(t->value[row * t->width + i], (double)plain_loss(x), 1e-15);
                assert_relative(slope[row * t->width + i], (double)tanhl(x), 1e-15);
            }
    }
    free_setting(t);
}

static void check_objective(stage form)
{
    static const double points[] = {-3, 0, 0.7, 2, 40};
    void *block;
    problem *p = make_staged(37, form, 10, 0.1, &block);
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
        double x[ROW] = {points[k]}, gradient[ROW];
        long double sum = 0, slope = 0;
        for (size_t i = 0; i < p->n; i++) {
            long double mean = plain_stage(p, form, i) + 10;
            sum += plain_loss(x[0] * mean - column(p, "Y")[i]);
            slope += mean * tanhl(x[0] * mean - column(p, "Y")[i]);
        }
        assert_relative(p->type->objective(p, x, gradient),
                        (double)(sum / 37 + 0.05L * x[0] * x[0]), 1e-15);
        assert_true(p->type->objective(p, x, NULL) == p->type->objective(p, x, gradient));
        assert_near(gradient[0], (double)(slope / 37 + 0.1L * x[0]), 5e-15);
        for (size_t j = 1; j < ROW; j++)
            assert_true(gradient[j] == 0);
    }
    double gradient[ROW];
    assert_true(p->type->objective(p, p->optimum, gradient) == p->least);
    assert_near(gradient[0], 0, 1e-12);
    assert_true(p->start[0] == 2 && p->start[1] == 0);
    free(block);
}

static void objective_and_gradient(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof stages / sizeof *stages; k++)
        check_objective(stages[k]);
}

/* Synthetic data: z1 uniform on [-3, 3]; Y has mean 10 and variance 3/4 + 9/4 + 100 + 0.01. */
static void synthetic_data(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    void *block;
    problem *p = make_instrumental(COUNT, 10, 0, &block);
    double z = 0, zz = 0, Y = 0, YY = 0, zY = 0;
    for (size_t i = 0; i < COUNT; i++) {
        double z1 = column(p, "z1")[i], response = column(p, "Y")[i];
        assert_true(fabs(z1) < 3);
        z += z1 / COUNT;
        zz += z1 * z1 / COUNT;
        Y += response / COUNT;
        YY += response * response / COUNT;
        zY += z1 * response / COUNT;
    }
    double var = 0.75 + 2.25 + 100 + 0.01, se = 1 / sqrt(COUNT);
    assert_near(z, 0, 5 * sqrt(3) * se);
    assert_near(zz, 3, 5 * sqrt(81 / 5.0 - 9) * se); /* E z1^4 = 3^4/5 */
    assert_near(Y, 10, 5 * sqrt(var) * se);
    assert_near(YY - Y * Y, var, 5 * sqrt(8.0) * 101 * se); /* kurtosis of the exponential is 9 */
    assert_near(zY - z * Y, 1.5, 5 * sqrt(3 * var) * se);
    free(block);
}

/* The mean of h over N(0, 1/(4M)) + Gamma(M, gamma_mean/M): trapezoid rules in z and in r, r^2 the
 * value of the Gamma law at scale 1, whose density of r is smooth at 0 for odd and even M alike. */
static double plain_expectation(const problem *p, stage s, double w, double gamma_mean, int M,
                                bool shared, bool value)
{
    const double step = 0.005, zstep = 0.25, end = sqrt(M + 45 + 10 * sqrt(M));
    double sum = 0, total = 0, S = (double)plain_stage(p, s, 0), Y = *column(p, "Y");
    for (double r = step; r < end; r += step) { /* the density of r is odd: nothing at 0 */
        double density = pow(r * r / M, M) / r * exp(M - r * r);
        for (double z = -8; z <= 8; z += zstep) {
            double weight = density * exp(-z * z / 2);
            double x = S + z / (2 * sqrt(M)) + r * r * gamma_mean / M, y = w * x - Y;
            double loss = (double)plain_loss(y), slope = tanh(y);
            total += weight;
            sum += weight * (value ? loss : (shared ? x : S + gamma_mean) * slope);
        }
    }
    return sum / total;
}

static void expectations(void **state)
{
    (void)state;
    static const struct {
        stage s;
        double gamma_mean, w;
        int M;
    } cases[] = {{{1, "linear"}, 10, 0.7, 1},   {{1, "linear"}, 10, -1.5, 2},
                 {{1, "linear"}, 0.1, 2, 1},    {{1, "linear"}, 3, 0.7, 30},
                 {{2, "quadratic"}, 3, 0.7, 2}, {{4, "exponential"}, 1, -0.6, 3}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        void *block;
        problem *p = make_staged(1, cases[c].s, cases[c].gamma_mean, 0.1, &block);
        extrap *plain = make_order(1);
        double x[ROW] = {cases[c].w}, out[ROW], w = cases[c].w;
        for (int kind = 0; kind < 3; kind++) {
            bool value = kind == 2, shared = kind == 1;
            p->type->expected(p, x, plain, (size_t)cases[c].M, shared,
                              value ? OF_VALUE : OF_GRADIENT, out);
            long double want =
                plain_expectation(p, cases[c].s, w, cases[c].gamma_mean, cases[c].M, shared, value);
            want += value ? 0.05L * w * w : 0.1L * w;
            /* the plain sum's own error: step^2/12 times a slope at u = 0 */
            assert_near(out[0], (double)want, 2e-4 * (1 + fabs((double)want)));
        }
        free(plain);
        free(block);
    }
}

/* An operator's expectation is the weighted sum over its block sizes. */
static void operators_expectation(void **state)
{
    (void)state;
    void *block;
    problem *p = make_instrumental(5, 10, 0, &block);
    extrap *plain = make_order(1), *order = make_order(3);
    double x[ROW] = {0.9}, out[ROW], sum = 0, each[ROW];
    for (int j = 0; j < 3; j++) {
        p->type->expected(p, x, plain, (size_t)(5 << j), true, OF_GRADIENT, each);
        sum += order->term[j].weight * each[0];
    }
    p->type->expected(p, x, order, 5, true, OF_GRADIENT, out);
    assert_near(out[0], sum, 1e-13);
    free(plain);
    free(order);
    free(block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_agree_with_plain_code),
        cmocka_unit_test(loss_and_slope),
        cmocka_unit_test(objective_and_gradient),
        cmocka_unit_test(synthetic_data),
        cmocka_unit_test(expectations),
        cmocka_unit_test(operators_expectation),
    };
    return cmocka_run_group_tests_name("instrumental", tests, NULL, NULL);
}
