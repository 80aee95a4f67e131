/* A problem's fused estimate has the bits of the plain calls, whatever the sizes. */
#include "make_fused.h"

static void same_bits(const problem_type *type, sizes s)
{
    arg a[ARGS];
    void *block;
    default_args(type->params, type->nparams, a);
    set_arg(type->params, type->nparams, a, "n", number(37));
    set_arg(type->params, type->nparams, a, "d", number((double)s.d));
    assert_fused(make_problem(type->name, a, &block), s);
    free(block);
}

static void fused_is_the_plain_calls(void **unused)
{
    (void)unused;
    size_t found = 0, trials = getenv("QUICK") ? 100 : 400;
    for (size_t k = 0; k < problem_count(); k++) {
        if (!problem_type_at(k)->fused)
            continue;
        found++;
        for (size_t i = 0; i < trials; i++)
            same_bits(problem_type_at(k), random_sizes());
    }
    assert_true(found > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fused_is_the_plain_calls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
