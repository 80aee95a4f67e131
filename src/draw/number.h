/* Numbers as text: with a decimal point in every locale, and in the short forms of labels. */
#pragma once

#include <stdarg.h>
#include <stddef.h>

/* As snprintf / vsnprintf, with '.' in place of the locale's decimal point. */
__attribute__((format(printf, 3, 4))) void number_print(char *text, size_t size, const char *format,
                                                        ...);
void number_vprint(char *text, size_t size, const char *format, va_list words);

/* x for a reader, with `digits` significant ones: "0.0625", "−2.01", "3.2×10^{-7}" with a real
 * minus sign and a raised exponent (text.h's markup). */
void number_label(char *text, size_t size, double x, int digits);

/* x with that many decimals and a real minus sign; never "−0". */
void number_fixed(char *text, size_t size, double x, int decimals);
