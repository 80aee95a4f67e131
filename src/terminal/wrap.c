/* A line is taken word by word: a gap of blanks and what follows it. Escape sequences take no
 * columns. */
#include "terminal/wrap.h"

#include "draw/utf8.h"
#include "terminal/display.h"

#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { NARROW = 16, MORE = 2, TAB = 8 }; /* no lines are broken in a narrower window; an indent */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Past a character, or an escape sequence; how many columns then are taken. */
static const char *after(const char *s, size_t *columns)
{
    if (strncmp(s, "\033[", 2) == 0) {
        s += 2 + strspn(s + 2, "0123456789;?");
        return *s ? s + 1 : s;
    }
    *columns += *s == '\t' ? TAB - *columns % TAB : 1;
    utf8_next(&s);
    return s;
}

/* The column after the text up to end, which begins in a column. */
static size_t column_after(const char *s, const char *end, size_t column)
{
    while (s < end)
        s = after(s, &column);
    return column;
}

/* Whether text that begins in a column ends within the columns; a long one is not looked through.
 */
static bool fits(const char *s, const char *end, size_t column, size_t columns)
{
    while (s < end && column <= columns)
        s = after(s, &column);
    return column <= columns;
}

static const char *skip(const char *s, const char *end, bool blanks)
{
    while (s < end && is_blank(*s) == blanks)
        s++;
    return s;
}

/* Where the second of two columns of text begins, or end. */
static const char *second_column(const char *s, const char *end)
{
    for (s = skip(s, end, true); s < end;) {
        const char *gap = skip(s, end, false);
        s = skip(gap, end, true);
        if (s - gap >= 2)
            return s;
    }
    return end;
}

/* How far the lines are indented that go on with a line. */
static size_t indent_of(const char *line, const char *end, size_t used, size_t columns)
{
    const char *second = second_column(line, end);
    size_t column = column_after(line, second, used);
    if (second < end && column <= columns / 2)
        return column;
    size_t own = column_after(line, skip(line, end, true), 0);
    size_t indent = own || used ? own + MORE : 0;
    return indent <= columns / 2 ? indent : 0;
}

static void add_break(bytes *out, size_t indent)
{
    bytes_print(out, "\n%*s", (int)indent, "");
}

/* The end of the longest part of a word that fits in some columns and ends with a mark, or NULL. No
 * path is broken: it could not be copied. */
static const char *fitting(const char *word, const char *end, size_t room)
{
    const char *found = NULL;
    size_t column = 0;
    for (const char *s = word; s < end && column <= room;) {
        char c = *s;
        s = after(s, &column);
        if (column <= room && strchr("|,;", c))
            found = s;
    }
    return found;
}

/* Appends a word that begins in a column; where it ends. */
static size_t add_word(bytes *out, const char *word, const char *end, size_t column, size_t indent,
                       size_t columns)
{
    while (!fits(word, end, column, columns)) {
        size_t room = column < columns ? columns - column : 0;
        const char *part = fitting(word, end, room);
        if (!part || part == end)
            break;
        bytes_add(out, word, (size_t)(part - word));
        add_break(out, indent);
        column = indent;
        word = part;
    }
    bytes_add(out, word, (size_t)(end - word));
    return column_after(word, end, column);
}

static void add_line(bytes *out, const char *line, const char *end, size_t used, size_t columns)
{
    size_t indent = indent_of(line, end, used, columns), column = used;
    bool is_first = true; /* of its line */
    for (const char *s = line; s < end; is_first = false) {
        const char *word = skip(s, end, true), *next = skip(word, end, false);
        size_t start = column_after(s, word, column);
        bool fits_below = !is_first || (used && fits(word, next, indent, columns));
        bool breaks = fits_below && !fits(word, next, start, columns);
        if (breaks)
            add_break(out, indent);
        else
            bytes_add(out, s, (size_t)(word - s));
        column = add_word(out, word, next, breaks ? indent : start, indent, columns);
        s = next;
    }
}

void wrap_add(bytes *out, const char *text, size_t used, size_t columns)
{
    for (const char *end; *text; text = end, used = 0) {
        end = text + strcspn(text, "\n");
        if (columns >= NARROW && !fits(text, end, used, columns))
            add_line(out, text, end, used, columns);
        else
            bytes_add(out, text, (size_t)(end - text));
        if (*end)
            bytes_add(out, end++, 1);
    }
}

size_t wrap_columns(int descriptor)
{
    struct winsize size;
    return display_is_at(descriptor) && ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void wrap_write(FILE *to, const char *text, size_t used)
{
    size_t columns = wrap_columns(fileno(to));
    bytes out = {0};
    if (columns)
        wrap_add(&out, text, used, columns);
    bool done = columns && !out.failed && out.n;
    fputs(done ? out.data : text, to);
    bytes_free(&out);
}
