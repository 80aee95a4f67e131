/* Numbers as text, the same in every locale. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* As snprintf and vsnprintf, with a decimal point in every locale. */
__attribute__((format(printf, 3, 4))) int number_print(char *out, size_t size, const char *format,
                                                       ...);
int number_vprint(char *out, size_t size, const char *format, va_list words);

enum { NUMBER_TEXT = 32 }; /* bytes that hold any number of up to 17 digits, with the final 0 */

/* Writes x with this many significant digits, 1..17 (17 keep every bit, fewer no sign of zero);
 * returns the length. */
size_t number_text(char out[NUMBER_TEXT], double x, int digits);

/* Writes x with the fewest digits that read back as x, for files; -0 keeps its sign. */
size_t number_shortest(char out[NUMBER_TEXT], double x);

/* Writes x with as many decimals as give its error two significant digits; with a power of ten
 * where both are below 1e-4; six digits where the error says nothing (0, not finite, or very
 * small). */
size_t number_matched(char out[NUMBER_TEXT], double x, double error);

/* Reads all n bytes as a decimal number, correctly rounded, or as inf or infinity; dec is the
 * decimal point. False for anything else: hexadecimal, nan, spaces, more than 1000 bytes, a number
 * that overflows. */
bool number_parse(const char *text, size_t n, char dec, double *out);

/* Whether x, the number that these n bytes were read as, is what they say: false for a whole number
 * written out in digits that no double has, as beyond 2^53 many are. */
bool number_kept(const char *text, size_t n, double x);
