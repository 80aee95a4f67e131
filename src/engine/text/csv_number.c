#include "engine/text/csv_number.h"

#include "engine/text/number.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { SHOWN = 40, GROUPED = 64 }; /* bytes of a wrong cell that a message shows, of a number */

static bool is_word(const csv_cell *cell, const char *word)
{
    return strlen(word) == cell->length && strncasecmp(cell->text, word, cell->length) == 0;
}

bool csv_is_missing(const csv_cell *cell)
{
    static const char *const words[] = {"",    "NA",   "N/A",  "#N/A", "<NA>",
                                        "NaN", "null", "None", ".",    "-"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(cell, words[i]))
            return true;
    return false;
}

/* The length of the mark between thousands that the n bytes at text begin with; 0 for none. */
static size_t mark_length(const char *text, size_t n, char thousands)
{
    static const struct {
        char mark;
        const char *spelled;
    } also[] = {{' ', "\u00A0"}, {' ', "\u202F"}, {' ', "\u2009"}, {'\'', "\u2019"}};
    if (n > 0 && *text == thousands)
        return 1;
    for (size_t i = 0; i < sizeof also / sizeof *also; i++) {
        size_t length = strlen(also[i].spelled);
        if (also[i].mark == thousands && n >= length && memcmp(text, also[i].spelled, length) == 0)
            return length;
    }
    return 0;
}

static size_t count_digits(const char *text, size_t n)
{
    size_t digits = 0;
    while (digits < n && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    return digits;
}

/* Copies a number without its marks, of which there must be one before each three digits; its
 * length, 0 where it is none. */
static size_t ungroup(const csv_cell *cell, char thousands, char out[GROUPED])
{
    const char *p = cell->text;
    size_t n = cell->length, length = n > 0 && (*p == '-' || *p == '+');
    if (n >= GROUPED)
        return 0;
    memcpy(out, p, length);
    p += length;
    n -= length;
    size_t digits = count_digits(p, n), mark = 0;
    if (digits < 1 || digits > 3)
        return 0;
    do {
        memcpy(out + length, p, digits);
        length += digits;
        p += digits;
        n -= digits;
        mark = mark_length(p, n, thousands);
        p += mark;
        n -= mark;
        digits = count_digits(p, n);
    } while (mark && digits == 3);
    if (mark || digits)
        return 0;
    memcpy(out + length, p, n);
    return length + n;
}

/* As csv_number, without the words for truth. */
static bool parse(const csv_cell *cell, csv_marks marks, double *x, bool *kept)
{
    char plain[GROUPED];
    const char *text = cell->text;
    size_t n = cell->length;
    bool is_number = number_parse(text, n, marks.dec, x);
    if (!is_number && marks.thousands && (n = ungroup(cell, marks.thousands, plain)) > 0) {
        text = plain;
        is_number = number_parse(text, n, marks.dec, x);
    }
    *kept = is_number && number_kept(text, n, *x);
    return is_number;
}

bool csv_number(const csv_cell *cell, csv_marks marks, double *x)
{
    bool kept;
    *x = is_word(cell, "true");
    if (*x == 1 || is_word(cell, "false"))
        return true;
    return parse(cell, marks, x, &kept) && kept;
}

bool csv_is_open(const csv_cell *cell, char mark)
{
    char plain[GROUPED];
    size_t sign = cell->length > 0 && (*cell->text == '-' || *cell->text == '+');
    return ungroup(cell, mark, plain) + 1 == cell->length && cell->text[sign] != '0' &&
           count_digits(plain + sign, cell->length - 1 - sign) == cell->length - 1 - sign;
}

/* Copies the beginning of the cell for a message: no control characters, no character cut in two.
 */
static const char *shown(const csv_cell *cell, char out[SHOWN + 4])
{
    size_t n = cell->length;
    if (n > SHOWN)
        for (n = SHOWN; n > 0 && ((unsigned char)cell->text[n] & 0xC0) == 0x80;)
            n--;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)cell->text[i];
        out[i] = c < 32 || c == 127 ? '?' : (char)c;
    }
    strcpy(out + n, n < cell->length ? ".." : "");
    return out;
}

/* A way to read a cell, with what it makes of it. */
typedef struct way {
    csv_marks marks;
    double value;
} way;

/* The ways that read the cell, in two values at most, those with the present point first. */
static size_t find_ways(const csv_cell *cell, csv_marks now, char sep, way found[2])
{
    static const char thousands[] = {0, ',', '.', ' ', '\''};
    size_t n = 0;
    for (int other = 0; other < 2; other++) {
        char dec = other == (now.dec == ',') ? '.' : ',';
        for (size_t i = 0; i < sizeof thousands && n < 2; i++) {
            way w = {{dec, thousands[i]}, 0};
            bool kept, possible = thousands[i] != dec && dec != sep;
            if (possible && parse(cell, w.marks, &w.value, &kept) && kept &&
                (n == 0 || found[0].value != w.value))
                found[n++] = w;
        }
    }
    return n;
}

/* "dec=",", thousands="."": what has to be asked for. */
static void name_way(const way *w, csv_marks now, char out[40])
{
    int n = 0;
    *out = '\0';
    if (w->marks.dec != now.dec)
        n = sprintf(out, "dec=\"%c\"", w->marks.dec);
    if (w->marks.thousands)
        sprintf(out + n, "%sthousands=\"%c\"", n ? ", " : "", w->marks.thousands);
}

/* What would read the cell. */
static void hint(const csv_cell *cell, csv_marks now, char sep, char out[140])
{
    char first[40], second[40];
    way ways[2];
    size_t n = csv_is_missing(cell) ? 0 : find_ways(cell, now, sep, ways);
    *out = '\0';
    if (csv_is_missing(cell))
        strcpy(out, " (na=\"drop\" leaves such rows out)");
    if (n > 0)
        name_way(&ways[0], now, first);
    if (n == 1)
        snprintf(out, 140, " (%s reads it)", first);
    else if (n == 0 && sep == ',' && find_ways(cell, now, ';', ways) > 0)
        strcpy(out, " (dec=\",\" reads it, with another separator than the comma)");
    if (n < 2)
        return;
    name_way(&ways[1], now, second);
    number_print(out, 140, " (%s reads %.10g, %s reads %.10g)", first, ways[0].value, second,
                 ways[1].value);
}

bool csv_fail_number(csv_fault *fault, const csv_cell *cell, csv_marks marks, char sep)
{
    char text[SHOWN + 4], helps[140];
    double x;
    bool kept;
    hint(cell, marks, sep, helps);
    if (cell->length == 0)
        return csv_fail(fault, cell->line, cell->column, "expected a number, got an empty cell%s",
                        helps);
    if (parse(cell, marks, &x, &kept))
        return csv_fail(
            fault, cell->line, cell->column,
            "expected a number, got '%s', which would become %.0f: whole numbers are exact "
            "up to 2^53",
            shown(cell, text), x);
    return csv_fail(fault, cell->line, cell->column, "expected a number, got '%s'%s",
                    shown(cell, text), helps);
}
