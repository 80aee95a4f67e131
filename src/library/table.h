/* Tables of results, built cell by cell. */
#pragma once

#include "library/debias.h"

#include <stdbool.h>

/* A table of so many rows, all of it blank; NULL without memory. Memory that runs out later is told
 * by library_table_made. */
debias_table *library_table(size_t rows);

/* Sets a cell, in the column of that name, which is added where it is missing; text may be NULL. */
void library_set(debias_table *t, size_t row, const char *name, double number);
void library_set_text(debias_table *t, size_t row, const char *name, const char *text);

/* "name_3" for the third of several columns of that name, i = 0 .. n-1; name itself where n is 1.
 */
enum { LIBRARY_NAME = 32 };
const char *library_numbered(char out[LIBRARY_NAME], const char *name, size_t i, size_t n);

/* The number in the column of that name; NAN where there is none. */
double library_get(const debias_table *t, size_t row, const char *name);
const char *library_get_text(const debias_table *t, size_t row, const char *name);

void library_fact(debias_table *t, const char *name, double number);
void library_fact_text(debias_table *t, const char *name, const char *text);

/* Numbers from malloc that go with the table, which takes them; NULL where there are none. */
void library_keep(debias_table *t, double *numbers);
const double *library_kept(const debias_table *t);

/* The first rows alone stay. */
void library_cut(debias_table *t, size_t rows);

/* The table, or NULL with an error where memory ran out on the way; t may be NULL. */
debias_table *library_table_made(debias_table *t, debias_error *error);
