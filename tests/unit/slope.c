/* Slopes of biases against known ones, and their errors where points share their draws. */
#include "engine/law/rng.h"
#include "engine/number/slope.h"
#include "make.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { POINTS = 6 };
static const double m[POINTS] = {1, 2, 4, 8, 16, 32};

static slope_fit slope_of(const double *bias, const double *se, const double *exact, size_t n)
{
    double work[SLOPE_WORK * POINTS];
    bias_points p = {.m = m, .bias = bias, .se = se, .exact = exact, .n = n};
    return slope_find(&p, work);
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
    slope_fit f = slope_find(&p, work);
    assert_near(f.slope, -1, 1e-14);
    assert_true(f.from == 3 && f.to == 12);
    p.m = same;
    f = slope_find(&p, work);
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
    assert_string_equal(slope_find(&p, work).why, "no bias beyond rounding");
    double exact[POINTS];
    for (int i = 0; i < POINTS; i++)
        exact[i] = 1e-16 / m[i];
    p.exact = exact;
    assert_string_equal(slope_find(&p, work).why, "the sampled points are no more than rounding");
    p.exact = NULL;
    for (int i = 0; i < POINTS; i++)
        bias[i] = 1e-10 / m[i];
    slope_fit f = slope_find(&p, work);
    assert_null(f.why);
    assert_near(f.slope, -1, 1e-12);
    assert_true(f.high - f.slope > 1e-6); /* floor / bias is 1e-5 and more */
    p.exact = floor;
    p.exact_floor = floor;
    assert_string_equal(slope_find(&p, work).why, "no bias beyond rounding");
    const double none[POINTS] = {0};
    p.exact = p.exact_floor = none;
    assert_string_equal(slope_find(&p, work).why, "exactly unbiased");
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

/* Biases whose errors are sums of those of parts have the errors that these make of the slope: with
 * every part moving one point alone, those of independent points; all points alike, none. */
static void slopes_of_shared_draws(void **state)
{
    (void)state;
    double bias[POINTS], se[POINTS], alone[POINTS * POINTS] = {0}, alike[POINTS * 2],
                                                    work[SLOPE_WORK * POINTS];
    for (int i = 0; i < POINTS; i++) {
        bias[i] = 3 / m[i];
        se[i] = 0.01 * bias[i];
        alone[i * POINTS + i] = se[i] * sqrt((POINTS - 1.0) / POINTS);
        alike[2 * i] = se[i];
        alike[2 * i + 1] = -se[i];
    }
    bias_points p = {.m = m, .bias = bias, .se = se, .n = POINTS};
    const slope_fit independent = slope_find(&p, work);
    p.moved = alone;
    p.parts = POINTS;
    slope_fit f = slope_find(&p, work);
    assert_relative(f.high - f.slope,
                    (independent.high - independent.slope) * 2.57058183563631 / 1.959963984540054,
                    1e-12);
    p.moved = alike;
    p.parts = 2;
    f = slope_find(&p, work);
    assert_near(f.slope, -1, 1e-14);
    assert_true(f.high - f.low < 1e-10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_of_powers),        cmocka_unit_test(slopes_leave_noise_out),
        cmocka_unit_test(slopes_that_are_refused), cmocka_unit_test(slopes_of_any_list),
        cmocka_unit_test(slopes_of_exact_values),  cmocka_unit_test(slopes_without_errors),
        cmocka_unit_test(slopes_above_rounding),   cmocka_unit_test(slopes_of_curves),
        cmocka_unit_test(signs_that_change),       cmocka_unit_test(slopes_of_shared_draws),
    };
    return cmocka_run_group_tests_name("slope", tests, NULL, NULL);
}
