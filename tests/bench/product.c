/* The workloads on the engine. Prints `NAME nanoseconds check`, one line per workload. */
#include "work.h"

#include "engine/cso/instance.h"
#include "engine/law/rng.h"
#include "engine/run/ensemble.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS = 16 };

static void time_normals(void)
{
    static stream s;
    stream_init(&s, STREAM_NORMALS, 1, 0, PURPOSE_USER, 0);
    double sum = 0, start = seconds();
    for (size_t i = 0; i < NORMALS; i += STREAM_MOST)
        sum += *stream_normals(&s, STREAM_MOST);
    printf("normals %.4f %.4f\n", 1e9 * (seconds() - start) / NORMALS, sum * STREAM_MOST / NORMALS);
}

/* The defaults of a parameter table. */
static void set_defaults(const param *params, size_t n, arg out[OPTIONS])
{
    memset(out, 0, OPTIONS * sizeof *out);
    for (size_t i = 0; i < n; i++)
        out[i].number = params[i].fallback;
}

static void *block(size_t bytes)
{
    void *memory = aligned_alloc(ARENA_ALIGN, round_up(bytes, ARENA_ALIGN));
    return memset(memory, 0, bytes);
}

static problem *make_problem(void)
{
    const problem_type *type = problem_find("invariant_logistic");
    arg a[OPTIONS];
    set_defaults(type->params, type->nparams, a);
    a[param_find(type->params, type->nparams, "n")].number = ROWS;
    a[param_find(type->params, type->nparams, "d")].number = DIM;
    a[param_find(type->params, type->nparams, "noise_var")].number = NOISE_VAR;
    a[param_find(type->params, type->nparams, "l2")].number = L2;
    problem *p = block(problem_size(type, a));
    problem_init(p, type, a, NULL);
    return p;
}

static extrap *second_order(void)
{
    const uint32_t sizes[] = {1, 2};
    fraction weights[2];
    extrap *op = block(extrap_size(sizes, 2, false));
    extrap_richardson(sizes, 2, weights);
    extrap_init(op, "order 2", sizes, weights, 2, false);
    return op;
}

/* A method with its defaults on the problem. */
typedef struct workload {
    const char *name, *method;
    uint64_t steps;
    size_t replicates;
    double step;
} workload;

/* Seconds for a run of so many steps; *last = the mean final objective. */
static double time_run(const estimator *e, const method_type *method, const workload *w,
                       uint64_t steps, double *last)
{
    static const volatile sig_atomic_t interrupt;
    const problem *p = e->problem;
    run_config c = {.estimator = e,
                    .method = method,
                    .step = {.a = w->step},
                    .steps = steps,
                    .record = 1,
                    .seed = 1,
                    .replicates = w->replicates,
                    .threads = 1,
                    .x0 = p->start,
                    .interrupt = &interrupt};
    ensemble *all = ensemble_init(block(ensemble_size(&c)), &c);
    double start = seconds();
    ensemble_run(all);
    double spent = seconds() - start;
    *last = 0;
    for (size_t r = 0; r < w->replicates; r++)
        *last += p->type->objective(p, all->final + r * p->ld, NULL) / (double)w->replicates;
    free(all);
    return spent;
}

/* Reports are no part of the work: a run of one step, which has as many, is taken off. */
static void time_workload(const workload *w, const problem *p)
{
    const method_type *method;
    const method_name *name = method_name_find(w->method, &method);
    estimator e = {.type = estimator_find(name->estimator), .problem = p, .op = second_order()};
    arg a[OPTIONS];
    set_defaults(e.type->params, e.type->nparams, a);
    e.type->configure(&e, a);
    set_defaults(method->params, method->nparams, a);
    method->configure(&e, a);
    double last, spent = -time_run(&e, method, w, 1, &last);
    spent += time_run(&e, method, w, w->steps + 1, &last);
    printf("%s %.4f %.4f\n", w->name, 1e9 * spent / ((double)w->replicates * (double)w->steps),
           last);
}

int main(void)
{
    static const workload workloads[] = {
        {"w1", "e-bsgd", STEPS, REPLICATES, STEP},
        {"w1x10", "e-bsgd", STEPS, 10, STEP},
        {"w1x1", "e-bsgd", STEPS, 1, STEP},
        {"w3", "e-bspiderboost", W3_STEPS, W3_REPLICATES, W3_STEP},
    };
    const problem *p = make_problem();
    time_normals();
    for (size_t i = 0; i < sizeof workloads / sizeof *workloads; i++)
        time_workload(&workloads[i], p);
}
