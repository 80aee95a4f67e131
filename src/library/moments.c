/* The moments of a method's estimates at one point. */
#include "engine/machine/parallel.h"
#include "engine/number/norm.h"
#include "engine/run/sampling.h"
#include "library/estimator.h"
#include "library/option.h"
#include "library/own.h"
#include "library/sampling.h"
#include "library/table.h"
#include "library/watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Estimates at a point. */
typedef struct sample {
    own_view view;
    library_estimator by;
    library_watch watch;
    sampling_config config;
    double *x, *target, *off, *rounding; /* rows, in one block */
    bool known;                          /* the target is */
    tally *each;
    sampled seen;
} sample;

static int check(const debias_problem *p, const debias_sampling *s, debias_error *error)
{
    if (library_check_sampling(s, error) < 0)
        return -1;
    if (debias_problem_dim(p) == 0 && !s->value)
        return library_fail(error, "expected value = 1 for a problem of dim 0");
    return library_check_finite("x", s->x, debias_problem_dim(p), error);
}

/* Takes memory for the point and what is said of it, in one block that it returns. */
static double *place(sample *a, const problem *p, const double *x)
{
    size_t row = p->ld + ROW;
    double *block = library_block(4 * row * sizeof *block);
    if (!block)
        return NULL;
    a->x = block;
    a->target = block + row;
    a->off = block + 2 * row;
    a->rounding = block + 3 * row;
    if (p->d)
        memcpy(a->x, x ? x : p->start, p->d * sizeof *x);
    return block;
}

/* What is estimated, exactly, where that is known. */
static status find_target(sample *a)
{
    const estimator *e = &a->by.estimator;
    const problem *p = e->problem;
    a->known = e->of == OF_VALUE ? p->type->objective != NULL : problem_has_gradient(p);
    if (!a->known)
        return STATUS_OK;
    problem_begin(p);
    double value = p->type->objective(p, a->x, e->of == OF_VALUE ? NULL : a->target);
    if (e->of == OF_VALUE)
        a->target[0] = value;
    return problem_failure(p);
}

static void set_rows(const sample *a, debias_table *t)
{
    size_t n = sampling_outputs(&a->by.estimator);
    sampling_rounding(&a->by.estimator, a->each, a->known ? a->target : NULL, a->rounding);
    for (size_t j = 0; j < n; j++) {
        const tally *one = &a->each[j];
        bool spread = tally_check(one) == TALLY_FINE;
        a->off[j] = a->known ? tally_mean(one) - a->target[j] : (double)NAN;
        library_set(t, j, "mean", tally_mean(one));
        library_set(t, j, "se", spread ? moments_se(&one->finite) : (double)NAN);
        library_set(t, j, "var", tally_var(one));
        library_set(t, j, "sd", tally_sd(one));
        library_set(t, j, "kurtosis", tally_kurtosis(one));
        library_set(t, j, "bias", a->off[j]);
        library_set(t, j, "rounding", a->rounding[j]);
    }
    library_fact(t, "bias_norm", a->known ? norm_value(norm_of(a->off, n, 1)) : (double)NAN);
}

static void set_facts(const sample *a, debias_table *t, status s)
{
    double reps = tally_n(a->each);
    library_fact(t, "reps", reps);
    library_fact(t, "samples", (double)calls_samples(a->seen.total) / reps);
    library_fact(t, "tail", a->seen.tail_k);
    library_fact(t, "not_finite", (double)a->seen.odd.n);
    library_fact_text(t, "stop", s == STATUS_OK ? NULL : status_text(s));
}

static void configure(sample *a, const debias_sampling *s)
{
    library_watch_begin(&a->watch, s->watch, s->interrupt);
    a->config = (sampling_config){.estimator = &a->by.estimator,
                                  .x = a->x,
                                  .reps = library_reps(s),
                                  .seed = s->seed,
                                  .se = s->se,
                                  .threads = s->threads ? s->threads : parallel_processors(),
                                  .interrupt = a->watch.interrupt,
                                  .progress = a->watch.report};
}

/* The estimates' table; NULL with an error. */
static debias_table *make(sample *a, const debias_problem *p, debias_error *error)
{
    size_t n = sampling_outputs(&a->by.estimator);
    void *work = library_block(sampling_work(&a->config));
    debias_table *t = library_table(n);
    a->each = library_block(n * sizeof *a->each);
    status s = work && t && a->each ? find_target(a) : STATUS_NO_MEMORY;
    if (s == STATUS_OK)
        s = sampling_run(&a->config, work, a->each, &a->seen);
    free(work);
    if (s < 0 || tally_n(a->each) == 0) {
        library_fail_callback(error, s, library_own_code(p));
        debias_table_free(t);
        t = NULL;
    } else {
        set_rows(a, t);
        set_facts(a, t, s);
        t = library_table_made(t, error);
    }
    free(a->each);
    return t;
}

debias_table *debias_moments(const debias_problem *p, const char *method,
                             const debias_option *options, const debias_sampling *settings,
                             debias_error *error)
{
    static const debias_sampling none = {0};
    const debias_sampling *s = settings ? settings : &none;
    sample a = {0};
    debias_table *t = NULL;
    if (check(p, s, error) < 0)
        return NULL;
    p = library_own_view(&a.view, p);
    double *block = place(&a, (const problem *)p, s->x);
    if (!block) {
        library_fail_status(error, STATUS_NO_MEMORY);
        return NULL;
    }
    if (library_estimator_make(&a.by, p, s->value ? OF_VALUE : OF_GRADIENT,
                               method ? method : "bsgd", options, s->op, error) == 0) {
        configure(&a, s);
        t = make(&a, p, error);
    }
    library_estimator_end(&a.by);
    free(block);
    return t;
}
