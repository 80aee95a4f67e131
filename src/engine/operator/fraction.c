/* Fractions of 64-bit integers. */
#include "fraction.h"

#include <ctype.h>
#include <math.h>

bool fraction_reduce(__int128_t num, __int128_t den, fraction *f)
{
    __int128_t a = num < 0 ? -num : num, b = den;
    while (b) {
        __int128_t r = a % b;
        a = b;
        b = r;
    }
    if (a > 1) {
        num /= a;
        den /= a;
    }
    if (num > INT64_MAX || num < -INT64_MAX || den > INT64_MAX)
        return false;
    *f = (fraction){(int64_t)num, (int64_t)den};
    return true;
}

bool fraction_add(fraction *f, fraction g)
{
    __int128_t num, more;
    return !__builtin_mul_overflow((__int128_t)f->num, (__int128_t)g.den, &num) &&
           !__builtin_mul_overflow((__int128_t)g.num, (__int128_t)f->den, &more) &&
           !__builtin_add_overflow(num, more, &num) &&
           fraction_reduce(num, (__int128_t)f->den * g.den, f);
}

bool fraction_multiply(fraction *f, fraction g)
{
    return fraction_reduce((__int128_t)f->num * g.num, (__int128_t)f->den * g.den, f);
}

bool fraction_multiply_by(fraction *f, int64_t num, int64_t den)
{
    return fraction_multiply(f, den < 0 ? (fraction){-num, -den} : (fraction){num, den});
}

double fraction_value(fraction f)
{
    return (double)f.num / (double)f.den;
}

/* Reads the decimal number at *text as a fraction and moves *text past it. */
static bool parse_decimal(const char **text, fraction *f)
{
    __int128_t num = 0, den = 1;
    bool negative = **text == '-', digits = false, point = false;
    for (*text += negative || **text == '+'; isdigit((unsigned char)**text) || **text == '.';
         ++*text) {
        if (**text == '.' && point)
            return false;
        if (**text == '.') {
            point = true;
            continue;
        }
        digits = true;
        num = 10 * num + (**text - '0');
        den *= point ? 10 : 1;
        if (num > INT64_MAX || den > INT64_MAX)
            return false;
    }
    return digits && fraction_reduce(negative ? -num : num, den, f);
}

static void skip_spaces(const char **text)
{
    while (isspace((unsigned char)**text))
        ++*text;
}

bool fraction_parse(const char *text, fraction *f)
{
    fraction den = {1, 1};
    skip_spaces(&text);
    if (!parse_decimal(&text, f))
        return false;
    skip_spaces(&text);
    if (*text == '/') {
        text++;
        skip_spaces(&text);
        if (!isdigit((unsigned char)*text) || !parse_decimal(&text, &den) || den.num == 0)
            return false;
        skip_spaces(&text);
    }
    return *text == '\0' &&
           fraction_reduce((__int128_t)f->num * den.den, (__int128_t)f->den * den.num, f);
}

/* The fraction with the smallest denominator whose nearest double is x = num / den >= 0: one of the
 * convergents p/q of its continued fraction, where q is small. */
static bool find_simple(__int128_t num, __int128_t den, double x, fraction *f)
{
    __int128_t p = 1, q = 0, last_p = 0, last_q = 1;
    while (den != 0) {
        __int128_t whole = num / den, rest = num % den;
        __int128_t next_p = whole * p + last_p, next_q = whole * q + last_q;
        last_p = p, p = next_p, last_q = q, q = next_q;
        if (q > FRACTION_SIMPLE || (p > (int64_t)1 << 53 && q > 1))
            return false;
        if ((double)p / (double)q == x)
            return fraction_reduce(p, q, f);
        num = den, den = rest;
    }
    return false;
}

bool fraction_from_double(double x, fraction *f)
{
    int exponent;
    double whole = ldexp(frexp(fabs(x), &exponent), 53);
    for (exponent -= 53; exponent < 0 && fmod(whole, 2) == 0 && whole != 0; exponent++)
        whole /= 2;
    if (!isfinite(x) || exponent > 62 || exponent < -72)
        return false;
    __int128_t one = 1, num = (__int128_t)whole * (exponent > 0 ? one << exponent : 1),
               den = exponent < 0 ? one << -exponent : 1;
    bool found = find_simple(num, den, fabs(x), f) || fraction_reduce(num, den, f);
    f->num = found && x < 0 ? -f->num : f->num;
    return found;
}
