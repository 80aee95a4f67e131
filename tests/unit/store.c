/* Saved states: a run goes on with the same bits from any point, in any groups; damaged ones are
 * refused. */
#include "engine/run/store.h"
#include "make_problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPLICATES = 5, STEPS = 12 };

static const atomic_int never;

static run_config configure(const estimator *e, size_t threads, uint64_t steps)
{
    return (run_config){.estimator = e,
                        .method = method_find("sgd"),
                        .step = {.a = 0.05},
                        .steps = steps,
                        .record = 4,
                        .seed = 1,
                        .replicates = REPLICATES,
                        .threads = threads,
                        .x0 = e->problem->start,
                        .interrupt = &never};
}

/* A run to the end of its budget, from a saved state when there is one; free(*block). */
static ensemble *start(run_config c, const void *state, size_t size, void **block)
{
    c.kept = state ? store_records(state, size) : 0;
    ensemble *e = ensemble_init(aligned_block(ensemble_size(&c), block), &c);
    if (state)
        assert_int_equal(store_restore(e, state, size), STATUS_OK);
    assert_int_equal(ensemble_run(e), STATUS_OK);
    return e;
}

/* The state of a run of so many steps; free it. */
static void *make_state(run_config c, uint64_t steps, size_t *size)
{
    void *block;
    c.steps = steps;
    ensemble *e = start(c, NULL, 0, &block);
    *size = store_state(e, false, NULL);
    void *state = malloc(*size);
    assert_int_equal(store_state(e, false, state), *size);
    free(block);
    return state;
}

static void runs_go_on_with_the_same_bits(void **unused)
{
    (void)unused;
    void *problem_block, *whole_block, *block;
    extrap *op = make_order(2);
    problem *p = make_logistic(30, 7, 4, 0.1, &problem_block);
    estimator e = make_estimator(p, op, 3, false, 2);
    for (run_output output = OUTPUT_LAST; output <= OUTPUT_RANDOM; output++)
        for (uint64_t k = 1; k < STEPS; k++) {
            run_config c = configure(&e, 1 + k % 3, STEPS);
            size_t size, rows = REPLICATES * p->ld * sizeof(double);
            c.output = output;
            ensemble *whole = start(c, NULL, 0, &whole_block);
            void *state = make_state(c, k, &size);
            c.threads = 1 + k % 4;
            ensemble *rest = start(c, state, size, &block);
            if (output != OUTPUT_AVERAGE || 2 * k < STEPS)
                assert_memory_equal(rest->final, whole->final, rows);
            free(state);
            free(block);
            free(whole_block);
        }
    free(op);
    free(problem_block);
}

/* A state is the same whatever the groups it was made in. */
static void states_do_not_depend_on_groups(void **unused)
{
    (void)unused;
    void *problem_block;
    size_t size, other_size;
    extrap *op = make_order(1);
    problem *p = make_logistic(30, 3, 4, 0.1, &problem_block);
    estimator e = make_estimator(p, op, 1, false, 1);
    run_config c = configure(&e, 1, STEPS);
    void *state = make_state(c, STEPS, &size);
    for (c.threads = 2; c.threads <= REPLICATES; c.threads++) {
        void *other = make_state(c, STEPS, &other_size);
        assert_int_equal(other_size, size);
        assert_memory_equal(other, state, size);
        free(other);
    }
    free(state);
    free(op);
    free(problem_block);
}

/* What a fresh run of this configuration says to a state. */
static status try_state(run_config c, const void *state, size_t size)
{
    void *block;
    c.kept = store_records(state, size);
    ensemble *e = ensemble_init(aligned_block(ensemble_size(&c), &block), &c);
    status s = store_restore(e, state, size);
    free(block);
    return s;
}

static uint64_t next_random(uint64_t *x)
{
    *x = *x * 6364136223846793005u + 1442695040888963407u;
    return *x >> 33;
}

/* Without the checksum of the file: nothing crashes, lengths that cannot be are refused. */
static void damaged_states_do_no_harm(void **unused)
{
    (void)unused;
    void *problem_block;
    size_t size;
    uint64_t seed = 1;
    extrap *op = make_order(1);
    problem *p = make_logistic(10, 3, 4, 0.1, &problem_block);
    estimator e = make_estimator(p, op, 1, false, 1);
    run_config c = configure(&e, 2, STEPS);
    c.output = OUTPUT_RANDOM;
    unsigned char *state = make_state(c, 7, &size), *copy = malloc(size);
    assert_int_equal(try_state(c, state, size), STATUS_OK);
    for (size_t n = 0; n < size; n += 1 + n / 50)
        assert_true(try_state(c, state, n) < 0);
    for (int i = 0; i < 3000; i++) {
        memcpy(copy, state, size);
        size_t at = i % 3 ? next_random(&seed) % 256 : next_random(&seed) % size;
        copy[at] ^= (unsigned char)(1u << next_random(&seed) % 8);
        for (int k = 0; k < i % 5; k++)
            copy[next_random(&seed) % size] = (unsigned char)next_random(&seed);
        status s = try_state(c, copy, size);
        assert_true(s == STATUS_OK || s == STATUS_DAMAGED || s == STATUS_OTHER_RUN);
    }
    for (int i = 0; i < 200; i++) {
        for (size_t k = 0; k < size; k++)
            copy[k] = (unsigned char)next_random(&seed);
        assert_true(try_state(c, copy, size) < 0);
    }
    free(copy);
    free(state);
    free(op);
    free(problem_block);
}

static void other_runs_are_refused(void **unused)
{
    (void)unused;
    void *block, *wider_block;
    size_t size;
    extrap *op = make_order(1);
    problem *p = make_logistic(10, 3, 4, 0.1, &block);
    problem *wider = make_logistic(10, 9, 4, 0.1, &wider_block);
    estimator e = make_estimator(p, op, 1, false, 1),
              other = make_estimator(wider, op, 1, false, 1);
    run_config c = configure(&e, 1, STEPS), changed = c;
    void *state = make_state(c, 3, &size);
    changed.estimator = &other;
    changed.x0 = wider->start;
    assert_int_equal(try_state(changed, state, size), STATUS_OTHER_RUN);
    changed = c;
    changed.replicates++;
    assert_int_equal(try_state(changed, state, size), STATUS_OTHER_RUN);
    changed = c;
    changed.samples = 100;
    assert_int_equal(try_state(changed, state, size), STATUS_OTHER_RUN);
    assert_true(store_fingerprint(p) != store_fingerprint(wider));
    free(state);
    free(op);
    free(block);
    free(wider_block);
}

static void files_are_checked(void **unused)
{
    (void)unused;
    unsigned char file[STORE_HEADER + 100], copy[sizeof file];
    memset(file, 7, sizeof file);
    store_seal(file, sizeof file);
    assert_int_equal(store_check(file, sizeof file), STATUS_OK);
    for (size_t bit = 0; bit < 8 * sizeof file; bit++) {
        memcpy(copy, file, sizeof file);
        copy[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_true(store_check(copy, sizeof copy) < 0);
    }
    for (size_t n = 0; n < sizeof file; n++)
        assert_int_equal(store_check(file, n), n < 8 ? STATUS_NOT_SAVED : STATUS_DAMAGED);
    memcpy(copy, file, sizeof file);
    for (int i = 0; i < 4; i++)
        copy[8 + i] = file[11 - i];
    assert_int_equal(store_check(copy, sizeof copy), STATUS_OTHER_BYTES);
    memcpy(copy, file, sizeof file);
    uint32_t version = STORE_VERSION + 1;
    memcpy(copy + 12, &version, sizeof version);
    assert_int_equal(store_check(copy, sizeof copy), STATUS_OTHER_VERSION);
    memset(copy, 'x', sizeof copy);
    assert_int_equal(store_check(copy, sizeof copy), STATUS_NOT_SAVED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_go_on_with_the_same_bits),
        cmocka_unit_test(states_do_not_depend_on_groups),
        cmocka_unit_test(damaged_states_do_no_harm),
        cmocka_unit_test(other_runs_are_refused),
        cmocka_unit_test(files_are_checked),
    };
    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
