/* Cases of cases.lua by the C library; what follows the functions is written from that table. */
#include <debias.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number to the last bit; NAN has no sign. */
static void number(double x)
{
    if (isnan(x))
        printf(" nan");
    else
        printf(" %.13a", x);
}

static void numbers(size_t n, const double *x)
{
    for (size_t i = 0; i < n; i++)
        number(x[i]);
}

/* The same, or "none" where none is known. */
static void known(size_t n, const double *x)
{
    size_t nans = 0;
    for (size_t i = 0; i < n; i++)
        nans += isnan(x[i]) ? 1 : 0;
    if (n == nans)
        printf(" none");
    else
        numbers(n, x);
}

static void *made(void *object, const debias_error *error)
{
    if (!object) {
        printf("%s\n", error->text);
        exit(1);
    }
    return object;
}

/* The column of that name. */
static size_t column(const debias_table *t, const char *name)
{
    size_t i = 0;
    while (debias_table_column(t, i) && strcmp(debias_table_column(t, i), name) != 0)
        i++;
    return i;
}

static double cell(const debias_table *t, size_t row, const char *name)
{
    return debias_table_number(t, row, column(t, name));
}

/* A row begins with its operator's name, and has these columns. */
static void row(const char *name, const debias_table *t, size_t i, size_t n, const char *const *columns)
{
    printf("%s %s", name, debias_table_text(t, i, column(t, "operator")));
    for (size_t k = 0; k < n; k++)
        number(cell(t, i, columns[k]));
}

/* All numbers of a column. */
static double *all(const debias_table *t, const char *name)
{
    double *x = malloc((debias_table_rows(t) + 1) * sizeof *x);
    debias_table_numbers(t, column(t, name), x);
    return x;
}

static void show_column(const debias_table *t, const char *name)
{
    double *x = all(t, name);
    numbers(debias_table_rows(t), x);
    free(x);
}

/* The operators are given back. */
static void lab(const char *name, size_t n, debias_operator **op, debias_function q, debias_dist *d, size_t n_m,
                const size_t *m, debias_sampling settings)
{
    static const char *const rows[] = {"m", "bias", "se", "sd", "mse", "exact", "tail"};
    static const char *const slopes[] = {"slope", "slope_lo", "slope_hi"};
    debias_error error;
    debias_table *t = debias_lab((const debias_operator *const *)op, n, &q, d, m, n_m, &settings, &error);
    debias_table *found = debias_slopes(made(t, &error), 0, 0, &error);
    for (size_t i = 0; i < debias_table_rows(t); i++, printf("\n"))
        row(name, t, i, 7, rows);
    for (size_t i = 0; i < debias_table_rows(made(found, &error)); i++, printf("\n"))
        row(name, found, i, 3, slopes);
    debias_table_free(t);
    debias_table_free(found);
    debias_dist_free(d);
    for (size_t i = 0; i < n; i++)
        debias_operator_free(op[i]);
}

static void expect(const char *name, debias_operator *op, debias_function q, debias_dist *d, double m, double s)
{
    double mean, bias;
    printf("%s", name);
    if (debias_expect(op, &q, d, m, s, &mean, NULL, NULL) == 0 && debias_bias(op, &q, d, m, s, &bias, NULL) == 0)
        numbers(2, (const double[]){mean, bias});
    else
        printf(" none");
    printf("\n");
    debias_operator_free(op);
    debias_dist_free(d);
}

static void correct(const char *name, debias_function q, size_t n, const double *data, debias_correction settings)
{
    static const char *const rows[] = {"value", "removed", "se"};
    debias_error error;
    debias_table *groups = NULL, *t = made(debias_correct(&q, data, n, 1, &settings, &groups, &error), &error);
    for (size_t i = 0; i < debias_table_rows(t); i++) {
        const char *verdict = debias_table_text(t, i, column(t, "verdict"));
        row(name, t, i, 3, rows);
        printf(" %s\n", verdict ? verdict : "none");
    }
    printf("%s", name);
    number(debias_table_fact_number(t, "plugin"));
    if (groups)
        show_column(groups, "plugin");
    printf(groups ? "\n" : " none\n");
    debias_table_free(groups);
    debias_table_free(t);
}

static void moments(const char *name, const debias_problem *p, const char *method, const debias_option *options,
                    debias_sampling settings)
{
    debias_error error;
    debias_table *t = made(debias_moments(p, method, options, &settings, &error), &error);
    double *bias = all(t, "bias");
    printf("%s", name);
    show_column(t, "mean");
    show_column(t, "se");
    show_column(t, "var");
    show_column(t, "kurtosis");
    number(debias_table_fact_number(t, "tail"));
    printf("\n%s bias", name);
    known(debias_table_rows(t), bias);
    printf("\n");
    free(bias);
    debias_table_free(t);
}

static void value(const char *name, const debias_problem *p, double eps, size_t n, const uint64_t *terms, uint64_t seed)
{
    debias_error error;
    const debias_levels settings = {.seed = seed};
    debias_table *t = made(debias_value(p, eps, terms, n, &settings, &error), &error);
    printf("%s", name);
    number(debias_table_fact_number(t, "value"));
    number(debias_table_fact_number(t, "se"));
    number(debias_table_fact_number(t, "samples"));
    printf("\n");
    debias_table_free(t);
}

static void show_recorded(const char *name, const debias_run *r, const char *wanted)
{
    size_t i = 0, rows = debias_run_rows(r);
    double *x = malloc((rows + 1) * sizeof *x);
    while (debias_run_column(r, i) && strcmp(debias_run_column(r, i), wanted) != 0)
        i++;
    for (size_t k = 0; k < rows; k++)
        x[k] = debias_run_column(r, i) ? debias_run_mean(r, k, i, NULL) : NAN;
    printf("%s %s", name, wanted);
    known(rows, x);
    printf("\n");
    free(x);
}

static void run(const char *name, const debias_problem *p, const char *method, const debias_option *options,
                const debias_hooks *hooks)
{
    static const char *const columns[] = {"step", "samples", "gap", "objective",
                                         "grad2", "distance", "first", "product"};
    debias_error error;
    const debias_settings settings = {.hooks = hooks};
    debias_run *r = debias_run_new(p, method, options, &settings, &error);
    double x[64], reps = 10;
    if (!r) {
        printf("%s %s\n", name, error.text);
        return;
    }
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
        show_recorded(name, r, columns[k]);
    for (const debias_option *o = options; o->name; o++)
        reps = strcmp(o->name, "reps") == 0 ? o->number : reps;
    printf("%s %s", name, debias_run_stop(r));
    for (size_t k = 0; k < (size_t)reps; k++) {
        debias_run_final(r, k, x);
        numbers(debias_problem_dim(p), x);
    }
    printf("\n");
    debias_run_free(r);
}
