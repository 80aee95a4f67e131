/* The eight generators of a stream (rng.h) in vectors, for files that make numbers of their words
 * without a store between. */
#pragma once

#include "engine/machine/v8.h"
#include "rng.h"

/* xoshiro256++, a state in each lane */
typedef struct generators {
    u8 a, b, c, d;
} generators;

V8_INLINE u8 generators_next(generators *s)
{
    u8 result = u8_add(u8_rotate(u8_add(s->a, s->d), 23), s->a);
    u8 t = u8_left(s->b, 17);
    s->c = u8_xor(s->c, s->a);
    s->d = u8_xor(s->d, s->b);
    s->b = u8_xor(s->b, s->c);
    s->a = u8_xor(s->a, s->d);
    s->c = u8_xor(s->c, t);
    s->d = u8_rotate(s->d, 45);
    return result;
}

V8_INLINE generators generators_load(const stream *s)
{
    return (generators){u8_load(s->state[0]), u8_load(s->state[1]), u8_load(s->state[2]),
                        u8_load(s->state[3])};
}

V8_INLINE void generators_save(const generators *g, stream *s)
{
    u8_store(s->state[0], g->a);
    u8_store(s->state[1], g->b);
    u8_store(s->state[2], g->c);
    u8_store(s->state[3], g->d);
}

/* Uniforms in (0, 1), as stream_word_uniform makes them. (k + 1/2) 2^-53 with k of 53 bits rounds
 * half of its values: 52 bits keep every uniform exact. */
V8_INLINE v8 generators_uniform(generators *g)
{
    const u8 one = u8_set1(0x3ff0000000000000u);
    v8 x = v8_bits(u8_or(u8_right(generators_next(g), 12), one)); /* in [1, 2) */
    return v8_add(x, v8_set1(-1 + 0x1p-53));
}

/* The ninth generator: what finishes slots, one number at a time. */
static inline uint64_t generator_rotate(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

static inline uint64_t generator_tail_word(uint64_t *s)
{
    uint64_t result = generator_rotate(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = generator_rotate(s[3], 45);
    return result;
}

static inline double generator_tail_uniform(uint64_t *s)
{
    return stream_word_uniform(generator_tail_word(s));
}
