/* Random streams: the words against a scalar generator, the laws of what is made of them, and their
 * independence of how they are read. */
#include "engine/law/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static stream a, b;

/* Kernels read whole vectors: what stands past the last number meets a zero, and must be finite. */
static void reads_past_the_end_are_finite(void **state)
{
    (void)state;
    static stream s;
    memset(&s, 0xff, sizeof s); /* NaN everywhere */
    stream_init(&s, STREAM_NORMALS, 1, 0, PURPOSE_USER, 0);
    for (size_t i = 0; i < 1000; i++) {
        const double *z = stream_normals(&s, 10);
        for (size_t j = 0; j < 10 + STREAM_SLACK; j++)
            assert_true(isfinite(z[j]));
    }
}

static uint64_t rotate(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

/* xoshiro256++, one step of the generator in column l of the state. */
static uint64_t scalar_next(uint64_t s[4][8], int l)
{
    uint64_t result = rotate(s[0][l] + s[3][l], 23) + s[0][l], t = s[1][l] << 17;
    s[2][l] ^= s[0][l];
    s[3][l] ^= s[1][l];
    s[1][l] ^= s[2][l];
    s[0][l] ^= s[3][l];
    s[2][l] ^= t;
    s[3][l] = rotate(s[3][l], 45);
    return result;
}

static void words_are_those_of_eight_generators(void **state)
{
    (void)state;
    uint64_t s[4][8];
    stream_init(&a, STREAM_WORDS, 7, 3, PURPOSE_OUTER, 2);
    memcpy(s, a.state, sizeof s);
    for (int l = 1; l < 8; l++)
        assert_true(s[0][l] != s[0][0]);
    for (int k = 0; k < 3000; k++)
        for (int l = 0; l < 8; l++)
            assert_true(*stream_words(&a, 1) == scalar_next(s, l));
}

static void uniforms_are_made_of_words(void **state)
{
    (void)state;
    stream_init(&a, STREAM_WORDS, 7, 3, PURPOSE_USER, 0);
    stream_init(&b, STREAM_UNIFORMS, 7, 3, PURPOSE_USER, 0);
    for (int i = 0; i < 5000; i++) {
        double u = *stream_uniforms(&b, 1);
        assert_true(u == ((double)(*stream_words(&a, 1) >> 12) + 0.5) * 0x1p-52);
        assert_true(u > 0 && u < 1);
    }
}

static const double *take(stream *s, stream_kind kind, size_t n)
{
    return kind == STREAM_WORDS      ? (const double *)stream_words(s, n)
           : kind == STREAM_UNIFORMS ? stream_uniforms(s, n)
                                     : stream_normals(s, n);
}

/* One at a time or up to STREAM_MOST: the same numbers. */
static void pieces_change_nothing(void **state)
{
    (void)state;
    for (stream_kind kind = STREAM_WORDS; kind <= STREAM_NORMALS; kind++) {
        stream_init(&a, kind, 1, 0, PURPOSE_INNER, 0);
        stream_init(&b, kind, 1, 0, PURPOSE_INNER, 0);
        size_t n = 1;
        for (int i = 0; i < 2000; i++, n = n * 7 % 257) { /* 1 .. 256 in some order */
            double whole[STREAM_MOST];
            memcpy(whole, take(&a, kind, n), n * sizeof *whole);
            for (size_t j = 0; j < n; j++)
                assert_memory_equal(take(&b, kind, 1), &whole[j], sizeof *whole);
        }
    }
}

/* Every part of a stream's name matters. */
static void names_tell_streams_apart(void **state)
{
    (void)state;
    static const uint64_t names[][4] = {
        {1, 0, PURPOSE_INNER, 0}, {2, 0, PURPOSE_INNER, 0},    {1, 1, PURPOSE_INNER, 0},
        {0, 1, PURPOSE_INNER, 0}, {1, 0, PURPOSE_JACOBIAN, 0}, {1, 0, PURPOSE_INNER, 1},
        {1, 1, PURPOSE_INNER, 1}, {0, 0, PURPOSE_INNER, 0},    {1ull << 53, 0, PURPOSE_INNER, 0},
    };
    enum { NAMES = sizeof names / sizeof *names };
    uint64_t first[NAMES];
    for (size_t i = 0; i < NAMES; i++) {
        stream_init(&a, STREAM_WORDS, names[i][0], names[i][1], (purpose)names[i][2], names[i][3]);
        first[i] = *stream_words(&a, 1);
        for (size_t j = 0; j < i; j++)
            assert_true(first[i] != first[j]);
    }
}

enum { DRAWS = 1 << 23, BINS = 1024 };

/* Chi-square of equally likely bins, in its own standard deviations. */
static double excess(const unsigned *count, size_t bins, double draws)
{
    double sum = 0, each = draws / (double)bins;
    for (size_t k = 0; k < bins; k++)
        sum += (count[k] - each) * (count[k] - each) / each;
    return (sum - (double)(bins - 1)) / sqrt(2 * (double)(bins - 1));
}

static void normals_are_normal(void **state)
{
    (void)state;
    static unsigned count[BINS];
    const int draws = getenv("QUICK") ? DRAWS / 16 : DRAWS;
    double power[5] = {0}, beyond = 0;
    memset(count, 0, sizeof count);
    stream_init(&a, STREAM_NORMALS, 11, 0, PURPOSE_INNER, 0);
    for (int i = 0; i < draws; i++) {
        double z = *stream_normals(&a, 1), p = 0.5 * erfc(-z * sqrt(0.5)), q = 1;
        count[p < 1 ? (size_t)(p * BINS) : BINS - 1]++;
        beyond += fabs(z) > 3.8; /* the tail starts a little before */
        for (int k = 1; k <= 4; k++)
            power[k] += q *= z;
    }
    /* variances of z, z^2, z^3, z^4: 1, 2, 15, 96 */
    double n = draws, tail = n * erfc(3.8 * sqrt(0.5));
    assert_true(fabs(excess(count, BINS, n)) < 5);
    assert_true(fabs(power[1]) < 5 * sqrt(n));
    assert_true(fabs(power[2] - n) < 5 * sqrt(2 * n));
    assert_true(fabs(power[3]) < 5 * sqrt(15 * n));
    assert_true(fabs(power[4] - 3 * n) < 5 * sqrt(96 * n));
    assert_true(fabs(beyond - tail) < 5 * sqrt(tail));
}

/* The fine structure: layers are 1/1024 of the probability, wedges and the tail less than that. */
static void the_tail_has_its_law(void **state)
{
    (void)state;
    enum { CELLS = 8 };
    static unsigned count[CELLS];
    const int draws = getenv("QUICK") ? DRAWS / 16 : DRAWS;
    double start = 3, mass = erfc(start * sqrt(0.5)), n = 0;
    memset(count, 0, sizeof count);
    stream_init(&a, STREAM_NORMALS, 12, 0, PURPOSE_INNER, 0);
    for (int i = 0; i < draws; i++) {
        double z = fabs(*stream_normals(&a, 1));
        if (z <= start)
            continue;
        n++;
        count[(size_t)((1 - erfc(z * sqrt(0.5)) / mass) * CELLS)]++;
    }
    assert_true(fabs(n - draws * mass) < 5 * sqrt(draws * mass));
    assert_true(fabs(excess(count, CELLS, n)) < 5);
}

/* Neighbours, and neighbours of one generator, are uncorrelated; so are their squares. */
static void numbers_are_uncorrelated(void **state)
{
    (void)state;
    enum { N = 1 << 18 };
    double *z = malloc((N + 512) * sizeof *z);
    stream_init(&a, STREAM_NORMALS, 13, 0, PURPOSE_INNER, 0);
    for (size_t i = 0; i < N + 512; i++)
        z[i] = *stream_normals(&a, 1);
    static const size_t lags[] = {1, 2, 3, 7, 8, 9, 16, 64, 511, 512};
    for (size_t k = 0; k < sizeof lags / sizeof *lags; k++) {
        double product = 0, squares = 0;
        for (size_t i = 0; i < N; i++) {
            double other = z[i + lags[k]];
            product += z[i] * other;
            squares += (z[i] * z[i] - 1) * (other * other - 1);
        }
        assert_true(fabs(product) < 5 * sqrt(N));
        assert_true(fabs(squares) < 5 * sqrt(4 * N));
    }
    free(z);
}

static void uniforms_are_uniform(void **state)
{
    (void)state;
    static unsigned count[BINS];
    memset(count, 0, sizeof count);
    stream_init(&a, STREAM_UNIFORMS, 14, 0, PURPOSE_INNER, 0);
    for (int i = 0; i < DRAWS / 8; i++)
        count[(size_t)(*stream_uniforms(&a, 1) * BINS)]++;
    assert_true(fabs(excess(count, BINS, DRAWS / 8)) < 5);
}

static void indices_are_uniform(void **state)
{
    (void)state;
    static const uint64_t sizes[] = {1, 2, 3, 10, 1000};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        unsigned count[1000] = {0};
        stream_init(&a, STREAM_WORDS, 15, k, PURPOSE_OUTER, 0);
        for (int i = 0; i < DRAWS / 16; i++) {
            uint64_t index = stream_index(&a, sizes[k]);
            assert_true(index < sizes[k]);
            count[index]++;
        }
        if (sizes[k] > 1)
            assert_true(fabs(excess(count, sizes[k], DRAWS / 16)) < 5);
    }
}

/* The high word of word x n; words whose low product falls under 2^64 mod n are drawn again. */
static void indices_by_hand(void **state)
{
    (void)state;
    static const uint64_t sizes[] = {1, 3, 1ull << 31, 3ull << 30, 4294967295u, 1ull << 32};
    __extension__ typedef unsigned __int128 wide;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        stream_init(&a, STREAM_WORDS, 16, 0, PURPOSE_OUTER, 0);
        stream_init(&b, STREAM_WORDS, 16, 0, PURPOSE_OUTER, 0);
        for (int i = 0; i < 2000; i++) {
            uint64_t surplus = (uint64_t)(((wide)1 << 64) % sizes[k]);
            wide product;
            do
                product = (wide)*stream_words(&b, 1) * sizes[k];
            while ((uint64_t)product < surplus);
            assert_true(stream_index(&a, sizes[k]) == (uint64_t)(product >> 64));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_past_the_end_are_finite),
        cmocka_unit_test(words_are_those_of_eight_generators),
        cmocka_unit_test(uniforms_are_made_of_words),
        cmocka_unit_test(pieces_change_nothing),
        cmocka_unit_test(names_tell_streams_apart),
        cmocka_unit_test(normals_are_normal),
        cmocka_unit_test(the_tail_has_its_law),
        cmocka_unit_test(numbers_are_uncorrelated),
        cmocka_unit_test(uniforms_are_uniform),
        cmocka_unit_test(indices_are_uniform),
        cmocka_unit_test(indices_by_hand),
    };
    return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
