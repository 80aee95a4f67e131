/* Numbers as text in the short forms of labels, with a decimal point in every locale. */
#pragma once

#include <stddef.h>

/* x for a reader, with `digits` significant ones: "0.0625", "−2.01", "3.2×10^{-7}" with a real
 * minus sign and a raised exponent (text.h's markup). */
void number_label(char *text, size_t size, double x, int digits);

/* x with that many decimals and a real minus sign; never "−0". */
void number_fixed(char *text, size_t size, double x, int decimals);
