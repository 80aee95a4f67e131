/* x = m 10^e with m < 2^64. Where m <= 2^53 and |e| <= 22, m and 10^|e| are doubles, and one
 * operation rounds once. Else m 5^e is formed to at least 62 bits, the last of them set where
 * anything was left over: such a number rounds to a double as m 5^e does, and the power of two that
 * remains is exact. */
#include "engine/text/decimal.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { MOST_DIGITS = 19, EXACT_POWER = 22, MOST_POWER = 27 }; /* 5^27 < 2^63 */
enum { LONGEST = 9999 }; /* digits after the point that are counted */

__extension__ typedef unsigned __int128 wide;

static const double power_of_10[EXACT_POWER + 1] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

static const uint64_t power_of_5[MOST_POWER + 1] = {
    1u,
    5u,
    25u,
    125u,
    625u,
    3125u,
    15625u,
    78125u,
    390625u,
    1953125u,
    9765625u,
    48828125u,
    244140625u,
    1220703125u,
    6103515625u,
    30517578125u,
    152587890625u,
    762939453125u,
    3814697265625u,
    19073486328125u,
    95367431640625u,
    476837158203125u,
    2384185791015625u,
    11920928955078125u,
    59604644775390625u,
    298023223876953125u,
    1490116119384765625u,
    7450580596923828125u,
};

static int leading_zeros(uint64_t x)
{
    return __builtin_clzll(x);
}

/* m / 10^k, m > 0. */
static double divided(uint64_t m, int k)
{
    uint64_t d = power_of_5[k];
    int up = leading_zeros(m), down = leading_zeros(d);
    wide n = (wide)(m << up) << 63;
    uint64_t q = (uint64_t)(n / (d << down));
    q |= n != (wide)q * (d << down);
    return ldexp((double)q, down - up - 63 - k);
}

/* m 10^k, m > 0. */
static double multiplied(uint64_t m, int k)
{
    wide n = (wide)m * power_of_5[k];
    uint64_t high = (uint64_t)(n >> 64);
    if (high == 0)
        return ldexp((double)(uint64_t)n, k);
    int up = leading_zeros(high);
    n <<= up;
    return ldexp((double)((uint64_t)(n >> 64) | ((uint64_t)n != 0)), 64 - up + k);
}

static double scaled(uint64_t m, int e)
{
    int k = e < 0 ? -e : e;
    if (m == 0)
        return 0;
    if (m <= (uint64_t)1 << 53 && k <= EXACT_POWER)
        return e < 0 ? (double)m / power_of_10[k] : (double)m * power_of_10[k];
    return e < 0 ? divided(m, k) : multiplied(m, k);
}

/* Eight characters side by side, the first in the lowest byte (processor.h). */
static uint64_t load_8(const char *p)
{
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

/* How many of them, from the first on, are digits. */
static int count_digits(uint64_t x)
{
    const uint64_t zeros = 0x3030303030303030, high = 0xF0F0F0F0F0F0F0F0;
    uint64_t other = ((x & high) ^ zeros) | (((x + 0x0606060606060606) & high) ^ zeros);
    return other ? __builtin_ctzll(other) / 8 : 8;
}

/* The number of eight digits, or of fewer after bytes 0: of pairs, then of fours, then of all. */
static uint64_t value_8(uint64_t x)
{
    x = (x & 0x0F0F0F0F0F0F0F0F) * 2561 >> 8;
    x = (x & 0x00FF00FF00FF00FF) * 6553601 >> 16;
    return (x & 0x0000FFFF0000FFFF) * 42949672960001 >> 32;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Appends the digits at p to *m, which may overflow; returns what follows them. Eight at once: how
 * many there are is hard to foresee, and a loop over them costs more than they do. */
static const char *read_digits(const char *p, const char *end, uint64_t *m)
{
    static const uint64_t power[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    uint64_t value = *m;
    for (int n = 8; n == 8 && end - p >= 8; p += n) {
        uint64_t x = load_8(p);
        n = count_digits(x);
        value = value * power[n] + (n > 0 ? value_8(x << (64 - 8 * n)) : 0);
    }
    for (; p < end && is_digit(*p); p++)
        value = value * 10 + (uint64_t)(*p - '0');
    *m = value;
    return p;
}

/* Adds the exponent at p, which begins with an e, to *e; returns what follows it or NULL. */
static const char *read_exponent(const char *p, const char *end, int *e)
{
    bool negative = p + 1 < end && p[1] == '-';
    const char *first = p + 1 + (p + 1 < end && (p[1] == '-' || p[1] == '+'));
    uint64_t value = 0;
    p = read_digits(first, end, &value);
    if (p == first || p - first > 4)
        return NULL;
    *e += negative ? -(int)value : (int)value;
    return p;
}

/* Whether the n digits at p, the decimal point not counted, are at most 19 but for zeros before
 * them. */
static bool fits(const char *p, const char *end, long n, char dec)
{
    for (; n > MOST_DIGITS && p < end && (*p == '0' || *p == dec); p++)
        n -= *p == '0';
    return n <= MOST_DIGITS;
}

const char *decimal_read(const char *text, const char *end, char dec, double *out)
{
    static const double sign[] = {1, -1};
    bool negative = text < end && *text == '-';
    const char *first = text + (negative | (text < end && *text == '+'));
    uint64_t m = 0;
    int e = 0;
    const char *point = read_digits(first, end, &m), *part = point, *p = point;
    if (p < end && *p == dec) {
        part = p + 1;
        p = read_digits(part, end, &m);
        e = p - part < LONGEST ? -(int)(p - part) : -LONGEST;
    }
    long digits = (point - first) + (p - part);
    if (p < end && (*p == 'e' || *p == 'E'))
        p = read_exponent(p, end, &e);
    if (digits == 0 || !p || (digits > MOST_DIGITS && !fits(first, end, digits, dec)) ||
        e > MOST_POWER || e < -MOST_POWER || (p == point && m > (uint64_t)1 << 53))
        return NULL;
    *out = sign[negative] * scaled(m, e);
    return p;
}
