/* Gamma numbers of scale 1 (Marsaglia and Tsang, 2000): with d = shape - 1/3, c = 1/sqrt(9 d) and z
 * normal, d (1 + c z)^3 is one where a second uniform is below exp(h(z)),
 *
 *     h = z^2/2 + d (1 - v + log v), v = (1 + c z)^3,  and with x = c z
 *     h = d (3 (log(1 + x) - x + x^2/2) - x^3),
 *
 * which 1 - 0.0331 z^4 is below. A shape below 1 takes the number of shape + 1 times
 * u^(1/shape). */
#pragma once

#include "engine/law/generator.h"
#include "engine/number/num.h"
#include "engine/number/v8_function.h"

/* What draws take from a shape. */
typedef struct gamma_shape {
    double d, c, power; /* power: 1/shape below 1, else 0 */
} gamma_shape;

static inline gamma_shape gamma_of(double shape)
{
    double d = (shape < 1 ? shape + 1 : shape) - 1.0 / 3;
    d = shape > 0 ? d : (double)NAN;
    return (gamma_shape){d, 1 / sqrt(9 * d), shape < 1 ? 1 / shape : 0};
}

/* h, to 1e-8 at the largest shapes and far better below */
V8_INLINE v8 gamma_log_height(v8 d, v8 x)
{
    v8 square = v8_mul(x, x), rest = v8_sub(v8_log1p(x), x);
    rest = v8_mul(v8_set1(3), v8_fma(v8_set1(0.5), square, rest));
    return v8_mul(d, v8_fma(v8_neg(square), x, rest));
}

/* Numbers by a pair of uniforms, where the mask that is returned is 0. */
V8_FUNCTION u8 gamma_try(const gamma_shape *g, v8 first, v8 second, v8 *out)
{
    const v8 one = v8_set1(1), d = v8_set1(g->d);
    v8 z = v8_normal_quantile(first), z2 = v8_mul(z, z), x = v8_mul(v8_set1(g->c), z);
    v8 t = v8_add(one, x), sure = v8_fma(v8_mul(z2, z2), v8_set1(-0.0331), one);
    *out = v8_mul(v8_mul(d, t), v8_mul(t, t));
    u8 good = v8_less(second, sure);
    if (!v8_all(good))
        good = u8_or(good, v8_less_equal(v8_log(second), gamma_log_height(d, x)));
    return u8_xor(u8_and(good, v8_less(v8_set1(0), t)), u8_set1(~(uint64_t)0));
}

/* The number that begins with a pair which is tried once more, and others where it gives none; NAN
 * where the shape is none. */
static inline double gamma_finish(const gamma_shape *g, double first, double second, uint64_t *tail)
{
    v8 x;
    while (v8_any(gamma_try(g, v8_set1(first), v8_set1(second), &x)) && g->d > 0) {
        first = generator_tail_uniform(tail);
        second = generator_tail_uniform(tail);
    }
    return v8_first(x);
}
