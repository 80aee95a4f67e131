/* Totals of blocks, of all rows and without each group, are plain sums of their rows, to the bit.
 */
#include <setjmp.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/split/leave.h"

static const atomic_int never;

enum { ROWS = 300, COLUMNS = 3, GROUPS = 25, BLOCKS = 16 };

/* Random rows; of log weights, some columns' are so far below the largest that their sums vanish.
 */
static void fill(sample *s, double spread)
{
    static stream normals;
    uint32_t order[ROWS], scratch[ROWS];
    double data[ROWS * COLUMNS];
    stream_init(&normals, STREAM_NORMALS, 1, s->n, PURPOSE_USER, s->in);
    for (size_t i = 0; i < s->n * s->in; i++)
        data[i] = spread * *stream_normals(&normals, 1);
    assert_true(sample_read(s, data, order, scratch, &never));
}

/* A random order of the rows, of which each has a random group; some groups may be empty. */
static void deal(sample *dealt, const sample *rows, leave *l)
{
    static stream words;
    uint32_t order[ROWS];
    stream_init(&words, STREAM_WORDS, 2, rows->n, PURPOSE_USER, rows->in);
    for (size_t i = 0; i < rows->n; i++) {
        order[i] = (uint32_t)i;
        l->group[i] = (uint8_t)stream_index(&words, l->groups);
    }
    sample_shuffle(&words, order, rows->n);
    sample_take(dealt, rows, order, rows->n);
    leave_begin(l);
}

/* The total of block k of K, of the n rows that are numbered. */
static double plain(const sample *s, const uint32_t *number, size_t n, size_t K, size_t k, size_t j)
{
    size_t first = deal_start(n, K, k);
    return sample_total(s, number + first, deal_start(n, K, k + 1) - first, j);
}

static size_t keep(const leave *l, size_t g, uint32_t *number)
{
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++)
        if (l->group[i] != g)
            number[n++] = (uint32_t)i;
    return n;
}

static void compare(const sample *s, const uint32_t *number, size_t n, size_t K,
                    const double *total)
{
    for (size_t k = 0; k < K; k++)
        for (size_t j = 0; j < s->in; j++) {
            double want = plain(s, number, n, K, k, j);
            assert_memory_equal(&total[k * s->in + j], &want, sizeof want);
        }
}

static void check(bool log, double spread, size_t n, size_t in, size_t groups)
{
    sample rows, dealt;
    leave l;
    uint32_t number[ROWS], room[ROWS];
    double total[GROUPS * BLOCKS * COLUMNS];
    arena memory = {.block = aligned_alloc(ARENA_ALIGN, 1 << 18)};
    void *block = memory.block;
    sample_layout(&rows, log, n, in, &memory);
    sample_layout(&dealt, log, n, in, &memory);
    leave_layout(&l, n, groups, &memory);
    assert_true(memory.used <= 1 << 18);
    fill(&rows, spread);
    deal(&dealt, &rows, &l);
    for (size_t K = 1; K <= BLOCKS && K <= n; K += K < 4 ? 1 : 3) {
        deal_totals(&dealt, K, n, total);
        compare(&dealt, number, keep(&l, groups, number), K, total);
        leave_totals(&l, &dealt, K, room, total);
        for (size_t g = 0; g < groups; g++)
            compare(&dealt, number, keep(&l, g, number), K, total + g * K * in);
    }
    free(block);
}

static void totals_are_plain_sums(void **state)
{
    static const size_t rows[] = {20, 33, ROWS};
    (void)state;
    for (size_t i = 0; i < 3; i++)
        for (size_t in = 1; in <= COLUMNS; in++) {
            check(false, 1, rows[i], in, rows[i] < GROUPS ? rows[i] : GROUPS);
            check(true, 3, rows[i], in, 7);
            check(true, 1000, rows[i], in, 7);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals_are_plain_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
