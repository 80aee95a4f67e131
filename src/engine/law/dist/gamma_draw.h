/* Gamma numbers of scale 1 (Marsaglia and Tsang, 2000): with d = shape - 1/3, c = 1/sqrt(9 d) and z
 * normal, d (1 + c z)^3 is one where a second uniform is below exp(h(z)),
 *
 *     h = z^2/2 + d (1 - v + log v), v = (1 + c z)^3,  and with x = c z
 *     h = d (3 (log(1 + x) - x + x^2/2) - x^3) = d (-3/4 x^4 + 3/5 x^5 - ..),
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

/* Numbers by a pair of uniforms, where the mask that is returned is 0. */
V8_INLINE u8 gamma_try(const gamma_shape *g, v8 first, v8 second, v8 *out)
{
    const v8 one = v8_set1(1);
    v8 z = v8_normal_quantile(first), z2 = v8_mul(z, z);
    v8 t = v8_fma(v8_set1(g->c), z, one);
    v8 sure = v8_fma(v8_mul(z2, z2), v8_set1(-0.0331), one);
    *out = v8_mul(v8_mul(v8_set1(g->d), t), v8_mul(t, t));
    u8 good = u8_and(v8_less(v8_set1(0), t), v8_less(second, sure));
    return u8_xor(good, u8_set1(~(uint64_t)0));
}

static inline double gamma_log_height(double d, double x)
{
    double sum = 0, power = -x * x * x;
    if (fabs(x) > 0.1)
        return d * (3 * (num_log(1 + x) - x + 0.5 * x * x) - x * x * x);
    for (int k = 4; k < 20; k++) {
        power *= -x;
        sum -= 3 * power / k;
    }
    return d * sum;
}

/* Whether a pair gives no number; not where the shape is none. */
static inline bool gamma_rejects(const gamma_shape *g, double z, double u)
{
    double x = g->c * z;
    return x <= -1 || num_log(u) > gamma_log_height(g->d, x);
}

/* The number that begins with this pair. */
static inline double gamma_finish(const gamma_shape *g, double first, double second, uint64_t *tail)
{
    double z = v8_first(v8_normal_quantile(v8_set1(first)));
    while (gamma_rejects(g, z, second)) {
        first = generator_tail_uniform(tail);
        second = generator_tail_uniform(tail);
        z = v8_first(v8_normal_quantile(v8_set1(first)));
    }
    double t = 1 + g->c * z;
    return g->d * t * (t * t);
}
