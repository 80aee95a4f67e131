/* A problem's fused estimate has the bits of the plain calls, whatever the sizes. */
#include "make_method.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ORDER = 5, REPLICATES = 5, MOST_BATCH = 40 };

/* What an estimate depends on. */
typedef struct sizes {
    size_t d, order, m, m_jacobian, batch, points, replicates;
} sizes;

static uint64_t state = 1;

static size_t dice(size_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(state >> 33) % n;
}

static sizes random_sizes(void)
{
    static const size_t d[] = {1, 2, 5, 7, 8, 9, 10, 15, 16, 17, 24, 50, 100, 255, 256, 257, 600};
    static const size_t m[] = {1, 1, 2, 3, 5, 20, 26, 300};
    return (sizes){.d = d[dice(sizeof d / sizeof *d)],
                   .order = 1 + dice(MOST_ORDER),
                   .m = m[dice(sizeof m / sizeof *m)],
                   .m_jacobian = m[dice(sizeof m / sizeof *m)],
                   .batch = 1 + dice(dice(2) ? 3 : MOST_BATCH),
                   .points = 1 + dice(2),
                   .replicates = 1 + dice(REPLICATES)};
}

/* Estimates of two lists, one after the other, so that a draw too many or too few shows. */
static void estimate(const estimator *e, sizes s, double *out)
{
    group g;
    void *block;
    make_group(&g, e, method_find("sgd"), 0, s.replicates, 0, &block);
    for (size_t i = 0; i < s.replicates * g.ld; i++) {
        g.x[i] *= 1 + 0.1 * (double)(i / g.ld);
        g.previous[i] *= 0.9;
        g.estimate[i] = g.x[i] * 0.25;
    }
    for (int again = 0; again < 2; again++) {
        size_t n = group_list(&g, s.batch);
        e->problem->type->outer(e->problem, n < LANES ? n : LANES, g.lanes);
        e->type->extrapolate(&g, n < LANES ? n : LANES, g.lanes, s.points, 0.3);
    }
    memcpy(out, g.estimate, s.replicates * g.ld * sizeof *out);
    free(block);
}

static void same_bits(const problem_type *type, sizes s)
{
    arg a[ARGS];
    void *block;
    default_args(type->params, type->nparams, a);
    set_arg(type->params, type->nparams, a, "n", number(37));
    set_arg(type->params, type->nparams, a, "d", number((double)s.d));
    problem *p = make_problem(type->name, a, &block);
    problem_type plain = *type;
    extrap *op = make_order((int)s.order);
    estimator e = make_estimator(p, op, s.m, false, s.batch);
    e.m_jacobian = s.m_jacobian;
    double *fused = malloc(2 * s.replicates * p->ld * sizeof *fused);
    double *want = fused + s.replicates * p->ld;
    estimate(&e, s, fused);
    plain.fused = NULL;
    p->type = &plain;
    estimate(&e, s, want);
    if (memcmp(fused, want, s.replicates * p->ld * sizeof *want) != 0)
        fail_msg("%s: d %zu order %zu m %zu m_jac %zu B %zu points %zu replicates %zu", type->name,
                 s.d, s.order, s.m, s.m_jacobian, s.batch, s.points, s.replicates);
    free(fused);
    free(op);
    free(block);
}

static void fused_is_the_plain_calls(void **unused)
{
    (void)unused;
    size_t found = 0, trials = getenv("QUICK") ? 100 : 1000;
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
