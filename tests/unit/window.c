/* Windows of an operator against their definition, spelled out. */
#include "engine/law/rng.h"
#include "engine/operator/window.h"
#include "make.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WIDTH = 24, GAP = 32 };

static double f(double y)
{
    return exp(-y) + y * y * y;
}

/* A_n of column c: the mean of f over blocks of n of the K means that start at multiples of gcd(n,
 * K), cyclically; or over the floor(K/n) disjoint ones. */
static double naive_mean(size_t n, size_t K, bool disjoint, const double *y, size_t c)
{
    size_t gcd = n, rest = K, count;
    while (rest) {
        size_t t = gcd % rest;
        gcd = rest;
        rest = t;
    }
    count = disjoint ? K / n : K / gcd;
    double sum = 0;
    for (size_t b = 0; b < count; b++) {
        double mean = 0;
        for (size_t k = 0; k < n; k++)
            mean += y[(b * (disjoint ? n : gcd) + k) % K * GAP + c] / (double)n;
        sum += f(mean) / (double)count;
    }
    return sum;
}

static double naive_operator(const extrap *op, const double *y, size_t c)
{
    double sum = 0;
    for (size_t j = 0; j < op->terms; j++)
        sum += op->term[j].weight * naive_mean(op->term[j].size, op->draws, op->disjoint, y, c);
    return sum;
}

static void check(const extrap *op)
{
    static stream s;
    size_t rows = window_rows(op), first = window_first_row(op);
    double *y = calloc((rows + op->windows) * GAP, sizeof *y), *value = y + rows * GAP;
    double *block = calloc(op->draws * GAP, sizeof *block), out[WIDTH + 1];
    stream_init(&s, STREAM_NORMALS, 3, op->draws, PURPOSE_USER, 0);
    for (size_t k = 0; k < op->draws; k++)
        for (size_t c = 0; c < WIDTH; c++)
            y[k * GAP + c] = block[k * GAP + c] = *stream_normals(&s, 1);
    window_means(op, WIDTH, y, GAP);
    assert_memory_equal(y, block, op->draws * GAP * sizeof *y); /* means are not touched */
    for (size_t e = 0; e < op->windows; e++)
        for (size_t c = 0; c < WIDTH; c++)
            value[e * GAP + c] = f(y[(first + e) * GAP + c]);
    out[WIDTH] = 77;
    window_combine(op, WIDTH, value, GAP, -0.25, out);
    assert_true(out[WIDTH] == 77);
    for (size_t c = 0; c < WIDTH; c++) /* sums of rounding errors, times the weights */
        assert_near(out[c], -0.25 * naive_operator(op, block, c),
                    1e-13 * op->amplification * (1 + fabs(out[c])));
    free(y);
    free(block);
}

static void check_sizes(const uint32_t *sizes, size_t terms)
{
    fraction weights[EXTRAP_TERMS];
    for (int disjoint = 0; disjoint <= 1; disjoint++) {
        assert_int_equal(extrap_richardson(sizes, terms, weights), STATUS_OK);
        extrap *op = make_operator("test", sizes, weights, terms, disjoint);
        check(op);
        free(op);
    }
}

static void printed_operators(void **state)
{
    (void)state;
    for (int k = 1; k <= 3; k++) {
        for (int disjoint = 0; disjoint <= 1; disjoint++) {
            extrap *op = make_paper(k, disjoint);
            check(op);
            free(op);
        }
    }
}

static void orders(void **state)
{
    (void)state;
    for (int k = 1; k <= 8; k++) {
        extrap *op = make_order(k);
        check(op);
        free(op);
    }
}

static void any_sizes(void **state)
{
    (void)state;
    static const struct {
        size_t terms;
        uint32_t sizes[4];
    } lists[] = {
        {1, {5}},       {2, {2, 3}},    {2, {2, 4}},        {2, {3, 8}},
        {3, {1, 3, 5}}, {3, {2, 5, 7}}, {4, {2, 3, 8, 12}}, {3, {6, 10, 15}},
        {2, {1, 7}},    {3, {4, 6, 9}}, {2, {1, 300}},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        check_sizes(lists[i].sizes, lists[i].terms);
}

/* Every draw counts the same: the operator of y itself is the mean of the block means. */
static void windows_use_every_draw_equally(void **state)
{
    (void)state;
    extrap *op = make_paper(3, false);
    double *weight = calloc(op->draws, sizeof *weight);
    for (size_t e = 0; e < op->windows; e++)
        for (size_t k = 0; k < op->window[e].size; k++)
            weight[(op->window[e].start + k) % op->draws] +=
                op->window[e].weight / op->window[e].size;
    for (size_t k = 0; k < op->draws; k++)
        assert_near(weight[k], 1.0 / 12, 1e-15);
    free(weight);
    free(op);
}

static void rows(void **state)
{
    (void)state;
    static const uint32_t without_one[] = {2, 3};
    fraction weights[2];
    extrap_richardson(without_one, 2, weights);
    extrap *one = make_order(2), *none = make_operator("test", without_one, weights, 2, false);
    assert_int_equal(window_first_row(one), 0);
    assert_int_equal(window_rows(one), 3); /* two block means, their mean */
    assert_int_equal(window_first_row(none), 3);
    assert_int_equal(window_rows(none), 3 + 3 + 1);
    free(one);
    free(none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed_operators),
        cmocka_unit_test(orders),
        cmocka_unit_test(any_sizes),
        cmocka_unit_test(windows_use_every_draw_equally),
        cmocka_unit_test(rows),
    };
    return cmocka_run_group_tests_name("window", tests, NULL, NULL);
}
