/* correct, interrupted anywhere: what was not computed is not reported. */
#include <setjmp.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/machine/arena.h"
#include "engine/correct/correct.h"
#include "make.h"

enum { ROWS = 20, OPERATORS = 2 };

static atomic_int interrupted;
static size_t calls_left;

/* exp and a kink; interrupts at a call. */
static status evaluate(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    (void)q;
    interrupted = interrupted || calls_left == 0;
    calls_left -= calls_left > 0;
    for (size_t i = 0; i < n; i++) {
        y[i] = exp(s[i]);
        y[gap + i] = fabs(s[i] - 0.1);
    }
    return STATUS_OK;
}

/* What is interrupted. */
typedef struct cut {
    const char *name;
    double (*row)(size_t i);
    size_t n;
} cut;

static double scattered(size_t i)
{
    return 2 * sin(7.3 * (double)i);
}
static double tossed(size_t i)
{
    return i % 3 == 0;
}

static const cut cuts[] = {{"all splits", scattered, 9},
                           {"few distinct rows", tossed, ROWS},
                           {"random splits", scattered, ROWS}};

typedef struct answer {
    status done;
    size_t calls; /* of q */
    correct_result result;
    void *work;
} answer;

/* Interrupts at a call of q. */
static answer run(const cut *c, const extrap *const *op, size_t call)
{
    double x[ROWS];
    const func q = {.kind = FUNC_COMPILED, .in = 1, .out = 2, .eval = evaluate};
    correct_config config = {.data = x,
                             .n = c->n,
                             .q = &q,
                             .op = op,
                             .ops = OPERATORS,
                             .splits = 12,
                             .seed = 1,
                             .interrupt = &interrupted};
    answer a = {0};
    for (size_t i = 0; i < c->n; i++)
        x[i] = c->row(i);
    assert_int_equal(posix_memalign(&a.work, ARENA_ALIGN, correct_work(&config)), 0);
    memset(a.work, 0x5a, correct_work(&config)); /* what is not written is seen */
    interrupted = 0;
    calls_left = call;
    a.done = correct_run(&config, a.work, &a.result);
    a.calls = call - calls_left;
    return a;
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Each number is that of the whole, or not known; the number of random splits is the one reported.
 */
static void check_row(const correct_row *got, const correct_row *whole, bool random)
{
    for (size_t l = 0; l < 2; l++) {
        assert_true(isnan(got->value[l]) || random || same(got->value[l], whole->value[l]));
        assert_true(isnan(got->se[l]) || random || same(got->se[l], whole->se[l]));
        assert_true(same(got->removed[l], got->removed[l]) == same(got->value[l], got->value[l]));
        assert_true(!isnan(got->value[l]) || got->why == CORRECT_STOPPED);
    }
    assert_true(isnan(got->added) || random || same(got->added, whole->added));
    if (got->verdict == CORRECT_HELPS || got->verdict == CORRECT_HURTS)
        assert_int_equal(got->verdict, whole->verdict);
    if (isnan(got->added) && !isnan(whole->added))
        assert_true(got->why == CORRECT_STOPPED || got->why == CORRECT_ONE_SPLIT);
    assert_true(got->why != CORRECT_DISAGREE || whole->why == CORRECT_DISAGREE);
}

static void check_answer(const answer *got, const answer *whole)
{
    bool random = whole->result.splits > 0;
    assert_int_equal(got->done, STATUS_INTERRUPTED);
    for (size_t i = 0; i < OPERATORS; i++)
        check_row(&got->result.row[i], &whole->result.row[i], random);
}

static void interrupted_at_any_call(void **state)
{
    const extrap *op[OPERATORS] = {make_order(2), make_order(3)};
    size_t stopped = 0, before = 0;
    (void)state;
    for (size_t k = 0; k < sizeof cuts / sizeof *cuts; k++) {
        answer whole = run(&cuts[k], op, SIZE_MAX);
        for (size_t call = 0; call < whole.calls; call += 1 + call / 16) {
            answer got = run(&cuts[k], op, call);
            before += !got.result.known;
            if (got.done == STATUS_INTERRUPTED && got.result.known) {
                check_answer(&got, &whole);
                stopped++;
            }
            free(got.work);
        }
        free(whole.work);
    }
    assert_true(stopped > 50 && before > 5);
    for (size_t i = 0; i < OPERATORS; i++)
        free((void *)op[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(interrupted_at_any_call)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
