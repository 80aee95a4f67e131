/* The correction of a fixed sample. */
#include "correct_part.h"
#include "engine/machine/parallel.h"
#include "library/option.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_SPLITS = 100 };

static int check(const asked *a, debias_error *error)
{
    const debias_correction *g = a->given;
    if (a->rows == 0 || a->cols == 0)
        return library_fail(error, "expected at least one row of data");
    if (a->rows > UINT32_MAX)
        return library_fail(error, "expected at most 4294967295 rows of data");
    if (g->n_ops > CORRECT_OPERATORS)
        return library_fail(error, "expected at most %d operators", CORRECT_OPERATORS);
    if (g->by && g->by_names)
        return library_fail(error, "by and by_names exclude each other");
    for (size_t i = 0; i < a->rows * a->cols; i++)
        if (!isfinite(a->data[i]) && !(g->log && a->data[i] == -INFINITY))
            return library_fail(error, "expected finite numbers as data, got %g in row %zu",
                                a->data[i], i / a->cols + 1);
    for (size_t i = 0; g->by && i < a->rows; i++)
        if (isnan(g->by[i]))
            return library_fail(error, "expected numbers as ids, got nan in row %zu", i + 1);
    return 0;
}

int asked_operators(asked *a, size_t rows, debias_error *error)
{
    const debias_correction *g = a->given;
    for (size_t i = 0; i < g->n_ops; i++) {
        const extrap *op = a->op[a->ops++] = (const extrap *)g->ops[i];
        if (op->draws > rows)
            return library_fail(error, "expected at least %zu rows for %s, got %zu",
                                (size_t)op->draws, op->name, rows);
    }
    for (int k = 1; g->n_ops == 0 && k <= LADDER && 1u << (k - 1) <= rows; k++) {
        debias_operator *op = a->own[k - 1] = debias_operator_order(k, error);
        if (!op)
            return -1;
        a->op[a->ops++] = (const extrap *)op;
    }
    return 0;
}

void asked_set_outputs(debias_table *t, size_t row, const char *name, const double *x, size_t n)
{
    char text[LIBRARY_NAME];
    for (size_t l = 0; l < n; l++)
        library_set(t, row, library_numbered(text, name, l, n), x[l]);
}

void asked_set_plugin(debias_table *t, const double *plugin, size_t n)
{
    char text[LIBRARY_NAME];
    for (size_t l = 0; l < n; l++)
        library_fact(t, library_numbered(text, "plugin", l, n), plugin[l]);
}

void asked_set_judged(debias_table *t, size_t row, double saved, double added, double uncertainty,
                      correct_verdict verdict, correct_reason why)
{
    library_set(t, row, "saved", saved);
    library_set(t, row, "added", added);
    library_set(t, row, "uncertainty", uncertainty);
    library_set_text(t, row, "verdict", correct_verdict_words(verdict));
    library_set_text(t, row, "why", correct_reason_words(why));
}

void asked_set_operator(debias_table *t, size_t row, const extrap *op)
{
    library_set_text(t, row, "operator", op->name);
    library_set(t, row, "blocks", (double)op->draws);
}

static void set_row(debias_table *t, size_t row, const extrap *op, const correct_row *r, size_t out)
{
    asked_set_operator(t, row, op);
    asked_set_outputs(t, row, "value", r->value, out);
    asked_set_outputs(t, row, "removed", r->removed, out);
    asked_set_outputs(t, row, "se", r->se, out);
    library_set(t, row, "all_se", r->all_se);
    asked_set_judged(t, row, r->saved, r->added, r->uncertainty, r->verdict, r->why);
}

static debias_table *table_of(const asked *a, const correct_result *r, status s,
                              debias_error *error)
{
    debias_table *t = library_table(a->ops);
    if (!t)
        return library_table_made(NULL, error);
    for (size_t i = 0; i < a->ops; i++)
        set_row(t, i, a->op[i], &r->row[i], a->f.q.out);
    asked_set_plugin(t, r->plugin, a->f.q.out);
    library_fact(t, "plugin_var", r->plugin_var);
    library_fact(t, "tail", r->tail_k);
    library_fact(t, "splits", (double)r->splits);
    library_fact(t, "all_splits", r->all);
    library_fact_text(t, "stop", s == STATUS_OK ? NULL : status_text(s));
    return library_table_made(t, error);
}

static debias_table *correct_sample(asked *a, debias_error *error)
{
    const debias_correction *g = a->given;
    correct_result r;
    if (asked_operators(a, a->rows, error) < 0)
        return NULL;
    correct_config c = {.data = a->data,
                        .n = a->rows,
                        .q = &a->f.q,
                        .op = a->op,
                        .ops = a->ops,
                        .splits = g->splits ? g->splits : DEFAULT_SPLITS,
                        .log = g->log != 0,
                        .seed = g->seed,
                        .interrupt = a->watch.interrupt,
                        .progress = a->watch.report};
    debias_table *t = NULL;
    void *work = library_block(correct_work(&c));
    status s = work ? correct_run(&c, work, &r) : STATUS_NO_MEMORY;
    if (s < 0 || !r.known)
        library_function_fail(&a->f, s, error);
    else
        t = table_of(a, &r, s, error);
    free(work);
    return t;
}

debias_table *debias_correct(const debias_function *q, const double *data, size_t rows, size_t cols,
                             const debias_correction *settings, debias_table **groups,
                             debias_error *error)
{
    static const debias_correction none = {0};
    asked a = {.given = settings ? settings : &none, .data = data, .rows = rows, .cols = cols};
    if (groups)
        *groups = NULL;
    if (check(&a, error) < 0 || library_function_read(&a.f, q, cols, error) < 0)
        return NULL;
    a.threads = a.given->threads ? a.given->threads : parallel_processors();
    library_watch_begin(&a.watch, a.given->watch, a.given->interrupt);
    bool by = a.given->by || a.given->by_names;
    debias_table *t = by ? asked_groups(&a, groups, error) : correct_sample(&a, error);
    for (size_t k = 0; k < LADDER; k++)
        debias_operator_free(a.own[k]);
    return t;
}
