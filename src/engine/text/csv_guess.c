#include "engine/text/csv_guess.h"

#include "engine/text/number.h"

#include <string.h>

enum { LINES = 200 }; /* that are looked at */

typedef struct shape {
    size_t names, cells; /* of the first line, and of each other one */
    bool even;           /* so far */
    bool numbers;        /* all data are numbers or missing */
    bool quoted;         /* all names are in quotes, or all data that are not */
} shape;

static bool is_number(const csv_cell *cell, csv_marks marks)
{
    double x;
    csv_marks point = {'.', marks.thousands}, comma = {',', marks.thousands};
    return (marks.dec != ',' && csv_number(cell, point, &x)) ||
           (marks.dec != '.' && csv_number(cell, comma, &x));
}

/* Adds a line of data; false at the end of the text and where the line does not fit. */
static bool add_line(shape *s, csv_reader *r, csv_marks marks)
{
    csv_cell cell;
    csv_fault fault;
    size_t n = 0;
    bool numbers = true, quoted = true;
    do {
        if (!csv_next(r, &cell, &fault)) {
            s->even = s->even && fault.line == 0;
            return false;
        }
        bool number = csv_is_missing(&cell) || is_number(&cell, marks);
        numbers = numbers && number;
        quoted = quoted && (number || cell.quoted);
        n++;
    } while (!cell.ends_line);
    if (n == 1 && cell.length == 0 && !cell.quoted)
        return true; /* an empty line */
    s->cells = s->cells ? s->cells : n;
    s->even = s->even && n == s->cells;
    s->numbers = s->numbers && numbers;
    s->quoted = s->quoted && quoted;
    return s->even;
}

/* Whether all cells of the line are in quotes; counts them. */
static bool read_names(csv_reader *r, size_t *n)
{
    csv_cell cell;
    csv_fault fault;
    bool quoted = true;
    *n = 0;
    do {
        if (!csv_next(r, &cell, &fault))
            return false;
        quoted = quoted && cell.quoted;
        ++*n;
    } while (!cell.ends_line);
    return quoted;
}

static shape shape_of(csv_reader r, csv_marks marks, bool names)
{
    shape s = {.numbers = true, .quoted = true};
    csv_reader data = r;
    bool quoted = read_names(&r, &s.names);
    s.even = s.names > 0;
    if (names)
        data = r;
    for (int i = 0; i < LINES && s.even && add_line(&s, &data, marks);)
        i++;
    s.quoted = s.quoted || quoted;
    return s;
}

/* One name over two numbers is a decimal comma sooner than a column and its index. */
static bool cuts(const shape *s, char sep)
{
    bool fits = s->cells == 0 || s->cells == s->names || s->cells == s->names + 1;
    size_t most = s->cells > s->names ? s->cells : s->names;
    return s->even && fits && most > 1 && !(sep == ',' && s->names == 1);
}

char csv_guess_sep(csv_reader text, csv_marks marks, bool names, char usual)
{
    static const char candidates[] = ",;\t|";
    char found = 0, of_numbers = 0;
    int several = 0, numbers = 0;
    for (const char *sep = candidates; *sep; sep++) {
        text.sep = *sep;
        shape s = shape_of(text, marks, names);
        if (*sep == marks.dec || !cuts(&s, *sep))
            continue;
        found = *sep;
        several++;
        numbers += s.numbers;
        of_numbers = s.numbers ? *sep : of_numbers;
    }
    if (several > 1)
        return numbers == 1 ? of_numbers : 0;
    if (several == 1)
        return found;
    text.sep = ' '; /* stands in texts too */
    shape s = shape_of(text, marks, names);
    return marks.thousands != ' ' && cuts(&s, ' ') && s.cells > 0 && s.quoted ? ' ' : usual;
}

/* Whether the cell is a number with this decimal point, which is nothing else. */
static bool is_certain(const csv_cell *cell, char dec)
{
    double x;
    return memchr(cell->text, dec, cell->length) &&
           number_parse(cell->text, cell->length, dec, &x) && !csv_is_open(cell, dec);
}

char csv_guess_dec(csv_reader r, bool names)
{
    csv_cell cell, last;
    csv_fault fault;
    bool comma = false;
    if (names)
        csv_read_line(&r, &cell, &last, &fault);
    for (int lines = 0; lines < LINES && csv_next(&r, &cell, &fault); lines += cell.ends_line) {
        if (is_certain(&cell, '.'))
            return '.';
        comma = comma || is_certain(&cell, ',');
    }
    return comma ? ',' : '.';
}
