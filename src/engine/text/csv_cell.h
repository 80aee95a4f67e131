/* The cells of comma-separated text, one after the other, where they stand in the text.
 *
 * Lines end in \n, \r\n or \r; the last may lack its end. A cell may stand in quotes, "" inside
 * being one, and then holds separators and line ends. Cells are read without the blanks around
 * them. Where the separator is a blank, as R's write.table has it, any run of blanks is one, and a
 * quote in quotes is written \". */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Where reading stopped, both from 1, and why: "expected a number, got 'abc'". column 0: the whole
 * line, line 0: the whole text. */
typedef struct csv_fault {
    size_t line, column;
    char why[256];
} csv_fault;

typedef struct csv_cell {
    const char *text; /* without quotes and outer blanks; quotes in a quoted cell as written */
    size_t length;
    size_t line, column;
    bool quoted, ends_line;
} csv_cell;

/* A place in the text; the text belongs to the caller. */
typedef struct csv_reader {
    const char *at, *end;
    char sep;
    size_t line, column; /* of the next cell */
} csv_reader;

/* What a separator must be, in words. */
#define CSV_SEPARATOR "a separator that is neither a letter, a digit, a sign nor a quote"

/* Whether no number has the character, so that it can only stand between two. */
bool csv_may_separate(char c);

static inline bool csv_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline bool csv_is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* A blank that is no cell's and no separator between two cells. */
static inline bool csv_is_padding(const csv_reader *r, char c)
{
    return csv_is_blank(c) && (c != r->sep || c == ' ');
}

static inline void csv_skip_padding(csv_reader *r)
{
    while (r->at < r->end && csv_is_padding(r, *r->at))
        r->at++;
}

/* Passes over one line end. */
static inline void csv_skip_line_end(csv_reader *r)
{
    if (*r->at == '\r' && r->at + 1 < r->end && r->at[1] == '\n')
        r->at++;
    r->at++;
    r->line++;
}

/* Passes over what follows a cell, which ends at r->at; returns whether the line ends there. */
static inline bool csv_end_cell(csv_reader *r)
{
    bool blanks = r->sep == ' ';
    r->column++;
    if (blanks)
        csv_skip_padding(r);
    if (r->at < r->end && !csv_is_line_end(*r->at)) {
        r->at += !blanks;
        return false;
    }
    r->column = 1;
    if (r->at < r->end)
        csv_skip_line_end(r);
    return true;
}

/* The next cell of the reader; false at the end of the text, and with a fault (line > 0) at a quote
 * that is wrong. */
bool csv_next(csv_reader *r, csv_cell *cell, csv_fault *fault);

/* Reads a line: its number of cells, its first and its last one; 0 at the end of the text or at a
 * fault. */
size_t csv_read_line(csv_reader *r, csv_cell *first, csv_cell *last, csv_fault *fault);

/* Sets the fault; false. */
__attribute__((format(printf, 4, 5))) bool csv_fail(csv_fault *fault, size_t line, size_t column,
                                                    const char *format, ...);
