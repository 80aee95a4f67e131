#include "engine/text/csv_cell.h"

#include "engine/text/number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { SHOWN = 40 }; /* bytes of a wrong cell that a message shows */

bool csv_fail(csv_fault *fault, size_t line, size_t column, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    vsnprintf(fault->why, sizeof fault->why, format, words);
    va_end(words);
    fault->line = line;
    fault->column = column;
    return false;
}

static bool ends_cell(const csv_reader *r, char c)
{
    return c == r->sep || csv_is_line_end(c) || (r->sep == ' ' && c == '\t');
}

/* Whether a quote of the cell's text, of two characters, is at r->at. */
static bool is_inner_quote(const csv_reader *r)
{
    return r->at + 1 < r->end && r->at[1] == '"' &&
           (*r->at == '"' || (*r->at == '\\' && r->sep == ' '));
}

/* Goes to the quote that ends the cell, or to the end of the text. */
static void find_quote(csv_reader *r)
{
    while (r->at < r->end) {
        if (is_inner_quote(r))
            r->at += 2;
        else if (*r->at == '"')
            return;
        else if (csv_is_line_end(*r->at))
            csv_skip_line_end(r);
        else
            r->at++;
    }
}

static bool read_quoted(csv_reader *r, csv_cell *cell, csv_fault *fault)
{
    cell->quoted = true;
    cell->text = ++r->at;
    find_quote(r);
    if (r->at == r->end)
        return csv_fail(fault, cell->line, cell->column,
                        "expected a closing quote, got the end of the file");
    cell->length = (size_t)(r->at++ - cell->text);
    if (r->at < r->end && ends_cell(r, *r->at))
        return true;
    csv_skip_padding(r);
    if (r->at < r->end && !ends_cell(r, *r->at))
        return csv_fail(fault, cell->line, cell->column, "expected '%c' after the closing quote",
                        r->sep);
    return true;
}

static void read_plain(csv_reader *r, csv_cell *cell)
{
    cell->text = r->at;
    while (r->at < r->end && !ends_cell(r, *r->at))
        r->at++;
    cell->length = (size_t)(r->at - cell->text);
}

static void trim(csv_cell *cell)
{
    while (cell->length > 0 && csv_is_blank(cell->text[cell->length - 1]))
        cell->length--;
    while (cell->length > 0 && csv_is_blank(*cell->text)) {
        cell->text++;
        cell->length--;
    }
}

bool csv_next(csv_reader *r, csv_cell *cell, csv_fault *fault)
{
    fault->line = 0;
    if (r->at == r->end && r->column == 1)
        return false;
    *cell = (csv_cell){.line = r->line, .column = r->column};
    csv_skip_padding(r);
    if (r->at < r->end && *r->at == '"') {
        if (!read_quoted(r, cell, fault))
            return false;
    } else {
        read_plain(r, cell);
    }
    trim(cell);
    cell->ends_line = csv_end_cell(r);
    return true;
}

size_t csv_read_line(csv_reader *r, csv_cell *first, csv_cell *last, csv_fault *fault)
{
    size_t n = 0;
    do {
        if (!csv_next(r, last, fault))
            return 0;
        if (n++ == 0)
            *first = *last;
    } while (!last->ends_line);
    return n;
}

static bool is_word(const csv_cell *cell, const char *word)
{
    return strlen(word) == cell->length && strncasecmp(cell->text, word, cell->length) == 0;
}

bool csv_is_missing(const csv_cell *cell)
{
    static const char *const words[] = {"", "NA", "N/A", "NaN", "null"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(cell, words[i]))
            return true;
    return false;
}

bool csv_number(const csv_cell *cell, char dec, double *x)
{
    *x = is_word(cell, "true");
    if (*x == 1 || is_word(cell, "false"))
        return true;
    return number_parse(cell->text, cell->length, dec, x) &&
           number_kept(cell->text, cell->length, *x);
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

/* What would read the cell. */
static const char *hint(const csv_cell *cell, char dec)
{
    double x;
    if (csv_is_missing(cell))
        return " (na=\"drop\" leaves such rows out)";
    if (!number_parse(cell->text, cell->length, dec == ',' ? '.' : ',', &x))
        return "";
    return dec == ',' ? " (dec=\".\" reads it)" : " (dec=\",\" reads it)";
}

bool csv_fail_number(csv_fault *fault, const csv_cell *cell, char dec)
{
    char text[SHOWN + 4];
    double x;
    if (cell->length == 0)
        return csv_fail(fault, cell->line, cell->column, "expected a number, got an empty cell%s",
                        hint(cell, dec));
    if (number_parse(cell->text, cell->length, dec, &x))
        return csv_fail(
            fault, cell->line, cell->column,
            "expected a number, got '%s', which would become %.0f: whole numbers are exact "
            "up to 2^53",
            shown(cell, text), x);
    return csv_fail(fault, cell->line, cell->column, "expected a number, got '%s'%s",
                    shown(cell, text), hint(cell, dec));
}
