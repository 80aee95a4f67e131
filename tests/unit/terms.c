/* Terms of a level: the same however they are divided over calls and threads, and those that the
 * estimators make. */
#include "engine/run/terms.h"
#include "make_problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const atomic_int never;

/* Terms of a level. */
static estimator level_of(const problem *p, size_t level)
{
    estimator e = {.type = estimator_find("v-mlmc"),
                   .problem = p,
                   .of = OF_VALUE,
                   .batch = 1,
                   .lanes = LANES,
                   .levels = {.last = level}};
    e.levels.terms[level] = 1;
    return e;
}

static terms_config config_of(const estimator *e)
{
    return (terms_config){
        .estimator = e, .x = e->problem->start, .seed = 7, .threads = 1, .interrupt = &never};
}

/* Chunks first .. first + count - 1 more. */
static void draw(terms_config c, uint64_t first, uint64_t count, size_t threads, terms_drawn *all)
{
    void *block;
    uint64_t made;
    c.first = first;
    c.count = count;
    c.threads = threads;
    void *work = aligned_block(terms_work(&c), &block);
    assert_int_equal(terms_run(&c, work, all, &made), STATUS_OK);
    assert_true(made == count);
    free(block);
}

static void divide(const estimator *e)
{
    terms_config c = config_of(e);
    terms_drawn once = {0}, parts = {0};
    draw(c, 0, 41, 1, &once);
    draw(c, 0, 1, 1, &parts);
    draw(c, 1, 19, 3, &parts);
    draw(c, 20, 21, 2, &parts);
    assert_true(tally_n(&once.value) == 41 * (double)terms_chunk(e));
    assert_memory_equal(&once, &parts, sizeof once);
}

static void divided(void **state)
{
    static const size_t levels[] = {0, 1, 5, 8, 12};
    void *block;
    problem *p = make_logistic(20, 3, 4, 0.1, &block);
    estimator random = {.type = estimator_find("ru-mlmc"),
                        .problem = p,
                        .of = OF_VALUE,
                        .batch = 1,
                        .lanes = LANES,
                        .levels = {.last = 2, .probability = {0.5, 0.25, 0.25}}};
    (void)state;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        estimator e = level_of(p, levels[i]);
        divide(&e);
    }
    divide(&random);
    free(block);
}

/* The estimates of `e` on the streams of the first chunks, one after the other. */
static void by_estimator(estimator *e, const terms_config *c, uint64_t chunks, tally *out)
{
    double penalty = 0;
    for (size_t j = 0; j < e->problem->d; j++)
        penalty += 0.5 * e->problem->l2 * c->x[j] * c->x[j];
    penalty = e->op || e->levels.last == 0 ? penalty : 0;
    for (size_t r = 0; r < chunks; r++) {
        group g;
        void *block;
        arena memory = {0};
        group_layout(&g, e, NULL, 1, &memory);
        memory = (arena){.block = aligned_block(memory.used, &block)};
        group_layout(&g, e, NULL, 1, &memory);
        group_start(&g, c->seed, r, c->x, 0);
        g.breaker.interrupt = &never;
        for (uint64_t t = 0; t < terms_chunk(c->estimator); t++) {
            e->type->sample(&g);
            tally_add(out, g.estimate[0] + penalty);
        }
        free(block);
    }
}

static void near(const tally *got, const tally *want)
{
    assert_true(tally_n(got) == tally_n(want));
    assert_true(fabs(tally_mean(got) - tally_mean(want)) < 1e-14 * fabs(tally_mean(want)) + 1e-15);
    assert_true(fabs(tally_var(got) - tally_var(want)) < 1e-10 * tally_var(want));
    assert_true(fabs(tally_kurtosis(got) - tally_kurtosis(want)) < 1e-9 * tally_kurtosis(want));
}

static void as_estimated(void **state)
{
    void *block;
    problem *p = make_logistic(20, 3, 4, 0.1, &block);
    const uint32_t size = 1;
    const fraction weight = {1, 1};
    _Alignas(extrap) char op[sizeof(extrap) + sizeof(extrap_window)];
    (void)state;
    extrap_init((extrap *)op, "plain", &size, &weight, 1, false);
    for (size_t level = 0; level < 7; level += 3) {
        terms_drawn all = {0}, alone = {0};
        tally value = {0}, plain = {0};
        estimator term = level_of(p, level);
        estimator whole = {.type = estimator_find("extrapolated"),
                           .problem = p,
                           .op = (extrap *)op,
                           .of = OF_VALUE,
                           .m = (size_t)1 << level,
                           .m_jacobian = 1,
                           .batch = 1,
                           .lanes = 1};
        terms_config c = config_of(&term), own = config_of(&whole);
        draw(c, 0, 3, 2, &all);
        by_estimator(&term, &c, 3, &value);
        by_estimator(&whole, &c, 3, &plain);
        near(&all.value, &value);
        near(&all.plain, &plain);
        draw(own, 0, 3, 2, &alone);
        near(&alone.value, &plain);
        assert_true(all.samples == 3 * TERMS_CHUNK && alone.samples == all.samples);
    }
    free(block);
}

static void interrupted(void **state)
{
    static atomic_int now = 1;
    void *block, *space;
    problem *p = make_logistic(20, 3, 4, 0.1, &block);
    estimator e = level_of(p, 2);
    terms_config c = config_of(&e);
    terms_drawn all = {0}, none = {0};
    uint64_t made = 9;
    (void)state;
    c.interrupt = &now;
    c.count = 5;
    void *work = aligned_block(terms_work(&c), &space);
    assert_int_equal(terms_run(&c, work, &all, &made), STATUS_INTERRUPTED);
    assert_true(made == 0);
    assert_memory_equal(&all, &none, sizeof all);
    free(space);
    free(block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(divided), cmocka_unit_test(as_estimated),
                                       cmocka_unit_test(interrupted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
