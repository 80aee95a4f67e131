/* Names of options: words of a choice, look-up, and edits for "did you mean". */
#include "engine/text/param.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void finds_choices(void **state)
{
    (void)state;
    assert_int_equal(param_choice("last|random|average", "last"), 0);
    assert_int_equal(param_choice("last|random|average", "average"), 2);
    assert_int_equal(param_choice("last|random|average", "aver"), -1);
    assert_int_equal(param_choice("last|random|average", "lasting"), -1);
    assert_int_equal(param_choice("last|random|average", ""), -1);
    assert_int_equal(param_choice(NULL, "last"), -1);
}

static void finds_names(void **state)
{
    (void)state;
    static const param table[] = {{.name = "step"}, {.name = "m"}};
    assert_int_equal(param_find(table, 2, "m"), 1);
    assert_int_equal(param_find(table, 2, "reps"), 2);
}

static void counts_edits(void **state)
{
    (void)state;
    assert_int_equal(param_edits("step", "step", 2), 0);
    assert_int_equal(param_edits("stpe", "step", 2), 1); /* neighbours swapped */
    assert_int_equal(param_edits("tep", "step", 2), 1);
    assert_int_equal(param_edits("steps", "step", 2), 1);
    assert_int_equal(param_edits("seed", "step", 2), 2);
    assert_int_equal(param_edits("", "ab", 2), 2);
    assert_int_equal(param_edits("operator", "m", 2), 3); /* limit + 1 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_choices),
        cmocka_unit_test(finds_names),
        cmocka_unit_test(counts_edits),
    };
    return cmocka_run_group_tests_name("param", tests, NULL, NULL);
}
