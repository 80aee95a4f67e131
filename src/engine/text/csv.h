/* Comma-separated text as people have it: read into columns of numbers.
 *
 * Lines end in \n, \r\n or \r; the last may lack its end. A cell may stand in quotes, "" inside
 * being one, and then holds separators and line ends. A byte order mark is passed over, and so are
 * lines without any cell (where there is one column: only at the end of the text). Cells are read
 * without the blanks around them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum csv_header {
    CSV_NAMES_EXPECTED, /* the first line holds names; one of numbers only is a fault */
    CSV_NAMES,          /* the first line holds names, whatever they look like */
    CSV_NO_NAMES        /* the first line is data */
} csv_header;

typedef struct csv_format {
    char sep; /* between cells */
    char dec; /* the decimal point */
    csv_header header;
    bool
        drop; /* rows with a missing cell (empty, NA, N/A, NaN or null) are left out, not a fault */
} csv_format;

/* Where reading stopped, both from 1, and why: "expected a number, got 'abc'". column 0: the whole
 * line, line 0: the whole text. */
typedef struct csv_fault {
    size_t line, column;
    char why[160];
} csv_fault;

typedef struct csv_cell {
    const char *text; /* without quotes and outer blanks; "" of a quoted cell still doubled */
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

typedef struct csv {
    csv_format format;
    csv_reader names; /* at the first line */
    csv_reader data;  /* at the first line of numbers */
    size_t columns;
    size_t rows; /* lines of numbers, those to be dropped included */
} csv;

/* Finds the shape of the n bytes at text. False with a fault when lines have different numbers of
 * cells, a quote is not closed, or there is no first line. */
bool csv_open(csv *table, const char *text, size_t n, csv_format format, csv_fault *fault);

/* The next cell of the reader; false at the end of the text, and with a fault (line > 0) at a quote
 * that is wrong. */
bool csv_next(csv_reader *reader, csv_cell *cell, csv_fault *fault);

/* Reads the numbers: columns[j] has room for table->rows. Sets *rows to the number of rows kept;
 * false with a fault at a cell that is missing or not a number. */
bool csv_numbers(const csv *table, double *const *columns, size_t *rows, csv_fault *fault);
