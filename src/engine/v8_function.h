/* Functions of eight doubles built on v8_exp and v8_log, accurate to a few units in the last place;
 * the same bits on every instruction set. A NAN goes through all of them. */
#ifndef DEBIAS_V8_FUNCTION_H
#define DEBIAS_V8_FUNCTION_H

#include "v8.h"

V8_INLINE v8 v8_neg(v8 x)
{
    return v8_sub(v8_set1(0), x);
}

/* exp(x) - 1 for x <= 709. */
V8_INLINE v8 v8_expm1(v8 x)
{
    const v8 lowest = v8_set1(-80); /* there it is -1 to the last bit */
    u8 n;
    v8 p = v8_exp_part(v8_max(lowest, x), &n);
    v8 scale = v8_bits(u8_left(u8_add(n, u8_set1(1023)), 52));
    return v8_fma(scale, p, v8_sub(scale, v8_set1(1)));
}

/* log(1 + x) for x >= 0. */
V8_INLINE v8 v8_log1p(v8 x)
{
    v8 s = v8_add(v8_set1(1), x);
    v8 lost = v8_div(v8_sub(x, v8_sub(s, v8_set1(1))), s); /* by the rounding of 1 + x */
    return v8_add(v8_log(s), lost);
}

/* 1 / (1 + exp(-x)) */
V8_INLINE v8 v8_sigmoid(v8 x)
{
    return v8_div(v8_set1(1), v8_add(v8_set1(1), v8_exp(v8_neg(x))));
}

/* log(1 + exp(x)) */
V8_INLINE v8 v8_softplus(v8 x)
{
    return v8_add(v8_max(x, v8_set1(0)), v8_log1p(v8_exp(v8_neg(v8_abs(x)))));
}

V8_INLINE v8 v8_tanh(v8 x)
{
    v8 a = v8_abs(x), e = v8_expm1(v8_mul(v8_set1(-2), a)); /* in (-1, 0]: no cancellation */
    v8 t = v8_div(v8_neg(e), v8_add(v8_set1(2), e));
    u8 sign = u8_and(u8_bits(x), u8_set1(1ull << 63));
    return v8_bits(u8_or(u8_bits(v8_abs(t)), sign));
}

/* log cosh x = log(1 + (1 - e)^2 / (2 e)) near zero, |x| - log 2 + log(1 + e^2) elsewhere, with
 * e = exp(-|x|). */
V8_INLINE v8 v8_log_cosh(v8 x)
{
    v8 a = v8_abs(x), d = v8_expm1(v8_neg(a)), e = v8_add(v8_set1(1), d);
    u8 near = v8_less(a, v8_set1(1));
    v8 w = v8_select(near, v8_div(v8_mul(d, d), v8_mul(v8_set1(2), e)), v8_mul(e, e));
    v8 far = v8_add(v8_sub(a, v8_set1(0x1.62e42fefa39efp-1)), v8_log1p(w));
    return v8_select(near, v8_log1p(w), far);
}

/* sin x for |x| <= 1e6, by its series at the distance from the nearest multiple of pi. */
V8_INLINE v8 v8_sin(v8 x)
{
    const v8 magic = v8_set1(0x1.8p52);
    v8 t = v8_fma(x, v8_set1(0x1.45f306dc9c883p-2), magic), n = v8_sub(t, magic);
    v8 r = v8_fma(n, v8_set1(-0x1.921fb54442d18p1), x);
    r = v8_fma(n, v8_set1(-0x1.1a62633145c07p-53), r);
    v8 z = v8_mul(r, r), p = v8_set1(1);
    for (int k = 20; k >= 4; k -= 2) /* p = 1 - z/((k+1) k) p */
        p = v8_fma(v8_mul(z, v8_set1(-1.0 / (k * (k + 1)))), p, v8_set1(1));
    v8 s = v8_fma(v8_mul(v8_mul(z, v8_set1(-1.0 / 6)), r), p, r);
    return v8_bits(u8_xor(u8_bits(s), u8_left(u8_bits(t), 63))); /* odd n changes the sign */
}

#endif
