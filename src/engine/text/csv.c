/* Cells are found where they stand in the text; rows are counted before numbers are read. */
#include "engine/text/csv.h"

#include "engine/text/number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { SHOWN = 40 }; /* bytes of a wrong cell that a message shows */

static bool fail(csv_fault *fault, size_t line, size_t column, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    vsnprintf(fault->why, sizeof fault->why, format, words);
    va_end(words);
    fault->line = line;
    fault->column = column;
    return false;
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

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

static void skip_blanks(csv_reader *r)
{
    while (r->at < r->end && is_blank(*r->at) && *r->at != r->sep)
        r->at++;
}

/* Passes over one line end. */
static void skip_line_end(csv_reader *r)
{
    if (*r->at == '\r' && r->at + 1 < r->end && r->at[1] == '\n')
        r->at++;
    r->at++;
    r->line++;
}

static bool read_quoted(csv_reader *r, csv_cell *cell, csv_fault *fault)
{
    cell->quoted = true;
    cell->text = ++r->at;
    for (; r->at < r->end; r->at++) {
        if (*r->at == '"' && (r->at + 1 == r->end || r->at[1] != '"'))
            break;
        if (*r->at == '"') {
            r->at++;
        } else if (ends_line(*r->at)) {
            skip_line_end(r);
            r->at--;
        }
    }
    if (r->at == r->end)
        return fail(fault, cell->line, cell->column,
                    "expected a closing quote, got the end of the file");
    cell->length = (size_t)(r->at++ - cell->text);
    skip_blanks(r);
    if (r->at < r->end && *r->at != r->sep && !ends_line(*r->at))
        return fail(fault, cell->line, cell->column, "expected '%c' after the closing quote",
                    r->sep);
    return true;
}

static void read_plain(csv_reader *r, csv_cell *cell)
{
    cell->text = r->at;
    while (r->at < r->end && *r->at != r->sep && !ends_line(*r->at))
        r->at++;
    cell->length = (size_t)(r->at - cell->text);
}

static void trim(csv_cell *cell)
{
    while (cell->length > 0 && is_blank(cell->text[cell->length - 1]))
        cell->length--;
    while (cell->length > 0 && is_blank(*cell->text)) {
        cell->text++;
        cell->length--;
    }
}

bool csv_next(csv_reader *r, csv_cell *cell, csv_fault *fault)
{
    fault->line = 0;
    if (r->at == r->end && r->column == 1)
        return false;
    *cell = (csv_cell){.line = r->line, .column = r->column++};
    skip_blanks(r);
    if (r->at < r->end && *r->at == '"') {
        if (!read_quoted(r, cell, fault))
            return false;
    } else {
        read_plain(r, cell);
    }
    trim(cell);
    cell->ends_line = r->at == r->end || *r->at != r->sep;
    if (!cell->ends_line) {
        r->at++;
        return true;
    }
    r->column = 1;
    if (r->at < r->end)
        skip_line_end(r);
    return true;
}

/* Reads a line: its number of cells and its first one; 0 at the end of the text or at a fault. */
static size_t read_line(csv_reader *r, csv_cell *first, csv_fault *fault)
{
    csv_cell cell;
    size_t n = 0;
    do {
        if (!csv_next(r, &cell, fault))
            return 0;
        if (n++ == 0)
            *first = cell;
    } while (!cell.ends_line);
    return n;
}

/* In a table of one column an empty line is a missing cell. */
static bool is_empty_line(const csv *t, size_t cells, const csv_cell *first)
{
    return t->columns > 1 && cells == 1 && first->length == 0 && !first->quoted;
}

static bool count_rows(csv *t, csv_fault *fault)
{
    csv_reader r = t->data;
    csv_cell first;
    for (size_t n; (n = read_line(&r, &first, fault)) > 0;) {
        if (is_empty_line(t, n, &first))
            continue;
        if (n != t->columns)
            return fail(fault, first.line, 0, "expected %zu cell%s as in the first line, got %zu",
                        t->columns, t->columns == 1 ? "" : "s", n);
        t->rows++;
    }
    return fault->line == 0;
}

/* Reads the first line, which says how many columns there are. */
static bool read_names(csv *t, csv_fault *fault)
{
    csv_cell cell;
    bool numbers = t->format.header == CSV_NAMES_EXPECTED;
    double x;
    do {
        if (!csv_next(&t->data, &cell, fault))
            return false;
        numbers = numbers && number_parse(cell.text, cell.length, t->format.dec, &x);
        t->columns++;
    } while (!cell.ends_line);
    if (numbers)
        return fail(fault, cell.line, 0,
                    "expected names, got numbers (header=false: there are no names, header=true: "
                    "these are the names)");
    if (t->format.header == CSV_NO_NAMES)
        t->data = t->names;
    return true;
}

static bool starts_with(const csv_reader *r, const char *bytes, size_t n)
{
    return (size_t)(r->end - r->at) >= n && memcmp(r->at, bytes, n) == 0;
}

/* Leaves out empty lines at both ends. */
static void trim_lines(csv_reader *r)
{
    while (r->at < r->end &&
           (ends_line(r->end[-1]) || (is_blank(r->end[-1]) && r->end[-1] != r->sep)))
        r->end--;
    for (skip_blanks(r); r->at < r->end && ends_line(*r->at); skip_blanks(r))
        skip_line_end(r);
}

bool csv_open(csv *t, const char *text, size_t n, csv_format format, csv_fault *fault)
{
    csv_reader all = {text, text + n, format.sep, 1, 1};
    *t = (csv){.format = format};
    if (starts_with(&all, "\xFF\xFE", 2) || starts_with(&all, "\xFE\xFF", 2))
        return fail(fault, 0, 0, "expected text in UTF-8, got UTF-16");
    if (starts_with(&all, "\xEF\xBB\xBF", 3))
        all.at += 3;
    trim_lines(&all);
    if (all.at == all.end)
        return fail(fault, 0, 0, "expected %s, got an empty file",
                    format.header == CSV_NO_NAMES ? "numbers" : "a line of names");
    t->names = t->data = all;
    return read_names(t, fault) && count_rows(t, fault);
}

static bool is_missing(const csv_cell *cell)
{
    static const char *const words[] = {"", "NA", "N/A", "NaN", "null"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == cell->length &&
            strncasecmp(cell->text, words[i], cell->length) == 0)
            return true;
    return false;
}

static bool fail_rounded(const csv_cell *cell, double x, csv_fault *fault)
{
    char text[SHOWN + 4];
    return fail(fault, cell->line, cell->column,
                "expected a number, got '%s', which would become %.0f: whole numbers are exact up "
                "to 2^53",
                shown(cell, text), x);
}

static bool fail_cell(const csv_cell *cell, csv_fault *fault)
{
    char text[SHOWN + 4];
    const char *hint = is_missing(cell) ? " (na=\"drop\" leaves such rows out)" : "";
    if (cell->length == 0)
        return fail(fault, cell->line, cell->column, "expected a number, got an empty cell%s",
                    hint);
    return fail(fault, cell->line, cell->column, "expected a number, got '%s'%s", shown(cell, text),
                hint);
}

/* Reads a line into row `row`; *kept says whether it holds numbers only. False at a fault, and
 * with fault->line = 0 at the end of the text. */
static bool read_row(const csv *t, csv_reader *r, double *const *columns, size_t row, bool *kept,
                     csv_fault *fault)
{
    csv_cell cell;
    double x;
    *kept = true;
    do {
        if (!csv_next(r, &cell, fault))
            return false;
        if (is_empty_line(t, cell.ends_line ? cell.column : 0, &cell))
            *kept = false;
        else if (t->format.drop && is_missing(&cell))
            *kept = false;
        else if (!number_parse(cell.text, cell.length, t->format.dec, &x))
            return fail_cell(&cell, fault);
        else if (!number_kept(cell.text, cell.length, x))
            return fail_rounded(&cell, x, fault);
        else
            columns[cell.column - 1][row] = x;
    } while (!cell.ends_line);
    return true;
}

bool csv_numbers(const csv *t, double *const *columns, size_t *rows, csv_fault *fault)
{
    csv_reader r = t->data;
    bool kept;
    for (*rows = 0; read_row(t, &r, columns, *rows, &kept, fault);)
        *rows += kept;
    return fault->line == 0;
}
