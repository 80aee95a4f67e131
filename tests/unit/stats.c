/* Quantiles, moments and line fits against known values and direct sums. */
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
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
