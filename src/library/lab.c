/* The bias lab: operators at many m, sampled on the same draws, and exact. */
#include "engine/law/existence.h"
#include "engine/law/expect.h"
#include "engine/law/judge.h"
#include "engine/machine/parallel.h"
#include "library/function.h"
#include "library/option.h"
#include "library/sampling.h"
#include "library/table.h"
#include "library/watch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BLOCK = 1000000000 };

/* A lab under way. */
typedef struct laboratory {
    const debias_operator *const *ops;
    const size_t *m;
    size_t n_ops, n_m;
    library_function f;
    library_watch watch;
    lab_config config;
    lab_point *point;   /* by operator and m */
    lab_result *result; /* of the points that are made together, */
    existence *known;   /* and what the law knows of them */
    double *work;
    double *moved; /* of every point LAB_PARTS numbers, which slopes ask for */
    debias_table *table;
} laboratory;

static int check(const debias_dist *d, const debias_sampling *s, debias_error *error)
{
    if (((const dist *)d)->dim != 1)
        return library_fail(error, "expected a law of numbers, got one of dim %zu",
                            ((const dist *)d)->dim);
    if (!isfinite(s->s))
        return library_fail(error, "expected a finite shift s, got %g", s->s);
    return library_check_sampling(s, error);
}

/* The points of all operators and m. 0, or -1 with an error. */
static int list_points(laboratory *l, bool own_cost, debias_error *error)
{
    uint64_t common = extrap_common((const extrap *const *)l->ops, l->n_ops);
    for (size_t i = 0; i < l->n_ops; i++) {
        const extrap *op = (const extrap *)l->ops[i];
        uint64_t factor = own_cost ? 1 : common / op->draws;
        for (size_t k = 0; k < l->n_m; k++) {
            if (l->m[k] < 1 || l->m[k] > MOST_BLOCK / factor)
                return library_fail(error, "expected m from 1 to %ju, got %zu",
                                    (uintmax_t)(MOST_BLOCK / factor), l->m[k]);
            l->point[i * l->n_m + k] = (lab_point){.op = op, .m = (size_t)factor * l->m[k]};
        }
    }
    return 0;
}

/* What the law knows of the points; where an end is asked for, before they are drawn. */
static status find_existence(laboratory *l, lab_point *point)
{
    status s = STATUS_OK;
    for (size_t p = 0; p < l->config.points && s == STATUS_OK; p++) {
        s = existence_find(point[p].op, &l->f.q, l->config.dist, (double)point[p].m, *l->config.s,
                           &l->known[p]);
        point[p].endless = l->known[p].variance == NO;
    }
    return s;
}

/* What the estimates of a point say, without what the law says does not exist. */
static judge_seen seen(const laboratory *l, const lab_result *r, const existence *x)
{
    tally_fault fault = tally_check(r->raw);
    bool equal = fault == TALLY_EQUAL && !x->certain;
    bool spread = fault == TALLY_FINE || (fault == TALLY_EQUAL && x->certain);
    double mean = tally_mean(r->reduced);
    judge_seen s = {.mean = mean + (r->has_target ? *r->target : 0),
                    .bias = r->has_target ? mean : (double)NAN,
                    .se = spread ? moments_se(&r->reduced->finite) : (double)NAN,
                    .sd = x->certain ? 0 : tally_sd(r->raw),
                    .rounding = *r->rounding,
                    .tail = r->tail_k,
                    .expected = NAN,
                    .exact = NAN,
                    .exact_rounding = NAN,
                    .number = r->has_target,
                    .equal = equal,
                    .sum = l->config.dist->type->atoms != NULL};
    if (x->variance == NO)
        s.se = s.sd = NAN;
    if (x->variance == NO && x->mean == NO) {
        s.mean = x->limit;
        s.bias = r->has_target ? x->limit : (double)NAN;
    }
    return s;
}

static void find_exact(const laboratory *l, const lab_point *point, const lab_result *r,
                       const existence *x, judge_seen *s)
{
    const lab_config *c = &l->config;
    expectation exact;
    if (!x->certain)
        judge_expectation(c, point, r, &s->expected);
    if (expect_operator(point->op, c->q, c->dist, (double)point->m, *c->s, &exact) != STATUS_OK)
        return;
    s->exact = exact.bias;
    s->exact_rounding = exact.rounding;
}

/* The name of operator i; one that comes again is numbered: "custom", "custom #2". */
static void set_name(laboratory *l, size_t row, size_t i)
{
    char text[EXTRAP_NAME + 24];
    const char *name = ((const extrap *)l->ops[i])->name;
    size_t before = 0;
    for (size_t k = 0; k < i; k++)
        before += strcmp(((const extrap *)l->ops[k])->name, name) == 0 ? 1 : 0;
    snprintf(text, sizeof text, before ? "%s #%zu" : "%s", name, before + 1);
    library_set_text(l->table, row, "operator", text);
}

static void set_row(laboratory *l, size_t row, const lab_point *point, const lab_result *r,
                    const existence *x)
{
    static const char *const zeros[] = {
        [ZERO_NOT] = NULL, [ZERO_EXACT] = "exactly unbiased", [ZERO_ROUNDING] = "rounding"};
    judge_seen s = seen(l, r, x);
    find_exact(l, point, r, x, &s);
    judged j = judge(&s);
    debias_table *t = l->table;
    for (size_t k = 0; k < LAB_PARTS; k++)
        l->moved[row * LAB_PARTS + k] = r->moved ? r->moved[k] : (double)NAN;
    set_name(l, row, row / l->n_m);
    library_set(t, row, "m", (double)l->m[row % l->n_m]);
    library_set(t, row, "block", (double)point->m);
    library_set(t, row, "draws", (double)(point->op->draws * point->m));
    library_set(t, row, "reps", tally_n(r->raw));
    library_set(t, row, "bias", s.bias);
    library_set(t, row, "se", s.se);
    library_set(t, row, "sd", s.sd);
    library_set(t, row, "mse", j.mse);
    library_set(t, row, "exact", j.exact);
    library_set_text(t, row, "zero", zeros[j.zero]);
    library_set(t, row, "tail", s.tail);
    library_set(t, row, "not_finite", (double)r->odd.n);
    library_set(t, row, "rounding", s.rounding);
    library_set(t, row, "exact_rounding", j.exact_rounding);
}

/* Makes points first .. first + config.points - 1. */
static status make_points(laboratory *l, size_t first)
{
    lab_point *point = l->point + first;
    bool ends = l->config.se > 0;
    l->config.point = point;
    memset(l->known, 0, l->config.points * sizeof *l->known);
    l->work = malloc(lab_work(&l->config) * sizeof *l->work);
    status s = l->work ? STATUS_OK : STATUS_NO_MEMORY;
    if (s == STATUS_OK && ends)
        s = find_existence(l, point);
    if (s == STATUS_OK)
        s = lab_run(&l->config, l->work, l->result);
    status known = s == STATUS_OK && !ends ? find_existence(l, point) : STATUS_OK;
    for (size_t p = 0; p < l->config.points && s >= 0 && known >= 0; p++)
        set_row(l, first + p, &point[p], &l->result[p], &l->known[p]);
    free(l->work);
    return known < 0 ? known : s;
}

/* Makes all points, some at a time, until an interrupt. */
static status make_table(laboratory *l)
{
    size_t all = l->n_ops * l->n_m, first = 0;
    status s = STATUS_OK;
    while (first < all && s == STATUS_OK) {
        l->config.point = l->point + first;
        l->config.points = all - first;
        l->config.points = lab_points_together(&l->config);
        library_watch_part(&l->watch, (double)first / (double)all,
                           (double)(first + l->config.points) / (double)all);
        s = make_points(l, first);
        first += l->config.points;
    }
    if (s >= 0)
        library_cut(l->table, first);
    if (s == STATUS_INTERRUPTED)
        library_fact_text(l->table, "stop", status_text(s));
    return s;
}

static void configure(laboratory *l, const debias_dist *d, const debias_sampling *s)
{
    size_t threads = s->threads ? s->threads : parallel_processors();
    library_watch_begin(&l->watch, s->watch, s->interrupt);
    l->config = (lab_config){.q = &l->f.q,
                             .dist = (const dist *)d,
                             .s = &s->s,
                             .reps = library_reps(s),
                             .seed = s->seed,
                             .se = s->se,
                             .control = !s->no_control,
                             .threads = library_function_is_serial(&l->f) ? 1 : threads,
                             .interrupt = l->watch.interrupt,
                             .progress = l->watch.report};
}

/* Takes memory for all points, and makes them. */
static debias_table *make(laboratory *l, bool own_cost, debias_error *error)
{
    size_t all = l->n_ops * l->n_m;
    l->point = calloc(all, sizeof *l->point);
    l->result = calloc(all, sizeof *l->result);
    l->known = calloc(all, sizeof *l->known);
    l->table = library_table(all);
    l->moved = l->table ? calloc(all * LAB_PARTS, sizeof *l->moved) : NULL;
    bool room = l->point && l->result && l->known && l->moved;
    if (room)
        library_keep(l->table, l->moved);
    bool listed = room && list_points(l, own_cost, error) == 0;
    status s = listed ? make_table(l) : STATUS_OK;
    free(l->point);
    free(l->result);
    free(l->known);
    if (listed && s >= 0)
        return library_table_made(l->table, error);
    if (!room)
        free(l->moved);
    debias_table_free(l->table);
    if (!room || s < 0)
        library_function_fail(&l->f, room ? s : STATUS_NO_MEMORY, error);
    return NULL;
}

debias_table *debias_lab(const debias_operator *const *ops, size_t n_ops, const debias_function *q,
                         const debias_dist *d, const size_t *m, size_t n_m,
                         const debias_sampling *settings, debias_error *error)
{
    static const debias_sampling none = {0};
    const debias_sampling *s = settings ? settings : &none;
    laboratory l = {.ops = ops, .m = m, .n_ops = n_ops, .n_m = n_m};
    if (n_ops == 0 || n_m == 0) {
        library_fail(error, "expected at least one operator and one m");
        return NULL;
    }
    if (check(d, s, error) < 0 || library_function_read(&l.f, q, 1, error) < 0)
        return NULL;
    if (l.f.q.out != 1) {
        library_fail(error, "expected a q of one number, got %zu", l.f.q.out);
        return NULL;
    }
    configure(&l, d, s);
    return make(&l, s->own_cost != 0, error);
}
