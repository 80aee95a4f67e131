/* Exact expectations against reference values computed with rationals, and against each other. */
#include "engine/law/expect.h"
#include "engine/number/quad.h"
#include "make.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef double (*plain)(double);

static status eval_plain(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    (void)gap;
    for (size_t i = 0; i < n; i++)
        y[i] = (*(const plain *)q->context)(s[i]);
    return STATUS_OK;
}

static func general(plain *f)
{
    return (func){.kind = FUNC_GENERAL, .in = 1, .out = 1, .eval = eval_plain, .context = f};
}

static double bias_of(const extrap *op, const func *q, const dist *d, double m)
{
    expectation x;
    assert_int_equal(expect_operator(op, q, d, m, 0, &x), STATUS_OK);
    return x.bias;
}

static const double fourth[] = {0, 0, 0, 0, 1}, fifth[] = {0, 0, 0, 0, 0, 1};

static void fourth_power_on_the_ramp(void **state)
{
    (void)state;
    dist *d = make_plain("ramp", 0, 2);
    extrap *first = make_paper(1, false), *second = make_paper(2, false),
           *third = make_paper(3, false);
    func q = func_poly(fourth, 4);
    static const double own[] = {0.10617283950617284, 0.023765432098765433, 0.0055941358024691355,
                                 0.0013551311728395062};
    assert_relative(bias_of(first, &q, d, 12), 0.1963477366255144, 1e-15);
    assert_relative(bias_of(second, &q, d, 6), 0.0024348422496570645, 1e-15);
    assert_relative(bias_of(first, &q, d, 96), 0.024673106084962277, 1e-15);
    assert_relative(bias_of(second, &q, d, 48), 3.663783864883402e-05, 1e-15);
    for (int i = 0; i < 4; i++)
        assert_relative(bias_of(second, &q, d, 1 << i), own[i], 1e-15);
    for (double m = 1; m <= 0x1p40; m *= 2)
        assert_true(bias_of(third, &q, d, m) == 0);
    free(d);
    free(first);
    free(second);
    free(third);
}

static void fifth_power_has_slope_four(void **state)
{
    (void)state;
    dist *d = make_plain("ramp", 0, 2);
    extrap *third = make_paper(3, false);
    func q = func_poly(fifth, 5);
    static const double want[] = {3.429355281207133e-4, 2.143347050754458e-5,
                                  1.3395919067215363e-6};
    for (int i = 0; i < 3; i++)
        assert_relative(bias_of(third, &q, d, 1 << i), want[i], 1e-14);
    assert_relative(bias_of(third, &q, d, 1) / bias_of(third, &q, d, 2), 16, 1e-13);
    assert_relative(bias_of(third, &q, d, 0x1p30) / bias_of(third, &q, d, 0x1p31), 16, 1e-13);
    free(d);
    free(third);
}

static void half_square_under_a_normal(void **state)
{
    (void)state;
    static const double half[] = {0, 0, 0.5};
    dist *d = make_normal(10, 100);
    func q = func_poly(half, 2);
    extrap *first = make_paper(1, false), *second = make_paper(2, false);
    assert_relative(bias_of(first, &q, d, 12), 100.0 / 24, 1e-15);
    assert_true(bias_of(second, &q, d, 6) == 0);
    free(d);
    free(first);
    free(second);
}

/* Richardson's order k is unbiased up to degree k, on a skewed law too; not beyond. */
static void degrees_without_bias(void **state)
{
    (void)state;
    dist *d = make_plain("exponential", 0.7, 0);
    const double ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    for (int k = 1; k <= 8; k++) {
        extrap *op = make_order(k);
        func within = func_poly(ones, (size_t)k), beyond = func_poly(ones, (size_t)k + 1);
        assert_true(bias_of(op, &within, d, 1) == 0);
        assert_true(bias_of(op, &beyond, d, 1) != 0);
        free(op);
    }
    free(d);
}

static void exponential_of_a_normal(void **state)
{
    (void)state;
    dist *d = make_normal(0, 1);
    func q = func_exp();
    static const double want[] = {6.4872e-1, -8.0670e-2, 1.9920e-5};
    for (int k = 1; k <= 3; k++) {
        extrap *op = make_paper(k, false);
        assert_relative(bias_of(op, &q, d, 1), want[k - 1], 2e-5);
        free(op);
    }
    free(d);
}

/* Values of 80-digit arithmetic. */
static void exponential_at_large_m(void **state)
{
    (void)state;
    dist *normal = make_normal(0, 1), *skewed = make_plain("exponential", 0.5, 0);
    extrap *op = make_paper(3, false);
    func q = func_exp();
    static const struct {
        double m, normal, skewed;
    } want[] = {
        {1, 1.9920194590178354e-05, 0.00032912603361736682},
        {2, 1.109345210362261e-06, 1.03485276855739e-05},
        {4, 6.5461008681428168e-08, 4.8242648049572609e-07},
        {16, 2.4493814552395108e-10, 1.5357255090365599e-09},
        {256, 3.6875953144657071e-15, 2.2031721419057505e-14},
        {0x1p20, 1.3089250473216204e-29, 7.7954089558220937e-29},
    };
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        assert_relative(bias_of(op, &q, normal, want[i].m), want[i].normal, 1e-13);
        assert_relative(bias_of(op, &q, skewed, want[i].m), want[i].skewed, 1e-13);
    }
    free(normal);
    free(skewed);
    free(op);
}

/* A law through its generating function and through its atoms. */
static void exponential_of_a_finite_law(void **state)
{
    (void)state;
    const double values[] = {-1, 0.5, 0.5, 2}, probs[] = {0.3, 0.2, 0.4, 0.1};
    const arg a[] = {vector(values, 4), vector(probs, 4)};
    dist *d = make_dist("discrete", a), *coin = make_plain("bernoulli", 0.3, 0);
    plain f = exp;
    func q = func_exp(), same = general(&f);
    for (int k = 1; k <= 2; k++) {
        extrap *op = make_paper(k, false);
        for (double m = 1; m <= 4; m++) {
            assert_relative(bias_of(op, &same, d, m), bias_of(op, &q, d, m), 1e-11);
            assert_relative(bias_of(op, &same, coin, m), bias_of(op, &q, coin, m), 1e-11);
        }
        free(op);
    }
    free(d);
    free(coin);
}

static void exponential_of_bounded_laws(void **state)
{
    (void)state;
    extrap *op = make_paper(1, false);
    dist *ramp = make_plain("ramp", 0, 2), *uniform = make_plain("uniform", 0, 2);
    func q = func_exp();
    /* E e^x = (e^2 + 1)/2 and (e^2 - 1)/2 */
    assert_relative(bias_of(op, &q, ramp, 1), (exp(2) + 1) / 2 - exp(4.0 / 3), 1e-14);
    assert_relative(bias_of(op, &q, uniform, 1), (exp(2) - 1) / 2 - exp(1), 1e-14);
    free(op);
    free(ramp);
    free(uniform);
}

static double relu(double s)
{
    return s > 0 ? s : 0;
}

/* s^2/2 + a triangle wave of period 2 in [-1, 1], -1 at even numbers, + 1 */
static double waved(double s)
{
    double r = fmod(fabs(s), 2);
    return s * s / 2 + (r < 1 ? 2 * r - 1 : 3 - 2 * r) + 1;
}

static void kinks_under_a_normal(void **state)
{
    (void)state;
    dist *d = make_normal(10, 100);
    plain kinked = relu, wave = waved;
    func r = general(&kinked), w = general(&wave);
    static const double own_m[] = {0.833155, -0.330609, 0.014905},
                        equal_cost[] = {0.000195, -0.009168};
    static const double waves[] = {51, 1, 1}, equal_waves[] = {5 + 1.0 / 6, 1, 1};
    for (int k = 1; k <= 3; k++) {
        extrap *op = make_paper(k, false);
        double m = 12 / (double)op->draws;
        assert_near(bias_of(op, &r, d, 1), own_m[k - 1], 5e-7);
        assert_relative(bias_of(op, &w, d, 1), waves[k - 1], 1e-11);
        assert_relative(bias_of(op, &w, d, m), equal_waves[k - 1], 1e-11);
        if (k < 3)
            assert_near(bias_of(op, &r, d, m), equal_cost[k - 1], 5e-7);
        free(op);
    }
    /* sd phi(1) - mean Phi(-1) */
    extrap *op = make_paper(1, false);
    double exact = 10 * exp(-0.5) / sqrt(2 * acos(-1)) - 10 * erfc(sqrt(0.5)) / 2;
    assert_relative(bias_of(op, &r, d, 1), exact, 1e-13);
    free(op);
    free(d);
}

static void quadrature_of_smooth_functions(void **state)
{
    (void)state;
    dist *d = make_normal(0, 1);
    plain f = exp;
    func q = func_exp(), same = general(&f);
    for (int k = 1; k <= 2; k++) {
        extrap *op = make_paper(k, false);
        assert_relative(bias_of(op, &same, d, 3), bias_of(op, &q, d, 3), 1e-12);
        free(op);
    }
    /* the mass of exp(20 z) lies 20 standard deviations out */
    dist *wide = make_normal(0, 400);
    extrap *op = make_paper(1, false);
    assert_relative(bias_of(op, &same, wide, 1), exp(200), 1e-11);
    free(op);
    free(d);
    free(wide);
}

static const char *why_not(const func *q, const dist *d, double m, double s)
{
    expectation x;
    extrap *op = make_paper(1, false);
    assert_int_equal(expect_operator(op, q, d, m, s, &x), STATUS_NO_EXACT);
    assert_non_null(x.why);
    free(op);
    return x.why;
}

static double inverse(double s)
{
    return 1 / s;
}

static double shifted_pole(double s)
{
    return 1 / ((s - 0.1) * (s - 0.1));
}

static double odd_pole(double s)
{
    return 1 / (s - 0.123);
}

static double growing(double s)
{
    return exp(s * s);
}

static void expectations_that_do_not_exist(void **state)
{
    (void)state;
    static const plain poles[] = {inverse, shifted_pole, odd_pole, log, sqrt, growing};
    dist *normal = make_normal(1, 1), *skewed = make_plain("exponential", 2, 0),
         *ramp = make_plain("ramp", 0, 2), *coin = make_plain("bernoulli", 0.5, 0);
    func q = func_exp();
    for (size_t i = 0; i < sizeof poles / sizeof *poles; i++) {
        plain f = poles[i];
        func bad = general(&f);
        why_not(&bad, normal, 1, 0);
        why_not(&bad, normal, 1, 0.37);
        why_not(&bad, ramp, 4, 0);
    }
    /* however small the density at the pole: 0 lies 2000 standard deviations out */
    plain f = inverse;
    func bad = general(&f);
    why_not(&bad, normal, 4e6, 0);
    why_not(&bad, coin, 3, 0);
    assert_string_equal(why_not(&q, skewed, 2, 0),
                        "the expectation does not exist: exp grows as fast as the density of a "
                        "block mean falls");
    extrap *op = make_paper(1, false);
    assert_relative(bias_of(op, &q, skewed, 3), 27 - exp(2), 1e-14); /* (1 - 2/3)^-3 */
    free(op);
    free(normal);
    free(skewed);
    free(ramp);
    free(coin);
}

static void says_why(void **state)
{
    (void)state;
    double coefficient[27] = {[26] = 1};
    dist *d = make_plain("ramp", 0, 2), *wide = make_normal(0, 1e6);
    plain f = relu;
    func q = func_poly(coefficient, 26), kinked = general(&f), e = func_exp();
    assert_string_equal(why_not(&q, d, 1, 0), "polynomials are known up to degree 24");
    assert_string_equal(why_not(&e, wide, 1, 0), "the expectation overflows");
    why_not(&kinked, d, 2, 0);
    q.degree = 25; /* leading zeros do not count */
    extrap *op = make_paper(1, false);
    assert_true(bias_of(op, &q, d, 1) == 0);
    free(op);
    free(d);
    free(wide);
}

/* A bias below the rounding of q is refused; the expectation itself is not. */
static void value_without_bias(void **state)
{
    (void)state;
    dist *d = make_normal(1, 1e-12);
    plain f = exp;
    func q = general(&f);
    expectation x;
    extrap *op = make_paper(1, false);
    assert_int_equal(expect_operator(op, &q, d, 1, 0, &x), STATUS_NO_EXACT);
    assert_string_equal(x.why, "rounding and quadrature errors exceed 1e-10 of the bias");
    assert_int_equal(expect_mean(op, &q, d, 1, 0, &x), STATUS_OK);
    assert_relative(x.value, exp(1), 1e-11);
    free(op);
    free(d);
}

static status fails(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    (void)q, (void)n, (void)s, (void)y, (void)gap;
    return STATUS_CALLBACK;
}

static void failures_of_q_come_through(void **state)
{
    (void)state;
    dist *d = make_normal(1, 1);
    const func q = {.kind = FUNC_GENERAL, .in = 1, .out = 1, .eval = fails};
    expectation x;
    extrap *op = make_paper(3, false);
    assert_int_equal(expect_operator(op, &q, d, 1, 0, &x), STATUS_CALLBACK);
    free(op);
    free(d);
}

static status eval_circle(void *context, const double *x, double *y, double *rounding)
{
    (void)context;
    for (int i = 0; i < QUAD_POINTS; i++) {
        y[i] = sqrt(1 - x[i] * x[i]);
        rounding[i] = 1e-16;
    }
    return STATUS_OK;
}

static void quadrature_converges_or_says_so(void **state)
{
    (void)state;
    double size;
    quad q = {eval_circle, NULL, .most = 1000}, few = {eval_circle, NULL, .most = 3};
    assert_int_equal(quad_add(&q, -1, 1, &size), STATUS_OK);
    assert_int_equal(quad_refine(&q, 1e-12), STATUS_OK);
    assert_relative(q.value, acos(0), 1e-12);
    assert_true(q.error < 1e-11);
    assert_int_equal(quad_add(&few, -1, 1, &size), STATUS_OK);
    assert_int_equal(quad_refine(&few, 1e-12), STATUS_NO_CONVERGENCE);
    quad_free(&q);
    quad_free(&few);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fourth_power_on_the_ramp),
        cmocka_unit_test(fifth_power_has_slope_four),
        cmocka_unit_test(half_square_under_a_normal),
        cmocka_unit_test(degrees_without_bias),
        cmocka_unit_test(exponential_of_a_normal),
        cmocka_unit_test(exponential_at_large_m),
        cmocka_unit_test(exponential_of_a_finite_law),
        cmocka_unit_test(exponential_of_bounded_laws),
        cmocka_unit_test(kinks_under_a_normal),
        cmocka_unit_test(quadrature_of_smooth_functions),
        cmocka_unit_test(expectations_that_do_not_exist),
        cmocka_unit_test(says_why),
        cmocka_unit_test(value_without_bias),
        cmocka_unit_test(failures_of_q_come_through),
        cmocka_unit_test(quadrature_converges_or_says_so),
    };
    return cmocka_run_group_tests_name("expect", tests, NULL, NULL);
}
