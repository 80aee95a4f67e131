/* Draws that take several uniforms each, some by rejection. Numbers each * i .. each * i + each - 1
 * of the stream are the slot of draw i; eight slots are tried side by side. A draw that its slot
 * does not give is finished by the ninth generator, in the order of the draws: what a stream gives
 * depends on no cut of the calls and on no instruction set. */
#pragma once

#include "engine/law/dist.h"
#include "engine/law/generator.h"

enum { SLOTS_EACH = 8 /* the most uniforms of a slot */ };

/* Sets the draws of eight slots and returns the mask of those that their slots do not give. */
typedef u8 (*slots_try)(const dist *d, const v8 *u, v8 *out);

/* The draw of a slot that did not give it. */
typedef double (*slots_finish)(const dist *d, const double *u, uint64_t *tail);

/* Tries n <= 8 slots from u on; bit i is set where draw i is to be finished. */
V8_INLINE unsigned slots_eight(const dist *d, size_t each, slots_try try, const double *u, size_t n,
                               double out[8])
{
    const double *from[8];
    v8 column[SLOTS_EACH], x;
    for (size_t l = 0; l < 8; l++)
        from[l] = u + (l < n ? l : n - 1) * each;
    for (size_t k = 0; k < each; k++)
        column[k] = v8_collect(from, k);
    unsigned left = u8_top_bits(try(d, column, &x));
    v8_store(out, x);
    return left & ((1u << n) - 1);
}

/* Of n <= 16 slots from u on: two times eight, for neither waits for the other. */
V8_INLINE void slots_sixteen(const dist *d, size_t each, slots_try try, slots_finish finish,
                             uint64_t *tail, const double *u, size_t n, double *out)
{
    double made[16];
    size_t first = n < 8 ? n : 8;
    unsigned left = slots_eight(d, each, try, u, first, made);
    if (n > 8)
        left |= slots_eight(d, each, try, u + 8 * each, n - 8, made + 8) << 8;
    for (; __builtin_expect(left != 0, 0); left &= left - 1) {
        int l = __builtin_ctz(left);
        made[l] = finish(d, u + (size_t)l * each, tail);
    }
    memcpy(out, made, n * sizeof *out);
}

/* n draws, n <= STREAM_MOST. */
V8_INLINE void slots_draw(const dist *d, size_t each, slots_try try, slots_finish finish, stream *s,
                          size_t n, double *out)
{
    const size_t most = STREAM_MOST / each / 16 * 16;
    for (size_t done = 0, piece; done < n; done += piece) {
        piece = n - done < most ? n - done : most;
        const double *u = stream_uniforms(s, piece * each);
        for (size_t i = 0; i < piece; i += 16)
            slots_sixteen(d, each, try, finish, s->tail, u + i * each,
                          piece - i < 16 ? piece - i : 16, out + done + i);
    }
}
