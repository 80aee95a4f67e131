/* Eight doubles or 64-bit words at a time, as one, two or four compiler vectors.
 *
 * A file written over v8 gives the same bits on every instruction set: every operation is
 * elementwise and correctly rounded (fma included), and the one reduction, v8_sum, has a fixed
 * tree. Loads and stores need no alignment. */
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "engine/machine/processor.h"
#ifdef __x86_64__
#include "engine/machine/intrinsics.h"
#endif

#if defined __AVX512F__ && defined __AVX512DQ__
#define V8_PARTS 1
#elif defined __AVX2__ && defined __FMA__
#define V8_PARTS 2
#else
#define V8_PARTS 4
#endif

typedef double v8_part __attribute__((vector_size(64 / V8_PARTS)));
typedef uint64_t u8_part __attribute__((vector_size(64 / V8_PARTS)));
typedef int64_t i8_part __attribute__((vector_size(64 / V8_PARTS)));

/* EACHn(f, x, ..) = {f of every part of n vectors}; BY_PLACE(f) = {f of every part's number}. */
#if V8_PARTS == 1
#define V8_MEMBERS a
#define BY_PLACE(f)                                                                                \
    {                                                                                              \
        f(0)                                                                                       \
    }
#define STORE_PARTS(f, x) f((x).a, 0)
#define EACH1(f, x)                                                                                \
    {                                                                                              \
        f((x).a)                                                                                   \
    }
#define EACH2(f, x, y)                                                                             \
    {                                                                                              \
        f((x).a, (y).a)                                                                            \
    }
#define EACH3(f, x, y, z)                                                                          \
    {                                                                                              \
        f((x).a, (y).a, (z).a)                                                                     \
    }
#elif V8_PARTS == 2
#define V8_MEMBERS a, b
#define BY_PLACE(f)                                                                                \
    {                                                                                              \
        f(0), f(1)                                                                                 \
    }
#define STORE_PARTS(f, x) (f((x).a, 0), f((x).b, 1))
#define EACH1(f, x)                                                                                \
    {                                                                                              \
        f((x).a), f((x).b)                                                                         \
    }
#define EACH2(f, x, y)                                                                             \
    {                                                                                              \
        f((x).a, (y).a), f((x).b, (y).b)                                                           \
    }
#define EACH3(f, x, y, z)                                                                          \
    {                                                                                              \
        f((x).a, (y).a, (z).a), f((x).b, (y).b, (z).b)                                             \
    }
#else
#define V8_MEMBERS a, b, c, d
#define BY_PLACE(f)                                                                                \
    {                                                                                              \
        f(0), f(1), f(2), f(3)                                                                     \
    }
#define STORE_PARTS(f, x) (f((x).a, 0), f((x).b, 1), f((x).c, 2), f((x).d, 3))
#define EACH1(f, x)                                                                                \
    {                                                                                              \
        f((x).a), f((x).b), f((x).c), f((x).d)                                                     \
    }
#define EACH2(f, x, y)                                                                             \
    {                                                                                              \
        f((x).a, (y).a), f((x).b, (y).b), f((x).c, (y).c), f((x).d, (y).d)                         \
    }
#define EACH3(f, x, y, z)                                                                          \
    {                                                                                              \
        f((x).a, (y).a, (z).a), f((x).b, (y).b, (z).b), f((x).c, (y).c, (z).c),                    \
            f((x).d, (y).d, (z).d)                                                                 \
    }
#endif

typedef struct v8 {
    v8_part V8_MEMBERS;
} v8;
typedef struct u8 {
    u8_part V8_MEMBERS;
} u8;

#define V8_INLINE static inline __attribute__((always_inline, unused))

/* A function of many steps. Where vectors have two numbers each multiply-add is a call: there such
 * functions are calls, too, since their callers would take long to compile. */
#if V8_PARTS == 4
#define V8_FUNCTION static __attribute__((noinline, unused))
#else
#define V8_FUNCTION V8_INLINE
#endif

#define V8_BINARY(type, name, part, expression)                                                    \
    V8_INLINE part type##_part_##name(part x, part y)                                              \
    {                                                                                              \
        return (part)(expression);                                                                 \
    }                                                                                              \
    V8_INLINE type type##_##name(type x, type y)                                                   \
    {                                                                                              \
        return (type)EACH2(type##_part_##name, x, y);                                              \
    }

V8_BINARY(v8, add, v8_part, x + y)
V8_BINARY(v8, sub, v8_part, x - y)
V8_BINARY(v8, mul, v8_part, x *y)
V8_BINARY(v8, div, v8_part, x / y)
V8_BINARY(u8, add, u8_part, x + y)
V8_BINARY(u8, sub, u8_part, x - y)
V8_BINARY(u8, mul, u8_part, x *y)
V8_BINARY(u8, and, u8_part, x &y)
V8_BINARY(u8, or, u8_part, x | y)
V8_BINARY(u8, xor, u8_part, x ^ y)
/* all ones where x < y as signed words, else zero */
V8_BINARY(u8, less, u8_part, (i8_part)x < (i8_part)y)

/* Parts are moved one by one: a copy of the whole struct would go through memory in narrower
 * pieces. */
typedef v8_part v8_part_any __attribute__((aligned(8), may_alias));
typedef u8_part u8_part_any __attribute__((aligned(8), may_alias));

#define V8_LOAD(i) (((const v8_part_any *)x)[i])
#define U8_LOAD(i) (((const u8_part_any *)x)[i])
#define V8_STORE(part, i) (((v8_part_any *)x)[i] = (part))
#define U8_STORE(part, i) (((u8_part_any *)x)[i] = (part))
V8_INLINE v8 v8_load(const double *x)
{
    return (v8)BY_PLACE(V8_LOAD);
}
V8_INLINE void v8_store(double *x, v8 r)
{
    STORE_PARTS(V8_STORE, r);
}
V8_INLINE u8 u8_load(const uint64_t *x)
{
    return (u8)BY_PLACE(U8_LOAD);
}
V8_INLINE void u8_store(uint64_t *x, u8 r)
{
    STORE_PARTS(U8_STORE, r);
}

/* The same bits as the other type. */
#define V8_AS_WORDS(x) ((u8_part)(x))
#define V8_AS_DOUBLES(x) ((v8_part)(x))
V8_INLINE u8 u8_bits(v8 x)
{
    return (u8)EACH1(V8_AS_WORDS, x);
}
V8_INLINE v8 v8_bits(u8 x)
{
    return (v8)EACH1(V8_AS_DOUBLES, x);
}

V8_INLINE v8 v8_set1(double scalar)
{
    const v8_part zero = {0};
    v8 r = {0};
#define V8_SET(part) (scalar - zero) /* and not zero + scalar: -0 stays */
    r = (v8)EACH1(V8_SET, r);
#undef V8_SET
    return r;
}
V8_INLINE u8 u8_set1(uint64_t scalar)
{
    const u8_part zero = {0};
    u8 r = {0};
#define V8_SET(part) (zero + scalar)
    r = (u8)EACH1(V8_SET, r);
#undef V8_SET
    return r;
}

#define V8_SHIFT_LEFT(x) ((x) << bits)
#define V8_SHIFT_RIGHT(x) ((x) >> bits)
V8_INLINE u8 u8_left(u8 x, int bits)
{
    return (u8)EACH1(V8_SHIFT_LEFT, x);
}
V8_INLINE u8 u8_right(u8 x, int bits)
{
    return (u8)EACH1(V8_SHIFT_RIGHT, x);
}
V8_INLINE u8 u8_rotate(u8 x, int bits)
{
    return u8_or(u8_left(x, bits), u8_right(x, 64 - bits));
}

/* mask (all ones or zero per word) ? x : y */
V8_INLINE u8 u8_select(u8 mask, u8 x, u8 y)
{
    return u8_xor(y, u8_and(mask, u8_xor(x, y)));
}
V8_INLINE v8 v8_select(u8 mask, v8 x, v8 y)
{
    return v8_bits(u8_select(mask, u8_bits(x), u8_bits(y)));
}

#define V8_LESS(x, y) ((u8_part)((x) < (y)))
V8_INLINE u8 v8_less(v8 x, v8 y)
{
    return (u8)EACH2(V8_LESS, x, y);
}
#define V8_LESS_EQUAL(x, y) ((u8_part)((x) <= (y)))
V8_INLINE u8 v8_less_equal(v8 x, v8 y)
{
    return (u8)EACH2(V8_LESS_EQUAL, x, y);
}
#define V8_EQUAL(x, y) ((u8_part)((x) == (y)))
V8_INLINE u8 v8_equal(v8 x, v8 y)
{
    return (u8)EACH2(V8_EQUAL, x, y);
}
V8_INLINE v8 v8_abs(v8 x)
{
    return v8_bits(u8_and(u8_bits(x), u8_set1(UINT64_MAX >> 1)));
}
#if V8_PARTS == 4 && !defined __x86_64__
/* mask ? x : y */
V8_INLINE v8_part v8_part_select(i8_part mask, v8_part x, v8_part y)
{
    return (v8_part)(((u8_part)x & (u8_part)mask) | ((u8_part)y & ~(u8_part)mask));
}
#endif
/* the smaller / larger; y where x is NAN or both are zeros */
V8_INLINE v8_part v8_part_min(v8_part x, v8_part y)
{
#if V8_PARTS == 1
    return (v8_part)_mm512_min_pd((__m512d)x, (__m512d)y);
#elif V8_PARTS == 2
    return (v8_part)_mm256_min_pd((__m256d)x, (__m256d)y);
#elif defined __x86_64__
    return (v8_part)_mm_min_pd((__m128d)x, (__m128d)y);
#else
    return v8_part_select(x < y, x, y);
#endif
}
V8_INLINE v8_part v8_part_max(v8_part x, v8_part y)
{
#if V8_PARTS == 1
    return (v8_part)_mm512_max_pd((__m512d)x, (__m512d)y);
#elif V8_PARTS == 2
    return (v8_part)_mm256_max_pd((__m256d)x, (__m256d)y);
#elif defined __x86_64__
    return (v8_part)_mm_max_pd((__m128d)x, (__m128d)y);
#else
    return v8_part_select(x > y, x, y);
#endif
}
V8_INLINE v8 v8_min(v8 x, v8 y)
{
    return (v8)EACH2(v8_part_min, x, y);
}
V8_INLINE v8 v8_max(v8 x, v8 y)
{
    return (v8)EACH2(v8_part_max, x, y);
}

/* x*y + z, rounded once */
V8_INLINE v8_part v8_part_fma(v8_part x, v8_part y, v8_part z)
{
#if V8_PARTS == 1
    return (v8_part)_mm512_fmadd_pd((__m512d)x, (__m512d)y, (__m512d)z);
#elif V8_PARTS == 2
    return (v8_part)_mm256_fmadd_pd((__m256d)x, (__m256d)y, (__m256d)z);
#else
    return (v8_part){fma(x[0], y[0], z[0]), fma(x[1], y[1], z[1])};
#endif
}
V8_INLINE v8 v8_fma(v8 x, v8 y, v8 z)
{
    return (v8)EACH3(v8_part_fma, x, y, z);
}

V8_INLINE v8_part v8_part_sqrt(v8_part x)
{
#if V8_PARTS == 1
    return (v8_part)_mm512_sqrt_pd((__m512d)x);
#elif V8_PARTS == 2
    return (v8_part)_mm256_sqrt_pd((__m256d)x);
#else
    return (v8_part){sqrt(x[0]), sqrt(x[1])};
#endif
}
V8_INLINE v8 v8_sqrt(v8 x)
{
    return (v8)EACH1(v8_part_sqrt, x);
}

/* The square root of x, an odd multiple of 2^-53 in (0, 1), without the divider: s ~ sqrt(x) and h
 * ~ 1/(2 sqrt(x)) by Newton's rule. Once s is within an ulp, x - s s is exact and h good to 2^-52:
 * s + (x - s s) h is rounded as the root is, since the square of a number midway between two
 * doubles is at least 2 units of s s away from x; but not next to 1, where it is 1/4, hence the
 * minimum. */
#if V8_PARTS == 1
V8_INLINE __m512d v8_sqrt_newton(__m512d x)
{
    const __m512d half = _mm512_set1_pd(0.5), y = _mm512_rsqrt14_pd(x);
    __m512d s = _mm512_mul_pd(x, y), h = _mm512_mul_pd(half, y);
    __m512d r = _mm512_fnmadd_pd(s, h, half);
    s = _mm512_fmadd_pd(s, r, s); /* to 2^-27 */
    h = _mm512_fmadd_pd(h, r, h);
    r = _mm512_fnmadd_pd(s, h, half);
    s = _mm512_fmadd_pd(_mm512_fnmadd_pd(s, s, x), h, s);
    h = _mm512_fmadd_pd(h, r, h);
    s = _mm512_fmadd_pd(_mm512_fnmadd_pd(s, s, x), h, s);
    return _mm512_min_pd(s, _mm512_set1_pd(1 - 0x1p-53));
}
#endif

/* The roots of such x and y: the divider is slow, and makes half of them while Newton's rule makes
 * the others. */
V8_INLINE void v8_sqrt_uniforms(v8 *x, v8 *y)
{
    *x = v8_sqrt(*x);
#if V8_PARTS == 1
    *y = (v8){(v8_part)v8_sqrt_newton((__m512d)y->a)};
#else
    *y = v8_sqrt(*y);
#endif
}

/* the largest whole number that is not above x */
V8_INLINE v8_part v8_part_floor(v8_part x)
{
#if V8_PARTS == 1
    return (v8_part)_mm512_floor_pd((__m512d)x);
#elif V8_PARTS == 2
    return (v8_part)_mm256_floor_pd((__m256d)x);
#else
    return (v8_part){floor(x[0]), floor(x[1])};
#endif
}
V8_INLINE v8 v8_floor(v8 x)
{
    return (v8)EACH1(v8_part_floor, x);
}

/* table[i] for eight indices */
V8_INLINE u8_part u8_part_gather(const uint64_t *table, u8_part i)
{
#if V8_PARTS == 1
    return (u8_part)_mm512_i64gather_epi64((__m512i)i, table, 8);
#elif V8_PARTS == 2
    return (u8_part)_mm256_i64gather_epi64((const long long *)table, (__m256i)i, 8);
#else
    return (u8_part){table[i[0]], table[i[1]]};
#endif
}
#define V8_GATHER(i) u8_part_gather(table, i)
V8_INLINE u8 u8_gather(const uint64_t *table, u8 i)
{
    return (u8)EACH1(V8_GATHER, i);
}

/* The numbers at eight places of a table. Scalar loads, since a gather is slower and eight stores
 * before one load stall. */
V8_INLINE v8 v8_pick(const double *table, const size_t at[8])
{
#define V8_PICK(i) table[at[i]]
#if V8_PARTS == 1
    return (v8){{V8_PICK(0), V8_PICK(1), V8_PICK(2), V8_PICK(3), V8_PICK(4), V8_PICK(5), V8_PICK(6),
                 V8_PICK(7)}};
#elif V8_PARTS == 2
    return (v8){{V8_PICK(0), V8_PICK(1), V8_PICK(2), V8_PICK(3)},
                {V8_PICK(4), V8_PICK(5), V8_PICK(6), V8_PICK(7)}};
#else
    return (v8){{V8_PICK(0), V8_PICK(1)},
                {V8_PICK(2), V8_PICK(3)},
                {V8_PICK(4), V8_PICK(5)},
                {V8_PICK(6), V8_PICK(7)}};
#endif
#undef V8_PICK
}

/* The numbers at eight places, `offset` after each. */
V8_INLINE v8 v8_collect(const double *const from[8], size_t offset)
{
#define V8_FROM(i) from[i][offset]
#if V8_PARTS == 1
    return (v8){{V8_FROM(0), V8_FROM(1), V8_FROM(2), V8_FROM(3), V8_FROM(4), V8_FROM(5), V8_FROM(6),
                 V8_FROM(7)}};
#elif V8_PARTS == 2
    return (v8){{V8_FROM(0), V8_FROM(1), V8_FROM(2), V8_FROM(3)},
                {V8_FROM(4), V8_FROM(5), V8_FROM(6), V8_FROM(7)}};
#else
    return (v8){{V8_FROM(0), V8_FROM(1)},
                {V8_FROM(2), V8_FROM(3)},
                {V8_FROM(4), V8_FROM(5)},
                {V8_FROM(6), V8_FROM(7)}};
#endif
#undef V8_FROM
}

/* Signed words to doubles, exact for words of at most 53 significant bits. */
V8_INLINE v8_part v8_part_from_words(u8_part x)
{
#if V8_PARTS == 1
    return (v8_part)_mm512_cvtepi64_pd((__m512i)x);
#else
    /* low half over 2^52, high half over 2^84 with its sign flipped, and both offsets taken off
     * again */
    u8_part low = (x & 0xffffffffu) | 0x4330000000000000u;
    u8_part high = (x >> 32) ^ 0x4530000080000000u;
    return ((v8_part)high - 0x1.00000801p84) + (v8_part)low;
#endif
}
V8_INLINE v8 v8_from_words(u8 x)
{
    return (v8)EACH1(v8_part_from_words, x);
}

/* Bit i is the top bit of word i. */
V8_INLINE unsigned u8_top_bits(u8 x)
{
#if V8_PARTS == 1
    return _mm512_movepi64_mask((__m512i)x.a);
#elif V8_PARTS == 2
    return (unsigned)_mm256_movemask_pd((__m256d)x.a) | (unsigned)_mm256_movemask_pd((__m256d)x.b)
                                                            << 4;
#else
    uint64_t word[8];
    unsigned bits = 0;
    u8_store(word, x);
    for (int i = 0; i < 8; i++)
        bits |= (unsigned)(word[i] >> 63) << i;
    return bits;
#endif
}

/* x[at[i]] for eight places 0 .. 7 */
V8_INLINE v8 v8_permute(v8 x, u8 at)
{
#if V8_PARTS == 1
    return (v8){(v8_part)_mm512_permutexvar_pd((__m512i)at.a, (__m512d)x.a)};
#else
    double number[8];
    uint64_t place[8];
    v8_store(number, x);
    u8_store(place, at);
    return v8_pick(number, place);
#endif
}

V8_INLINE v8 v8_gather(const double *table, u8 i)
{
    uint64_t at[8];
    u8_store(at, i);
    return v8_pick(table, at);
}

/* x with the number s from place k on */
V8_INLINE v8 v8_from(v8 x, size_t k, double s)
{
#if V8_PARTS == 1
    return (v8){
        (v8_part)_mm512_mask_broadcastsd_pd((__m512d)x.a, (__mmask8)(0xff << k), _mm_set_sd(s))};
#else
    const u8 place = u8_load((const uint64_t[]){0, 1, 2, 3, 4, 5, 6, 7});
    return v8_select(u8_less(place, u8_set1(k)), x, v8_set1(s));
#endif
}

/* |x| of signed words */
V8_INLINE u8 u8_abs(u8 x)
{
#if V8_PARTS == 1
    return (u8){(u8_part)_mm512_abs_epi64((__m512i)x.a)};
#else
    u8 negative = u8_less(x, u8_set1(0));
    return u8_sub(u8_xor(x, negative), negative);
#endif
}

/* Bit i is set where x <= y as signed words. */
V8_INLINE unsigned u8_where_less_equal(u8 x, u8 y)
{
#if V8_PARTS == 1
    unsigned bits; /* moved by hand: gcc 12, when it widens such a mask in memory, writes one byte
                    * and reads four */
    __asm__("kmovb %1, %0" : "=r"(bits) : "k"(_mm512_cmple_epi64_mask((__m512i)x.a, (__m512i)y.a)));
    return bits;
#else
    return ~u8_top_bits(u8_less(y, x)) & 0xff;
#endif
}

/* ((0+4)+(2+6)) + ((1+5)+(3+7)): halves onto each other, whatever the part size */
V8_INLINE double v8_sum(v8 x)
{
#if V8_PARTS == 1
    __m256d h = _mm256_add_pd(_mm512_castpd512_pd256((__m512d)x.a),
                              _mm512_extractf64x4_pd((__m512d)x.a, 1));
#elif V8_PARTS == 2
    __m256d h = _mm256_add_pd((__m256d)x.a, (__m256d)x.b);
#endif
#if V8_PARTS < 4
    __m128d q = _mm_add_pd(_mm256_castpd256_pd128(h), _mm256_extractf128_pd(h, 1));
    return _mm_cvtsd_f64(q) + _mm_cvtsd_f64(_mm_unpackhi_pd(q, q));
#else
    v8_part q = (x.a + x.c) + (x.b + x.d);
    return q[0] + q[1];
#endif
}

/* v8_sum of each of eight, the same bits, by fewer steps. */
#if V8_PARTS == 1
V8_INLINE v8 v8_sums(const v8 x[8])
{
    const __m512i order = _mm512_setr_epi64(0, 1, 4, 5, 2, 3, 6, 7);
    __m512d half[4], quarter[2];
    for (int i = 0; i < 4; i++) { /* numbers i and i + 4, side by side */
        __m512d low = (__m512d)x[i].a, high = (__m512d)x[i + 4].a;
        half[i] = _mm512_add_pd(_mm512_shuffle_f64x2(low, high, 0x44),
                                _mm512_shuffle_f64x2(low, high, 0xee));
    }
    for (int i = 0; i < 2; i++)
        quarter[i] = _mm512_add_pd(_mm512_shuffle_f64x2(half[i], half[i + 2], 0x88),
                                   _mm512_shuffle_f64x2(half[i], half[i + 2], 0xdd));
    __m512d sum = _mm512_add_pd(_mm512_unpacklo_pd(quarter[0], quarter[1]),
                                _mm512_unpackhi_pd(quarter[0], quarter[1]));
    return (v8){(v8_part)_mm512_permutexvar_pd(order, sum)};
}
#else
V8_INLINE v8 v8_sums(const v8 x[8])
{
    double sum[8];
    for (int i = 0; i < 8; i++)
        sum[i] = v8_sum(x[i]);
    return v8_load(sum);
}
#endif

/* Two rows of four numbers side by side, and back. */
#if V8_PARTS == 1
V8_INLINE v8 v8_load_halves(const double *low, const double *high)
{
    __m512d x = _mm512_castpd256_pd512(_mm256_loadu_pd(low));
    return (v8){(v8_part)_mm512_insertf64x4(x, _mm256_loadu_pd(high), 1)};
}
V8_INLINE void v8_store_halves(v8 x, double *low, double *high)
{
    _mm256_storeu_pd(low, _mm512_castpd512_pd256((__m512d)x.a));
    _mm256_storeu_pd(high, _mm512_extractf64x4_pd((__m512d)x.a, 1));
}
#else
V8_INLINE v8 v8_load_halves(const double *low, const double *high)
{
    v8 x;
    memcpy(&x, low, sizeof x / 2);
    memcpy((char *)&x + sizeof x / 2, high, sizeof x / 2);
    return x;
}
V8_INLINE void v8_store_halves(v8 x, double *low, double *high)
{
    memcpy(low, &x, sizeof x / 2);
    memcpy(high, (char *)&x + sizeof x / 2, sizeof x / 2);
}
#endif

/* In each half: number j of x[i] <-> number i of x[j], i, j < 4. */
#if V8_PARTS == 1
V8_INLINE void v8_transpose_halves(v8 x[4])
{
    const __m512i left = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
    const __m512i right = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    for (int i = 0; i < 4; i += 2) { /* two by two */
        __m512d low = (__m512d)x[i].a, high = (__m512d)x[i + 1].a;
        x[i].a = (v8_part)_mm512_unpacklo_pd(low, high);
        x[i + 1].a = (v8_part)_mm512_unpackhi_pd(low, high);
    }
    for (int i = 0; i < 2; i++) {
        __m512d low = (__m512d)x[i].a, high = (__m512d)x[i + 2].a;
        x[i].a = (v8_part)_mm512_permutex2var_pd(low, left, high);
        x[i + 2].a = (v8_part)_mm512_permutex2var_pd(low, right, high);
    }
}
#elif V8_PARTS == 2
V8_INLINE void v8_transpose_part(v8_part *x[4])
{
    __m256d pair[4];
    for (int i = 0; i < 4; i += 2) {
        pair[i] = _mm256_unpacklo_pd((__m256d)*x[i], (__m256d)*x[i + 1]);
        pair[i + 1] = _mm256_unpackhi_pd((__m256d)*x[i], (__m256d)*x[i + 1]);
    }
    for (int i = 0; i < 2; i++) {
        *x[i] = (v8_part)_mm256_permute2f128_pd(pair[i], pair[i + 2], 0x20);
        *x[i + 2] = (v8_part)_mm256_permute2f128_pd(pair[i], pair[i + 2], 0x31);
    }
}
V8_INLINE void v8_transpose_halves(v8 x[4])
{
    v8_transpose_part((v8_part *[]){&x[0].a, &x[1].a, &x[2].a, &x[3].a});
    v8_transpose_part((v8_part *[]){&x[0].b, &x[1].b, &x[2].b, &x[3].b});
}
#else
V8_INLINE void v8_transpose_halves(v8 x[4])
{
    double from[4][8];
    for (int i = 0; i < 4; i++)
        v8_store(from[i], x[i]);
    for (int i = 0; i < 4; i++)
        x[i] =
            v8_load((const double[]){from[0][i], from[1][i], from[2][i], from[3][i], from[0][i + 4],
                                     from[1][i + 4], from[2][i + 4], from[3][i + 4]});
}
#endif

/* Of eight rows x: number j of x[i] <-> number i of x[j]. */
#if V8_PARTS == 1
V8_INLINE void v8_pair_halves(v8 *x, v8 *y)
{
    v8_part low = (v8_part)_mm512_shuffle_f64x2((__m512d)x->a, (__m512d)y->a, 0x44);
    y->a = (v8_part)_mm512_shuffle_f64x2((__m512d)x->a, (__m512d)y->a, 0xee);
    x->a = low;
}
#else
V8_INLINE void v8_pair_halves(v8 *x, v8 *y)
{
    double high[4];
    memcpy(high, (char *)x + sizeof *x / 2, sizeof high);
    memcpy((char *)x + sizeof *x / 2, y, sizeof high);
    memcpy(y, high, sizeof high);
}
#endif
V8_INLINE void v8_transpose(v8 x[8])
{
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++)
        v8_pair_halves(&x[i], &x[i + 4]);
    v8_transpose_halves(x);
    v8_transpose_halves(x + 4);
}

/* x = n log 2 + r, |r| <= log(2)/2, for |x| <= 746: exp(r) - 1, and the signed word n. */
V8_INLINE v8 v8_exp_part(v8 x, u8 *n)
{
    static const double inverse_factorial[] = {
        1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320,
        1.0 / 5040,       1.0 / 720,       1.0 / 120,      1.0 / 24,      1.0 / 6,      0.5};
    const v8 magic = v8_set1(0x1.8p52);
    v8 t = v8_fma(x, v8_set1(0x1.71547652b82fep0), magic); /* x / log 2, to the nearest integer */
    v8 whole = v8_sub(t, magic);
    v8 r = v8_fma(whole, v8_set1(-0x1.62e42fefa39efp-1), x);
    r = v8_fma(whole, v8_set1(-0x1.abc9e3b39803fp-56), r);
    v8 p = v8_set1(inverse_factorial[0]);
    for (int i = 1; i < 12; i++)
        p = v8_fma(p, r, v8_set1(inverse_factorial[i]));
    *n = u8_sub(u8_bits(t), u8_bits(magic));
    return v8_fma(v8_mul(r, r), p, r);
}

/* p 2^n for p in [1/2, 2] and |n| < 2000, rounded once. */
V8_INLINE v8 v8_scale(v8 p, u8 n)
{
#if V8_PARTS == 1
    return (v8){(v8_part)_mm512_scalef_pd((__m512d)p.a, _mm512_cvtepi64_pd((__m512i)n.a))};
#else
    /* two factors, so that results below 2^-1022 round once more instead of wrapping */
    u8 half = u8_sub(u8_right(u8_add(n, u8_set1(2048)), 1), u8_set1(1024));
    v8 first = v8_bits(u8_left(u8_add(half, u8_set1(1023)), 52));
    v8 second = v8_bits(u8_left(u8_add(u8_sub(n, half), u8_set1(1023)), 52));
    return v8_mul(v8_mul(p, first), second);
#endif
}

/* exp(x) to 1 ulp or so; 0 and INFINITY beyond the range of doubles, NAN for NAN. */
V8_INLINE v8 v8_inline_exp(v8 x)
{
    u8 n;
    v8 y = v8_max(v8_set1(-746), v8_min(v8_set1(710), x)); /* a NAN goes through */
    v8 p = v8_exp_part(y, &n);
    return v8_scale(v8_add(p, v8_set1(1)), n);
}
V8_FUNCTION v8 v8_exp(v8 x)
{
    return v8_inline_exp(x);
}

/* x = 2^k m with m in [sqrt(1/2), sqrt(2)), for normal positive x. */
V8_INLINE v8 v8_split(v8 x, v8 *k)
{
    u8 shifted = u8_sub(u8_bits(x), u8_set1(0x3fe6a09e667f3bcdu));
    u8 exponent = u8_and(shifted, u8_set1(0xfff0000000000000u));
    *k = v8_mul(v8_from_words(exponent), v8_set1(0x1p-52));
    return v8_bits(u8_sub(u8_bits(x), exponent));
}

/* (2 atanh(s) - 2 s) / s^3 for z = s^2, of a number m = (1 + s) / (1 - s) from v8_split. */
V8_INLINE v8 v8_atanh_tail(v8 z)
{
    v8 p = v8_set1(2.0 / 23);
    for (int odd = 21; odd >= 3; odd -= 2)
        p = v8_fma(p, z, v8_set1(2.0 / odd));
    return p;
}

/* log(x) to 1 ulp or so for normal positive x. */
V8_INLINE v8 v8_inline_log(v8 x)
{
    v8 k, m = v8_split(x, &k);
    /* log(1 + f) = 2 atanh(s), s = f / (2 + f), and 2 s = f - s f */
    v8 f = v8_sub(m, v8_set1(1)), s = v8_div(f, v8_add(v8_set1(2), f)), z = v8_mul(s, s);
    v8 tail = v8_mul(s, v8_sub(f, v8_mul(z, v8_atanh_tail(z))));
    tail = v8_fma(k, v8_set1(0x1.abc9e3b39803fp-56), v8_sub(v8_set1(0), tail));
    return v8_fma(k, v8_set1(0x1.62e42fefa39efp-1), v8_add(f, tail));
}
V8_FUNCTION v8 v8_log(v8 x)
{
    return v8_inline_log(x);
}

/* Element 0. */
V8_INLINE double v8_first(v8 x)
{
    return x.a[0];
}
