/* The C library reads and writes numbers as the locale says; a "C" locale, put in place for the one
 * call on the one thread, keeps it out. */
#include "engine/number.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 1000 }; /* bytes of a number that is still read */

size_t number_text(char out[NUMBER_TEXT], double x, int digits)
{
    if (isnan(x))
        return (size_t)snprintf(out, NUMBER_TEXT, "nan"); /* never "-nan" */
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(plain);
    int n = snprintf(out, NUMBER_TEXT, "%.*g", digits, x);
    uselocale(before);
    if (plain)
        freelocale(plain);
    return (size_t)n;
}

static double read_plain(const char *text)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(plain);
    double x = strtod(text, NULL);
    uselocale(before);
    if (plain)
        freelocale(plain);
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
    *out = read_plain(copy);
    return isfinite(*out);
}
