/* Eight xoshiro256++ generators side by side (Blackman and Vigna, 2021); normals by a ziggurat of
 * 1024 layers with one table look-up per number. A slot that fails the fast test is finished in
 * place by the ninth generator, in slot order: the numbers depend on no block size and no
 * instruction set. */
#include "engine/law/generator.h"
#include "engine/machine/level.h"
#include "engine/number/num.h"
#include "ziggurat.h"

static void fill_words(stream *s)
{
    generators g = generators_load(s);
    for (size_t i = STREAM_MOST; i < STREAM_MOST + STREAM_BLOCK; i += 8)
        u8_store(s->block.word + i, generators_next(&g));
    generators_save(&g, s);
}

static void fill_uniforms(stream *s)
{
    generators g = generators_load(s);
    for (size_t i = STREAM_MOST; i < STREAM_MOST + STREAM_BLOCK; i += 8)
        v8_store(s->block.number + i, generators_uniform(&g));
    generators_save(&g, s);
}

/* A normal beyond zig_layer[1].edge (Marsaglia, 1964). */
static double tail_normal(uint64_t *s)
{
    double x, y;
    do {
        x = -num_log(generator_tail_uniform(s)) / zig_layer[1].edge;
        y = -num_log(generator_tail_uniform(s));
    } while (2 * y < x * x);
    return zig_layer[1].edge + x;
}

/* Whether the point at x, the share u of layer i's height up, lies below the density. In the layer
 * the density, whose curvature is at most 1, is within width^2/8 of the chord: few points need the
 * exponential. */
static bool is_below_density(size_t i, double x, double u)
{
    double low = zig_layer[i].height, height = zig_layer[i + 1].height - low;
    double width = zig_layer[i].edge - zig_layer[i + 1].edge;
    double above = u * height * width - (zig_layer[i].edge - fabs(x)) * height;
    if (fabs(above) > (width * width / 8 + 1e-15) * width)
        return above < 0;
    return low + u * height < num_exp(-0.5 * x * x);
}

/* Finishes the slot whose word failed the fast test: the exact tests, then new words. */
static __attribute__((noinline)) double finish(uint64_t word, uint64_t *s)
{
    for (;; word = generator_tail_word(s)) {
        size_t i = word & 1023;
        double width;
        memcpy(&width, &zig_packed[i], sizeof width);
        double x = (double)(int64_t)(word & ~(uint64_t)1023) * width;
        if (fabs(x) < zig_layer[i + 1].edge)
            return x;
        if (i == 0)
            return x < 0 ? -tail_normal(s) : tail_normal(s);
        if (is_below_density(i, x, generator_tail_uniform(s)))
            return x;
    }
}

static __attribute__((noinline)) void finish_slots(stream *s, double *out, u8 words,
                                                   unsigned failed)
{
    uint64_t word[8];
    u8_store(word, words);
    for (; failed; failed &= failed - 1) {
        int l = __builtin_ctz(failed);
        out[l] = finish(word[l], s->tail);
    }
}

static void fill_normals(stream *s)
{
    generators g = generators_load(s);
    const u8 low = u8_set1(1023), mask = u8_set1(0xfff);
    for (size_t i = STREAM_MOST; i < STREAM_MOST + STREAM_BLOCK; i += 8) {
        u8 word = generators_next(&g), layer = u8_and(word, low), point = u8_xor(word, layer);
        u8 packed = u8_gather(zig_packed, layer);
        v8_store(s->block.number + i, v8_mul(v8_from_words(point), v8_bits(packed)));
        unsigned failed = u8_where_less_equal(u8_and(packed, mask), u8_right(u8_abs(point), 51));
        if (__builtin_expect(failed != 0, 0))
            finish_slots(s, s->block.number + i, word, failed);
    }
    generators_save(&g, s);
}

const rng_type TYPE(rng, xoshiro) = {
    .name = "xoshiro",
    .fill = {fill_words, fill_uniforms, fill_normals},
};
