/* Digits by printf, then what a label leaves out or raises. */
#include "draw/number.h"

#include "engine/text/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MINUS "\u2212"

void number_fixed(char *text, size_t size, double x, int decimals)
{
    char printed[400];
    number_print(printed, sizeof printed, "%.*f", decimals, fabs(x));
    snprintf(text, size, "%s%s", x < 0 && strpbrk(printed, "123456789") ? MINUS : "", printed);
}

/* Drops the zeros that end a decimal fraction. */
static void strip_zeros(char *text)
{
    if (!strchr(text, '.'))
        return;
    char *end = text + strlen(text);
    while (end[-1] == '0')
        *--end = 0;
    if (end[-1] == '.')
        end[-1] = 0;
}

void number_label(char *text, size_t size, double x, int digits)
{
    char printed[64];
    if (!isfinite(x)) {
        const char *infinite = x < 0 ? MINUS "inf" : "inf";
        snprintf(text, size, "%s", isnan(x) ? "nan" : infinite);
        return;
    }
    number_print(printed, sizeof printed, "%.*e", digits - 1, fabs(x));
    int exponent = atoi(strchr(printed, 'e') + 1);
    if (exponent >= -4 && exponent < 5) {
        number_print(printed, sizeof printed, "%.*f", exponent < digits ? digits - 1 - exponent : 0,
                     fabs(x));
        strip_zeros(printed);
        snprintf(text, size, "%s%s", x < 0 ? MINUS : "", printed);
        return;
    }
    *strchr(printed, 'e') = 0;
    strip_zeros(printed);
    snprintf(text, size, "%s%s\u00d710^{%s%d}", x < 0 ? MINUS : "", printed,
             exponent < 0 ? MINUS : "", abs(exponent));
}
