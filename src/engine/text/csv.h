/* Comma-separated text as programs write it: read into columns of numbers, and of text where a cell
 * is none.
 *
 * A byte order mark is passed over, so are a first line that only says sep=; and lines without any
 * cell (where there is one column: only at the end of the text). The line of names may lack one
 * cell: it then names the columns from the second on, or, where the first line of data ends with an
 * empty cell, all but the last. */
#pragma once

#include "engine/text/csv_number.h"

#include <stdatomic.h>

typedef enum csv_header {
    CSV_NAMES_EXPECTED, /* the first line holds names; one of numbers only is a fault */
    CSV_NAMES,          /* the first line holds names, whatever they look like */
    CSV_NO_NAMES        /* the first line is data */
} csv_header;

typedef struct csv_format {
    char sep;        /* between cells; 0: found out */
    csv_marks marks; /* of numbers; dec 0: found out */
    csv_header header;
    bool drop;    /* rows that lack a cell in a column of numbers are left out, not a fault */
    size_t skip;  /* lines at the top that are passed over */
    char comment; /* so are lines after them that begin with it; 0: none */
} csv_format;

typedef struct csv {
    csv_format format;           /* with what was found out */
    bool says_sep;               /* the text does, in its first line */
    csv_reader names;            /* at the first line */
    csv_reader data;             /* at the first line of data */
    size_t columns;              /* cells in a line of data */
    size_t named;                /* cells in the line of names */
    size_t unnamed;              /* columns before the first that has a name: 0 or 1 */
    size_t most;                 /* no more lines of data than this */
    size_t rows;                 /* lines of data, once scanned */
    const atomic_int *interrupt; /* NULL, or ends the scan once it is set */
} csv;

typedef struct csv_column {
    double *numbers; /* room for csv.most of them; NULL: no number is wanted */
    csv_cell text,
        missing;      /* the first cell that is no number, and that is missing; .text NULL: none */
    bool some_number; /* some cell is one */
    bool filled;      /* some cell is not empty */
} csv_column;

/* Finds the shape of the n bytes at text. False with a fault when they are no such text, their
 * separator is open, there is no first line, or a quote in it is not closed. */
bool csv_open(csv *table, const char *text, size_t n, csv_format format, csv_fault *fault);

/* Reads columns[0 .. table->columns - 1] and sets table->rows. False with a fault when lines have
 * different numbers of cells or a quote is not closed. */
bool csv_scan(csv *table, csv_column *columns, csv_fault *fault);

/* Whether the column holds numbers only. */
bool csv_holds_numbers(const csv_column *column);

/* What is done about missing cells of columns of numbers: sets *rows to the number of rows kept,
 * which are moved up; false with a fault at the first such cell where none may be dropped. */
bool csv_keep(const csv *table, csv_column *columns, size_t *rows, csv_fault *fault);

/* Whether the cell is all of a line that is no row. */
bool csv_is_empty_line(const csv *table, const csv_cell *cell);
