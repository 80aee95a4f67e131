/* Numbers are read where they stand; most cells are bare numbers, for which nothing else is looked
 * at. */
#include "engine/text/csv.h"

#include "engine/text/csv_guess.h"
#include "engine/text/csv_top.h"
#include "engine/text/decimal.h"
#include "engine/text/number.h"

#include <math.h>
#include <string.h>

/* Sets separator and decimal point where they are not asked for. */
static bool find_format(csv *t, csv_reader *all, csv_fault *fault)
{
    csv_format *f = &t->format;
    bool names = f->header != CSV_NO_NAMES;
    char said = csv_read_sep_line(all);
    t->says_sep = said && !f->sep;
    f->sep = t->says_sep ? said : f->sep;
    if (!f->sep)
        f->sep = csv_guess_sep(*all, f->marks, names, f->marks.dec == ',' ? ';' : ',');
    all->sep = f->sep;
    if (!f->sep)
        return csv_fail(fault, 0, 0,
                        "expected one separator, got several that fit (option 'sep' says which)");
    if (!csv_may_separate(f->sep))
        return csv_fail(fault, 0, 0, "expected " CSV_SEPARATOR ", got '%c'", f->sep);
    if (f->sep == f->marks.dec)
        return csv_fail(fault, all->line, 0,
                        "expected another separator than the decimal point '%c'", f->marks.dec);
    if (!f->marks.dec)
        f->marks.dec = f->sep == ',' ? '.' : csv_guess_dec(*all, names);
    return true;
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
        numbers = numbers && number_parse(cell.text, cell.length, t->format.marks.dec, &x);
        t->named++;
    } while (!cell.ends_line);
    if (numbers)
        return csv_fail(fault, cell.line, 0,
                        "expected names, got numbers (header=false: there are no names, "
                        "header=true: these are the names)");
    if (t->format.header == CSV_NO_NAMES)
        t->data = t->names;
    t->columns = t->named;
    return true;
}

/* In a table of one column an empty line is a missing cell. */
bool csv_is_empty_line(const csv *t, const csv_cell *cell)
{
    return t->columns > 1 && cell->column == 1 && cell->ends_line && cell->length == 0 &&
           !cell->quoted;
}

/* Looks at the first line of data, which may have a cell more than there are names, unless that may
 * be half a number: one name over two numbers is a decimal comma sooner, and thousands that are not
 * in quotes are cut at a separator of the same kind. */
static void read_shape(csv *t)
{
    const csv_format *f = &t->format;
    bool may_cut = f->sep == f->marks.thousands || (f->sep == ',' && t->named == 1);
    csv_reader r = t->data;
    csv_cell first, last;
    csv_fault fault;
    size_t n;
    do
        n = csv_read_line(&r, &first, &last, &fault);
    while (n == 1 && csv_is_empty_line(t, &first));
    if (n != t->named + 1 || may_cut)
        return;
    t->columns = n;
    t->unnamed = last.length > 0 || last.quoted;
}

static size_t count(const char *p, const char *end, char c)
{
    size_t n = 0;
    for (; p < end && (p = memchr(p, c, (size_t)(end - p))); p++)
        n++;
    return n;
}

/* At least as many as there are: \r and \n count twice where both occur but not always together. */
static size_t count_lines(const csv_reader *r)
{
    size_t feeds = count(r->at, r->end, '\n'), returns = count(r->at, r->end, '\r'), pairs = 0;
    for (const char *p = r->at;
         returns > 0 && p < r->end && (p = memchr(p, '\r', (size_t)(r->end - p))); p++)
        pairs += p + 1 < r->end && p[1] == '\n';
    return feeds + returns - pairs + 1;
}

/* No more rows than lines, nor than have room: a cell takes a byte with what follows it. */
static size_t most_rows(const csv *t)
{
    size_t lines = count_lines(&t->data);
    size_t room = (size_t)(t->data.end - t->data.at) / t->columns + 1;
    return lines < room ? lines : room;
}

bool csv_open(csv *t, const char *text, size_t n, csv_format format, csv_fault *fault)
{
    csv_reader all = {text, text + n, format.sep, 1, 1};
    *t = (csv){.format = format};
    if (!csv_check_text(&all, fault))
        return false;
    csv_skip_top(&all, format.skip, format.comment);
    if (!find_format(t, &all, fault))
        return false;
    csv_trim_lines(&all);
    if (all.at == all.end)
        return csv_fail(fault, 0, 0, "expected %s, got %s",
                        format.header == CSV_NO_NAMES ? "numbers" : "a line of names",
                        format.skip || format.comment ? "only lines to pass over"
                                                      : "an empty file");
    t->names = t->data = all;
    if (!read_names(t, fault))
        return false;
    if (format.header != CSV_NO_NAMES)
        read_shape(t);
    t->most = most_rows(t);
    return true;
}

bool csv_holds_numbers(const csv_column *c)
{
    return c->numbers && !c->text.text;
}

/* Reads a cell that is a bare number and nothing else; *ends says whether the line ends after it.
 */
static bool take_number(csv_reader *r, char dec, double *x, bool *ends)
{
    const char *p = decimal_read(r->at, r->end, dec, x);
    if (!p || (p < r->end && *p != r->sep && !csv_is_line_end(*p)))
        return false;
    r->at = p;
    *ends = csv_end_cell(r);
    return true;
}

static void take_cell(csv_column *c, const csv_cell *cell, csv_marks marks, size_t row)
{
    double x;
    c->filled = c->filled || cell->length > 0;
    if (!c->numbers)
        return;
    c->numbers[row] = (double)NAN;
    if (c->text.text && c->some_number)
        return;
    if (csv_is_missing(cell)) {
        c->missing = c->missing.text ? c->missing : *cell;
    } else if (csv_number(cell, marks, &x)) {
        c->numbers[row] = x;
        c->some_number = true;
    } else if (!c->text.text) {
        c->text = *cell;
    }
}

/* What may be wrong where lines have other numbers of cells than the first one. */
static const char *length_hint(const csv *t)
{
    if (*t->names.at == '#')
        return " (comment=\"#\" passes over lines at the top that begin with it)";
    return t->named == 1 ? " (option 'sep' says what is between cells, 'skip' how many lines stand "
                           "above the table)"
                         : "";
}

/* Says how many cells the line that begins at r has. */
static bool fail_length(const csv *t, csv_reader r, csv_fault *fault)
{
    csv_cell first, last;
    size_t line = r.line, n = csv_read_line(&r, &first, &last, fault);
    if (n == 0)
        return false;
    if (t->columns == t->named)
        return csv_fail(fault, line, 0, "expected %zu cell%s as in line %zu, got %zu%s", t->columns,
                        t->columns == 1 ? "" : "s", t->names.line, n, length_hint(t));
    return csv_fail(fault, line, 0, "expected %zu cells as in line %zu, got %zu", t->columns,
                    t->data.line, n);
}

/* Reads a line as row table->rows, which is counted; false at the end of the text or a fault. */
static bool scan_line(csv *t, csv_reader *r, csv_column *columns, csv_fault *fault)
{
    const csv_reader start = *r;
    const csv_marks marks = t->format.marks;
    bool ends = false;
    csv_cell cell;
    for (size_t j = 0; !ends; j++) {
        csv_column *c = &columns[j];
        if (j == t->columns)
            return fail_length(t, start, fault);
        if (csv_holds_numbers(c) && take_number(r, marks.dec, &c->numbers[t->rows], &ends)) {
            c->some_number = c->filled = true;
        } else {
            if (!csv_next(r, &cell, fault))
                return false;
            if (csv_is_empty_line(t, &cell))
                return true;
            ends = cell.ends_line;
            take_cell(c, &cell, marks, t->rows);
        }
        if (ends && j + 1 < t->columns)
            return fail_length(t, start, fault);
    }
    t->rows++;
    return true;
}

bool csv_scan(csv *t, csv_column *columns, csv_fault *fault)
{
    csv_reader r = t->data;
    fault->line = 0;
    t->rows = 0;
    while ((r.at < r.end || r.column > 1) && !(t->interrupt && *t->interrupt))
        if (!scan_line(t, &r, columns, fault))
            return fault->line == 0;
    return true;
}

/* The first missing cell of a column of numbers, or NULL. */
static const csv_cell *first_missing(const csv *t, const csv_column *columns)
{
    const csv_cell *first = NULL;
    for (size_t j = 0; j < t->columns; j++) {
        const csv_cell *c = &columns[j].missing;
        if (csv_holds_numbers(&columns[j]) && c->text && (!first || c->line < first->line))
            first = c;
    }
    return first;
}

static bool is_whole_row(const csv *t, const csv_column *columns, size_t row)
{
    for (size_t j = 0; j < t->columns; j++)
        if (csv_holds_numbers(&columns[j]) && columns[j].missing.text &&
            isnan(columns[j].numbers[row]))
            return false;
    return true;
}

bool csv_keep(const csv *t, csv_column *columns, size_t *rows, csv_fault *fault)
{
    const csv_cell *missing = first_missing(t, columns);
    *rows = t->rows;
    if (!missing)
        return true;
    if (!t->format.drop)
        return csv_fail_number(fault, missing, t->format.marks, t->format.sep);
    *rows = 0;
    for (size_t i = 0; i < t->rows; i++) {
        if (!is_whole_row(t, columns, i))
            continue;
        for (size_t j = 0; j < t->columns; j++)
            if (csv_holds_numbers(&columns[j]))
                columns[j].numbers[*rows] = columns[j].numbers[i];
        ++*rows;
    }
    return true;
}
