/* The separator and the decimal point of a text that nobody has named: what the first lines allow.
 */
#pragma once

#include "engine/text/csv_number.h"

/* The one character of , ; tab | and blank that cuts the first lines into as many cells each (the
 * line of names may lack one), where the marks of numbers allow it; of several, the
 * one that leaves numbers alone. `usual` where none does, 0 where it remains open. names: the first
 * line is no data. */
char csv_guess_sep(csv_reader text, csv_marks marks, bool names, char usual);

/* ',' where first lines cut by text.sep hold numbers with a decimal comma and none with a point,
 * but for such as 1,500 and 1.500, which may have thousands; else '.'. */
char csv_guess_dec(csv_reader text, bool names);
