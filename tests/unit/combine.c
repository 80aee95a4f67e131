/* Combinations of operators and weights by least squares: sums in fractions, and what does not fit.
 */
#include "engine/operator/combine.h"
#include "engine/operator/fit.h"
#include "make.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static combination of(size_t terms, const uint32_t *sizes, const fraction *weights)
{
    combination c = {.terms = terms};
    for (size_t j = 0; j < terms; j++) {
        c.sizes[j] = sizes[j];
        c.weights[j] = weights[j];
    }
    return c;
}

static combination second_order(void)
{
    return of(2, (const uint32_t[]){1, 2}, (const fraction[]){{-1, 1}, {2, 1}});
}

static void assert_terms(const combination *c, size_t terms, const uint32_t *sizes,
                         const fraction *weights)
{
    combination want = of(terms, sizes, weights);
    want.disjoint = c->disjoint;
    assert_true(combine_equal(c, &want));
}

static void richardsons_step(void **state)
{
    (void)state;
    combination at_m = second_order(), at_2m = second_order();
    assert_int_equal(combine_times(&at_m, (fraction){-1, 3}), COMBINE_OK);
    assert_int_equal(combine_scale(&at_2m, 2), COMBINE_OK);
    assert_int_equal(combine_times(&at_2m, (fraction){4, 3}), COMBINE_OK);
    assert_int_equal(combine_add(&at_m, &at_2m), COMBINE_OK);
    assert_terms(&at_m, 3, (const uint32_t[]){1, 2, 4},
                 (const fraction[]){{1, 3}, {-2, 1}, {8, 3}});
}

static void one_of_the_other(void **state)
{
    (void)state;
    combination a = second_order(), b = second_order();
    assert_int_equal(combine_compose(&a, &b), COMBINE_OK);
    assert_terms(&a, 3, (const uint32_t[]){1, 2, 4}, (const fraction[]){{1, 1}, {-4, 1}, {4, 1}});
}

static void terms_that_cancel_are_dropped(void **state)
{
    (void)state;
    combination a = second_order(), b = second_order();
    fraction sum;
    b.weights[0] = (fraction){1, 1};
    assert_int_equal(combine_add(&a, &b), COMBINE_OK);
    assert_terms(&a, 1, (const uint32_t[]){2}, (const fraction[]){{4, 1}});
    assert_true(combine_sum(&a, &sum) && sum.num == 4 && sum.den == 1);
    assert_int_equal(combine_times(&a, (fraction){0, 1}), COMBINE_OK);
    assert_int_equal(a.terms, 0);
}

static void what_does_not_fit(void **state)
{
    (void)state;
    combination a = second_order(), b = second_order();
    b.disjoint = true;
    assert_int_equal(combine_add(&a, &b), COMBINE_BLOCKS);
    assert_int_equal(combine_scale(&a, 513), COMBINE_DRAWS);
    a = second_order();
    assert_int_equal(combine_times(&a, (fraction){INT64_MAX, 1}), COMBINE_FRACTION);
    combination many = {.terms = EXTRAP_TERMS};
    for (uint32_t j = 0; j < EXTRAP_TERMS; j++) {
        many.sizes[j] = 2 * j + 2;
        many.weights[j] = (fraction){1, 16};
    }
    assert_int_equal(
        combine_add(&many, &(combination){.terms = 1, .sizes = {3}, .weights = {{1, 1}}}),
        COMBINE_TERMS);
}

/* Of all sizes 1, 2, .. t and powers 1 .. c - 1, whatever is too large for exact fractions or not:
 * S_k is 0 exactly for these powers, and the weights are those of the equations, to rounding. */
static void whole_powers_vanish_exactly(void **state)
{
    (void)state;
    for (uint32_t t = 2; t <= EXTRAP_TERMS; t++)
        for (size_t count = 1; count < t && count <= 5; count++) {
            uint32_t sizes[EXTRAP_TERMS];
            fraction powers[EXTRAP_TERMS], weights[EXTRAP_TERMS];
            for (uint32_t j = 0; j < t; j++)
                sizes[j] = j + 1;
            for (size_t i = 0; i < count; i++)
                powers[i] = (fraction){(int64_t)i + 1, 1};
            assert_int_equal(extrap_fit(sizes, t, powers, count, weights), STATUS_OK);
            assert_true(fraction_sum_is_one(weights, t));
            extrap *op = make_operator("fit", sizes, weights, t, false);
            for (size_t k = 1; k <= count; k++)
                assert_true(op->power_sum[k] == 0);
            free(op);
        }
}

static void half_powers_nearly_vanish(void **state)
{
    (void)state;
    const uint32_t sizes[] = {1, 2, 3, 5, 8, 13};
    const fraction powers[] = {{1, 2}, {1, 1}, {3, 2}};
    fraction weights[6];
    assert_int_equal(extrap_fit(sizes, 6, powers, 3, weights), STATUS_OK);
    for (int k = 0; k <= 3; k++) {
        double sum = 0;
        for (int j = 0; j < 6; j++)
            sum += fraction_value(weights[j]) * pow(sizes[j], -0.5 * k);
        assert_near(sum, k == 0, 1e-8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(richardsons_step),
        cmocka_unit_test(one_of_the_other),
        cmocka_unit_test(terms_that_cancel_are_dropped),
        cmocka_unit_test(what_does_not_fit),
        cmocka_unit_test(whole_powers_vanish_exactly),
        cmocka_unit_test(half_powers_nearly_vanish),
    };
    return cmocka_run_group_tests_name("combine", tests, NULL, NULL);
}
