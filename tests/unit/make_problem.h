/* Problems and estimators for the tests, in memory of their own (free the block). */
#pragma once

#include "engine/cso/estimator.h"
#include "engine/cso/instance.h"
#include "engine/cso/method.h"
#include "make.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { ARGS = 16 };

/* Default arguments of a parameter table. */
static inline void default_args(const param *table, size_t n, arg a[ARGS])
{
    assert_true(n <= ARGS);
    for (size_t i = 0; i < n; i++)
        a[i] = (arg){.number = table[i].fallback};
}

/* Gives the option `name` a value. */
static inline void set_arg(const param *table, size_t n, arg *a, const char *name, arg value)
{
    size_t i = param_find(table, n, name);
    assert_true(i < n);
    a[i] = value;
}

static inline void *aligned_block(size_t bytes, void **block)
{
    *block = calloc(1, bytes + ARENA_ALIGN);
    assert_non_null(*block);
    return arena_align(*block);
}

static inline problem *make_problem(const char *name, const arg *a, void **block)
{
    const problem_type *type = problem_find(name);
    problem *p = aligned_block(problem_size(type, a), block);
    assert_int_equal(problem_init(p, type, a, NULL), STATUS_OK);
    return p;
}

static inline problem *make_logistic(size_t n, size_t d, double noise_var, double l2, void **block)
{
    const problem_type *type = problem_find("invariant_logistic");
    arg a[ARGS];
    default_args(type->params, type->nparams, a);
    set_arg(type->params, type->nparams, a, "n", number((double)n));
    set_arg(type->params, type->nparams, a, "d", number((double)d));
    set_arg(type->params, type->nparams, a, "noise_var", number(noise_var));
    set_arg(type->params, type->nparams, a, "l2", number(l2));
    return make_problem(type->name, a, block);
}

/* Row i of a column of the problem's data. */
static inline const double *data_row(const problem *p, const char *name, size_t i)
{
    problem_column columns[PROBLEM_COLUMNS];
    size_t n = p->type->data(p, columns), k = 0;
    while (k < n && strcmp(columns[k].name, name) != 0)
        k++;
    assert_true(k < n);
    return columns[k].data + i * columns[k].stride;
}

static inline double label_of(const problem *p, size_t i)
{
    return *data_row(p, "b", i);
}

/* An extrapolated estimate for the method sgd, with batches of B. */
static inline estimator make_estimator(const problem *p, const extrap *op, size_t m, bool share,
                                       size_t B)
{
    estimator e = {.type = estimator_find("extrapolated"), .problem = p, .op = op};
    const method_type *method = method_find("sgd");
    arg a[ARGS], b[ARGS];
    default_args(e.type->params, e.type->nparams, a);
    default_args(method->params, method->nparams, b);
    set_arg(e.type->params, e.type->nparams, a, "m", number((double)m));
    set_arg(e.type->params, e.type->nparams, a, "share", number(share));
    set_arg(method->params, method->nparams, b, "B", number((double)B));
    assert_null(e.type->configure(&e, a));
    assert_null(method->configure(&e, b));
    return e;
}
