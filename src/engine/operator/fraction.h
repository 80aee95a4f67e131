/* Fractions of 64-bit integers. Functions that return a bool return false, and leave the fraction
 * as it was, when the result does not fit. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The largest denominator of a fraction that a double is taken for. */
enum { FRACTION_SIMPLE = 1000000 };

/* num/den, den > 0, in lowest terms; |num| < 2^63. */
typedef struct fraction {
    int64_t num, den;
} fraction;

/* f <- num/den in lowest terms; den > 0. */
bool fraction_reduce(__int128_t num, __int128_t den, fraction *f);

/* f <- f + g, f g, f num/den (den not 0) */
bool fraction_add(fraction *f, fraction g);
bool fraction_multiply(fraction *f, fraction g);
bool fraction_multiply_by(fraction *f, int64_t num, int64_t den);

/* The nearest double, where num and den are below 2^53. */
double fraction_value(fraction f);

/* Reads "8/3", "-2", "0.5"; false when the text is not a fraction that fits. */
bool fraction_parse(const char *text, fraction *f);

/* The fraction that the double x stands for: the one with the smallest denominator, up to
 * FRACTION_SIMPLE, whose nearest double it is (0.1 is 1/10); else the one that it is. */
bool fraction_from_double(double x, fraction *f);
