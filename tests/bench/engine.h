/* Problems, operators and runs on the engine for the programs that time it; memory is given back
 * when they end. */
#pragma once

#include "work.h"

#include "engine/cso/instance.h"
#include "engine/law/rng.h"
#include "engine/run/ensemble.h"

enum { OPTIONS = 16 };

/* An option and its value; lists end with a NULL name, and may be NULL. */
typedef struct setting {
    const char *name;
    double value;
} setting;

static inline void *block(size_t bytes)
{
    void *memory = aligned_alloc(ARENA_ALIGN, round_up(bytes, ARENA_ALIGN));
    return memset(memory, 0, bytes);
}

/* The settings that the table has, and its defaults. */
static inline void give(const param *params, size_t n, const setting *s, arg out[OPTIONS])
{
    memset(out, 0, OPTIONS * sizeof *out);
    for (size_t i = 0; i < n; i++)
        out[i].number = params[i].fallback;
    for (; s && s->name; s++) {
        size_t i = param_find(params, n, s->name);
        if (i < n)
            out[i] = (arg){.given = true, .number = s->value};
    }
}

static inline problem *make_problem(const problem_type *type, const setting *s)
{
    arg a[OPTIONS];
    give(type->params, type->nparams, s, a);
    problem *p = block(problem_size(type, a));
    problem_init(p, type, a, NULL);
    return p;
}

/* Richardson's operator of order k with sizes 1, 2, 4, .. */
static inline extrap *make_order(size_t k)
{
    uint32_t sizes[EXTRAP_TERMS];
    fraction weights[EXTRAP_TERMS];
    for (size_t j = 0; j < k; j++)
        sizes[j] = 1u << j;
    extrap *op = block(extrap_size(sizes, k, false));
    extrap_richardson(sizes, k, weights);
    extrap_init(op, "order", sizes, weights, k, false);
    return op;
}

/* A method by its name with these settings. */
typedef struct algorithm {
    estimator estimator;
    const method_type *method;
} algorithm;

static inline algorithm make_algorithm(const problem *p, const char *name, const extrap *op,
                                       const setting *s)
{
    algorithm made;
    const method_name *found = method_name_find(name, &made.method);
    made.estimator = (estimator){.type = estimator_find(found->estimator), .problem = p, .op = op};
    arg a[OPTIONS];
    give(made.estimator.type->params, made.estimator.type->nparams, s, a);
    made.estimator.type->configure(&made.estimator, a);
    give(made.method->params, made.method->nparams, s, a);
    made.method->configure(&made.estimator, a);
    return made;
}

/* Seconds for a run of so many steps on one thread; *last <- the mean final objective, unless NULL.
 */
static inline double time_run(const algorithm *a, size_t replicates, double step, size_t steps,
                              double *last)
{
    static const atomic_int interrupt;
    const problem *p = a->estimator.problem;
    run_config c = {.estimator = &a->estimator,
                    .method = a->method,
                    .step = {.a = step},
                    .steps = steps,
                    .record = 1,
                    .seed = 1,
                    .replicates = replicates,
                    .threads = 1,
                    .x0 = p->start,
                    .interrupt = &interrupt};
    ensemble *all = ensemble_init(block(ensemble_size(&c)), &c);
    double start = seconds();
    ensemble_run(all);
    double spent = seconds() - start;
    if (last)
        *last = 0;
    for (size_t r = 0; last && r < replicates; r++)
        *last += p->type->objective(p, all->final + r * p->ld, NULL) / (double)replicates;
    free(all);
    return spent;
}

/* Says what a step of a replicate takes. Reports are no part of it: a run of one step, which has as
 * many, is taken off. */
static inline void time_steps(const char *name, const algorithm *a, size_t replicates, double step,
                              size_t steps)
{
    double last, spent = -time_run(a, replicates, step, 1, &last);
    spent += time_run(a, replicates, step, steps + 1, &last);
    say(name, spent, (double)replicates * (double)steps, last);
}
