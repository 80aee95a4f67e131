/* The one tolerance for compiled functions against plain ones. */
#include "engine/number/agree.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void numbers(void **state)
{
    (void)state;
    static const struct {
        double a, b;
        int same;
    } cases[] = {
        {1, 1, 1},
        {1, 1 + 1e-9, 1},
        {1, 1 + 3e-9, 0},
        {1e9, 1e9 + 1, 1},
        {1e9, 1e9 + 3, 0},
        {1e-12, 1e-12 + 1e-21, 1},
        {1e-12, 1.1e-12, 0},
        {0, 1e-300, 0},
        {NAN, NAN, 1},
        {NAN, 0, 0},
        {0, NAN, 0},
        {INFINITY, INFINITY, 1},
        {INFINITY, -INFINITY, 0},
        {INFINITY, 1e308, 0},
        {-0.0, 0, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(agree_until(&cases[i].a, &cases[i].b, 1, 1), cases[i].same);
}

static void groups(void **state)
{
    (void)state;
    const double a[] = {1e9, 1, 5, 1e-3}, b[] = {1e9, 1.5, 5, 2e-3};
    assert_int_equal(agree_until(a, b, 4, 2), 3); /* 0.5 is little beside 1e9 */
    assert_int_equal(agree_until(a, b, 4, 1), 1);
    assert_int_equal(agree_until(a, b, 0, 1), 0);
    const double c[] = {INFINITY, 1}, d[] = {INFINITY, 2};
    assert_int_equal(agree_until(c, d, 2, 2), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers), cmocka_unit_test(groups)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
