/* Operations on eight doubles at a time, right for every double: zeros, subnormals, infinities and
 * NANs. Each operation is rounded by itself: nothing is fused but inside the functions. */
#ifndef DEBIAS_EXPR_KERNEL_H
#define DEBIAS_EXPR_KERNEL_H

#include "engine/v8_function.h"

V8_INLINE u8 kernel_is_nan(v8 x)
{
    u8 size = u8_and(u8_bits(x), u8_set1(0x7fffffffffffffffu));
    return u8_less(u8_set1(0x7ff0000000000000u), size);
}

/* Equal as words: for a constant that is no zero. */
V8_INLINE u8 kernel_is(v8 x, double constant)
{
    v8 c = v8_set1(constant);
    u8 other = u8_or(v8_less(x, c), v8_less(c, x));
    return u8_xor(u8_or(other, kernel_is_nan(x)), u8_set1(~(uint64_t)0));
}

V8_INLINE v8 kernel_neg(v8 x)
{
    return v8_bits(u8_xor(u8_bits(x), u8_set1(1ull << 63)));
}

/* a > b or a is NAN ? a : b, and the same for min. */
V8_INLINE v8 kernel_max(v8 a, v8 b)
{
    return v8_select(u8_or(v8_less(b, a), kernel_is_nan(a)), a, b);
}

V8_INLINE v8 kernel_min(v8 a, v8 b)
{
    return v8_select(u8_or(v8_less(a, b), kernel_is_nan(a)), a, b);
}

V8_INLINE v8 kernel_where(v8 c, v8 a, v8 b)
{
    return v8_select(v8_less(v8_set1(0), c), a, b);
}

V8_INLINE v8 kernel_relu(v8 x)
{
    return v8_select(u8_or(v8_less(v8_set1(0), x), kernel_is_nan(x)), x, v8_set1(0));
}

/* log of every double: subnormals are scaled, the ends set by hand. */
V8_INLINE v8 kernel_log(v8 x)
{
    u8 small = v8_less(x, v8_set1(0x1p-1022));
    v8 scaled = v8_select(small, v8_mul(x, v8_set1(0x1p54)), x);
    v8 y = v8_log(scaled);
    y = v8_select(small, v8_sub(y, v8_set1(0x1.2b708872320e2p+5)), y); /* 54 log 2 */
    y = v8_select(kernel_is(x, INFINITY), x, y);
    y = v8_select(kernel_is(x, 0), v8_set1(-INFINITY), y);
    return v8_select(u8_or(v8_less(x, v8_set1(0)), kernel_is_nan(x)), v8_set1(NAN), y);
}

/* log(1 + x): the rounding of 1 + x is put back. */
V8_INLINE v8 kernel_log1p(v8 x)
{
    v8 s = v8_add(v8_set1(1), x), lost = v8_div(v8_sub(x, v8_sub(s, v8_set1(1))), s);
    u8 ends = u8_or(kernel_is(x, INFINITY), kernel_is(x, -1));
    v8 y = v8_add(kernel_log(s), v8_select(ends, v8_set1(0), lost));
    return v8_select(kernel_is(x, 0), x, y);
}

/* exp(a)/2 in two factors, for a beyond the range of exp. */
V8_INLINE v8 kernel_half_exp(v8 a)
{
    v8 root = v8_exp(v8_mul(v8_set1(0.5), a));
    return v8_mul(v8_mul(v8_set1(0.5), root), root);
}

V8_INLINE v8 kernel_sinh(v8 x)
{
    v8 a = v8_abs(x), e = v8_expm1(v8_min(v8_set1(700), a));
    v8 y = v8_mul(v8_set1(0.5), v8_add(e, v8_div(e, v8_add(e, v8_set1(1)))));
    y = v8_select(v8_less(v8_set1(700), a), kernel_half_exp(a), y);
    u8 sign = u8_and(u8_bits(x), u8_set1(1ull << 63));
    return v8_select(kernel_is_nan(x), x, v8_bits(u8_or(u8_bits(y), sign)));
}

V8_INLINE v8 kernel_cosh(v8 x)
{
    v8 a = v8_abs(x), e = v8_exp(v8_min(v8_set1(700), a));
    v8 y = v8_mul(v8_set1(0.5), v8_add(e, v8_div(v8_set1(1), e)));
    y = v8_select(v8_less(v8_set1(700), a), kernel_half_exp(a), y);
    return v8_select(kernel_is_nan(x), x, y);
}

/* cos x = -(-1)^k sin r, r = x - (k + 1/2) pi. */
V8_INLINE v8 kernel_near_cos(v8 x)
{
    const v8 magic = v8_set1(0x1.8p52);
    v8 t = v8_add(v8_fma(x, v8_set1(0x1.45f306dc9c883p-2), v8_set1(-0.5)), magic);
    v8 k = v8_add(v8_sub(t, magic), v8_set1(0.5));
    v8 r = v8_fma(k, v8_set1(-0x1.921fb54442d18p1), x);
    r = v8_fma(k, v8_set1(-0x1.1a62633145c07p-53), r);
    u8 odd = u8_left(u8_bits(t), 63);
    return v8_bits(u8_xor(u8_bits(v8_sin(r)), u8_xor(odd, u8_set1(1ull << 63))));
}

/* f of each number alone. */
V8_INLINE v8 kernel_each(v8 x, double (*f)(double))
{
    double a[8];
    v8_store(a, x);
    for (int i = 0; i < 8; i++)
        a[i] = f(a[i]);
    return v8_load(a);
}

/* The reduction to one period is good for |x| <= 1e6; libm has a longer one. */
V8_INLINE u8 kernel_far(v8 x)
{
    return u8_or(v8_less(v8_set1(1e6), v8_abs(x)), kernel_is_nan(x));
}

V8_INLINE v8 kernel_sin(v8 x)
{
    u8 far = kernel_far(x);
    return u8_top_bits(far) ? v8_select(far, kernel_each(x, sin), v8_sin(x)) : v8_sin(x);
}

V8_INLINE v8 kernel_cos(v8 x)
{
    u8 far = kernel_far(x);
    v8 near = kernel_near_cos(x);
    return u8_top_bits(far) ? v8_select(far, kernel_each(x, cos), near) : near;
}

/* Lua's a % b on floats. */
static inline double kernel_mod1(double a, double b)
{
    double rest = fmod(a, b);
    return (rest > 0 && b < 0) || (rest < 0 && b > 0) ? rest + b : rest;
}

/* x^n by squaring. */
static inline double kernel_whole_power(double x, unsigned n)
{
    double y = 1;
    for (; n; n >>= 1, x *= x)
        y = n & 1 ? y * x : y;
    return y;
}

/* As C's pow, to |b log a| units in the last place; whole exponents up to 64 by products. */
static inline double kernel_pow1(double a, double b)
{
    bool whole = floor(b) == b, odd = whole && fabs(b) < 0x1p53 && fmod(b, 2) != 0;
    if (b == 0 || a == 1)
        return 1;
    if (whole && fabs(b) <= 64)
        return b > 0 ? kernel_whole_power(a, (unsigned)b) : 1 / kernel_whole_power(a, (unsigned)-b);
    if (isnan(a) || isnan(b) || (a < 0 && !whole && isfinite(a) && isfinite(b)))
        return NAN;
    double log_a = v8_first(kernel_log(v8_set1(fabs(a))));
    double y = a == -1 ? 1 : v8_first(v8_exp(v8_set1(b * log_a)));
    return signbit(a) && odd ? -y : y;
}

V8_INLINE v8 kernel_pair(v8 x, v8 y, double (*f)(double, double))
{
    double a[8], b[8];
    v8_store(a, x);
    v8_store(b, y);
    for (int i = 0; i < 8; i++)
        a[i] = f(a[i], b[i]);
    return v8_load(a);
}

V8_INLINE v8 kernel_gather(v8 x, const double *table, size_t length)
{
    double a[8];
    v8_store(a, x);
    for (int i = 0; i < 8; i++)
        a[i] = a[i] >= 1 && a[i] < (double)length + 1 ? table[(size_t)a[i] - 1] : NAN;
    return v8_load(a);
}

#endif
