/* Quantiles, moments and slope fits against known values and direct sums. */
#include "engine/law/rng.h"
#include "engine/number/stats.h"
#include "make.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* Computed with 40 digits. */
static void student_quantiles(void **state)
{
    (void)state;
    static const struct {
        double probability, df, t;
    } known[] = {
        {0.95, 1, 12.7062047361746933},
        {0.95, 2, 4.30265272974946179},
        {0.95, 3, 3.18244630528370844},
        {0.95, 4, 2.77644510519779349},
        {0.95, 9, 2.262157162798205},
        {0.95, 29, 2.04522964213270387},
        {0.95, 199, 1.97195654425175345},
        {0.95, 9999, 1.9602012636213573},
        {0.95, 2.5, 3.57465484200368176},
        {0.95, 999999, 1.95996635681647893},
        {0.5, 1, 1.0},
        {0.5, 2, 0.816496580927726033},
        {0.5, 3, 0.764892328404345281},
        {0.5, 9, 0.702722146751326367},
        {0.5, 199, 0.675724595610645724},
        {0.5, 999999, 0.674489995531332714},
        {0.999, 1, 636.619248768719051},
        {0.999, 2, 31.5990545764436067},
        {0.999, 4, 8.6103015813792731},
        {0.999, 9, 4.78091258593113843},
        {0.999, 29, 3.65940501946633252},
        {0.999, 9999, 3.29150006330093161},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_relative(stats_t_quantile(known[i].probability, known[i].df), known[i].t, 1e-12);
}

/* Student's law approaches the normal one from above. */
static void quantiles_fall_to_the_normal_one(void **state)
{
    (void)state;
    double before = INFINITY;
    for (double df = 1; df < 1e9; df *= 1.3) {
        double t = stats_t_quantile(0.95, floor(df));
        assert_true(t <= before * (1 + 1e-12) && t > 1.959963984540054);
        before = t;
    }
    assert_relative(stats_t_quantile(0.95, 1e15), 1.95996398454005623, 1e-12);
}

static void means_with_intervals(void **state)
{
    (void)state;
    const double x[] = {1, -7, 2, -7, 6, -7};
    double half;
    assert_near(stats_mean(x, 3, 2, &half), 3, 1e-15);
    assert_relative(half, 4.30265272974946179 * sqrt(7.0 / 3), 1e-12); /* var = (4 + 1 + 9) / 2 */
    assert_near(stats_mean(x, 6, 1, NULL), -2, 1e-15);
    assert_near(stats_mean(x, 1, 1, &half), 1, 0);
    assert_true(isnan(half));
}

/* Two passes in long double. */
static moments direct(const double *x, size_t n)
{
    long double mean = 0, m2 = 0, m3 = 0, m4 = 0;
    for (size_t i = 0; i < n; i++)
        mean += x[i] / (long double)n;
    for (size_t i = 0; i < n; i++) {
        long double d = x[i] - mean;
        m2 += d * d;
        m3 += d * d * d;
        m4 += d * d * d * d;
    }
    return (moments){(double)n, (double)mean, 1, (double)m2, (double)m3, (double)m4};
}

/* Every addition loses at most a few units of 1e-16 of the sum of the absolute values. */
static void assert_moments(const moments *got, const moments *want, double size)
{
    double sd = sqrt(want->m2 / want->n);
    assert_true(got->n == want->n);
    assert_near(got->mean, want->mean, 1e-13 * size);
    assert_relative(got->m2, want->m2, 1e-12);
    assert_near(got->m3, want->m3, 1e-12 * want->n * sd * sd * sd);
    assert_relative(got->m4, want->m4, 1e-12);
}

enum { VALUES = 3000 };

static void fill(double *x, double shift)
{
    static stream s;
    stream_init(&s, STREAM_NORMALS, 5, 0, PURPOSE_USER, 0);
    for (size_t i = 0; i < VALUES; i++) {
        double z = *stream_normals(&s, 1);
        x[i] = shift + (i % 3 ? z : exp(z));
    }
}

static void moments_are_those_of_two_passes(void **state)
{
    (void)state;
    static double x[VALUES];
    for (double shift = 0; shift <= 1000; shift += 1000) {
        fill(x, shift);
        moments want = direct(x, VALUES), one = {0};
        for (size_t i = 0; i < VALUES; i++)
            moments_add(&one, x[i]);
        assert_moments(&one, &want, shift + 1);
        assert_relative(moments_var(&one), want.m2 / (VALUES - 1), 1e-12);
        assert_relative(moments_kurtosis(&one), VALUES * want.m4 / (want.m2 * want.m2), 1e-12);
    }
}

static void merged_moments_are_those_of_all(void **state)
{
    (void)state;
    static double x[VALUES];
    static const size_t cut[] = {0, 0, 1, 3, 4, 1000, 1001, 2999, VALUES};
    fill(x, 10);
    moments want = direct(x, VALUES), all = {0}, none = {0};
    for (size_t k = 0; k + 1 < sizeof cut / sizeof *cut; k++) {
        moments part = {0};
        for (size_t i = cut[k]; i < cut[k + 1]; i++)
            moments_add(&part, x[i]);
        moments_merge(&all, &part);
    }
    assert_moments(&all, &want, 11);
    moments before = all;
    moments_merge(&all, &none);
    assert_memory_equal(&all, &before, sizeof all);
    moments_merge(&none, &before);
    assert_memory_equal(&none, &before, sizeof none);
}

static void moments_without_spread(void **state)
{
    (void)state;
    moments a = {0};
    assert_true(isnan(moments_var(&a)) && isnan(moments_kurtosis(&a)));
    moments_add(&a, 0.1);
    assert_true(isnan(moments_var(&a)) && isnan(moments_kurtosis(&a)) && a.mean == 0.1);
    for (int i = 0; i < 1000; i++)
        moments_add(&a, 0.1);
    assert_true(a.mean == 0.1 && moments_var(&a) == 0 && isnan(moments_kurtosis(&a)));
}

/* The moments of 2^k x are those of x times powers of 2, whatever sizes came before. */
static void moments_of_any_size(void **state)
{
    (void)state;
    static const double x[] = {0, 1.5, 0.3, -2, 0.7, 0x1p-70};
    for (int k = -900; k <= 1000; k += 95) {
        moments many = {0}, half = {0}, base = {0}, rest = {0};
        for (int i = 0; i < 6; i++) {
            moments_add(i < 3 ? &base : &rest, x[i]);
            moments_add(i < 3 ? &many : &half, ldexp(x[i], k));
        }
        moments_merge(&base, &rest);
        moments_merge(&many, &half);
        assert_true(many.mean == ldexp(base.mean, k));
        assert_true(moments_sd(&many) == ldexp(moments_sd(&base), k));
        assert_true(moments_se(&many) == ldexp(moments_se(&base), k));
        assert_true(moments_kurtosis(&many) == moments_kurtosis(&base));
        assert_true(moments_var(&many) == ldexp(moments_var(&base), 2 * k));
    }
}

/* Weights 1, 4, 1 on (0, 1), (1, 2), (2, 4): means 1 and 13/6, sxx = 2, sxy = 3. */
/* Squares of 1e-300, 1e-200, 1e200 and 1e300 have no place among doubles, their spread has. */
static void intervals_of_any_size(void **state)
{
    (void)state;
    double x[5] = {1, 4, 2, 8, 5}, sized[5], want, half;
    stats_mean(x, 5, 1, &want);
    for (int power = -300; power <= 300; power += 100) {
        double size = pow(10, power);
        for (int i = 0; i < 5; i++)
            sized[i] = x[i] * size;
        stats_mean(sized, 5, 1, &half);
        assert_near(half / size, want, 1e-14 * want);
    }
}

static void line_fits(void **state)
{
    (void)state;
    const double x[] = {0, 1, 2}, y[] = {1, 2, 4}, se[] = {1, 0.5, 1}, fine[] = {1e-3, 5e-4, 1e-3};
    line_fit known = stats_fit_line(x, y, se, 3);
    assert_relative(known.slope, 1.5, 1e-15);
    assert_relative(known.intercept, 13.0 / 6 - 1.5, 1e-14);
    /* scatter = 1/9 + 4/36 + 1/9 = 1/3 on 1 degree of freedom: 12.7 sqrt(1/6) > 1.96 sqrt(1/2) */
    assert_relative(known.half_width, 12.7062047361746933 * sqrt(1.0 / 6), 1e-12);
    assert_relative(stats_fit_line(x, y, fine, 3).half_width, known.half_width, 1e-12);
    const double straight[] = {1, 3, 5};
    assert_relative(stats_fit_line(x, straight, se, 3).half_width, 1.959963984540054 / sqrt(2),
                    1e-12);
    line_fit two = stats_fit_line(x, y, se, 2);
    assert_relative(two.slope, 1, 1e-15);
    assert_relative(two.half_width, 1.959963984540054 * sqrt(1.25), 1e-12); /* var 1 + 1/4 */
}

enum { POINTS = 6 };
static const double m[POINTS] = {1, 2, 4, 8, 16, 32};

static slope_fit slope_of(const double *bias, const double *se, const double *exact, size_t n)
{
    double work[SLOPE_WORK * POINTS];
    bias_points p = {.m = m, .bias = bias, .se = se, .exact = exact, .n = n};
    return stats_bias_slope(&p, work);
}

static void slopes_of_powers(void **state)
{
    (void)state;
    for (int k = 1; k <= 4; k++) {
        for (double sign = -1; sign <= 1; sign += 2) {
            double bias[POINTS], se[POINTS], exact[POINTS];
            for (int i = 0; i < POINTS; i++) {
                bias[i] = sign * 3 * pow(m[i], -k);
                exact[i] = -bias[i];
                se[i] = 0.01 * fabs(bias[i]);
            }
            slope_fit f = slope_of(bias, se, exact, POINTS);
            assert_null(f.why);
            assert_near(f.slope, -k, 1e-14);
            assert_near(f.exact, -k, 1e-14);
            assert_near(f.from, 1, 1e-15);
            assert_relative(f.to, 32, 1e-15);
            assert_int_equal(f.left_out, 0);
            /* sum (log m - mean)^2 = 17.5 log(2)^2 with weights 1e4 */
            assert_near(f.high - f.slope, 1.959963984540054 * 0.01 / (log(2) * sqrt(17.5)), 1e-14);
            assert_near(f.slope - f.low, f.high - f.slope, 1e-14);
        }
    }
}

static void slopes_leave_noise_out(void **state)
{
    (void)state;
    const double bias[POINTS] = {8, 4, 2, -1, 0, NAN}, se[POINTS] = {1, 1, 0.5, 0.4, 0, 1};
    slope_fit f = slope_of(bias, se, NULL, POINTS);
    assert_null(f.why);
    assert_near(f.slope, -1, 1e-14);
    assert_relative(f.to, 4, 1e-15);
    assert_int_equal(f.left_out, 3);
    assert_true(isnan(f.exact));
    assert_true(f.low < -1 && f.high > -1);
}

static void slopes_that_are_refused(void **state)
{
    (void)state;
    const double crossing[POINTS] = {8, 4, -2}, se[POINTS] = {0.1, 0.1, 0.1, 1, 1, 1};
    slope_fit f = slope_of(crossing, se, NULL, 3);
    assert_string_equal(f.why, "the bias changes its sign");
    assert_true(isnan(f.slope) && isnan(f.low) && isnan(f.high));
    const double noise[POINTS] = {8, 0.2, -0.2};
    f = slope_of(noise, se, NULL, 3);
    assert_string_equal(f.why, "fewer than two points stand out of the noise by 3 standard errors");
    assert_int_equal(f.left_out, 2);
    const double crossing_noise[POINTS] = {8, 0.2, 4, -4};
    assert_int_equal(slope_of(crossing_noise, se, NULL, 4).left_out, 1);
    const double none[POINTS] = {0};
    f = slope_of(none, none, none, POINTS);
    assert_non_null(f.why);
    assert_int_equal(f.left_out, POINTS);
    f = slope_of(crossing, se, NULL, 1);
    assert_non_null(f.why);
}

/* The points may come in any order; all at one m they have no slope. */
static void slopes_of_any_list(void **state)
{
    (void)state;
    const double list[] = {12, 3, 6}, bias[] = {1, 4, 2}, se[] = {0.1, 0.1, 0.1};
    const double same[] = {3, 3, 3};
    double work[SLOPE_WORK * 3];
    bias_points p = {.m = list, .bias = bias, .se = se, .n = 3};
    slope_fit f = stats_bias_slope(&p, work);
    assert_near(f.slope, -1, 1e-14);
    assert_true(f.from == 3 && f.to == 12);
    p.m = same;
    f = stats_bias_slope(&p, work);
    assert_string_equal(f.why, "the points that stand out of the noise have one m");
    assert_true(isnan(f.slope));
}

/* Without errors there is no slope of the sampled values; that of the exact ones is there. */
static void slopes_of_exact_values(void **state)
{
    (void)state;
    const double bias[POINTS] = {1, 0.26, 0.065, 0.016, 0.004, 0.001}, se[POINTS] = {0};
    slope_fit f = slope_of(bias, se, bias, POINTS);
    assert_string_equal(f.why, "the estimates have no standard error");
    assert_near(f.exact, -2, 0.01);
    assert_true(f.from == 1 && f.to == 32 && isnan(f.slope) && f.sign == 1);
}

/* A point without an error does not draw the line to it. */
static void slopes_without_errors(void **state)
{
    (void)state;
    const double bias[POINTS] = {1, 0.5, 0.25, 0.125, 5, 0.03125};
    const double se[POINTS] = {0.01, 0.005, 0.0025, 0.00125, 0, NAN};
    slope_fit f = slope_of(bias, se, NULL, POINTS);
    assert_null(f.why);
    assert_near(f.slope, -1, 1e-14);
    assert_int_equal(f.left_out, 2);
    assert_true(f.to == 8);
}

/* Below their floor biases are none, and an error is at least the floor. */
static void slopes_above_rounding(void **state)
{
    (void)state;
    double bias[POINTS], se[POINTS], floor[POINTS], work[SLOPE_WORK * POINTS];
    bias_points p = {.m = m, .bias = bias, .se = se, .floor = floor, .n = POINTS};
    for (int i = 0; i < POINTS; i++) {
        bias[i] = 1e-16;
        se[i] = 1e-18;
        floor[i] = 1e-15;
    }
    assert_string_equal(stats_bias_slope(&p, work).why, "no bias beyond rounding");
    double exact[POINTS];
    for (int i = 0; i < POINTS; i++)
        exact[i] = 1e-16 / m[i];
    p.exact = exact;
    assert_string_equal(stats_bias_slope(&p, work).why,
                        "the sampled points are no more than rounding");
    p.exact = NULL;
    for (int i = 0; i < POINTS; i++)
        bias[i] = 1e-10 / m[i];
    slope_fit f = stats_bias_slope(&p, work);
    assert_null(f.why);
    assert_near(f.slope, -1, 1e-12);
    assert_true(f.high - f.slope > 1e-6); /* floor / bias is 1e-5 and more */
    p.exact = floor;
    p.exact_floor = floor;
    assert_string_equal(stats_bias_slope(&p, work).why, "no bias beyond rounding");
    const double none[POINTS] = {0};
    p.exact = p.exact_floor = none;
    assert_string_equal(stats_bias_slope(&p, work).why, "exactly unbiased");
}

/* m^-1 (1 + c / m): the slope differs by so much between both ends. */
static void slopes_of_curves(void **state)
{
    (void)state;
    for (double c = -0.9; c < 20; c = c < 0 ? c / 2 + 0.01 : 2 * c) {
        double bias[POINTS], se[POINTS], steepest = 0, flattest = -9;
        for (int i = 0; i < POINTS; i++) {
            bias[i] = (1 + c / m[i]) / m[i];
            se[i] = 1e-6 * fabs(bias[i]);
        }
        for (int known = 0; known < 2; known++) {
            slope_fit f = slope_of(bias, se, known ? bias : NULL, POINTS);
            assert_null(f.why);
            for (int i = 0; i + 1 < POINTS; i++) {
                double local = log(bias[i + 1] / bias[i]) / log(2);
                steepest = m[i] >= f.from ? fmin(steepest, local) : 0;
                flattest = m[i] >= f.from ? fmax(flattest, local) : -9;
            }
            assert_true(f.to == 32 && f.from <= 8);
            assert_true(f.low < f.slope && f.slope < f.high);
            assert_true(flattest - steepest < 0.26 * fabs(f.slope));
            assert_true(f.low < steepest + 0.04 && f.high > flattest - 0.04);
            assert_true(isnan(f.exact) || (f.low < f.exact && f.exact < f.high));
        }
    }
    const double hook[POINTS] = {1, 1e-1, 1e-3, 1e-6, 1e-10, 1e-15}, se[POINTS] = {1e-20};
    double fine[POINTS];
    for (int i = 0; i < POINTS; i++)
        fine[i] = 1e-6 * hook[i] + se[0];
    slope_fit f = slope_of(hook, fine, hook, POINTS);
    assert_string_equal(f.why, "the points lie on no line");
    assert_true(isnan(f.slope) && isnan(f.exact));
}

/* A change of sign is named, of the exact values where they are known. */
static void signs_that_change(void **state)
{
    (void)state;
    const double bias[POINTS] = {-8, -4, -1, 0.5, 1, 1}, se[POINTS] = {.1, .1, .1, .1, .1, .1};
    for (int known = 0; known < 2; known++) {
        slope_fit f = slope_of(bias, se, known ? bias : NULL, POINTS);
        assert_string_equal(f.why, "the bias changes its sign");
        assert_true(f.sign_from == 4 && f.sign_to == 8 && f.sign == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(student_quantiles),
        cmocka_unit_test(quantiles_fall_to_the_normal_one),
        cmocka_unit_test(means_with_intervals),
        cmocka_unit_test(moments_are_those_of_two_passes),
        cmocka_unit_test(merged_moments_are_those_of_all),
        cmocka_unit_test(moments_without_spread),
        cmocka_unit_test(moments_of_any_size),
        cmocka_unit_test(intervals_of_any_size),
        cmocka_unit_test(line_fits),
        cmocka_unit_test(slopes_of_powers),
        cmocka_unit_test(slopes_leave_noise_out),
        cmocka_unit_test(slopes_that_are_refused),
        cmocka_unit_test(slopes_of_any_list),
        cmocka_unit_test(slopes_of_exact_values),
        cmocka_unit_test(slopes_without_errors),
        cmocka_unit_test(slopes_above_rounding),
        cmocka_unit_test(slopes_of_curves),
        cmocka_unit_test(signs_that_change),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
