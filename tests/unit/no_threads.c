/* Where the system starts no thread, what needs several says so, and what can do without goes on
 * alone, with the same bits. */
#include "engine/cso/parts.h"
#include "engine/machine/parallel.h"
#include "make_problem.h"

#include <errno.h>
#include <pthread.h>

#include <cmocka.h>

enum { ROWS = 600000 }; /* two parts */

static size_t asked;

/* In the C library's place. */
int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*start)(void *), void *with)
{
    (void)thread;
    (void)how;
    (void)start;
    (void)with;
    asked++;
    return EAGAIN;
}

static status count(void *context, size_t item, size_t worker)
{
    (void)item;
    (void)worker;
    ++*(size_t *)context;
    return STATUS_OK;
}

static void nothing_is_done(void **state)
{
    (void)state;
    size_t done = 0;
    assert_int_equal(parallel_run(10, 2, count, &done), STATUS_NO_THREAD);
    assert_int_equal(done, 0);
    assert_int_equal(parallel_run(10, 1, count, &done), STATUS_OK);
    assert_int_equal(done, 10);
}

static problem *make_rows(size_t threads, void **memory)
{
    const problem_type *type = problem_find("instrumental");
    arg a[ARGS];
    default_args(type->params, type->nparams, a);
    set_arg(type->params, type->nparams, a, "n", number(ROWS));
    problem *p = aligned_block(problem_size(type, a), memory);
    assert_int_equal(problem_init(p, type, a, &(problem_making){.threads = threads}), STATUS_OK);
    return p;
}

static void the_least_is_found_alone(void **state)
{
    (void)state;
    void *memory[2];
    problem *one = make_rows(1, &memory[0]);
    assert_true(parts_count(one) > 1 && one->proved);
    asked = 0;
    problem *three = make_rows(3, &memory[1]);
    assert_true(asked > 0);
    assert_true(three->proved && three->least == one->least);
    assert_memory_equal(three->optimum, one->optimum, one->ld * sizeof(double));
    free(memory[0]);
    free(memory[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_done),
        cmocka_unit_test(the_least_is_found_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
