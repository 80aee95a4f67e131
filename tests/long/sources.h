/* Sources of words for the tests of the generator: streams alone and neighbours of each other, and
 * generators with flaws that these tests must see. */
#pragma once

#include "engine/law/rng.h"

#include <stdbool.h>

enum { NEIGHBOURS = 256, SOURCE_BLOCK = 256 };

typedef struct source source;
struct source {
    const char *name;
    void (*start)(source *s);
    void (*fill)(source *s, uint64_t *out); /* SOURCE_BLOCK words */
    bool flawed, outside;                   /* outside: for dieharder, too */
    stream *stream;                         /* NEIGHBOURS of them */
    uint64_t state;
};

static inline void start_one(source *s)
{
    stream_init(s->stream, STREAM_WORDS, 1, 0, PURPOSE_USER, 0);
}

static inline void start_seeds(source *s)
{
    for (uint64_t k = 0; k < NEIGHBOURS; k++)
        stream_init(s->stream + k, STREAM_WORDS, k, 0, PURPOSE_USER, 0);
}

static inline void start_replicates(source *s)
{
    for (uint64_t k = 0; k < NEIGHBOURS; k++)
        stream_init(s->stream + k, STREAM_WORDS, 1, k, PURPOSE_INNER, 0);
}

static inline void start_purposes(source *s)
{
    for (uint64_t k = 0; k < NEIGHBOURS; k++)
        stream_init(s->stream + k, STREAM_WORDS, 1, k / 8, (purpose)(k % 8 + 1), 0);
}

/* Every other replicate forgets its own number. */
static inline void start_twins(source *s)
{
    for (uint64_t k = 0; k < NEIGHBOURS; k++)
        stream_init(s->stream + k, STREAM_WORDS, 1, k / 2, PURPOSE_INNER, 0);
}

static inline void start_state(source *s)
{
    s->state = 1;
}

static inline void fill_one(source *s, uint64_t *out)
{
    const uint64_t *word = stream_words(s->stream, SOURCE_BLOCK);
    for (size_t i = 0; i < SOURCE_BLOCK; i++)
        out[i] = word[i];
}

/* A word of each stream in turn. */
static inline void fill_interleaved(source *s, uint64_t *out)
{
    for (size_t k = 0; k < NEIGHBOURS; k++)
        out[k] = *stream_words(s->stream + k, 1);
}

/* Those of the first two streams, xor-ed. */
static inline void fill_xor(source *s, uint64_t *out)
{
    const uint64_t *a = stream_words(s->stream, SOURCE_BLOCK);
    const uint64_t *b = stream_words(s->stream + 1, SOURCE_BLOCK);
    for (size_t i = 0; i < SOURCE_BLOCK; i++)
        out[i] = a[i] ^ b[i];
}

/* Their difference: where both go the same way, it is small. */
static inline void fill_difference(source *s, uint64_t *out)
{
    const uint64_t *a = stream_words(s->stream, SOURCE_BLOCK);
    const uint64_t *b = stream_words(s->stream + 1, SOURCE_BLOCK);
    for (size_t i = 0; i < SOURCE_BLOCK; i++)
        out[i] = a[i] - b[i];
}

/* Knuth's congruential generator modulo 2^64: bit k has the period 2^(k+1). */
static inline void fill_congruential(source *s, uint64_t *out)
{
    for (size_t i = 0; i < SOURCE_BLOCK; i++)
        out[i] = s->state = s->state * 6364136223846793005u + 1442695040888963407u;
}

/* Multiples of the golden ratio: each word is in its place far too evenly. */
static inline void fill_even(source *s, uint64_t *out)
{
    for (size_t i = 0; i < SOURCE_BLOCK; i++)
        out[i] = s->state += 0x9e3779b97f4a7c15u;
}

/* Marsaglia's xorshift64: linear over bits. */
static inline void fill_linear(source *s, uint64_t *out)
{
    for (size_t i = 0; i < SOURCE_BLOCK; i++) {
        s->state ^= s->state << 13;
        s->state ^= s->state >> 7;
        out[i] = s->state ^= s->state << 17;
    }
}

/* The highest bit of one word in eight is that of the word before. */
static inline void fill_sticky(source *s, uint64_t *out)
{
    fill_one(s, out);
    for (size_t i = 0; i + 1 < SOURCE_BLOCK; i++)
        if (out[i] % 8 == 0)
            out[i + 1] = (out[i + 1] & ~(1ull << 63)) | (out[i] & 1ull << 63);
}

static source sources[] = {
    {.name = "a stream", .start = start_one, .fill = fill_one, .outside = true},
    {.name = "neighbouring seeds in turn", .start = start_seeds, .fill = fill_interleaved},
    {.name = "neighbouring replicates in turn",
     .start = start_replicates,
     .fill = fill_interleaved,
     .outside = true},
    {.name = "purposes in turn", .start = start_purposes, .fill = fill_interleaved},
    {.name = "seeds 0 xor 1", .start = start_seeds, .fill = fill_xor, .outside = true},
    {.name = "replicates 0 xor 1", .start = start_replicates, .fill = fill_xor},
    {.name = "replicates 0 minus 1", .start = start_replicates, .fill = fill_difference},
    {.name = "congruential",
     .start = start_state,
     .fill = fill_congruential,
     .flawed = true,
     .outside = true},
    {.name = "too even", .start = start_state, .fill = fill_even, .flawed = true},
    {.name = "linear", .start = start_state, .fill = fill_linear, .flawed = true},
    {.name = "sticky", .start = start_one, .fill = fill_sticky, .flawed = true},
    {.name = "twins in turn", .start = start_twins, .fill = fill_interleaved, .flawed = true},
};
enum { SOURCES = sizeof sources / sizeof *sources };

static inline void source_start(source *s)
{
    static stream streams[NEIGHBOURS];
    s->stream = streams;
    s->start(s);
}
