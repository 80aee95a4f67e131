/* Runs. A debias_run holds the ensemble with what its configuration points to. */
#include "engine/cso/algorithm.h"
#include "engine/machine/parallel.h"
#include "engine/run/ensemble.h"
#include "library/option.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_REPS = 10, DEFAULT_RECORD = 200, MOST = 1000000 };

struct debias_run {
    algorithm algorithm;
    estimator estimator;
    debias_operator *own; /* the operator, where the caller gave none */
    double *x0;           /* row */
    run_config config;
    ensemble *ensemble;
};

const char *debias_method_name(size_t i)
{
    const method_type *method;
    const method_name *name = method_name_at(i, &method);
    return name ? name->name : NULL;
}

static int find_algorithm(algorithm *r, const char *name, debias_error *error)
{
    return algorithm_find(r, name) ? 0
                                   : library_fail_name(error, "method", name, debias_method_name);
}

static int set_operator(debias_run *r, const debias_operator *op, const arg *order,
                        debias_error *error)
{
    const algorithm *found = &r->algorithm;
    if (!found->estimator->extrapolates)
        return op ? library_fail(error, "op does not go with %s", found->name->name) : 0;
    if (op && (!found->ordered || order->given))
        return library_fail(error, found->ordered ? "order and op exclude each other"
                                                  : "op does not go with this method");
    int k = found->ordered ? found->name->order : 1;
    if (found->ordered && order->given)
        k = (int)order->number;
    if (!op)
        op = r->own = debias_operator_order(k, error);
    r->estimator.op = (const extrap *)op;
    return op ? 0 : -1;
}

static int configure(debias_run *r, const char *method, const debias_option *options,
                     const debias_operator *op, debias_error *error)
{
    arg a[ALGORITHM_PARAMS];
    if (find_algorithm(&r->algorithm, method, error) < 0 ||
        library_options(options, r->algorithm.params, r->algorithm.n, a, error) < 0)
        return -1;
    r->estimator.type = r->algorithm.estimator;
    if (set_operator(r, op, a + r->algorithm.order, error) < 0)
        return -1;
    const char *wrong = algorithm_configure(&r->algorithm, &r->estimator, a);
    return wrong ? library_fail(error, "%s", wrong) : 0;
}

static int check(const debias_settings *s, debias_error *error)
{
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

static run_config configuration(const debias_run *r, const debias_settings *s)
{
    return (run_config){
        .estimator = &r->estimator,
        .method = r->algorithm.method,
        .step = {.kind = SCHEDULE_CONSTANT, .a = s->step, .every = 1},
        .clip = s->clip,
        .samples = s->samples,
        .steps = s->steps,
        .record = s->record ? s->record : DEFAULT_RECORD,
        .seed = s->seed,
        .replicates = s->reps ? s->reps : DEFAULT_REPS,
        .threads = s->threads ? s->threads : parallel_processors(),
        .x0 = r->x0,
        .interrupt = s->interrupt ? (const atomic_int *)s->interrupt : &library_never,
    };
}

static int start_at(debias_run *r, const double *x0, debias_error *error)
{
    const problem *p = r->estimator.problem;
    r->x0 = library_block(p->ld * sizeof *x0);
    if (!r->x0)
        return library_fail_status(error, STATUS_NO_MEMORY);
    memcpy(r->x0, x0 ? x0 : p->start, p->d * sizeof *x0);
    return 0;
}

static int run(debias_run *r, debias_error *error)
{
    void *block = library_block(ensemble_size(&r->config));
    if (!block)
        return library_fail_status(error, STATUS_NO_MEMORY);
    r->ensemble = ensemble_init(block, &r->config);
    if (r->config.samples && r->ensemble->unit > r->config.samples)
        return library_fail(error, "expected at least %ju samples, what one step takes",
                            (uintmax_t)r->ensemble->unit);
    status s = ensemble_run(r->ensemble);
    return s < 0 ? library_fail_status(error, s) : 0;
}

debias_run *debias_run_new(const debias_problem *p, const char *method,
                           const debias_option *options, const debias_settings *settings,
                           debias_error *error)
{
    debias_run *r = calloc(1, sizeof *r);
    if (!r) {
        library_fail_status(error, STATUS_NO_MEMORY);
        return NULL;
    }
    r->estimator.problem = (const problem *)p;
    bool ok = check(settings, error) == 0 &&
              configure(r, method, options, settings->op, error) == 0 &&
              start_at(r, settings->x0, error) == 0;
    if (ok) {
        r->config = configuration(r, settings);
        ok = run(r, error) == 0;
    }
    if (!ok) {
        debias_run_free(r);
        return NULL;
    }
    return r;
}

void debias_run_free(debias_run *r)
{
    if (!r)
        return;
    free(r->ensemble);
    free(r->x0);
    debias_operator_free(r->own);
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

void debias_run_final(const debias_run *r, size_t replicate, double *x)
{
    const problem *p = r->estimator.problem;
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
