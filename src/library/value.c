/* The value of a problem by multilevel Monte Carlo: engine/value/mlmc.h says what to draw next. */
#include "engine/machine/parallel.h"
#include "engine/value/mlmc.h"
#include "library/estimator.h"
#include "library/option.h"
#include "library/own.h"
#include "library/table.h"
#include "library/watch.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 2, START = 1000, LEAST_START = 10, MOST_START = 1000000000 };

static const double most_terms = 1e12; /* of a level that is asked for, and of one call */

/* A value under way. */
typedef struct valuing {
    own_view view;
    const debias_problem *p;
    const debias_levels *s;
    size_t n_terms; /* levels whose terms are given, */
    double terms[RATES_MOST + 1];
    double goal; /* or a standard error, 0: the samples, */
    bool tested; /* and whether the bias shall be as small */
    double samples, spent;
    library_watch watch;
    double shown; /* the share that the caller has seen */
    double *x;    /* row */
    size_t threads;
    terms_drawn drawn[RATES_MOST + 1];
    mlmc_drawn seen;
    mlmc_way way;
    const char *stop;
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

/* The evaluations of g in all, as far as they are known, where so many more come next; INFINITY:
 * not at all. */
static double expected(const valuing *v, double more)
{
    double all = NAN;
    if (v->n_terms) {
        all = 0;
        for (size_t l = 0; l < v->n_terms; l++)
            all += fmax(v->terms[l], v->seen.level[l].n) * v->seen.cost[l];
    } else if (v->goal > 0 && !isnan(v->way.step)) {
        mlmc_look now = mlmc_look_at(&v->seen, v->way.last, &v->way.given);
        all = mlmc_need(&v->seen, &now, v->spent, v->goal, v->tested);
    }
    return fmin(isnan(all) ? INFINITY : fmax(all, v->spent + more), v->samples);
}

/* What is drawn next brings the share of what is done to its next value, which never falls. */
static void show_part(valuing *v, double more)
{
    double all = expected(v, more), from = fmax(v->shown, v->spent / all);
    v->shown = fmin(fmax(from, (v->spent + more) / all), 1);
    library_watch_part(&v->watch, from, v->shown);
}

/* Draws n more terms of a level, a multiple of its chunks at least that. */
static status draw_terms(valuing *v, size_t l, const estimator *e, double n)
{
    terms_drawn *drawn = &v->drawn[l];
    uint64_t made = 0, each = terms_chunk(e);
    terms_config c = {.estimator = e,
                      .x = v->x,
                      .first = (uint64_t)tally_n(&drawn->value) / each,
                      .count = ((uint64_t)n + each - 1) / each,
                      .seed = terms_seed(v->s->seed, l),
                      .threads = v->threads,
                      .interrupt = v->watch.interrupt,
                      .progress = v->watch.report};
    void *work = library_block(terms_work(&c));
    double before = drawn->samples;
    status s = work ? terms_run(&c, work, drawn, &made) : STATUS_NO_MEMORY;
    free(work);
    v->spent += drawn->samples - before;
    v->seen.level[l] = terms_read(drawn);
    return s;
}

/* Follows an order as far as the samples go. 0, or -1 with an error; v->stop where it ends there.
 */
static int follow(valuing *v, const mlmc_order *order)
{
    library_estimator e;
    size_t l = order->level;
    status s = STATUS_OK;
    int outcome = level_estimator(v, l, &e);
    if (outcome == 0) {
        double cost = v->seen.cost[l], chunk = (double)terms_chunk(&e.estimator);
        double most = fmin(most_terms, terms_within(v->samples - v->spent, cost, chunk));
        double n = fmin(order->n, most);
        if (n < 1) {
            v->stop = "samples";
        } else {
            show_part(v, n * cost);
            s = draw_terms(v, l, &e.estimator, n);
        }
    }
    library_estimator_end(&e);
    if (s > 0)
        v->stop = status_text(s);
    return s < 0 ? fail(v, s) : outcome;
}

static mlmc_order next_order(valuing *v)
{
    return v->n_terms ? mlmc_missing(&v->seen, v->terms, v->n_terms - 1)
                      : mlmc_next(&v->way, &v->seen, v->goal, v->tested);
}

/* 0, or -1 with an error: also where there is no first estimate. */
static int draw(valuing *v)
{
    while (!v->stop) {
        mlmc_order order = next_order(v);
        v->stop = order.why;
        if (order.n == 0)
            break;
        if (follow(v, &order) < 0)
            return -1;
    }
    if (v->spent > 0)
        return 0;
    if (strcmp(v->stop, "samples") == 0)
        return library_fail(v->error, "expected more samples, %g are too few for a first estimate",
                            v->samples);
    return fail(v, STATUS_INTERRUPTED);
}

static void set_level(debias_table *t, size_t l, const mlmc_drawn *d)
{
    const terms_summary *a = &d->level[l];
    library_set(t, l, "level", (double)l);
    library_set(t, l, "n", a->n);
    library_set(t, l, "mean", a->mean);
    library_set(t, l, "se", sqrt(a->var / a->n));
    library_set(t, l, "var", a->var);
    library_set(t, l, "kurtosis", a->kurtosis);
    library_set(t, l, "cost", d->cost[l]);
    library_set(t, l, "consistency", l > 0 ? mlmc_consistency(d, l) : (double)NAN);
    library_set(t, l, "plain", a->plain);
    library_set(t, l, "plain_var", a->plain_var);
    library_set(t, l, "not_finite", a->not_finite);
}

static void set_table(valuing *v, double eps)
{
    debias_table *t = v->table;
    mlmc_look now = mlmc_look_at(&v->seen, v->way.last, &v->way.given);
    for (size_t l = 0; l <= now.last; l++)
        set_level(t, l, &v->seen);
    library_cut(t, now.last + 1);
    library_fact(t, "value", now.value);
    library_fact(t, "se", now.se);
    library_fact(t, "bias", now.bias);
    library_fact_text(t, "bias_status", now.status);
    library_fact(t, "samples", v->spent);
    library_fact(t, "alpha", now.seen.alpha);
    library_fact(t, "beta", now.seen.beta);
    library_fact(t, "eps", eps > 0 ? eps : (double)NAN);
    library_fact_text(t, "stop", v->stop);
}

/* Whether what is given, where it is, lies between low and high. 0, or -1 with an error. */
static int check_range(const valuing *v, const char *name, uint64_t given, uint64_t low,
                       uint64_t high)
{
    if (given == 0 || (given >= low && given <= high))
        return 0;
    return library_fail(v->error, "expected %s from %" PRIu64 " to %" PRIu64 ", got %" PRIu64, name,
                        low, high, given);
}

static int check_terms(const valuing *v, double eps, const uint64_t *terms, size_t n)
{
    const debias_levels *s = v->s;
    if (n < 1 || n > RATES_MOST + 1)
        return library_fail(v->error, "expected the terms of 1 to %d levels", RATES_MOST + 1);
    if (eps != 0 || s->se != 0 || s->L || s->L_most || s->n0)
        return library_fail(v->error, "terms exclude eps, se, L, L_most and n0");
    for (size_t l = 0; l < n; l++)
        if (terms[l] < 1 || (double)terms[l] > most_terms)
            return library_fail(v->error, "expected 1 to 1e12 terms, got %" PRIu64 " of level %zu",
                                terms[l], l);
    return 0;
}

/* Whether a number that may be left out, as 0, is > 0. 0, or -1 with an error. */
static int check_size(const valuing *v, const char *name, double x)
{
    if (x >= 0 && isfinite(x))
        return 0;
    return library_fail(v->error, "expected %s > 0, got %g", name, x);
}

static int check_end(const valuing *v, double eps, const uint64_t *terms, size_t n)
{
    const debias_levels *s = v->s;
    if (check_size(v, "eps", eps) < 0 || check_size(v, "se", s->se) < 0)
        return -1;
    if (terms || n)
        return check_terms(v, eps, terms, terms ? n : 0);
    if (eps > 0 && s->se > 0)
        return library_fail(v->error, "eps and se exclude each other");
    if (eps == 0 && s->se == 0 && !s->samples)
        return library_fail(v->error, "expected an end: eps, se, samples, or terms of each level");
    return 0;
}

static int check(const valuing *v, double eps, const uint64_t *terms, size_t n)
{
    const debias_levels *s = v->s;
    if (check_end(v, eps, terms, n) < 0 || check_size(v, "alpha", s->alpha) < 0 ||
        check_size(v, "beta", s->beta) < 0 || check_range(v, "L", s->L, 1, RATES_MOST) < 0 ||
        check_range(v, "L_most", s->L_most, s->L ? s->L : FIRST, RATES_MOST) < 0)
        return -1;
    if (check_range(v, "n0", s->n0, LEAST_START, MOST_START) < 0)
        return -1;
    return library_check_finite("x", s->x, debias_problem_dim(v->p), v->error);
}

/* What it begins with. */
static void begin(valuing *v, double eps, const uint64_t *terms, size_t n)
{
    const debias_levels *s = v->s;
    size_t first = n ? n - 1 : s->L ? s->L : FIRST;
    rates_given given = {s->alpha > 0 ? s->alpha : (double)NAN, s->beta > 0 ? s->beta : (double)NAN,
                         NAN, true};
    v->way =
        mlmc_begin(first, s->L_most ? s->L_most : RATES_MOST, s->n0 ? (double)s->n0 : START, given);
    for (size_t l = 0; l <= RATES_MOST; l++)
        v->seen.cost[l] = ldexp(1, (int)l);
    for (size_t l = 0; l < n; l++)
        v->terms[l] = (double)terms[l];
    v->n_terms = n;
    v->goal = eps > 0 ? eps / sqrt(2) : s->se;
    v->tested = !(s->se > 0);
    v->samples = s->samples ? (double)s->samples : INFINITY;
    v->threads = s->threads ? s->threads : parallel_processors();
    library_watch_begin(&v->watch, s->watch, s->interrupt);
}

/* Takes memory for the point and the table; 0, or -1 with an error. */
static int place(valuing *v)
{
    const problem *p = (const problem *)v->p;
    v->x = library_block(p->ld * sizeof *v->x);
    v->table = library_table(RATES_MOST + 1);
    if (!v->x || !v->table)
        return fail(v, STATUS_NO_MEMORY);
    if (p->d)
        memcpy(v->x, v->s->x ? v->s->x : p->start, p->d * sizeof *v->x);
    return 0;
}

debias_table *debias_value(const debias_problem *p, double eps, const uint64_t *terms,
                           size_t n_terms, const debias_levels *settings, debias_error *error)
{
    static const debias_levels none = {0};
    valuing v = {.s = settings ? settings : &none, .error = error};
    v.p = library_own_view(&v.view, p);
    if (check(&v, eps, terms, n_terms) < 0)
        return NULL;
    begin(&v, eps, terms, n_terms);
    int outcome = place(&v);
    if (outcome == 0)
        outcome = draw(&v);
    if (outcome == 0)
        set_table(&v, eps);
    free(v.x);
    if (outcome == 0)
        return library_table_made(v.table, error);
    debias_table_free(v.table);
    return NULL;
}
