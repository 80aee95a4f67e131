/* Fixed-size unsigned integers, wide enough for the sums over an operator's weights: a common
 * denominator is at most a product of EXTRAP_TERMS factors below 2^63 * EXTRAP_DRAWS^EXTRAP_POWERS,
 * 2^(16 (63 + 240)) = 2^4848. */
#pragma once

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { WIDE_WORDS = 80 };

typedef struct wide {
    size_t words; /* in use: word[words - 1] != 0 */
    uint64_t word[WIDE_WORDS];
} wide;

typedef __uint128_t wide_pair;

static inline void wide_set(wide *w, uint64_t x)
{
    w->words = x != 0;
    w->word[0] = x;
}

static inline void wide_push(wide *w, uint64_t x)
{
    if (x) {
        assert(w->words < WIDE_WORDS);
        w->word[w->words++] = x;
    }
}

/* w *= x */
static inline void wide_multiply(wide *w, uint64_t x)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < w->words; i++) {
        wide_pair p = (wide_pair)w->word[i] * x + carry;
        w->word[i] = (uint64_t)p;
        carry = (uint64_t)(p >> 64);
    }
    wide_push(w, carry);
    while (w->words && !w->word[w->words - 1])
        w->words--;
}

static inline uint64_t wide_word(const wide *w, size_t i)
{
    return i < w->words ? w->word[i] : 0;
}

/* a += b */
static inline void wide_add(wide *a, const wide *b)
{
    size_t words = a->words > b->words ? a->words : b->words;
    uint64_t carry = 0;
    for (size_t i = 0; i < words; i++) {
        wide_pair p = (wide_pair)wide_word(a, i) + wide_word(b, i) + carry;
        a->word[i] = (uint64_t)p;
        carry = (uint64_t)(p >> 64);
    }
    a->words = words;
    wide_push(a, carry);
}

/* < 0, 0, > 0 as a < b, a = b, a > b */
static inline int wide_compare(const wide *a, const wide *b)
{
    if (a->words != b->words)
        return a->words < b->words ? -1 : 1;
    for (size_t i = a->words; i-- > 0;)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

/* a -= b, a >= b */
static inline void wide_subtract(wide *a, const wide *b)
{
    uint64_t borrow = 0;
    for (size_t i = 0; i < a->words; i++) {
        wide_pair p = (wide_pair)a->word[i] - wide_word(b, i) - borrow;
        a->word[i] = (uint64_t)p;
        borrow = (uint64_t)(p >> 64) & 1;
    }
    while (a->words && !a->word[a->words - 1])
        a->words--;
}

static inline void wide_double(wide *w)
{
    wide_multiply(w, 2);
}

static inline int wide_bits(const wide *w)
{
    return w->words ? (int)(64 * w->words) - __builtin_clzll(w->word[w->words - 1]) : 0;
}

/* a / b, b > 0, rounded to the nearest double (a result in the normal range). Long division: 62
 * bits of the quotient, the last one set if any of those after it are. */
static inline double wide_quotient(wide a, wide b)
{
    int shift = wide_bits(&a) - wide_bits(&b);
    uint64_t quotient = 0;
    if (!a.words)
        return 0;
    for (int i = shift; i < 0; i++)
        wide_double(&a);
    for (int i = 0; i < shift; i++)
        wide_double(&b);
    for (int i = 0; i < 62; i++) {
        quotient <<= 1;
        if (wide_compare(&a, &b) >= 0) {
            wide_subtract(&a, &b);
            quotient |= 1;
        }
        wide_double(&a);
    }
    return ldexp((double)(quotient | (a.words != 0)), shift - 61);
}
