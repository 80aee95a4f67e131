#include "engine/text/csv_cell.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

bool csv_may_separate(char c)
{
    return !isalnum((unsigned char)c) && !memchr("+-\"\r\n", c, 5);
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
