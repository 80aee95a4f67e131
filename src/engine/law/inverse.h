/* Draws that are a function of one uniform each. Where the stream holds no unread numbers, uniforms
 * go from the generators to the function without a store between. */
#pragma once

#include "engine/machine/v8.h"
#include "generator.h"

#include <string.h>

enum { INVERSE_SIDE = 2 /* vectors that a function is given at a time */ };

/* What a function knows of its law. */
typedef struct inverse_law {
    v8 a, b;
    const double *table, *sums; /* of n values */
    size_t n;
} inverse_law;

/* Makes draws of uniforms, in place. */
typedef void (*inverse)(const inverse_law *law, v8 u[INVERSE_SIDE]);

/* The next n numbers of the stream, from its block. */
V8_INLINE void inverse_of_block(const inverse_law *law, inverse of, stream *s, size_t n,
                                double *out)
{
    const double *u = stream_uniforms(s, n);
    v8 x[INVERSE_SIDE];
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        x[0] = v8_load(u + i);
        x[1] = v8_load(u + i + 8);
        of(law, x);
        v8_store(out + i, x[0]);
        v8_store(out + i + 8, x[1]);
    }
    if (i == n)
        return;
    double rest[16] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
                       0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
    memcpy(rest, u + i, (n - i) * sizeof *u);
    x[0] = v8_load(rest);
    x[1] = v8_load(rest + 8);
    of(law, x);
    v8_store(rest, x[0]);
    v8_store(rest + 8, x[1]);
    memcpy(out + i, rest, (n - i) * sizeof *out);
}

/* n draws, n <= STREAM_MOST, of a stream of uniforms or words. */
V8_INLINE void inverse_draw(const inverse_law *law, inverse of, stream *s, size_t n, double *out)
{
    size_t unread = s->end - s->next, i = unread < n ? unread : n;
    if (i > 0)
        inverse_of_block(law, of, s, i, out);
    if (n - i >= 16) {
        generators g = generators_load(s);
        for (; i + 16 <= n; i += 16) {
            v8 x[INVERSE_SIDE] = {generators_uniform(&g)};
            x[1] = generators_uniform(&g);
            of(law, x);
            v8_store(out + i, x[0]);
            v8_store(out + i + 8, x[1]);
        }
        generators_save(&g, s);
    }
    if (i < n)
        inverse_of_block(law, of, s, n - i, out + i);
}
