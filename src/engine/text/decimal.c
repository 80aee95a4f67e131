/* x = m 10^e with m < 2^64. Where m <= 2^53 and |e| <= 22, m and 10^|e| are doubles, and one
 * operation rounds once. Else m 5^e is formed to at least 62 bits, the last of them set where
 * anything was left over: such a number rounds to a double as m 5^e does, and the power of two that
 * remains is exact. */
#include "engine/text/decimal.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_DIGITS = 19, EXACT_POWER = 22, MOST_POWER = 27 }; /* 5^27 < 2^63 */

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
    if (m <= (uint64_t)1 << 53 && k <= EXACT_POWER)
        return e < 0 ? (double)m / power_of_10[k] : (double)m * power_of_10[k];
    return e < 0 ? divided(m, k) : multiplied(m, k);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Appends the digits at p to *m, which may overflow; returns what follows them. */
static const char *read_digits(const char *p, const char *end, uint64_t *m)
{
    uint64_t value = *m;
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
    const char *first = text + (text < end && (*text == '-' || *text == '+'));
    uint64_t m = 0;
    const char *p = read_digits(first, end, &m);
    long digits = p - first;
    bool whole = true;
    int e = 0;
    if (p < end && *p == dec) {
        const char *part = p + 1;
        p = read_digits(part, end, &m);
        e = -(int)(p - part < 9999 ? p - part : 9999);
        digits += p - part;
        whole = false;
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        whole = false;
        p = read_exponent(p, end, &e);
    }
    if (digits == 0 || !p || (digits > MOST_DIGITS && !fits(first, end, digits, dec)) ||
        e > MOST_POWER || e < -MOST_POWER || (whole && m > (uint64_t)1 << 53))
        return NULL;
    double x = m == 0 ? 0 : scaled(m, e);
    *out = *text == '-' ? -x : x;
    return p;
}
