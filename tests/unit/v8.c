/* exp, log and their scalar forms against long double; the small operations one by one. */
#include "engine/law/rng.h"
#include "engine/number/num.h"
#include "engine/number/v8_function.h"
#include "make.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SAMPLES = 400000 };

static double worst_exp(double low, double high)
{
    static stream s;
    double worst = 0;
    stream_init(&s, STREAM_UNIFORMS, 1, 0, PURPOSE_USER, 0);
    for (int i = 0; i < SAMPLES; i += 8) {
        double x[8], y[8];
        for (int l = 0; l < 8; l++)
            x[l] = low + (high - low) * *stream_uniforms(&s, 1);
        v8_store(y, v8_exp(v8_load(x)));
        for (int l = 0; l < 8; l++)
            worst = fmax(worst, ulps(y[l], expl((long double)x[l])));
    }
    return worst;
}

/* "to 1 ulp or so": 1 for the last operation, a half for the rest. */
static void exp_is_that_of_long_double(void **state)
{
    (void)state;
    assert_true(worst_exp(-1, 1) <= 1.5);
    assert_true(worst_exp(-708, 709.7) <= 1.5);
    assert_true(worst_exp(-745.2, -708) <= 1.5); /* subnormal results */
    assert_true(worst_exp(-1e-10, 1e-10) <= 1.5);
}

static void exp_at_the_ends(void **state)
{
    (void)state;
    static const double tiny[] = {0, -0.0, 1e-300, -1e-300, DBL_TRUE_MIN};
    for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++)
        assert_true(num_exp(tiny[i]) == 1);
    assert_true(isnan(num_hypot(NAN, 3)) && isnan(num_hypot(0, NAN)) && num_hypot(0, 0) == 0);
    assert_true(num_hypot(0x3p600, -0x4p600) == 0x5p600 && num_hypot(-INFINITY, 1) == INFINITY);
    assert_true(num_exp(INFINITY) == INFINITY && num_exp(DBL_MAX) == INFINITY);
    assert_true(num_exp(709.79) == INFINITY && num_exp(710) == INFINITY);
    assert_true(isfinite(num_exp(709.78)));
    assert_true(num_exp(-INFINITY) == 0 && num_exp(-DBL_MAX) == 0 && num_exp(-746) == 0);
    assert_true(num_exp(-745) == DBL_TRUE_MIN);
    assert_true(isnan(num_exp(NAN)) && isnan(num_exp(-NAN)));
    for (int k = -1074; k <= 1023; k++) { /* near every power of two */
        double x = (double)(k * 0.693147180559945309417232121458176568L);
        assert_true(ulps(num_exp(x), expl((long double)x)) <= 1.5);
    }
}

/* Normal positive numbers of every size. */
static double worst_log(double low, double high, bool of_exponents)
{
    static stream s;
    double worst = 0;
    stream_init(&s, STREAM_UNIFORMS, 2, 0, PURPOSE_USER, 0);
    for (int i = 0; i < SAMPLES; i += 8) {
        double x[8], y[8];
        for (int l = 0; l < 8; l++) {
            double u = low + (high - low) * *stream_uniforms(&s, 1);
            x[l] = of_exponents ? (double)exp2l(u) : u;
        }
        v8_store(y, v8_log(v8_load(x)));
        for (int l = 0; l < 8; l++)
            worst = fmax(worst, ulps(y[l], logl((long double)x[l])));
    }
    return worst;
}

static void log_is_that_of_long_double(void **state)
{
    (void)state;
    assert_true(worst_log(-1022, 1023.999, true) <= 1.5);
    assert_true(worst_log(-1, 1, true) <= 1.5);
    assert_true(worst_log(0.9999, 1.0001, false) <= 1.5);
    assert_true(worst_log(1 - 1e-12, 1 + 1e-12, false) <= 1.5);
}

static void log_at_the_ends(void **state)
{
    (void)state;
    assert_true(num_log(1) == 0);
    assert_true(ulps(num_log(DBL_MIN), logl((long double)DBL_MIN)) <= 1.5);
    assert_true(ulps(num_log(DBL_MAX), logl((long double)DBL_MAX)) <= 1.5);
    for (int k = -1022; k <= 1023; k++) {
        assert_true(ulps(num_log(ldexp(1, k)), logl((long double)ldexp(1, k))) <= 1.5);
        double root = ldexp(0.70710678118654752, k); /* where the exponent is split off */
        for (double x = nextafter(root, 0), last = nextafter(root, 8); x <= last;
             x = nextafter(x, INFINITY))
            if (x >= DBL_MIN)
                assert_true(ulps(num_log(x), logl((long double)x)) <= 1.5);
    }
}

static void exp_and_log_undo_each_other(void **state)
{
    (void)state;
    for (double x = 1e-300; x < 1e300;
         x *= 1.7) /* an error of log is |log x| times larger in exp */
        assert_relative(num_exp(num_log(x)), x, 4e-16 * (2 + fabs(log(x))));
}

/* What one element is does not depend on its place or on its neighbours. */
static void elements_are_independent(void **state)
{
    (void)state;
    const double x[8] = {0.5, NAN, INFINITY, -800, 1e-3, -INFINITY, 700, -1};
    double y[8], z[8];
    v8_store(y, v8_exp(v8_load(x)));
    for (int i = 0; i < 8; i++) {
        assert_true(y[i] == num_exp(x[i]) || isnan(x[i]));
        v8_store(z, v8_exp(v8_set1(x[i])));
        for (int l = 0; l < 8; l++)
            assert_true(z[l] == y[i] || isnan(x[i]));
    }
}

static void sums_have_a_fixed_tree(void **state)
{
    (void)state;
    const double x[8] = {1e16, 1, -1e16, 3, 0.1, 0.2, 0.3, 0.4};
    double left = (x[0] + x[4]) + (x[2] + x[6]), right = (x[1] + x[5]) + (x[3] + x[7]);
    assert_true(v8_sum(v8_load(x)) == left + right);
}

static void words_to_doubles(void **state)
{
    (void)state;
    const uint64_t words[8] = {
        0,          1,          UINT64_MAX,  1ull << 52, (uint64_t) - (1ll << 52),
        1ull << 62, 1ull << 63, 0xfffffffful};
    double x[8];
    v8_store(x, v8_from_words(u8_load(words)));
    for (int i = 0; i < 8; i++)
        assert_true(x[i] == (double)(int64_t)words[i]);
}

static void comparisons_and_selections(void **state)
{
    (void)state;
    const double x[8] = {1, 2, NAN, 0, -0.0, INFINITY, -1, 5}, y[8] = {2, 1, 3, 0, 0, 1, NAN, 5};
    double least[8], most[8], size[8], fused[8];
    v8_store(least, v8_min(v8_load(x), v8_load(y)));
    v8_store(most, v8_max(v8_load(x), v8_load(y)));
    v8_store(size, v8_abs(v8_load(x)));
    v8_store(fused, v8_fma(v8_load(x), v8_load(y), v8_load(x)));
    for (int i = 0; i < 8; i++) {
        bool number = !isnan(x[i]) && !isnan(y[i]);
        assert_true(number ? least[i] == fmin(x[i], y[i]) : isnan(y[i]) == isnan(least[i]));
        assert_true(number ? most[i] == fmax(x[i], y[i]) : isnan(y[i]) == isnan(most[i]));
        assert_true(isnan(x[i]) ? isnan(size[i]) : size[i] == fabs(x[i]) && !signbit(size[i]));
        assert_true(number ? fused[i] == fma(x[i], y[i], x[i]) : isnan(fused[i]));
    }
    assert_int_equal(u8_top_bits(v8_less(v8_load(x), v8_load(y))), 1);
    assert_true(v8_first(v8_load(y)) == 2);
}

typedef v8 (*function)(v8 x);
typedef long double (*reference)(long double x);

static v8 expm1_of(v8 x)
{
    return v8_expm1(x);
}
static v8 log1p_of(v8 x)
{
    return v8_log1p(x);
}
static v8 sigmoid_of(v8 x)
{
    return v8_sigmoid(x);
}
static v8 softplus_of(v8 x)
{
    return v8_softplus(x);
}
static v8 tanh_of(v8 x)
{
    return v8_tanh(x);
}
static v8 log_cosh_of(v8 x)
{
    return v8_log_cosh(x);
}
static v8 atan_of(v8 x)
{
    return v8_atan(x);
}
static v8 sin_of(v8 x)
{
    return v8_sin(x);
}

static long double sigmoid(long double x)
{
    return 1 / (1 + expl(-x));
}
static long double softplus(long double x)
{
    return x > 0 ? x + log1pl(expl(-x)) : log1pl(expl(x));
}
static long double log_cosh(long double x)
{
    long double a = fabsl(x), s = sinhl(a / 2);
    return a < 1 ? log1pl(2 * s * s) : a - logl(2) + log1pl(expl(-2 * a));
}

/* Signs at random unless positive, sizes from 2^low to 2^high. */
static double worst(function f, reference want, double low, double high, bool positive)
{
    static stream s;
    double most = 0;
    stream_init(&s, STREAM_UNIFORMS, 3, 0, PURPOSE_USER, 0);
    for (int i = 0; i < SAMPLES / 4; i += 8) {
        double x[8], y[8];
        for (int l = 0; l < 8; l++) {
            x[l] = exp2(low + (high - low) * *stream_uniforms(&s, 1));
            x[l] = *stream_uniforms(&s, 1) < 0.5 && !positive ? -x[l] : x[l];
        }
        v8_store(y, f(v8_load(x)));
        for (int l = 0; l < 8; l++)
            most = fmax(most, ulps(y[l], want((long double)x[l])));
    }
    return most;
}

/* A few units in the last place: each is made of two to five rounded operations. */
static void functions_built_on_exp_and_log(void **state)
{
    (void)state;
    assert_true(worst(expm1_of, expm1l, -60, 9.4, false) <= 3);
    assert_true(worst(log1p_of, log1pl, -60, 1000, true) <= 3);
    assert_true(worst(sigmoid_of, sigmoid, -60, 9.4, false) <= 3);
    assert_true(worst(softplus_of, softplus, -60, 9.4, false) <= 3);
    assert_true(worst(tanh_of, tanhl, -60, 10, false) <= 4);
    assert_true(worst(tanh_of, tanhl, -1000, -60, false) <= 1);
    assert_true(worst(log_cosh_of, log_cosh, -60, 1000, false) <= 4);
    assert_true(worst(atan_of, atanl, -1000, 1000, false) <= 2);
    assert_true(worst(atan_of, atanl, -4, 4, false) <= 2.5);
    assert_true(worst(sin_of, sinl, -60, 1, false) <= 2);
    assert_true(worst(sin_of, sinl, 0, 19, false) <= 4);
}

static void functions_at_the_ends(void **state)
{
    (void)state;
    static const function all[] = {expm1_of, log1p_of,    sigmoid_of, softplus_of,
                                   tanh_of,  log_cosh_of, sin_of,     atan_of};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        assert_true(isnan(v8_first(all[k](v8_set1(NAN)))));
    assert_true(v8_first(v8_tanh(v8_set1(INFINITY))) == 1);
    assert_true(v8_first(v8_tanh(v8_set1(-INFINITY))) == -1);
    assert_true(v8_first(v8_atan(v8_set1(INFINITY))) == atan(INFINITY));
    assert_true(v8_first(v8_tanh(v8_set1(0))) == 0 && v8_first(v8_log_cosh(v8_set1(0))) == 0);
    assert_true(v8_first(v8_sin(v8_set1(0))) == 0 && v8_first(v8_expm1(v8_set1(0))) == 0);
    assert_true(v8_first(v8_expm1(v8_set1(-INFINITY))) == -1);
    assert_true(v8_first(v8_softplus(v8_set1(-1000))) == 0);
    assert_true(v8_first(v8_softplus(v8_set1(1e300))) == 1e300);
    assert_true(v8_first(v8_sigmoid(v8_set1(-1000))) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp_is_that_of_long_double),
        cmocka_unit_test(exp_at_the_ends),
        cmocka_unit_test(log_is_that_of_long_double),
        cmocka_unit_test(log_at_the_ends),
        cmocka_unit_test(exp_and_log_undo_each_other),
        cmocka_unit_test(elements_are_independent),
        cmocka_unit_test(sums_have_a_fixed_tree),
        cmocka_unit_test(words_to_doubles),
        cmocka_unit_test(comparisons_and_selections),
        cmocka_unit_test(functions_built_on_exp_and_log),
        cmocka_unit_test(functions_at_the_ends),
    };
    return cmocka_run_group_tests_name("v8", tests, NULL, NULL);
}
