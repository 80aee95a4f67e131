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

/* What X is made of: h of so many numbers of Z, dealt to d treatments. */
typedef struct stage {
    size_t k;
    const char *form;
    size_t d;
} stage;

enum { MOST_D = 11 };

static const stage usual = {1, "linear", 1};

static problem *make_staged(size_t n, stage s, double gamma_mean, double l2, void **block)
{
    static const char *const forms[] = {"linear", "quadratic", "exponential"};
    const problem_type *type = type_of();
    arg a[ARGS];
    default_args(type->params, type->nparams, a);
    set_arg(type->params, type->nparams, a, "treatments", number((double)s.d));
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

/* S of treatment j. */
static long double plain_stage(const problem *p, stage s, size_t i, size_t j)
{
    const double *z = column(p, s.k == 1 ? "z1" : "Z") + i * s.k;
    long double sum = 0;
    for (; j < s.k; j += s.d) {
        long double half = z[j] / 2.0L;
        bool bent = strcmp(s.form, "linear") != 0, square = strcmp(s.form, "quadratic") == 0;
        sum += bent ? (square ? half * half : expl(half) / 2) : half;
    }
    return sum;
}

/* The mean of m draws of X given Z, made one number at a time; the uniforms of each treatment side
 * by side for up to 256 draws. */
static void plain_x(const setting *t, stage s, size_t i, size_t first, size_t m,
                    long double x[MOST_D])
{
    long double normals = 0, gamma[MOST_D] = {0};
    for (size_t k = 0; k < m; k++)
        normals += 0.5L * *stream_normals(twin(t, i, first), 1);
    for (size_t k = 0; k < m; k += 256)
        for (size_t j = 0; j < s.d; j++)
            for (size_t l = k; l < m && l < k + 256; l++)
                gamma[j] -= 10 * logl((long double)*stream_uniforms(twin(t, i, first + 1), 1));
    for (size_t j = 0; j < s.d; j++)
        x[j] = plain_stage(t->p, s, t->lanes[i].xi, j) + (normals + gamma[j]) / (long double)m;
}

static long double plain_product(stage s, const long double x[MOST_D], const double *w)
{
    long double sum = 0;
    for (size_t j = 0; j < s.d; j++)
        sum += x[j] * w[j];
    return sum;
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

/* Rounding: of m terms of X of about 10 each, half of it in the same direction at worst. Of w.X as
 * much for each treatment. */
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
            long double x[MOST_D];
            plain_x(t, s, i, inner_stream(0), m, x);
            for (size_t q = 0; q < points; q++)
                assert_near(at(t, q, k, i), (double)plain_product(s, x, t->lanes[i].point[q]),
                            (double)s.d * rounding(m));
            for (size_t j = 0; joint && j < t->p->ld; j++)
                assert_near(t->J[(i * K + k) * t->p->ld + j], j < s.d ? (double)x[j] : 0,
                            j < s.d ? rounding(m) : 0);
        }
}

static void check_jacobian(setting *t, stage s, size_t points, size_t m)
{
    memset(t->J, 0xff, t->n * t->p->ld * sizeof *t->J);
    t->p->type->jacobian(t->p, t->n, t->lanes, points, m, t->J);
    for (size_t i = 0; i < t->n; i++) {
        long double x[MOST_D];
        plain_x(t, s, i, jacobian_stream(0), m, x);
        for (size_t j = 0; j < t->p->ld; j++)
            assert_near(t->J[i * t->p->ld + j], j < s.d ? (double)x[j] : 0,
                        j < s.d ? rounding(m) : 0);
    }
}

static void check_jtv(setting *t, stage s, size_t points, size_t m)
{
    long double want[REPLICATES][MOST_D] = {{0}};
    double v[LANE_POINTS * 16];
    for (size_t i = 0; i < points * t->width; i++)
        v[i] = sin((double)i + 1);
    for (size_t r = 0; r < REPLICATES; r++)
        for (size_t j = 0; j < s.d; j++)
            want[r][j] = t->out[r * t->p->ld + j] = cos((double)(r + j));
    t->p->type->jtv(t->p, t->n, t->lanes, points, m, v);
    for (size_t i = 0; i < t->n; i++) {
        long double x[MOST_D];
        plain_x(t, s, i, jacobian_stream(0), m, x);
        for (size_t q = 0; q < points; q++)
            for (size_t j = 0; j < s.d; j++)
                want[t->lanes[i].replicate][j] += v[q * t->width + i] * x[j];
    }
    for (size_t r = 0; r < REPLICATES; r++)
        for (size_t j = 0; j < t->p->ld; j++)
            assert_near(t->out[r * t->p->ld + j], j < s.d ? (double)want[r][j] : 0,
                        j < s.d ? 1e-12 : 0);
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
    {1, "linear", 1},    {3, "linear", 1},      {1, "quadratic", 1},
    {2, "quadratic", 1}, {1, "exponential", 1}, {5, "exponential", 1},
    {2, "linear", 2},    {5, "quadratic", 3},   {13, "exponential", MOST_D},
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

/* F and its gradient at x, F's value last. */
static void plain_objective(const problem *p, stage s, const double *x, long double out[MOST_D + 1])
{
    memset(out, 0, (MOST_D + 1) * sizeof *out);
    for (size_t i = 0; i < p->n; i++) {
        long double mean[MOST_D];
        for (size_t j = 0; j < s.d; j++)
            mean[j] = plain_stage(p, s, i, j) + 10;
        long double away = plain_product(s, mean, x) - column(p, "Y")[i];
        out[MOST_D] += plain_loss(away) / (long double)p->n;
        for (size_t j = 0; j < s.d; j++)
            out[j] += mean[j] * tanhl(away) / (long double)p->n;
    }
    for (size_t j = 0; j < s.d; j++) {
        out[MOST_D] += 0.05L * x[j] * x[j];
        out[j] += 0.1L * x[j];
    }
}

static void check_objective(stage form)
{
    static const double points[] = {-3, 0, 0.7, 2, 40};
    void *block;
    problem *p = make_staged(37, form, 10, 0.1, &block);
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
        double x[2 * ROW] = {0}, gradient[2 * ROW];
        long double want[MOST_D + 1];
        for (size_t j = 0; j < form.d; j++)
            x[j] = points[k] / (double)(1 + j);
        plain_objective(p, form, x, want);
        assert_relative(p->type->objective(p, x, gradient), (double)want[MOST_D], 1e-15);
        assert_true(p->type->objective(p, x, NULL) == p->type->objective(p, x, gradient));
        for (size_t j = 0; j < p->ld; j++)
            assert_near(gradient[j], j < form.d ? (double)want[j] : 0, j < form.d ? 5e-15 : 0);
    }
    double gradient[2 * ROW];
    assert_true(p->type->objective(p, p->optimum, gradient) == p->least);
    double squares = 0; /* F(x) - F* <= |gradient|^2/(2 l2) */
    for (size_t j = 0; j < p->ld; j++) {
        squares += gradient[j] * gradient[j];
        assert_true(p->start[j] == (j < form.d ? 2 : 0));
    }
    assert_true(squares / 0.2 < 1e-15 * p->least && (form.d > 1 || squares < 1e-24));
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
    double sum = 0, total = 0, S = (double)plain_stage(p, s, 0, 0), Y = *column(p, "Y");
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
    } cases[] = {{{1, "linear", 1}, 10, 0.7, 1},   {{1, "linear", 1}, 10, -1.5, 2},
                 {{1, "linear", 1}, 0.1, 2, 1},    {{1, "linear", 1}, 3, 0.7, 30},
                 {{2, "quadratic", 1}, 3, 0.7, 2}, {{4, "exponential", 1}, 1, -0.6, 3}};
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

/* A treatment whose weight is 0 is not there: two independent ways to integrate. */
static void expectations_of_treatments(void **state)
{
    (void)state;
    static const double weights[] = {0.7, -1.5, 2, 0};
    void *block, *block2;
    problem *two = make_staged(1200, (stage){2, "linear", 2}, 10, 0.1, &block);
    const double *Z = column(two, "Z"), *Y = column(two, "Y");
    double z[1200];
    for (size_t i = 0; i < 1200; i++)
        z[i] = Z[2 * i];
    arg a[ARGS];
    const problem_type *type = type_of();
    default_args(type->params, type->nparams, a);
    set_arg(type->params, type->nparams, a, "data.z1", vector(z, 1200));
    set_arg(type->params, type->nparams, a, "data.Y", vector(Y, 1200));
    set_arg(type->params, type->nparams, a, "l2", number(0.1));
    problem *one = make_problem(type->name, a, &block2);
    extrap *op = make_order(2);
    for (size_t k = 0; k < sizeof weights / sizeof *weights; k++)
        for (int kind = 0; kind < 3; kind++)
            for (size_t m = 1; m < 40; m += 13) {
                double w[ROW] = {weights[k]}, got[ROW], want[ROW];
                estimate_of of = kind == 2 ? OF_VALUE : OF_GRADIENT;
                two->type->expected(two, w, op, m, kind == 1, of, got);
                one->type->expected(one, w, op, m, kind == 1, of, want);
                assert_relative(got[0], want[0], 1e-11);
            }
    free(op);
    free(block);
    free(block2);
}

/* Beyond the nodes that are had, by the sizes of w. */
static void expectation_of_large_weights(void **state)
{
    (void)state;
    void *block;
    problem *p = make_staged(3, (stage){2, "linear", 2}, 10, 0, &block);
    extrap *plain = make_order(1);
    double w[ROW] = {1e9, 1}, out[ROW];
    p->type->expected(p, w, plain, 1, false, OF_GRADIENT, out);
    assert_true(isnan(out[0]) && isnan(out[1]));
    free(plain);
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
        cmocka_unit_test(expectations_of_treatments),
        cmocka_unit_test(expectation_of_large_weights),
    };
    return cmocka_run_group_tests_name("instrumental", tests, NULL, NULL);
}
