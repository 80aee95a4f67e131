/* The C library reads and writes numbers as the locale says; a "C" locale, put in place for the one
 * call on the one thread, keeps it out. */
#include "engine/text/number.h"

#include "engine/text/decimal.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 1000 }; /* bytes of a number that is still read */

int number_vprint(char *out, size_t size, const char *format, va_list words)
{
    locale_t neutral = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(neutral);
    int n = vsnprintf(out, size, format, words);
    uselocale(before);
    if (neutral)
        freelocale(neutral);
    return n;
}

int number_print(char *out, size_t size, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    int n = number_vprint(out, size, format, words);
    va_end(words);
    return n;
}

size_t number_text(char out[NUMBER_TEXT], double x, int digits)
{
    if (isnan(x))
        return (size_t)snprintf(out, NUMBER_TEXT, "nan"); /* never "-nan" */
    if (x == 0 && digits < 17)
        x = 0; /* -0 is for files */
    return (size_t)number_print(out, NUMBER_TEXT, "%.*g", digits, x);
}

size_t number_shortest(char out[NUMBER_TEXT], double x)
{
    const int enough = 17, usual = 15; /* digits: printf drops the zeros that end fewer */
    double back;
    size_t n = 0;
    for (int digits = fabs(x) < DBL_MIN ? 1 : usual; digits < enough && x != 0; digits++) {
        n = number_text(out, x, digits);
        if (number_parse(out, n, '.', &back) && back == x)
            return n;
    }
    return number_text(out, x, enough);
}

/* "-0.00" says no more than "0.00". */
static size_t without_sign_of_zero(char *text, size_t n)
{
    if (*text != '-' || text[strspn(text, "-0.")] != '\0')
        return n;
    memmove(text, text + 1, n);
    return n - 1;
}

size_t number_matched(char out[NUMBER_TEXT], double x, double error)
{
    const double small = 1e-4, large = 1e15; /* beyond them powers of ten are easier to read */
    double size = fmax(fabs(x), error), decimals = 1 - floor(log10(error));
    double digits = x == 0 ? 0 : decimals + floor(log10(fabs(x))); /* after the first */
    if (!(error > 0 && isfinite(error) && isfinite(x)) || size >= large || digits > 15)
        return number_text(out, x, 6);
    if (size >= small)
        return without_sign_of_zero(out, (size_t)number_print(out, NUMBER_TEXT, "%.*f",
                                                              decimals > 0 ? (int)decimals : 0, x));
    return (size_t)number_print(out, NUMBER_TEXT, "%.*e", digits > 0 ? (int)digits : 0, x);
}

static double read_neutral(const char *text)
{
    locale_t neutral = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(neutral);
    double x = strtod(text, NULL);
    uselocale(before);
    if (neutral)
        freelocale(neutral);
    return x;
}

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* The text, with a point, is [digits][.digits][e[sign]digits] with a digit before the e. */
static bool is_decimal(const char *text)
{
    size_t whole = digits(text), part = 0;
    text += whole;
    if (*text == '.') {
        part = digits(text + 1);
        text += 1 + part;
    }
    if (whole + part == 0)
        return false;
    if (*text == 'e' || *text == 'E') {
        text += text[1] == '+' || text[1] == '-' ? 2 : 1;
        if (digits(text) == 0)
            return false;
        text += digits(text);
    }
    return *text == '\0';
}

bool number_parse(const char *text, size_t n, char dec, double *out)
{
    char copy[LONGEST + 1];
    if (n > 0 && decimal_read(text, text + n, dec, out) == text + n)
        return true;
    if (n > LONGEST || memchr(text, '\0', n) || (dec != '.' && memchr(text, '.', n)))
        return false;
    memcpy(copy, text, n);
    copy[n] = '\0';
    char *point = strchr(copy, dec);
    if (point)
        *point = '.';
    const char *unsigned_part = copy + (*copy == '-' || *copy == '+');
    if (strcasecmp(unsigned_part, "inf") == 0 || strcasecmp(unsigned_part, "infinity") == 0) {
        *out = *copy == '-' ? -INFINITY : INFINITY;
        return true;
    }
    if (!is_decimal(unsigned_part))
        return false;
    *out = read_neutral(copy);
    return isfinite(*out);
}

bool number_kept(const char *text, size_t n, double x)
{
    char exact[400];
    size_t start = n && (*text == '-' || *text == '+'), digits = 0;
    while (start < n && text[start] == '0')
        start++;
    while (start + digits < n && text[start + digits] >= '0' && text[start + digits] <= '9')
        digits++;
    if (digits == 0 || start + digits < n)
        return true;
    return (size_t)snprintf(exact, sizeof exact, "%.0f", fabs(x)) == digits &&
           memcmp(exact, text + start, digits) == 0;
}
