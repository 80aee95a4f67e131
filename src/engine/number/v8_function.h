/* Functions of eight doubles, most of them built on v8_exp and v8_log, accurate to a few units in
 * the last place; the same bits on every instruction set. Where no range is given every double will
 * do; a NAN goes through all of them. */
#pragma once

#include "engine/machine/v8.h"
#include "scalar.h"

#include <stdbool.h>
#include <stddef.h>

V8_INLINE v8 v8_neg(v8 x)
{
    return v8_bits(u8_xor(u8_bits(x), u8_set1(1ull << 63)));
}

/* |x| with the sign of y */
V8_INLINE v8 v8_with_sign(v8 x, v8 y)
{
    return v8_bits(u8_or(u8_bits(v8_abs(x)), u8_and(u8_bits(y), u8_set1(1ull << 63))));
}

V8_INLINE bool v8_any(u8 mask)
{
    return u8_top_bits(mask) != 0;
}

V8_INLINE bool v8_all(u8 mask)
{
    return u8_top_bits(mask) == 255;
}

/* exp(x) - 1 for x <= 709. */
V8_FUNCTION v8 v8_expm1(v8 x)
{
    const v8 lowest = v8_set1(-80); /* there it is -1 to the last bit */
    u8 n;
    v8 p = v8_exp_part(v8_max(lowest, x), &n);
    v8 scale = v8_bits(u8_left(u8_add(n, u8_set1(1023)), 52));
    return v8_fma(scale, p, v8_sub(scale, v8_set1(1)));
}

/* log(1 + x) for -1 < x < 2^1000. */
V8_FUNCTION v8 v8_log1p(v8 x)
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

V8_FUNCTION v8 v8_tanh(v8 x)
{
    v8 a = v8_abs(x), e = v8_expm1(v8_mul(v8_set1(-2), a)); /* in (-1, 0]: no cancellation */
    v8 t = v8_div(v8_neg(e), v8_add(v8_set1(2), e));
    return v8_with_sign(t, x);
}

/* log cosh x = log(1 + (1 - e)^2 / (2 e)) near zero, |x| - log 2 + log(1 + e^2) elsewhere, with
 * e = exp(-|x|). */
V8_FUNCTION v8 v8_log_cosh(v8 x)
{
    v8 a = v8_abs(x), d = v8_expm1(v8_neg(a)), e = v8_add(v8_set1(1), d);
    u8 near = v8_less(a, v8_set1(1));
    v8 w = v8_select(near, v8_div(v8_mul(d, d), v8_mul(v8_set1(2), e)), v8_mul(e, e));
    v8 far = v8_add(v8_sub(a, v8_set1(0x1.62e42fefa39efp-1)), v8_log1p(w));
    return v8_select(near, v8_log1p(w), far);
}

/* log x; -INFINITY at 0, NAN below. */
V8_FUNCTION v8 v8_full_log(v8 x)
{
    const v8 least = v8_set1(0x1p-1022), most = v8_set1(0x1.fffffffffffffp1023);
    if (v8_all(u8_and(v8_less_equal(least, x), v8_less_equal(x, most))))
        return v8_log(x);
    u8 small = v8_less(x, least); /* 2^54 times it is normal, and the log is 54 log 2 larger */
    v8 y = v8_log(v8_select(small, v8_mul(x, v8_set1(0x1p54)), x));
    y = v8_select(small, v8_sub(y, v8_set1(0x1.2b708872320e2p+5)), y);
    y = v8_select(v8_less(most, x), x, y);
    y = v8_select(v8_equal(x, v8_set1(0)), v8_set1(-INFINITY), y);
    return v8_select(v8_less_equal(v8_set1(0), x), y, v8_set1(NAN));
}

/* log(1 + x); -INFINITY at -1, NAN below. */
V8_FUNCTION v8 v8_full_log1p(v8 x)
{
    u8 usual = u8_and(v8_less(v8_set1(-1), x), v8_less(x, v8_set1(0x1p1000)));
    v8 y = v8_select(v8_equal(x, v8_set1(0)), x, v8_log1p(x)); /* -0 stays */
    return v8_all(usual) ? y : v8_select(usual, y, v8_full_log(v8_add(v8_set1(1), x)));
}

/* e^a / 2, as a product that overflows no earlier than it should. */
V8_INLINE v8 v8_half_exp(v8 a)
{
    v8 root = v8_exp(v8_mul(v8_set1(0.5), a));
    return v8_mul(v8_mul(v8_set1(0.5), root), root);
}

/* Beyond 40 e^-|x| is nothing beside e^|x|. */
V8_INLINE v8 v8_sinh(v8 x)
{
    const v8 far = v8_set1(40);
    v8 a = v8_abs(x), e = v8_expm1(v8_min(far, a));
    v8 y = v8_mul(v8_set1(0.5), v8_add(e, v8_div(e, v8_add(e, v8_set1(1)))));
    u8 large = v8_less(far, a);
    return v8_with_sign(v8_any(large) ? v8_select(large, v8_half_exp(a), y) : y, x);
}

V8_INLINE v8 v8_cosh(v8 x)
{
    const v8 far = v8_set1(40);
    v8 a = v8_abs(x), e = v8_exp(v8_min(far, a));
    v8 y = v8_mul(v8_set1(0.5), v8_add(e, v8_div(v8_set1(1), e)));
    u8 large = v8_less(far, a);
    return v8_any(large) ? v8_select(large, v8_half_exp(a), y) : y;
}

/* r in x = (n + half/2) pi + r, |r| <= pi/2, for 1e6 < |x| < INFINITY and half 0 or 1; the lowest
 * bit of *parity is that of n. x = m 2^e with m whole; of m 2^e (1/pi) only 192 bits of 1/pi count:
 * those before them give multiples of 4, those after them less than 2^-137. */
static inline double v8_far_pi(double x, int half, uint64_t *parity)
{
    static const uint64_t inverse_pi[] = {0, /* e may be negative */
                                          0x517cc1b727220a94,
                                          0xfe13abe8fa9a6ee0,
                                          0x6db14acc9e21c820,
                                          0xff28b1d5ef5de2b0,
                                          0xdb92371d2126e970,
                                          0x0324977504e8c90e,
                                          0x7f0ef58e5894d39f,
                                          0x74411afa975da242,
                                          0x74ce38135a2fbf20,
                                          0x9cc8eb1cc1a99cfa,
                                          0x4e422fc5defc941d,
                                          0x8ffc4bffef02cc07,
                                          0xf79788c5ad05368f,
                                          0xb69b3f6793e584db,
                                          0xa7a31fb34f2ff516,
                                          0xba93dd63f5f2f8bd,
                                          0x9e839cfbc5294975,
                                          0x35fdafd88fc6ae84,
                                          0x2b0198237e3db5d5};
    const __uint128_t one = 1;
    uint64_t bits, part[3];
    memcpy(&bits, &x, sizeof bits);
    uint64_t m = (bits & ((1ull << 52) - 1)) | 1ull << 52;
    int first = (int)(bits >> 52 & 2047) - 1075 + 62, shift = first % 64;
    const uint64_t *w = inverse_pi + first / 64;
    for (int i = 0; i < 3; i++)
        part[i] = shift ? w[i] << shift | w[i + 1] >> (64 - shift) : w[i];
    __uint128_t turns = (one * m * part[0] << 64) + one * m * part[1] + (one * m * part[2] >> 64);
    turns -= half ? one << 125 : 0; /* x/pi - half/2 modulo 4, in units of 2^-126 */
    *parity = (uint64_t)((turns + (one << 125)) >> 126);
    double r = (double)(__int128_t)(turns << 2) * 0x1p-128 * 3.14159265358979323846;
    return x < 0 && !half ? -r : r; /* sin is odd, cos is even */
}

static inline v8 v8_far_rests(v8 x, int half, v8 near, u8 *parity)
{
    double from[8], r[8];
    uint64_t n[8];
    v8_store(from, x);
    v8_store(r, near);
    u8_store(n, *parity);
    for (int i = 0; i < 8; i++)
        if (fabs(from[i]) > 1e6)
            r[i] = isinf(from[i]) ? NAN : v8_far_pi(from[i], half, &n[i]);
    *parity = u8_load(n);
    return v8_load(r);
}

/* r and the parity of n in x = (n + half/2) pi + r, |r| <= pi/2 */
V8_INLINE v8 v8_rest_of_pi(v8 x, int half, u8 *parity)
{
    const v8 magic = v8_set1(0x1.8p52), over_pi = v8_set1(0x1.45f306dc9c883p-2);
    v8 t = half ? v8_add(v8_fma(x, over_pi, v8_set1(-0.5)), magic) : v8_fma(x, over_pi, magic);
    v8 n = v8_add(v8_sub(t, magic), v8_set1(0.5 * half));
    v8 r = v8_fma(n, v8_set1(-0x1.921fb54442d18p1), x);
    r = v8_fma(n, v8_set1(-0x1.1a62633145c07p-53), r);
    r = v8_fma(n, v8_set1(0x1.f1976b7ed8fbcp-109), r);
    *parity = u8_bits(t);
    return v8_any(v8_less(v8_set1(1e6), v8_abs(x))) ? v8_far_rests(x, half, r, parity) : r;
}

/* (-1)^n sin r for |r| <= pi/2, by the series. */
V8_FUNCTION v8 v8_near_sin(v8 r, u8 n)
{
    v8 z = v8_mul(r, r), p = v8_set1(1);
    for (int k = 20; k >= 4; k -= 2) /* p = 1 - z/((k+1) k) p */
        p = v8_fma(v8_mul(z, v8_set1(-1.0 / (k * (k + 1)))), p, v8_set1(1));
    v8 s = v8_fma(v8_mul(v8_mul(z, v8_set1(-1.0 / 6)), r), p, r);
    return v8_bits(u8_xor(u8_bits(s), u8_left(n, 63)));
}

V8_INLINE v8 v8_sin(v8 x)
{
    u8 n;
    v8 r = v8_rest_of_pi(x, 0, &n);
    return v8_select(v8_equal(x, v8_set1(0)), x, v8_near_sin(r, n)); /* -0 stays */
}

/* cos((n + 1/2) pi + r) = (-1)^(n + 1) sin r */
V8_INLINE v8 v8_cos(v8 x)
{
    u8 n;
    v8 r = v8_rest_of_pi(x, 1, &n);
    return v8_near_sin(r, u8_add(n, u8_set1(1)));
}

/* atan(t)/t for z = t^2 <= tan(pi/8)^2, by the series. */
V8_INLINE v8 v8_atan_part(v8 z)
{
    v8 p = v8_set1(1.0 / 45);
    for (int odd = 43; odd >= 1; odd -= 2)
        p = v8_fma(v8_neg(z), p, v8_set1(1.0 / odd));
    return p;
}

/* atan a = pi/4 + atan((a - 1)/(a + 1)) = pi/2 + atan(-1/a) */
V8_FUNCTION v8 v8_atan(v8 x)
{
    const v8 one = v8_set1(1);
    v8 a = v8_abs(x);
    u8 middle = v8_less(v8_set1(0x1.a827999fcef32p-2), a);
    u8 far = v8_less(v8_set1(0x1.3504f333f9de6p1), a);
    v8 over = v8_select(far, v8_set1(-1), v8_select(middle, v8_sub(a, one), a));
    v8 under = v8_select(far, a, v8_select(middle, v8_add(a, one), one));
    v8 t = v8_div(over, under);
    v8 turned = v8_select(far, v8_set1(0x1.921fb54442d18p0),
                          v8_select(middle, v8_set1(0x1.921fb54442d18p-1), v8_set1(0)));
    v8 rest = v8_mul(turned, v8_set1(0x1.1a62633145c07p-54 / 0x1.921fb54442d18p0));
    v8 y = v8_add(turned, v8_fma(t, v8_atan_part(v8_mul(t, t)), rest));
    return v8_with_sign(y, x);
}

/* Where x and y have different signs. */
V8_INLINE u8 v8_apart(v8 x, v8 y)
{
    const v8 zero = v8_set1(0);
    return u8_or(u8_and(v8_less(x, zero), v8_less(zero, y)),
                 u8_and(v8_less(zero, x), v8_less(y, zero)));
}

static inline v8 v8_far_mod(v8 a, v8 b)
{
    double x[8], y[8];
    v8_store(x, a);
    v8_store(y, b);
    for (int i = 0; i < 8; i++)
        x[i] = scalar_mod(x[i], y[i]);
    return v8_load(x);
}

/* a modulo b, with the sign of b, as Lua's %; exact but for the rounding of one sum. */
V8_FUNCTION v8 v8_mod(v8 a, v8 b)
{
    v8 quotient = v8_div(a, b), size = v8_abs(quotient);
    v8 r = v8_fma(v8_neg(v8_with_sign(v8_floor(size), quotient)), b, a);
    /* a quotient that was rounded up to a whole number is one too large */
    r = v8_select(v8_apart(r, a), v8_add(r, v8_with_sign(b, a)), r);
    r = v8_with_sign(r, a);
    r = v8_select(v8_apart(r, b), v8_add(r, b), r);
    u8 usual = u8_and(v8_less(size, v8_set1(0x1p52)), v8_less(v8_abs(b), v8_set1(INFINITY)));
    return v8_all(usual) ? r : v8_far_mod(a, b);
}

/* log x in two parts for finite x > 0, the low one beyond the last place of the high one: k log 2 +
 * 2 s + (2 atanh(s) - 2 s), the first two exact. */
V8_FUNCTION v8 v8_log_parts(v8 x, v8 *low)
{
    const v8 log2 = v8_set1(0x1.62e42fefa3800p-1), log2_rest = v8_set1(0x1.ef35793c76730p-45);
    u8 small = v8_less(x, v8_set1(0x1p-1022));
    v8 k, m = v8_split(v8_select(small, v8_mul(x, v8_set1(0x1p54)), x), &k);
    k = v8_sub(k, v8_select(small, v8_set1(54), v8_set1(0)));
    v8 f = v8_sub(m, v8_set1(1)), d = v8_add(v8_set1(2), f), s = v8_div(f, d), z = v8_mul(s, s);
    v8 d_rest = v8_sub(f, v8_sub(d, v8_set1(2)));
    v8 s_rest = v8_div(v8_sub(v8_fma(v8_neg(s), d, f), v8_mul(s, d_rest)), d);
    v8 whole = v8_mul(k, log2), twice = v8_add(s, s), sum = v8_add(whole, twice);
    v8 lost = v8_sub(twice, v8_sub(sum, whole));
    v8 tail = v8_fma(v8_mul(s, z), v8_atanh_tail(z), v8_add(s_rest, s_rest));
    v8 rest = v8_add(lost, v8_fma(k, log2_rest, tail)), high = v8_add(sum, rest);
    *low = v8_sub(rest, v8_sub(high, sum));
    return high;
}

/* |a|^b, but for b = 0 */
V8_INLINE v8 v8_size_of_power(v8 a, v8 b)
{
    const v8 zero = v8_set1(0), infinity = v8_set1(INFINITY);
    v8 size = v8_abs(a), low, high = v8_log_parts(size, &low);
    high = v8_select(v8_less(size, infinity), high, size);
    high = v8_select(v8_equal(size, zero), v8_set1(-INFINITY), high);
    v8 y = v8_mul(b, high), y_low = v8_fma(b, low, v8_fma(b, high, v8_neg(y)));
    y = v8_select(u8_and(v8_equal(high, zero), v8_equal(v8_abs(b), infinity)), zero, y);
    v8 e = v8_exp(y);
    u8 usual = u8_and(v8_less(v8_set1(-800), y), v8_less(e, infinity));
    usual = u8_and(usual, v8_less(v8_abs(b), infinity));
    return v8_select(usual, v8_fma(e, y_low, e), e);
}

/* a^b with the signs, zeros and infinities of C's pow; to 2 ulp and |b log a| 2^-57 */
V8_FUNCTION v8 v8_pow(v8 a, v8 b)
{
    const v8 one = v8_set1(1), two = v8_set1(2);
    u8 whole = v8_equal(v8_floor(b), b);
    u8 even = v8_equal(v8_mul(two, v8_floor(v8_mul(v8_set1(0.5), b))), b);
    u8 no_number = u8_and(v8_less(a, v8_set1(0)), v8_less(v8_set1(-INFINITY), a));
    v8 y = v8_size_of_power(a, b);
    y = v8_select(u8_and(whole, u8_xor(whole, even)), v8_with_sign(y, a), y);
    y = v8_select(u8_and(no_number, u8_xor(no_number, whole)), v8_set1(NAN), y);
    return v8_select(u8_or(v8_equal(b, v8_set1(0)), v8_equal(a, one)), one, y);
}

/* (sum_i over[i] r^i) / (sum_i under[i] r^i), i < 8, lane by lane */
V8_INLINE v8 v8_quotient(const double *over, const double *under, v8 r)
{
    v8 p = v8_set1(over[7]), q = v8_set1(under[7]);
    for (int i = 6; i >= 0; i--) {
        p = v8_fma(p, r, v8_set1(over[i]));
        q = v8_fma(q, r, v8_set1(under[i]));
    }
    return v8_div(p, q);
}

/* The standard normal number below which a share u in (0, 1) of the law lies, to 1e-15 or so of it
 * (Wichura, 1988, AS 241): one quotient of polynomials in the middle, one in sqrt(-log) of the
 * smaller tail, one for tails below 1.4e-11. */
V8_FUNCTION v8 v8_normal_quantile(v8 u)
{
    static const double middle[][8] = {
        {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
         1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
         3.3430575583588128105e4, 2.5090809287301226727e3},
        {1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
         2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4,
         5.2264952788528545610e3}};
    static const double tail[][8] = {
        {1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
         3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
         2.27238449892691845833e-2, 7.74545014278341407640e-4},
        {1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
         1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
         1.05075007164441684324e-9}};
    static const double far[][8] = {
        {6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
         2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
         2.71155556874348757815e-5, 2.01033439929228813265e-7},
        {1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
         7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
         2.04426310338993978564e-15}};
    const v8 half = v8_set1(0.5), edge = v8_set1(0.425), five = v8_set1(5);
    v8 q = v8_sub(u, half), r = v8_fma(v8_neg(q), q, v8_set1(0.180625));
    v8 z = v8_mul(q, v8_quotient(middle[0], middle[1], r));
    u8 outside = v8_less(edge, v8_abs(q));
    if (!v8_any(outside))
        return z;
    r = v8_sqrt(v8_neg(v8_log(v8_min(u, v8_sub(v8_set1(1), u)))));
    v8 out = v8_quotient(tail[0], tail[1], v8_sub(r, v8_set1(1.6)));
    u8 beyond = v8_less(five, r);
    if (v8_any(beyond))
        out = v8_select(beyond, v8_quotient(far[0], far[1], v8_sub(r, five)), out);
    return v8_select(outside, v8_with_sign(out, q), z);
}
