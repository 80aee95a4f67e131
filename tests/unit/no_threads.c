/* Where the system starts no thread, or no more than a few, the others' work is done all the same,
 * with the same bits. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "engine/cso/parts.h"
#include "engine/machine/parallel.h"
#include "make_problem.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

#include <cmocka.h>

enum { ROWS = 600000 }; /* two parts */

enum { ITEMS = 10, MOST = 4 };

static size_t asked, given; /* threads: asked for since `given` was set, and how many there are */

/* In the C library's place. */
int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*start)(void *), void *with)
{
    typedef int creator(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    creator *create;
    void *found = dlsym(RTLD_NEXT, "pthread_create");
    memcpy(&create, &found, sizeof create);
    return asked++ < given ? create(thread, how, start, with) : EAGAIN;
}

static status note(void *context, size_t item, size_t worker)
{
    ((size_t *)context)[item] = worker + 1;
    return STATUS_OK;
}

static void all_is_done(void **state)
{
    (void)state;
    for (given = 0; given < MOST; given++) {
        size_t done[ITEMS] = {0};
        asked = 0;
        assert_int_equal(parallel_run(ITEMS, MOST, note, done), STATUS_OK);
        for (size_t i = 0; i < ITEMS; i++)
            assert_int_equal(done[i], i % MOST + 1);
        assert_true(asked > 0);
    }
    given = 0;
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
        cmocka_unit_test(all_is_done),
        cmocka_unit_test(the_least_is_found_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
