/* What every method must keep: a replicate's points depend on its number alone, equal points add
 * nothing to a recursion, batches hold distinct outer samples, coins fall for each replicate. */
#include "engine/cso/method/spider.h"
#include "engine/cso/oracle.h"
#include "engine/run/ensemble.h"
#include "make_method.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPLICATES = 16, D = 7, LD = 8, STEPS = 12, N = 150 };

static const atomic_int never;

/* Names with options that make coins differ between replicates, lists of over 128 lanes within a
 * replicate, and visits of both kinds. */
static const struct {
    const char *name;
    option options[10];
} algorithms[] = {
    {"bsgd", {{"B", 3}, {"m", 2}}},
    {"e-bspiderboost", {{"B1", 9}, {"B2", 2}, {"p_out", 0.4}, {"m", 2}}},
    {"e-bspiderboost", {{"B1", 140}, {"B2", 131}, {"p_out", 0.4}}},
    {"bspiderboost", {{"B1", N}, {"B2", 2}, {"period", 3}, {"share", 1}}},
    {"nestedvr", {{"B1", 5}, {"p_out", 0.4}, {"S1", 4}, {"S2", 1}, {"p_in", 0.4}}},
    {"e-nestedvr", {{"B1", N}, {"B2", 140}, {"p_out", 0.4}, {"S1", 2}, {"S2", 1}, {"p_in", 0.4}}},
    {"e-nestedvr",
     {{"B1", 8}, {"p_out", 0.4}, {"S1", 3}, {"S2", 2}, {"inner_period", 2}, {"chains", 0}}},
    {"sox", {{"B", 141}, {"m", 2}}},
    {"sox", {{"B", 7}, {"m", 2}, {"share", 1}}},
    {"msvr", {{"B", 20}, {"m", 2}}},
    {"msvr", {{"B", 131}, {"share", 1}}},
};
enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms };

typedef struct made {
    void *block;
    problem *p;
    extrap *op;
    const method_type *method;
    estimator e;
} made;

static made make(size_t k)
{
    made a;
    a.p = make_logistic(N, D, 4, 0.1, &a.block);
    a.op = make_order(strncmp(algorithms[k].name, "e-", 2) == 0 ? 2 : 1);
    a.e = make_algorithm(a.p, algorithms[k].name, a.op, algorithms[k].options, &a.method);
    return a;
}

static void release(made a)
{
    free(a.op);
    free(a.block);
}

/* Of spiderboost and nestedvr: their settings begin with it. */
static spider_setting outer_setting(const estimator *e)
{
    spider_setting set;
    memcpy(&set, e->setting, sizeof set);
    return set;
}

/* x <- the points of all replicates after STEPS steps in groups of `size`; on the way records where
 * calls differ between replicates. */
static bool step_in_groups(const made *a, size_t size, double *x)
{
    bool differ = false;
    for (size_t first = 0; first < REPLICATES; first += size) {
        size_t n = REPLICATES - first < size ? REPLICATES - first : size;
        group g;
        void *block;
        make_group(&g, &a->e, a->method, first, n, 0.02, &block);
        for (int t = 0; t < STEPS; t++)
            a->method->step(&g);
        memcpy(x + first * LD, g.x, n * LD * sizeof *x);
        for (size_t r = 1; r < n; r++)
            differ = differ || g.calls[r].outer != g.calls[0].outer;
        free(block);
    }
    return differ;
}

static void run_ensemble(const made *a, size_t replicates, size_t threads, double *x)
{
    void *block;
    run_config c = {.estimator = &a->e,
                    .method = a->method,
                    .step = {.a = 0.02},
                    .steps = STEPS,
                    .record = 3,
                    .seed = 1,
                    .replicates = replicates,
                    .threads = threads,
                    .x0 = a->p->start,
                    .interrupt = &never};
    ensemble *run = ensemble_init(aligned_block(ensemble_size(&c), &block), &c);
    assert_int_equal(ensemble_run(run), STATUS_OK);
    memcpy(x, run->final, replicates * LD * sizeof *x);
    free(block);
}

static void points_do_not_depend_on_groups_or_threads(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 3, 5};
    for (size_t k = 0; k < ALGORITHMS; k++) {
        double want[REPLICATES * LD], got[REPLICATES * LD];
        made a = make(k);
        bool tosses = param_find(a.method->params, a.method->nparams, "p_out") < a.method->nparams;
        spider_setting set = outer_setting(&a.e);
        bool period = tosses && set.period > 0;
        assert_int_equal(step_in_groups(&a, REPLICATES, want),
                         tosses && !period && set.B1 != set.B2);
        for (size_t r = 0; r < REPLICATES; r++) {
            assert_true(want[r * LD] != want[(r + 1) % REPLICATES * LD]);
            assert_true(want[r * LD + D] == 0); /* padding */
        }
        for (size_t i = 0; i < 3; i++) {
            step_in_groups(&a, sizes[i], got);
            assert_memory_equal(got, want, sizeof want);
            run_ensemble(&a, REPLICATES, i + 1, got);
            assert_memory_equal(got, want, sizeof want);
        }
        release(a);
    }
}

static void points_do_not_depend_on_the_instruction_set(void **state)
{
    (void)state;
    static const char *const levels[] = {"avx512", "avx2", "plain"};
    for (size_t k = 0; k < ALGORITHMS; k++) {
        double want[REPLICATES * LD], got[REPLICATES * LD];
        made a = make(k);
        step_in_groups(&a, REPLICATES, want);
        release(a);
        for (size_t l = 0; l < 3; l++) {
            setenv("DEBIAS_CPU", levels[l], 1);
            made b = make(k);
            step_in_groups(&b, REPLICATES, got);
            unsetenv("DEBIAS_CPU");
            release(b);
            assert_memory_equal(got, want, sizeof want);
        }
    }
}

/* With step size 0 the points stay, so that every difference of a small step must be nothing.
 * Returns how many there were. */
static int check_small_steps(const estimator *e, const method_type *method, int steps)
{
    group g;
    void *block;
    int small = 0;
    spider_setting set = outer_setting(e);
    make_group(&g, e, method, 0, 4, 0, &block);
    double *before = malloc(4 * g.ld * sizeof *before);
    for (int t = 0; t < steps; t++) {
        calls calls_before[4];
        memcpy(before, g.estimate, 4 * g.ld * sizeof *before);
        memcpy(calls_before, g.calls, sizeof calls_before);
        method->step(&g);
        for (size_t r = 0; r < 4; r++) {
            bool large = g.calls[r].outer - calls_before[r].outer == set.B1;
            if (large && set.B1 != set.B2)
                continue;
            bool same =
                memcmp(g.estimate + r * g.ld, before + r * g.ld, g.ld * sizeof *before) == 0;
            assert_true(same || large);
            small += same;
        }
    }
    free(before);
    free(block);
    return small;
}

static problem *make_any(const problem_type *type, void **block)
{
    arg a[ARGS];
    default_args(type->params, type->nparams, a);
    if (param_find(type->params, type->nparams, "n") < type->nparams)
        set_arg(type->params, type->nparams, a, "n", number(N));
    return make_problem(type->name, a, block);
}

/* Whether algorithm k moves its estimate by differences and goes with the problem. */
static bool applies(size_t k, const problem *p, const method_type **method)
{
    bool shares = false;
    method_name_find(algorithms[k].name, method);
    for (const option *o = algorithms[k].options; o->name; o++)
        shares = shares || strcmp(o->name, "share") == 0;
    return (*method == method_find("spiderboost") || *method == method_find("nestedvr")) &&
           (p->n > 0 || !(*method)->indexed) && (p->type->joint || !shares);
}

static void equal_points_add_exactly_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < problem_count(); i++) {
        void *block;
        problem *p = make_any(problem_type_at(i), &block);
        const int steps = p->d > 100 ? 5 : 30; /* large problems are slow */
        for (size_t k = 0; k < ALGORITHMS; k++) {
            const method_type *method;
            if (!applies(k, p, &method))
                continue;
            extrap *op = make_order(strncmp(algorithms[k].name, "e-", 2) == 0 ? 2 : 1);
            estimator e = make_algorithm(p, algorithms[k].name, op, algorithms[k].options, &method);
            if (!method->indexed || e.lanes <= p->n)
                assert_true(check_small_steps(&e, method, steps) > 2 * steps / 3);
            free(op);
        }
        free(block);
    }
}

/* Two of five: each of the ten sets equally often, and no index twice. */
static void batches_of_distinct_outer_samples(void **state)
{
    (void)state;
    enum { TRIALS = 20000 };
    void *memory, *block;
    problem *p = make_logistic(5, D, 4, 0.1, &memory);
    const method_type *method;
    extrap *op = make_order(1);
    estimator e = make_algorithm(p, "sox", op, (const option[]){{"B", 2}, {0}}, &method);
    group g;
    make_group(&g, &e, method, 0, 1, 0, &block);
    int count[5][5] = {{0}};
    for (int t = 0; t < TRIALS; t++) {
        uint32_t xi[2];
        oracle_draw_distinct(&g, group_stream(&g, 0, STREAM_OUTER), 2, xi);
        assert_true(xi[0] < 5 && xi[1] < 5 && xi[0] != xi[1]);
        count[xi[0] < xi[1] ? xi[0] : xi[1]][xi[0] < xi[1] ? xi[1] : xi[0]]++;
    }
    for (int i = 0; i < 5; i++)
        for (int j = i + 1; j < 5; j++) /* 5 standard deviations of a binomial count */
            assert_near(count[i][j], TRIALS / 10.0, 5 * sqrt(TRIALS * 0.09));
    assert_true(g.calls[0].outer == 0); /* drawn, not yet taken */
    e.type->sample(&g);
    assert_true(g.calls[0].outer == 2 && g.lanes[0].xi != g.lanes[1].xi);
    free(block);
    free(op);
    free(memory);
}

/* The fresh estimate of a method, which estimator(p, {method=..}) samples, is its first one. */
static void the_first_step_takes_a_fresh_estimate(void **state)
{
    (void)state;
    for (size_t k = 0; k < ALGORITHMS; k++) {
        made a = make(k);
        group fresh, first;
        void *block, *other;
        make_group(&fresh, &a.e, NULL, 0, 2, 0, &block);
        make_group(&first, &a.e, a.method, 0, 2, 0, &other);
        a.e.type->sample(&fresh);
        a.method->step(&first);
        for (size_t r = 0; r < 2; r++) {
            for (size_t j = 0; j < D; j++) /* a mean of at most 150 terms of size 10 */
                assert_near(first.estimate[r * LD + j], fresh.estimate[r * LD + j], 1e-13);
            assert_memory_equal(&first.calls[r], &fresh.calls[r], sizeof fresh.calls[r]);
        }
        free(block);
        free(other);
        release(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_do_not_depend_on_groups_or_threads),
        cmocka_unit_test(points_do_not_depend_on_the_instruction_set),
        cmocka_unit_test(equal_points_add_exactly_nothing),
        cmocka_unit_test(batches_of_distinct_outer_samples),
        cmocka_unit_test(the_first_step_takes_a_fresh_estimate),
    };
    return cmocka_run_group_tests_name("method", tests, NULL, NULL);
}
