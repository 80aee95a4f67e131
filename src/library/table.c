/* A table has an array of cells for each column; facts are the one row of another. */
#include "library/table.h"

#include "library/option.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cell {
    double number;
    char *text; /* or NULL */
} cell;

typedef struct column {
    char name[LIBRARY_NAME];
    cell *cells;
} column;

typedef struct columns {
    size_t rows, n;
    column *each;
    bool failed; /* memory ran out */
} columns;

struct debias_table {
    size_t shown; /* rows */
    columns cells, facts;
    double *kept; /* or NULL */
};

debias_table *library_table(size_t rows)
{
    debias_table *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    *t = (debias_table){.shown = rows, .cells = {.rows = rows}, .facts = {.rows = 1}};
    return t;
}

static void free_columns(columns *all)
{
    for (size_t c = 0; c < all->n; c++) {
        for (size_t i = 0; i < all->rows; i++)
            free(all->each[c].cells[i].text);
        free(all->each[c].cells);
    }
    free(all->each);
}

void debias_table_free(debias_table *t)
{
    if (!t)
        return;
    free_columns(&t->cells);
    free_columns(&t->facts);
    free(t->kept);
    free(t);
}

/* The place of the column of that name; n where there is none. */
static size_t find(const columns *all, const char *name)
{
    size_t c = 0;
    while (c < all->n && strcmp(all->each[c].name, name) != 0)
        c++;
    return c;
}

/* A new column without numbers and texts at the end; false without memory. */
static bool add_column(columns *all, const char *name)
{
    column *each = realloc(all->each, (all->n + 1) * sizeof *each);
    cell *cells = malloc((all->rows + 1) * sizeof *cells);
    all->each = each ? each : all->each;
    if (!each || !cells) {
        free(cells);
        all->failed = true;
        return false;
    }
    for (size_t i = 0; i < all->rows; i++)
        cells[i] = (cell){.number = NAN};
    snprintf(each[all->n].name, LIBRARY_NAME, "%s", name);
    each[all->n++].cells = cells;
    return true;
}

/* The cell to be set, or NULL without memory. */
static cell *place(columns *all, size_t row, const char *name)
{
    size_t c = find(all, name);
    if (c == all->n && !add_column(all, name))
        return NULL;
    return &all->each[c].cells[row];
}

static void set_number(columns *all, size_t row, const char *name, double number)
{
    cell *to = place(all, row, name);
    if (to)
        to->number = number;
}

static void set_text(columns *all, size_t row, const char *name, const char *text)
{
    cell *to = place(all, row, name);
    if (!to || !text)
        return;
    to->text = malloc(strlen(text) + 1);
    if (to->text)
        memcpy(to->text, text, strlen(text) + 1);
    else
        all->failed = true;
}

void library_set(debias_table *t, size_t row, const char *name, double number)
{
    set_number(&t->cells, row, name, number);
}

void library_set_text(debias_table *t, size_t row, const char *name, const char *text)
{
    set_text(&t->cells, row, name, text);
}

void library_fact(debias_table *t, const char *name, double number)
{
    set_number(&t->facts, 0, name, number);
}

void library_fact_text(debias_table *t, const char *name, const char *text)
{
    set_text(&t->facts, 0, name, text);
}

const char *library_numbered(char out[LIBRARY_NAME], const char *name, size_t i, size_t n)
{
    if (n == 1)
        return name;
    snprintf(out, LIBRARY_NAME, "%s_%zu", name, i + 1);
    return out;
}

void library_keep(debias_table *t, double *numbers)
{
    t->kept = numbers;
}

const double *library_kept(const debias_table *t)
{
    return t->kept;
}

void library_cut(debias_table *t, size_t rows)
{
    t->shown = rows;
}

debias_table *library_table_made(debias_table *t, debias_error *error)
{
    if (t && !t->cells.failed && !t->facts.failed)
        return t;
    library_fail_status(error, STATUS_NO_MEMORY);
    debias_table_free(t);
    return NULL;
}

/* The cell of a table that has it, else NULL. */
static const cell *look(const columns *all, size_t row, size_t c)
{
    return c < all->n && row < all->rows ? &all->each[c].cells[row] : NULL;
}

static double number_of(const cell *c)
{
    return c ? c->number : (double)NAN;
}

double library_get(const debias_table *t, size_t row, const char *name)
{
    return number_of(look(&t->cells, row, find(&t->cells, name)));
}

const char *library_get_text(const debias_table *t, size_t row, const char *name)
{
    const cell *c = look(&t->cells, row, find(&t->cells, name));
    return c ? c->text : NULL;
}

size_t debias_table_rows(const debias_table *t)
{
    return t->shown;
}

const char *debias_table_column(const debias_table *t, size_t i)
{
    return i < t->cells.n ? t->cells.each[i].name : NULL;
}

double debias_table_number(const debias_table *t, size_t row, size_t c)
{
    return number_of(look(&t->cells, row, c));
}

const char *debias_table_text(const debias_table *t, size_t row, size_t c)
{
    const cell *found = look(&t->cells, row, c);
    return found ? found->text : NULL;
}

void debias_table_numbers(const debias_table *t, size_t c, double *out)
{
    for (size_t i = 0; i < t->shown; i++)
        out[i] = debias_table_number(t, i, c);
}

const char *debias_table_fact(const debias_table *t, size_t i)
{
    return i < t->facts.n ? t->facts.each[i].name : NULL;
}

double debias_table_fact_number(const debias_table *t, const char *name)
{
    return number_of(look(&t->facts, 0, find(&t->facts, name)));
}

const char *debias_table_fact_text(const debias_table *t, const char *name)
{
    const cell *c = look(&t->facts, 0, find(&t->facts, name));
    return c ? c->text : NULL;
}
