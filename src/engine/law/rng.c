/* splitmix64 makes a state of a stream's name; the kernels in rng/ fill its buffer. */
#include "rng.h"

#include <math.h>
#include <string.h>

static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* splitmix64 (Steele, Lea and Flood, 2014) */
static uint64_t split(uint64_t *state)
{
    return mix(*state += 0x9e3779b97f4a7c15u);
}

void stream_init(stream *s, stream_kind kind, uint64_t seed, uint64_t replicate, purpose use,
                 uint64_t index)
{
    const uint64_t name[] = {seed, replicate, (uint64_t)use, index};
    uint64_t key = 0;
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        key ^= name[i];
        key = split(&key);
    }
    for (int i = 0; i < 4; i++) {
        for (int l = 0; l < 8; l++)
            s->state[i][l] = split(&key);
        s->tail[i] = split(&key);
    }
    s->kind = kind;
    s->fill = rng_type_at(0)->fill[kind];
    s->next = s->end = STREAM_MOST + STREAM_BLOCK;
    memset(s->block.word + s->end, 0, STREAM_SLACK * sizeof *s->block.word);
}

/* A generator whose words are all zero gives zeros for ever. */
static bool moves(const uint64_t word[4])
{
    return (word[0] | word[1] | word[2] | word[3]) != 0;
}

static bool is_of_kind(const stream *s, double x)
{
    if (s->kind == STREAM_UNIFORMS)
        return x > 0 && x < 1;
    return s->kind != STREAM_NORMALS || isfinite(x);
}

bool stream_is_sound(const stream *s)
{
    bool sound = moves(s->tail);
    for (int l = 0; l < 8; l++)
        sound = sound &&
                moves((uint64_t[]){s->state[0][l], s->state[1][l], s->state[2][l], s->state[3][l]});
    for (uint32_t i = s->next; i < s->end; i++)
        sound = sound && is_of_kind(s, s->block.number[i]);
    return sound;
}

void stream_refill(stream *s)
{
    size_t unread = s->end - s->next;
    memcpy(s->block.word + STREAM_MOST - unread, s->block.word + s->next,
           unread * sizeof *s->block.word);
    s->next = (uint32_t)(STREAM_MOST - unread);
    s->end = STREAM_MOST + STREAM_BLOCK;
    s->fill(s);
}

void stream_convert(stream *s, size_t first, size_t n)
{
    assert(s->kind != STREAM_NORMALS);
    for (size_t i = first; i < first + n; i++)
        if (s->kind == STREAM_WORDS)
            s->block.number[i] = stream_word_uniform(s->block.word[i]);
        else
            s->block.word[i] = (uint64_t)(s->block.number[i] * 0x1p52) << 12;
}

uint64_t stream_index_again(stream *s, uint64_t n, stream_wide product)
{
    uint64_t surplus = -n % n; /* 2^64 mod n */
    while ((uint64_t)product < surplus)
        product = (stream_wide)*stream_words(s, 1) * n;
    return (uint64_t)(product >> 64);
}
