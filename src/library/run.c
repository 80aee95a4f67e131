/* Runs. A debias_run holds the ensemble with what its configuration points to. */
#include "engine/machine/parallel.h"
#include "engine/run/ensemble.h"
#include "library/hooks.h"
#include "library/option.h"
#include "library/own.h"
#include "library/run_options.h"
#include "library/watch.h"

#include <stdlib.h>
#include <string.h>

struct debias_run {
    own_view problem;
    library_run_options options;
    library_watch watch;
    library_hooks hooks;
    double *x0; /* row */
    run_config config;
    ensemble *ensemble;
};

/* Whether there is one start for all, or one for each replicate. */
static int check_start(const debias_run *r, const arg *x0, debias_error *error)
{
    size_t d = r->options.by.estimator.problem->d, reps = r->config.replicates;
    bool fits = (x0->cols == 1 && x0->rows == d) || (x0->rows == reps && x0->cols == d);
    if (!fits && x0->cols > 1)
        return library_fail(error,
                            "option 'x0': expected a %zux%zu mat (a row per replicate), got a "
                            "%zux%zu mat",
                            reps, d, x0->rows, x0->cols);
    if (!fits)
        return library_fail(error, "option 'x0': expected a vec of length %zu, got length %zu", d,
                            x0->rows);
    return library_check_finite("x0", x0->data, x0->rows * x0->cols, error);
}

static int start_at(debias_run *r, const arg *x0, debias_error *error)
{
    const problem *p = r->options.by.estimator.problem;
    size_t d = p->d;
    if (x0->given && check_start(r, x0, error) < 0)
        return -1;
    const double *from = x0->given ? x0->data : p->start;
    size_t starts = x0->given ? x0->rows * x0->cols / d : 1;
    r->x0 = library_block(starts * p->ld * sizeof *r->x0);
    if (!r->x0)
        return library_fail_status(error, STATUS_NO_MEMORY);
    for (size_t k = 0; k < starts; k++)
        memcpy(r->x0 + k * p->ld, from + k * d, d * sizeof *from);
    r->config.x0 = r->x0;
    r->config.x0_stride = starts > 1 ? p->ld : 0;
    return 0;
}

static void configure(debias_run *r, const debias_settings *s)
{
    const library_run_options *o = &r->options;
    size_t threads = (size_t)o->given[RUN_THREADS].number;
    r->config = (run_config){
        .estimator = &o->by.estimator,
        .method = o->by.algorithm.method,
        .step = o->step,
        .rule = o->rule,
        .seed = s && s->seed ? s->seed : (uint64_t)o->given[RUN_SEED].number,
        .threads = o->given[RUN_THREADS].given ? threads : parallel_processors(),
        .interrupt = r->watch.interrupt,
        .progress = r->watch.report,
    };
    run_options_set(&r->config, o->given);
    library_hooks_set(&r->hooks, &r->config);
}

/* Reads all that is given. */
static int prepare(debias_run *r, const debias_problem *p, const char *method,
                   const debias_option *options, const debias_settings *s, debias_error *error)
{
    if (debias_problem_dim(p) == 0)
        return library_fail(error, "expected a problem with an x, got one of dim 0");
    if (library_hooks_begin(&r->hooks, options, (const problem *)p, error) < 0 ||
        library_run_options_read(&r->options, p, method, &r->hooks, s, error) < 0)
        return -1;
    configure(r, s);
    return start_at(r, &r->options.given[RUN_X0], error);
}

static int run(debias_run *r, const debias_problem *p, debias_error *error)
{
    void *block = library_block(ensemble_size(&r->config));
    if (!block)
        return library_fail_status(error, STATUS_NO_MEMORY);
    r->ensemble = ensemble_init(block, &r->config);
    if (r->config.samples && r->ensemble->unit > r->config.samples)
        return library_fail(
            error, "run: option 'samples': expected at least %ju, what one step takes, got %ju",
            (uintmax_t)r->ensemble->unit, (uintmax_t)r->config.samples);
    status s = ensemble_run(r->ensemble);
    if (s >= 0)
        return 0;
    library_hooks_fail(&r->hooks, s, library_own_code(p), error);
    return s == STATUS_CALLBACK && r->hooks.refused_at ? library_fail_in("run", error) : -1;
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
    r->hooks = (library_hooks){.asked = settings ? settings->hooks : NULL,
                               .record = record,
                               .context = watch ? watch->context : NULL,
                               .run = r};
    library_watch_begin(&r->watch, watch, settings ? settings->interrupt : NULL);
    p = library_own_view(&r->problem, p);
    bool ok =
        prepare(r, p, method, options, settings, error) == 0 || library_fail_in("run", error) == 0;
    ok = ok && run(r, p, error) == 0;
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
    library_hooks_end(&r->hooks);
    library_estimator_end(&r->options.by);
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
    const problem *p = r->options.by.estimator.problem;
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
