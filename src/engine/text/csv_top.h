/* What stands above a table, and around it. */
#pragma once

#include "engine/text/csv_cell.h"

/* False with a fault for the bytes of files that people take for text. */
bool csv_check_text(const csv_reader *all, csv_fault *fault);

/* Passes over a byte order mark, so many lines, and then lines that are empty or begin with
 * `comment` (0: none do). */
void csv_skip_top(csv_reader *r, size_t skip, char comment);

/* A first line sep=; is Excel's: passes over it and returns its separator, else 0. */
char csv_read_sep_line(csv_reader *r);

/* Leaves out empty lines at both ends; the separator is known. */
void csv_trim_lines(csv_reader *r);
