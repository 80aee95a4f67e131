/* The separator and the decimal point of a text that nobody has named: what the first lines allow.
 */
#pragma once

#include "engine/text/csv_cell.h"

/* The one character of , ; tab | and blank that cuts the first lines into as many cells each (the
 * line of names may lack one), where the decimal point allows it (0: not known); of several, the
 * one that leaves numbers alone. `usual` where none does, 0 where it remains open. names: the first
 * line is no data. */
char csv_guess_sep(csv_reader text, char dec, bool names, char usual);

/* ',' where first lines cut by text.sep hold numbers with a decimal comma, none with a point, and
 * not only such as 1,500, which may be a thousand and a half; else '.'. */
char csv_guess_dec(csv_reader text, bool names);
