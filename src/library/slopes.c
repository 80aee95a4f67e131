/* Slopes of the biases in a table of the bias lab. */
#include "engine/law/lab.h"
#include "engine/number/slope.h"
#include "library/option.h"
#include "library/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows of one operator. */
typedef struct series {
    size_t n;
    double *m, *bias, *se, *floor, *exact, *exact_floor, *work, *moved;
    const debias_table *table;
    double from, to;
} series;

/* Takes memory for so many rows in one block, which it returns; NULL without memory. */
static double *lay_out(series *s, size_t rows)
{
    double **const arrays[] = {&s->m, &s->bias, &s->se, &s->floor, &s->exact, &s->exact_floor};
    size_t n = sizeof arrays / sizeof *arrays;
    double *block = malloc((n + SLOPE_WORK + LAB_PARTS) * (rows + 1) * sizeof *block);
    for (size_t i = 0; i < n && block; i++)
        *arrays[i] = block + i * rows;
    s->moved = block ? block + n * rows : NULL;
    s->work = block ? s->moved + LAB_PARTS * rows : NULL;
    return block;
}

static void add_row(series *s, size_t row)
{
    double m = library_get(s->table, row, "m");
    if (m < s->from || m > s->to)
        return;
    s->m[s->n] = m;
    s->bias[s->n] = library_get(s->table, row, "bias");
    s->se[s->n] = library_get(s->table, row, "se");
    s->floor[s->n] = library_get(s->table, row, "rounding");
    s->exact[s->n] = library_get(s->table, row, "exact");
    s->exact_floor[s->n] = library_get(s->table, row, "exact_rounding");
    memcpy(s->moved + s->n * LAB_PARTS, library_kept(s->table) + row * LAB_PARTS,
           LAB_PARTS * sizeof *s->moved);
    s->n++;
}

static size_t known(const double *x, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += isnan(x[i]) ? 0 : 1;
    return count;
}

/* The array, where all of it is known. */
static const double *whole(const double *x, size_t n)
{
    return known(x, n) == n ? x : NULL;
}

static void set_fit(debias_table *t, size_t row, const slope_fit *f)
{
    char words[160];
    library_set(t, row, "slope", f->slope);
    library_set(t, row, "slope_lo", f->low);
    library_set(t, row, "slope_hi", f->high);
    library_set(t, row, "exact", f->exact);
    library_set(t, row, "from", f->from);
    library_set(t, row, "to", f->to);
    library_set(t, row, "left_out", (double)f->left_out);
    library_set(t, row, "sign", f->sign);
    if (f->why && f->sign_to > 0)
        snprintf(words, sizeof words, "%s between m = %.0f and %.0f", f->why, f->sign_from,
                 f->sign_to);
    library_set_text(t, row, "why", f->why && f->sign_to > 0 ? words : f->why);
}

/* The fit of what s has, or why there is none. */
static void fit(const series *s, debias_table *t, size_t row)
{
    static const slope_fit none = {.slope = NAN,
                                   .low = NAN,
                                   .high = NAN,
                                   .exact = NAN,
                                   .from = NAN,
                                   .to = NAN,
                                   .why = "no bias is known"};
    if (known(s->bias, s->n) == 0) {
        set_fit(t, row, &none);
        return;
    }
    bias_points p = {.m = s->m,
                     .bias = s->bias,
                     .se = s->se,
                     .floor = whole(s->floor, s->n),
                     .exact = whole(s->exact, s->n),
                     .exact_floor = whole(s->exact_floor, s->n),
                     .moved = whole(s->moved, s->n * LAB_PARTS),
                     .n = s->n};
    p.parts = p.moved ? LAB_PARTS : 0;
    slope_fit found = slope_find(&p, s->work);
    set_fit(t, row, &found);
}

/* Fits operator after operator, whose rows follow one another; returns how many. */
static size_t fit_all(series *s, debias_table *t)
{
    size_t count = 0, rows = debias_table_rows(s->table), i = 0;
    while (i < rows) {
        const char *name = library_get_text(s->table, i, "operator");
        for (s->n = 0; i < rows && strcmp(library_get_text(s->table, i, "operator"), name) == 0;)
            add_row(s, i++);
        library_set_text(t, count, "operator", name);
        fit(s, t, count++);
    }
    return count;
}

debias_table *debias_slopes(const debias_table *lab, double from, double to, debias_error *error)
{
    size_t rows = debias_table_rows(lab);
    series s = {.table = lab, .from = from, .to = to > 0 ? to : INFINITY};
    if (rows == 0 || !library_kept(lab)) {
        library_fail(error, "expected a table of debias_lab");
        return NULL;
    }
    double *block = lay_out(&s, rows);
    debias_table *t = block ? library_table(rows) : NULL;
    if (t)
        library_cut(t, fit_all(&s, t));
    free(block);
    return library_table_made(t, error);
}
