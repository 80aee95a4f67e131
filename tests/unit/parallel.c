/* Work over threads: who does what, in which order, and what comes back. */
#include "engine/machine/parallel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { ITEMS = 200 };

/* Each worker writes its own entries only. */
typedef struct diary {
    size_t worker[ITEMS], order[ITEMS], done[PARALLEL_MOST];
    status outcome[ITEMS];
} diary;

static status task(void *context, size_t item, size_t worker)
{
    diary *d = context;
    d->worker[item] = worker + 1;
    d->order[item] = ++d->done[worker];
    return d->outcome[item];
}

static void items_are_dealt_in_turn(void **state)
{
    (void)state;
    static const size_t threads[] = {1, 2, 3, 7, PARALLEL_MOST};
    for (size_t k = 0; k < sizeof threads / sizeof *threads; k++) {
        diary d = {.done = {0}};
        assert_int_equal(parallel_run(ITEMS, threads[k], task, &d), STATUS_OK);
        for (size_t i = 0; i < ITEMS; i++) {
            assert_int_equal(d.worker[i], i % threads[k] + 1);
            assert_int_equal(d.order[i], i / threads[k] + 1);
        }
    }
}

static void threads_are_cut(void **state)
{
    (void)state;
    diary few = {.done = {0}}, many = {.done = {0}}, none = {.done = {0}};
    assert_int_equal(parallel_run(3, 8, task, &few), STATUS_OK);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(few.worker[i], i + 1);
    assert_int_equal(parallel_run(ITEMS, 1000, task, &many), STATUS_OK);
    for (size_t i = 0; i < ITEMS; i++)
        assert_int_equal(many.worker[i], i % PARALLEL_MOST + 1);
    assert_int_equal(parallel_run(0, 4, task, &none), STATUS_OK);
    assert_int_equal(none.done[0], 0);
}

static status outcome(size_t threads, size_t item, status first, size_t other, status second)
{
    diary d = {.done = {0}};
    d.outcome[item] = first;
    d.outcome[other] = second;
    return parallel_run(10, threads, task, &d);
}

static void the_worst_status_comes_back(void **state)
{
    (void)state;
    for (size_t threads = 1; threads <= 4; threads++) {
        assert_int_equal(outcome(threads, 3, STATUS_INTERRUPTED, 3, STATUS_INTERRUPTED),
                         STATUS_INTERRUPTED);
        assert_int_equal(outcome(threads, 9, STATUS_CALLBACK, 9, STATUS_CALLBACK), STATUS_CALLBACK);
    }
    /* on different workers: a failure wins, in either order */
    assert_int_equal(outcome(2, 2, STATUS_INTERRUPTED, 3, STATUS_CALLBACK), STATUS_CALLBACK);
    assert_int_equal(outcome(2, 2, STATUS_CALLBACK, 3, STATUS_INTERRUPTED), STATUS_CALLBACK);
}

static void a_worker_stops_at_its_first_status(void **state)
{
    (void)state;
    diary d = {.done = {0}};
    d.outcome[2] = STATUS_INTERRUPTED;
    assert_int_equal(parallel_run(10, 2, task, &d), STATUS_INTERRUPTED);
    assert_int_equal(d.done[0], 2); /* items 0 and 2 */
    assert_int_equal(d.done[1], 5); /* the other goes on */
    assert_int_equal(d.worker[4], 0);
}

int main(void)
{
    assert_true(parallel_processors() >= 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_are_dealt_in_turn),
        cmocka_unit_test(threads_are_cut),
        cmocka_unit_test(the_worst_status_comes_back),
        cmocka_unit_test(a_worker_stops_at_its_first_status),
    };
    return cmocka_run_group_tests_name("parallel", tests, NULL, NULL);
}
