/* Tallies side by side are those that take their values one by one, to the bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/law/rng.h"
#include "engine/number/tally.h"

enum { N = 37, ROUNDS = 200 };

/* Mostly usual values; others are rare, so that eight at a time are often usual. */
static double value(stream *s, unsigned kind)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY, 0, -0.0, 1e200, 1e-200, 1e37};
    double x = *stream_normals(s, 1);
    return kind < 8 ? odd[kind] : x;
}

static void add(tallies *t, tally *one, size_t first, size_t n, const double *x)
{
    tally_type_at(0)->add(t, first, n, x);
    for (size_t k = 0; k < n; k++)
        tally_add(&one[first + k], x[k]);
}

static void check(unsigned oddities)
{
    static stream normals, words;
    tally one[N] = {0};
    tallies t;
    arena memory = {.block = aligned_alloc(ARENA_ALIGN, 1 << 14)};
    void *block = memory.block;
    tallies_layout(&t, N, &memory);
    tallies_clear(&t);
    stream_init(&normals, STREAM_NORMALS, 1, oddities, PURPOSE_USER, 0);
    stream_init(&words, STREAM_WORDS, 1, oddities, PURPOSE_USER, 1);
    for (size_t i = 0; i < ROUNDS; i++) {
        double x[N];
        size_t first = i % 5, n = N - first - i % 3;
        for (size_t k = 0; k < n; k++)
            x[k] = value(&normals, (unsigned)stream_index(&words, 1000) + 8 - oddities);
        add(&t, one, first, n, x);
    }
    for (size_t k = 0; k < N; k++) {
        tally got = tallies_get(&t, k);
        assert_memory_equal(&got, &one[k], sizeof got);
    }
    free(block);
}

static void side_by_side_is_one_by_one(void **state)
{
    (void)state;
    check(0);
    check(3);
    check(8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(side_by_side_is_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
