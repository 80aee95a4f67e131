/* The mean over groups of rows of what is corrected within each. */
#include "correct_part.h"
#include "engine/grouped/correct_by.h"
#include "engine/grouped/ids.h"
#include "library/option.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows in groups, in one block. */
typedef struct grouped {
    void *block;
    ids ids;
    id_key *key;
    double *data, *by; /* group after group; ids as numbers, with one zero */
} grouped;

static void lay_out(grouped *g, const asked *a, arena *memory)
{
    ids_layout(&g->ids, a->rows, memory);
    g->key = arena_take(memory, a->rows * sizeof *g->key);
    g->data = arena_take(memory, a->rows * a->cols * sizeof *g->data);
    g->by = arena_take(memory, a->rows * sizeof *g->by);
}

static void read_keys(grouped *g, const asked *a)
{
    for (size_t i = 0; i < a->rows; i++) {
        const char *name = a->given->by ? NULL : a->given->by_names[i];
        g->by[i] = a->given->by ? a->given->by[i] + 0.0 : (double)NAN;
        g->key[i] = name ? (id_key){name, strlen(name)}
                         : (id_key){(const char *)&g->by[i], sizeof g->by[i]};
    }
}

static status find_groups(grouped *g, const asked *a)
{
    arena memory = {0};
    lay_out(g, a, &memory);
    g->block = library_block(memory.used);
    if (!g->block)
        return STATUS_NO_MEMORY;
    memory = (arena){.block = g->block};
    lay_out(g, a, &memory);
    read_keys(g, a);
    if (!ids_find(&g->ids, g->key, a->given->by != NULL, a->watch.interrupt))
        return STATUS_INTERRUPTED;
    for (size_t i = 0; i < a->rows; i++)
        memcpy(g->data + i * a->cols, a->data + g->ids.row[i] * a->cols, a->cols * sizeof *g->data);
    return STATUS_OK;
}

static size_t largest(const ids *d)
{
    size_t most = 0;
    for (size_t k = 0; k < d->groups; k++)
        most = d->start[k + 1] - d->start[k] > most ? d->start[k + 1] - d->start[k] : most;
    return most;
}

static void set_group_row(debias_table *t, size_t row, const extrap *op, const correct_by_row *r,
                          size_t out)
{
    asked_set_operator(t, row, op);
    library_set(t, row, "kept", (double)r->kept);
    asked_set_outputs(t, row, "value", r->value, out);
    asked_set_outputs(t, row, "removed", r->removed, out);
    asked_set_outputs(t, row, "se", r->se, out);
    library_set(t, row, "all_se", r->all_se);
    asked_set_judged(t, row, r->saved, r->added, r->uncertainty, r->verdict, r->why);
}

static debias_table *table_by(const asked *a, const correct_by_result *r, size_t splits, status s,
                              debias_error *error)
{
    debias_table *t = library_table(a->ops);
    if (!t)
        return library_table_made(NULL, error);
    for (size_t i = 0; i < a->ops; i++)
        set_group_row(t, i, a->op[i], &r->row[i], a->f.q.out);
    asked_set_plugin(t, r->plugin, a->f.q.out);
    library_fact(t, "plugin_var", r->plugin_var);
    library_fact(t, "tail", r->tail_k);
    library_fact(t, "splits", (double)splits);
    library_fact(t, "groups", (double)r->groups);
    library_fact(t, "random", (double)r->random);
    library_fact_text(t, "stop", s == STATUS_OK ? NULL : status_text(s));
    return library_table_made(t, error);
}

/* What became of every group. */
static debias_table *table_of_groups(const asked *a, const grouped *g, const correct_by_result *r,
                                     debias_error *error)
{
    char name[LIBRARY_NAME];
    size_t out = a->f.q.out, all = g->ids.groups;
    debias_table *t = library_table(r->groups);
    for (size_t k = 0; t && k < r->groups; k++) {
        uint32_t first = g->ids.row[g->ids.start[k]];
        library_set(t, k, "id", g->by[first]);
        library_set_text(t, k, "id", a->given->by_names ? a->given->by_names[first] : NULL);
        library_set(t, k, "n", (double)(g->ids.start[k + 1] - g->ids.start[k]));
        for (size_t l = 0; l < out; l++)
            library_set(t, k, library_numbered(name, "plugin", l, out), r->plugin_of[l * all + k]);
        for (size_t i = 0; out == 1 && i < a->ops; i++)
            library_set(t, k, library_numbered(name, "removed", i, a->ops),
                        r->removed_of[i * all + k]);
    }
    return library_table_made(t, error);
}

static debias_table *run_groups(asked *a, const grouped *g, debias_table **groups,
                                debias_error *error)
{
    const debias_correction *given = a->given;
    correct_by_result r;
    correct_by_config c = {.data = g->data,
                           .start = g->ids.start,
                           .groups = g->ids.groups,
                           .q = &a->f.q,
                           .op = a->op,
                           .ops = a->ops,
                           .splits =
                               given->splits ? given->splits : correct_by_splits(g->ids.groups),
                           .log = given->log != 0,
                           .seed = given->seed,
                           .threads = library_function_is_serial(&a->f) ? 1 : a->threads,
                           .interrupt = a->watch.interrupt,
                           .progress = a->watch.report};
    void *work = library_block(correct_by_work(&c));
    status s = work ? correct_by_run(&c, work, &r) : STATUS_NO_MEMORY;
    debias_table *t = NULL;
    if (s < 0 || r.groups == 0)
        library_function_fail(&a->f, s, error);
    else
        t = table_by(a, &r, c.splits, s, error);
    if (t && groups)
        *groups = table_of_groups(a, g, &r, error);
    if (t && groups && !*groups) {
        debias_table_free(t);
        t = NULL;
    }
    free(work);
    return t;
}

debias_table *asked_groups(asked *a, debias_table **groups, debias_error *error)
{
    grouped g = {0};
    debias_table *t = NULL;
    status s = find_groups(&g, a);
    if (s != STATUS_OK)
        library_fail_status(error, s);
    else if (asked_operators(a, largest(&g.ids), error) == 0)
        t = run_groups(a, &g, groups, error);
    free(g.block);
    return t;
}
