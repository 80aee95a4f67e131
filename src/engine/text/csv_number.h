/* Cells as numbers: how they are written, which are missing, and what is wrong with the others. */
#pragma once

#include "engine/text/csv_cell.h"

typedef struct csv_marks {
    char dec;       /* the decimal point; 0: not known */
    char thousands; /* between groups of three digits; 0: none. ' ' and '\'' also stand for the
                     * blanks and the apostrophe of typesetting */
} csv_marks;

/* Empty, NA, N/A, #N/A, <NA>, NaN, null, None, a point or a minus. */
bool csv_is_missing(const csv_cell *cell);

/* Whether the cell is a number, or true or false (1 or 0); false too for a whole number that no
 * double is, and where marks.thousands do not stand before three digits each. */
bool csv_number(const csv_cell *cell, csv_marks marks, double *x);

/* Whether the cell is a number that may be one with thousands, or one with three decimals, such as
 * 1,500 for the mark ','. */
bool csv_is_open(const csv_cell *cell, char mark);

/* Sets the fault to why the cell, with these marks between such separators, is not a number, and
 * which options read it; false. */
bool csv_fail_number(csv_fault *fault, const csv_cell *cell, csv_marks marks, char sep);
