/* Runs. A debias_run holds the ensemble with what its configuration points to. */
#include "engine/machine/parallel.h"
#include "engine/run/ensemble.h"
#include "library/estimator.h"
#include "library/option.h"
#include "library/own.h"
#include "library/watch.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_REPS = 10, DEFAULT_RECORD = 200, MOST = 1000000 };

struct debias_run {
    own_view problem;
    library_estimator by;
    library_watch watch;
    debias_on_record *record; /* the caller's, or NULL */
    void *context;
    int code;   /* what record failed with */
    double *x0; /* row */
    run_config config;
    ensemble *ensemble;
};

static int check(const debias_problem *p, const debias_settings *s, debias_error *error)
{
    if (debias_problem_dim(p) == 0)
        return library_fail(error, "expected a problem with an x, got one of dim 0");
    if (!s->samples == !s->steps)
        return library_fail(error, "give a budget: one of samples and steps");
    if (!(s->step > 0) || !isfinite(s->step))
        return library_fail(error, "expected a step size > 0");
    if (!(s->clip >= 0))
        return library_fail(error, "expected clip >= 0");
    if (s->reps > MOST || s->record > MOST)
        return library_fail(error, "expected reps and record of at most %d", MOST);
    return 0;
}

static status on_record(void *context, const ensemble *e, size_t row)
{
    debias_run *r = context;
    (void)e;
    int code = r->record(r->context, r, row);
    r->code = code < 0 ? code : 0;
    if (code < 0)
        return STATUS_CALLBACK;
    return code > 0 ? STATUS_ON_RECORD : STATUS_OK;
}

static run_config configuration(const debias_run *r, const debias_settings *s)
{
    return (run_config){
        .estimator = &r->by.estimator,
        .method = r->by.algorithm.method,
        .step = {.kind = SCHEDULE_CONSTANT, .a = s->step, .every = 1},
        .clip = s->clip,
        .samples = s->samples,
        .steps = s->steps,
        .record = s->record ? s->record : DEFAULT_RECORD,
        .seed = s->seed,
        .replicates = s->reps ? s->reps : DEFAULT_REPS,
        .threads = s->threads ? s->threads : parallel_processors(),
        .x0 = r->x0,
        .hooks = {.context = (void *)(uintptr_t)r, .record = r->record ? on_record : NULL},
        .interrupt = r->watch.interrupt,
        .progress = r->watch.report,
    };
}

static int start_at(debias_run *r, const double *x0, debias_error *error)
{
    const problem *p = r->by.estimator.problem;
    r->x0 = library_block(p->ld * sizeof *x0);
    if (!r->x0)
        return library_fail_status(error, STATUS_NO_MEMORY);
    memcpy(r->x0, x0 ? x0 : p->start, p->d * sizeof *x0);
    return 0;
}

static int run(debias_run *r, const debias_problem *p, debias_error *error)
{
    void *block = library_block(ensemble_size(&r->config));
    if (!block)
        return library_fail_status(error, STATUS_NO_MEMORY);
    r->ensemble = ensemble_init(block, &r->config);
    if (r->config.samples && r->ensemble->unit > r->config.samples)
        return library_fail(error, "expected at least %ju samples, what one step takes",
                            (uintmax_t)r->ensemble->unit);
    status s = ensemble_run(r->ensemble);
    if (s >= 0)
        return 0;
    return library_fail_callback(error, s, r->code ? r->code : library_own_code(p));
}

debias_run *debias_run_watched(const debias_problem *p, const char *method,
                               const debias_option *options, const debias_settings *settings,
                               const debias_watch *watch, debias_on_record *record,
                               debias_error *error)
{
    debias_run *r = calloc(1, sizeof *r);
    if (!r) {
        library_fail_status(error, STATUS_NO_MEMORY);
        return NULL;
    }
    r->record = record;
    r->context = watch ? watch->context : NULL;
    library_watch_begin(&r->watch, watch, settings->interrupt);
    p = library_own_view(&r->problem, p);
    bool ok =
        check(p, settings, error) == 0 &&
        library_estimator_make(&r->by, p, OF_GRADIENT, method, options, settings->op, error) == 0 &&
        start_at(r, settings->x0, error) == 0;
    if (ok) {
        r->config = configuration(r, settings);
        ok = run(r, p, error) == 0;
    }
    if (!ok) {
        debias_run_free(r);
        return NULL;
    }
    return r;
}

debias_run *debias_run_new(const debias_problem *p, const char *method,
                           const debias_option *options, const debias_settings *settings,
                           debias_error *error)
{
    return debias_run_watched(p, method, options, settings, NULL, NULL, error);
}

void debias_run_free(debias_run *r)
{
    if (!r)
        return;
    free(r->ensemble);
    free(r->x0);
    library_estimator_end(&r->by);
    free(r);
}

size_t debias_run_rows(const debias_run *r)
{
    return trace_rows(&r->ensemble->trace);
}

const char *debias_run_column(const debias_run *r, size_t column)
{
    const trace *t = &r->ensemble->trace;
    return column < t->columns ? trace_column_name(t, column) : NULL;
}

double debias_run_mean(const debias_run *r, size_t row, size_t column, double *half_width)
{
    double half;
    return trace_mean(&r->ensemble->trace, column, row, half_width ? half_width : &half);
}

double debias_run_value(const debias_run *r, size_t replicate, size_t row, size_t column)
{
    const trace *t = &r->ensemble->trace;
    return t->column[column][row * t->replicates + replicate];
}

void debias_run_final(const debias_run *r, size_t replicate, double *x)
{
    const problem *p = r->by.estimator.problem;
    memcpy(x, r->ensemble->final + replicate * p->ld, p->d * sizeof *x);
}

const char *debias_run_stop(const debias_run *r)
{
    return status_text(r->ensemble->stop);
}

size_t debias_run_diverged(const debias_run *r)
{
    size_t n = 0;
    for (size_t k = 0; k < r->config.replicates; k++)
        n += r->ensemble->failed[k];
    return n;
}
