/* The value of a problem by multilevel Monte Carlo, with terms of each level as given or planned.
 */
#include "engine/machine/parallel.h"
#include "engine/run/levels.h"
#include "engine/run/terms.h"
#include "library/estimator.h"
#include "library/option.h"
#include "library/own.h"
#include "library/sampling.h"
#include "library/table.h"
#include "library/watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PILOT = 8 };

static const double most_terms = 1e12; /* of a level */

/* A value under way. */
typedef struct valuing {
    const debias_problem *p;
    const debias_sampling *s;
    library_watch watch;
    double *x; /* row */
    size_t threads, levels;
    uint64_t n[LEVEL_MOST + 1];
    terms_drawn drawn[LEVEL_MOST + 1];
    debias_table *table;
    debias_error *error;
} valuing;

/* The terms of level l as an estimator; end it. 0, or -1 with an error. */
static int level_estimator(const valuing *v, size_t l, library_estimator *e)
{
    const debias_option level[] = {{.name = "L", .number = (double)l}, {.name = NULL}};
    *e = (library_estimator){.own = NULL};
    return library_estimator_make(e, v->p, OF_VALUE, "v-mlmc", level, NULL, v->error);
}

static int fail(const valuing *v, status s)
{
    return library_fail_callback(v->error, s, library_own_code(v->p));
}

static void set_pilot(const valuing *v, const level_rates *r, const level_plan *plan)
{
    library_fact(v->table, "alpha", r->alpha);
    library_fact(v->table, "beta", r->beta);
    library_fact(v->table, "gamma", r->gamma);
    library_fact(v->table, "extrapolated", plan->extrapolated);
}

/* From a pilot's rows to the terms of each level. 0, or -1 with an error. */
static int plan_levels(valuing *v, const level_row *row, size_t made, double eps)
{
    level_plan plan;
    level_rates r = levels_fit(row, made);
    const char *why = levels_plan(row, made, &r, eps, &plan);
    if (!why && plan.last > LEVELS_MOST)
        why = "it takes more than 21 levels";
    if (why)
        return library_fail(v->error, "no plan for eps = %g: %s", eps, why);
    v->levels = plan.last + 1;
    for (size_t l = 0; l < v->levels; l++) {
        if (plan.n[l] > most_terms)
            return library_fail(v->error, "no plan for eps = %g: it takes more than 1e12 terms",
                                eps);
        v->n[l] = (uint64_t)plan.n[l];
    }
    set_pilot(v, &r, &plan);
    return 0;
}

static int run_pilot(valuing *v, double eps)
{
    level_row row[LEVELS_MOST + 1];
    library_estimator e;
    size_t made = 0;
    int outcome = level_estimator(v, PILOT, &e);
    levels_config c = {.estimator = &e.estimator,
                       .x = v->x,
                       .last = PILOT,
                       .reps = library_reps(v->s),
                       .seed = v->s->seed,
                       .threads = v->threads,
                       .interrupt = v->watch.interrupt,
                       .progress = v->watch.report};
    void *work = outcome == 0 ? library_block(levels_work(&c)) : NULL;
    status s = work ? levels_run(&c, work, row, &made) : STATUS_NO_MEMORY;
    if (outcome == 0)
        outcome = s == STATUS_OK ? plan_levels(v, row, made, eps) : fail(v, s);
    free(work);
    library_estimator_end(&e);
    return outcome;
}

/* Draws the terms of a level. */
static status draw_level(valuing *v, size_t l, const estimator *e)
{
    uint64_t made = 0, each = terms_chunk(e);
    terms_config c = {.estimator = e,
                      .x = v->x,
                      .count = (v->n[l] + each - 1) / each,
                      .seed = terms_seed(v->s->seed, l),
                      .threads = v->threads,
                      .interrupt = v->watch.interrupt,
                      .progress = v->watch.report};
    void *work = library_block(terms_work(&c));
    status s = work ? terms_run(&c, work, &v->drawn[l], &made) : STATUS_NO_MEMORY;
    free(work);
    return s;
}

static void set_level(debias_table *t, size_t l, const terms_drawn *d)
{
    double n = tally_n(&d->value);
    library_set(t, l, "level", (double)l);
    library_set(t, l, "n", n);
    library_set(t, l, "mean", tally_mean(&d->value));
    library_set(t, l, "var", moments_var(&d->value.finite));
    library_set(t, l, "kurtosis", moments_kurtosis(&d->value.finite));
    library_set(t, l, "cost", ldexp(1, (int)l));
    library_set(t, l, "plain", tally_mean(&d->plain));
    library_set(t, l, "plain_var", moments_var(&d->plain.finite));
    library_set(t, l, "not_finite", n - fmin(d->value.finite.n, d->plain.finite.n));
}

static void set_table(valuing *v, status s)
{
    double value = 0, variance = 0, samples = 0;
    for (size_t l = 0; l < v->levels; l++) {
        const terms_drawn *d = &v->drawn[l];
        set_level(v->table, l, d);
        value += tally_mean(&d->value);
        variance += moments_var(&d->value.finite) / tally_n(&d->value);
        samples += d->samples;
    }
    library_cut(v->table, v->levels);
    library_fact(v->table, "value", value);
    library_fact(v->table, "se", sqrt(variance));
    library_fact(v->table, "samples", samples);
    library_fact_text(v->table, "stop", s == STATUS_OK ? NULL : status_text(s));
}

/* What the terms of the first n levels cost, in evaluations of g. */
static double cost_of(const valuing *v, size_t n)
{
    double cost = 0;
    for (size_t l = 0; l < n; l++)
        cost += ldexp((double)v->n[l], (int)l);
    return cost;
}

/* 0, or -1 with an error; after an interrupt of the levels the table says so. from: the part of the
 * whole that is done. */
static int draw_levels(valuing *v, double from)
{
    double whole = cost_of(v, v->levels) / (1 - from);
    status s = STATUS_OK;
    for (size_t l = 0; l < v->levels && s == STATUS_OK; l++) {
        library_estimator e;
        int outcome = level_estimator(v, l, &e);
        library_watch_part(&v->watch, from + cost_of(v, l) / whole,
                           from + cost_of(v, l + 1) / whole);
        if (outcome == 0)
            s = draw_level(v, l, &e.estimator);
        library_estimator_end(&e);
        if (outcome < 0)
            return outcome;
    }
    if (s < 0)
        return fail(v, s);
    set_table(v, s);
    return 0;
}

static int check(const valuing *v, double eps, const uint64_t *terms, size_t n)
{
    if (library_check_sampling(v->s, v->error) < 0)
        return -1;
    if (terms ? n < 1 || n > LEVELS_MOST + 1 : n > 0)
        return library_fail(v->error, "expected the terms of 1 to %d levels", LEVELS_MOST + 1);
    if (!terms && (!(eps > 0) || !isfinite(eps)))
        return library_fail(v->error, "expected eps > 0, or terms of each level");
    for (size_t l = 0; l < n; l++)
        if (terms[l] < 1 || (double)terms[l] > most_terms)
            return library_fail(v->error, "expected 1 to 1e12 terms, got %ju of level %zu",
                                (uintmax_t)terms[l], l);
    return 0;
}

/* Takes memory for the point and the table; 0, or -1 with an error. */
static int place(valuing *v)
{
    const problem *p = (const problem *)v->p;
    v->x = library_block(p->ld * sizeof *v->x);
    v->table = library_table(LEVEL_MOST + 1);
    if (!v->x || !v->table)
        return fail(v, STATUS_NO_MEMORY);
    if (p->d)
        memcpy(v->x, v->s->x ? v->s->x : p->start, p->d * sizeof *v->x);
    return 0;
}

debias_table *debias_value(const debias_problem *p, double eps, const uint64_t *terms,
                           size_t n_terms, const debias_sampling *settings, debias_error *error)
{
    static const debias_sampling none = {0};
    valuing v = {.p = p, .s = settings ? settings : &none, .levels = n_terms, .error = error};
    if (check(&v, eps, terms, n_terms) < 0)
        return NULL;
    if (terms)
        memcpy(v.n, terms, n_terms * sizeof *terms);
    v.threads = v.s->threads ? v.s->threads : parallel_processors();
    library_watch_begin(&v.watch, v.s->watch, v.s->interrupt);
    double pilot = terms ? 0 : 0.5; /* what the levels cost is not known before it has ended */
    int outcome = place(&v);
    library_watch_part(&v.watch, 0, pilot);
    if (outcome == 0 && !terms)
        outcome = run_pilot(&v, eps);
    if (outcome == 0)
        outcome = draw_levels(&v, pilot);
    free(v.x);
    if (outcome == 0) {
        library_fact(v.table, "eps", terms ? (double)NAN : eps);
        return library_table_made(v.table, error);
    }
    debias_table_free(v.table);
    return NULL;
}
