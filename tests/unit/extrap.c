/* Operators: printed weights, measured orders, windows, fractions, and what they do to samples. */
#include "engine/operator/apply.h"
#include "engine/operator/extrap.h"
#include "engine/operator/window.h"
#include "make.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void assert_fraction(fraction f, int64_t num, int64_t den)
{
    assert_int_equal(f.num, num);
    assert_int_equal(f.den, den);
}

static void papers_as_printed(void **state)
{
    (void)state;
    static const struct {
        size_t draws, order, terms;
        double amplification;
    } want[] = {{1, 1, 1, 1}, {2, 2, 2, 3}, {12, 4, 7, 55.0 / 3}};
    for (int k = 1; k <= 3; k++) {
        extrap *op = make_paper(k, false);
        assert_int_equal(op->draws, want[k - 1].draws);
        assert_int_equal(op->order, want[k - 1].order);
        assert_int_equal(op->terms, want[k - 1].terms);
        assert_near(op->amplification, want[k - 1].amplification, 0);
        free(op);
    }
    uint32_t sizes[EXTRAP_TERMS];
    fraction weights[EXTRAP_TERMS];
    assert_int_equal(extrap_paper(0, sizes, weights), 0);
    assert_int_equal(extrap_paper(4, sizes, weights), 0);
}

static void sums_of_the_printed_third(void **state)
{
    (void)state;
    extrap *op = make_paper(3, false);
    assert_true(op->power_sum[0] == 1);
    for (int k = 1; k <= 3; k++)
        assert_true(op->power_sum[k] == 0);
    assert_true(op->power_sum[4] == 7.0 / 1152);
    free(op);
}

static void richardson_weights(void **state)
{
    (void)state;
    extrap *third = make_order(3), *fourth = make_order(4);
    assert_fraction(third->term[0].exact, 1, 3);
    assert_fraction(third->term[1].exact, -2, 1);
    assert_fraction(third->term[2].exact, 8, 3);
    assert_true(third->amplification == 5);
    assert_fraction(fourth->term[0].exact, -1, 21);
    assert_fraction(fourth->term[1].exact, 2, 3);
    assert_fraction(fourth->term[2].exact, -8, 3);
    assert_fraction(fourth->term[3].exact, 64, 21);
    assert_true(fourth->amplification == 45.0 / 7);
    free(third);
    free(fourth);
}

static void every_order_is_measured(void **state)
{
    (void)state;
    for (int k = 1; k <= 11; k++) {
        extrap *op = make_order(k);
        assert_int_equal(op->order, k);
        assert_int_equal(op->draws, 1 << (k - 1));
        for (int i = 1; i < k; i++)
            assert_true(op->power_sum[i] == 0);
        /* S_k = (-1)^(k-1) / prod n_j */
        assert_true(op->power_sum[k] == ldexp(k % 2 ? 1 : -1, -k * (k - 1) / 2));
        free(op);
    }
}

static void other_sizes(void **state)
{
    (void)state;
    const uint32_t sizes[] = {1, 3, 5};
    fraction weights[3];
    assert_int_equal(extrap_richardson(sizes, 3, weights), STATUS_OK);
    assert_fraction(weights[0], 1, 8);
    assert_fraction(weights[1], -9, 4);
    assert_fraction(weights[2], 25, 8);
    extrap *op = make_operator("order 3", sizes, weights, 3, false);
    assert_true(op->amplification == 5.5);
    assert_int_equal(op->draws, 5);
    free(op);
}

static void weights_that_do_not_fit(void **state)
{
    (void)state;
    const uint32_t sizes[] = {983,  991,  997,  1009, 1013,
                              1019, 1021, 1022, 1023, 1024}; /* near each other: huge weights */
    fraction weights[10];
    assert_int_equal(extrap_richardson(sizes, 10, weights), STATUS_TOO_LARGE);
}

/* Sixteen large sizes and denominators: the common denominator of S_24 has thousands of bits. */
static void sums_over_huge_denominators(void **state)
{
    (void)state;
    uint32_t sizes[16];
    fraction weights[16];
    const int64_t large = INT64_MAX - 24; /* a prime */
    for (uint32_t j = 0; j < 16; j++) {
        sizes[j] = 1009 + j;
        weights[j] = (fraction){j % 2 ? 1 : -1, large - j};
    }
    weights[15] = (fraction){1, 1};
    extrap *op = make_operator("custom", sizes, weights, 16, true);
    assert_near(op->power_sum[24] * pow(1024, 24), 1, 1e-12);
    free(op);
}

static void windows_use_every_draw_equally(void **state)
{
    (void)state;
    extrap *op = make_paper(3, false);
    const uint32_t windows[] = {12, 6, 4, 3, 2, 3, 1};
    double used[12] = {0}, total = 0;
    for (size_t j = 0; j < op->terms; j++)
        assert_int_equal(op->term[j].windows, windows[j]);
    for (size_t e = 0; e < op->windows; e++) {
        total += op->window[e].weight;
        for (size_t i = 0; i < op->window[e].size; i++)
            used[(op->window[e].start + i) % 12] += op->window[e].weight / op->window[e].size;
    }
    assert_near(total, 1, 1e-14);
    for (int k = 0; k < 12; k++)
        assert_near(used[k], 1.0 / 12, 1e-14);
    for (size_t e = 0; e < 12; e++)
        assert_int_equal(op->window[e].start, e); /* size 1 first */
    free(op);
}

static void disjoint_blocks(void **state)
{
    (void)state;
    extrap *op = make_paper(3, true);
    assert_int_equal(op->term[5].size, 8);
    assert_int_equal(op->term[5].windows, 1);
    double square = 0, used[12] = {0};
    for (size_t e = 0; e < op->windows; e++)
        for (size_t i = 0; i < op->window[e].size; i++)
            used[op->window[e].start + i] += op->window[e].weight / op->window[e].size;
    for (int k = 0; k < 12; k++)
        square += used[k] * used[k];
    assert_near(square, 593.0 / 972, 1e-14); /* first-order variance factor */
    free(op);
}

static void fractions_from_text(void **state)
{
    (void)state;
    fraction f;
    assert_true(fraction_parse("8/3", &f));
    assert_fraction(f, 8, 3);
    assert_true(fraction_parse(" -2 ", &f));
    assert_fraction(f, -2, 1);
    assert_true(fraction_parse("0.50", &f));
    assert_fraction(f, 1, 2);
    assert_true(fraction_parse("-6 / 4", &f));
    assert_fraction(f, -3, 2);
    assert_true(fraction_parse("1.5/0.25", &f));
    assert_fraction(f, 6, 1);
    static const char *const wrong[] = {"",
                                        "a",
                                        "1/0",
                                        "1/",
                                        "/3",
                                        "1e3",
                                        "1/-",
                                        "--1",
                                        "1.2.3",
                                        ".",
                                        "1 2",
                                        "0x3",
                                        "99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(fraction_parse(wrong[i], &f));
}

static void fractions_from_doubles(void **state)
{
    (void)state;
    fraction f;
    assert_true(fraction_from_double(-0.375, &f));
    assert_fraction(f, -3, 8);
    assert_true(fraction_from_double(0, &f));
    assert_fraction(f, 0, 1);
    assert_true(fraction_from_double(0x1p62, &f));
    assert_fraction(f, (int64_t)1 << 62, 1);
    assert_false(fraction_from_double(0x1p63, &f));
    assert_true(fraction_from_double(0.1, &f));
    assert_fraction(f, 1, 10);
    assert_true(fraction_from_double(-2.0 / 3, &f));
    assert_fraction(f, -2, 3);
    assert_true(fraction_from_double(1e-6, &f));
    assert_fraction(f, 1, 1000000);
    assert_true(fraction_from_double(4095.000001, &f));
    assert_fraction(f, 4095000001, 1000000);
    assert_true(fraction_from_double(0.1 + 0.2, &f)); /* not the nearest to 3/10 */
    assert_fraction(f, 1351079888211149, (int64_t)1 << 52);
    assert_false(fraction_from_double(0x1p-63, &f));
    assert_false(fraction_from_double(INFINITY, &f));
    assert_false(fraction_from_double(NAN, &f));
}

static void every_small_fraction_is_found(void **state)
{
    (void)state;
    for (int64_t den = 1; den <= 1000000; den = den * 3 / 2 + 1)
        for (int64_t num = 1; num < 5 * den; num += den / 7 + 1) {
            fraction f, want;
            assert_true(fraction_reduce(num, den, &want));
            assert_true(fraction_from_double((double)num / (double)den, &f));
            assert_fraction(f, want.num, want.den);
        }
}

static void sums_to_one(void **state)
{
    (void)state;
    const fraction thirds[] = {{1, 3}, {1, 3}, {1, 3}}, tenths[] = {{1, 10}, {8, 10}};
    const int64_t large = INT64_MAX - 24;
    const fraction close[] = {{1, large}, {large - 1, large}}, off[] = {{1, large}, {1, 1}};
    assert_true(fraction_sum_is_one(thirds, 3));
    assert_false(fraction_sum_is_one(tenths, 2));
    assert_true(fraction_sum_is_one(close, 2));
    assert_false(fraction_sum_is_one(off, 2));
}

/* q(y) = y0^2 y1 */
static status eval_product(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    (void)q;
    for (size_t i = 0; i < n; i++)
        y[i] = s[i] * s[i] * s[gap + i];
    return STATUS_OK;
}

static void applies_in_the_plane(void **state)
{
    (void)state;
    extrap *op = make_paper(2, false);
    const func q = {.kind = FUNC_GENERAL, .in = 2, .out = 1, .eval = eval_product};
    const double sample[] = {1, 2, 3, 4, 5, 6, 7, 8}, s[] = {0, 1};
    double out;
    /* blocks of two rows: (2, 3), (6, 7); s shifts the second coordinate */
    assert_int_equal(apply_operator(op, &q, 2, s, sample, &out), STATUS_OK);
    assert_near(out, 2 * (16.0 * 6) - (4.0 * 4 + 36.0 * 8) / 2, 0);
    free(op);
}

static void cyclic_means(void **state)
{
    (void)state;
    const uint32_t sizes[] = {2, 3};
    const fraction weights[] = {{-2, 1}, {3, 1}};
    extrap *op = make_operator("custom", sizes, weights, 2, false);
    double y[7 * 8] = {0, 10}, combined[8]; /* three rows of two columns, four of windows */
    y[8] = 3, y[9] = 20, y[16] = 12, y[17] = 60;
    assert_int_equal(op->windows, 4);
    assert_int_equal(window_rows(op), 7);
    window_means(op, 8, y, 8);
    const double want[] = {1.5, 15, 7.5, 40, 6, 35, 5, 30};
    for (int i = 0; i < 8; i++)
        assert_near(y[(3 + i / 2) * 8 + i % 2], want[i], 1e-14);
    window_combine(op, 8, y + 3 * 8, 8, 1, combined);
    assert_near(combined[0], 5, 1e-14); /* every mean of means is 5 */
    assert_near(combined[1], 30, 1e-13);
    free(op);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(papers_as_printed),
        cmocka_unit_test(sums_of_the_printed_third),
        cmocka_unit_test(richardson_weights),
        cmocka_unit_test(every_order_is_measured),
        cmocka_unit_test(other_sizes),
        cmocka_unit_test(weights_that_do_not_fit),
        cmocka_unit_test(sums_over_huge_denominators),
        cmocka_unit_test(windows_use_every_draw_equally),
        cmocka_unit_test(disjoint_blocks),
        cmocka_unit_test(fractions_from_text),
        cmocka_unit_test(fractions_from_doubles),
        cmocka_unit_test(every_small_fraction_is_found),
        cmocka_unit_test(sums_to_one),
        cmocka_unit_test(applies_in_the_plane),
        cmocka_unit_test(cyclic_means),
    };
    return cmocka_run_group_tests_name("extrap", tests, NULL, NULL);
}
