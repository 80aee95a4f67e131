/* Random streams. A stream is named by (seed, replicate, purpose), belongs to one replicate and
 * serves one kind of draw: what it yields does not depend on threads, block sizes or other streams.
 *
 * Generator: eight xoshiro256++ side by side (Blackman and Vigna, 2021), word 8k+l from generator
 * l, plus a ninth that finishes rejected ziggurat slots in place, in slot order. Numbers are made
 * in blocks. */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STREAM_BLOCK = 512, /* numbers made at a time */
    STREAM_MOST = 256,  /* the most that one call may ask for */
    STREAM_SLACK = 8    /* finite numbers may be read past those that a call returns */
};

typedef enum stream_kind { STREAM_WORDS, STREAM_UNIFORMS, STREAM_NORMALS } stream_kind;

/* What a stream is for; streams of different purposes are independent. */
typedef enum purpose {
    PURPOSE_DATA = 1, /* problem data, start points */
    PURPOSE_OUTER,    /* outer samples xi */
    PURPOSE_INNER,    /* inner draws for g */
    PURPOSE_JACOBIAN, /* inner draws for the Jacobian of g */
    PURPOSE_COIN,     /* coins of the methods */
    PURPOSE_OUTPUT,   /* the random output iterate */
    PURPOSE_ESTIMATE, /* op:estimate, bias */
    PURPOSE_PILOT,    /* control-variate factors */
    PURPOSE_USER,     /* rng.new, dist:draw */
    PURPOSE_SPLIT,    /* random splits of a fixed sample */
    PURPOSE_REPORT    /* objectives by nested Monte Carlo */
} purpose;

typedef struct stream stream;

/* A generator: one file of rng/. Each fills block[STREAM_MOST ..] of a stream with STREAM_BLOCK
 * numbers. */
typedef struct rng_type {
    const char *name;
    void (*fill[3])(stream *s); /* by stream_kind */
} rng_type;

const rng_type *rng_type_at(size_t i);

struct stream {
    _Alignas(64) uint64_t state[4][8]; /* eight generators, lane l in column l */
    uint64_t tail[4];                  /* the ninth */
    void (*fill)(stream *s);
    stream_kind kind;
    uint32_t next, end; /* unread numbers are block[next .. end-1] */
    /* STREAM_MOST of headroom, so that a refill keeps unread numbers contiguous with the new block
     */
    _Alignas(64) union {
        uint64_t word[STREAM_MOST + STREAM_BLOCK + STREAM_SLACK];
        double number[STREAM_MOST + STREAM_BLOCK + STREAM_SLACK];
    } block;
};

/* Starts the stream (seed, replicate, use); index distinguishes streams of one purpose (0 for the
 * first). */
void stream_init(stream *s, stream_kind kind, uint64_t seed, uint64_t replicate, purpose use,
                 uint64_t index);

/* Whether a stream that was read from a file can go on: no generator stands still, and the unread
 * numbers are of its kind. */
bool stream_is_sound(const stream *s);

/* Makes a block of numbers after the unread ones, which move in front of it. */
void stream_refill(stream *s);

/* Makes numbers first .. first + n - 1 of the block uniforms of words, or words (whose 12 low bits
 * are 0) of uniforms. */
void stream_convert(stream *s, size_t first, size_t n);

/* The place in s->block of the next n <= STREAM_MOST numbers, which are contiguous. */
static inline size_t stream_take(stream *s, size_t n)
{
    assert(n <= STREAM_MOST);
    if (s->end - s->next < n)
        stream_refill(s);
    size_t first = s->next;
    s->next += (uint32_t)n;
    return first;
}

/* The next n <= STREAM_MOST numbers, contiguous, valid until the next call on s.
 * uniforms: in (0, 1), odd multiples of 2^-53. normals: standard normal, by a 1024-layer ziggurat.
 * Streams of words give uniforms, too, the same as a stream of uniforms, and that gives words. */
static inline const uint64_t *stream_words(stream *s, size_t n)
{
    size_t first = stream_take(s, n);
    if (s->kind != STREAM_WORDS)
        stream_convert(s, first, n);
    return s->block.word + first;
}

static inline const double *stream_uniforms(stream *s, size_t n)
{
    size_t first = stream_take(s, n);
    if (s->kind != STREAM_UNIFORMS)
        stream_convert(s, first, n);
    return s->block.number + first;
}

static inline const double *stream_normals(stream *s, size_t n)
{
    return s->block.number + stream_take(s, n);
}

/* The uniform number of a word of a STREAM_WORDS stream: in (0, 1), an odd multiple of 2^-53. */
static inline double stream_word_uniform(uint64_t word)
{
    return ((double)(word >> 12) + 0.5) * 0x1p-52;
}

__extension__ typedef unsigned __int128 stream_wide;

/* Where the low half of the product of a word and n is below n, the next words may decide. */
uint64_t stream_index_again(stream *s, uint64_t n, stream_wide product);

/* A whole number in 0 .. n-1, n <= 2^32, without modulo bias (Lemire, 2019), from a STREAM_WORDS
 * stream. */
static inline uint64_t stream_index(stream *s, uint64_t n)
{
    stream_wide product = (stream_wide)*stream_words(s, 1) * n;
    return (uint64_t)product < n ? stream_index_again(s, n, product) : (uint64_t)(product >> 64);
}

/* n <= STREAM_MOST/2 pairs of whole numbers in 0 .. a-1 and 0 .. b-1, as stream_index gives them in
 * turn. */
static inline void stream_index_pairs(stream *s, size_t n, uint64_t a, uint64_t b, uint32_t *first,
                                      uint32_t *second)
{
    size_t start = stream_take(s, 2 * n);
    const uint64_t *word = s->block.word + start;
    bool sure = true;
    for (size_t t = 0; t < n; t++) {
        stream_wide x = (stream_wide)word[2 * t] * a, y = (stream_wide)word[2 * t + 1] * b;
        first[t] = (uint32_t)(x >> 64);
        second[t] = (uint32_t)(y >> 64);
        sure = sure && (uint64_t)x >= a && (uint64_t)y >= b;
    }
    if (__builtin_expect(sure, 1))
        return;
    s->next = (uint32_t)start;
    for (size_t t = 0; t < n; t++) {
        first[t] = (uint32_t)stream_index(s, a);
        second[t] = (uint32_t)stream_index(s, b);
    }
}

/* What stream_index will very likely give after `skipped` others, for prefetching; consumes
 * nothing.
 */
static inline uint64_t stream_peek_index(const stream *s, uint32_t skipped, uint64_t n)
{
    uint32_t at = s->next + skipped;
    return at < s->end ? (uint64_t)((stream_wide)s->block.word[at] * n >> 64) : 0;
}
