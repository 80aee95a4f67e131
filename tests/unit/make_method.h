/* Methods by name with some of their options, and groups that step by them. */
#pragma once

#include "make_problem.h"

/* An option and its value; lists end with a NULL name. */
typedef struct option {
    const char *name;
    double value;
} option;

/* Gives the options that the table has; returns how many. */
static inline size_t give_options(const param *table, size_t n, arg *a, const option *o)
{
    size_t given = 0;
    default_args(table, n, a);
    for (; o->name; o++)
        if (param_find(table, n, o->name) < n) {
            set_arg(table, n, a, o->name, number(o->value));
            given++;
        }
    return given;
}

/* The estimator of a method's name; *method <- its type. Every option must have been taken. */
static inline estimator make_algorithm(const problem *p, const char *name, const extrap *op,
                                       const option *o, const method_type **method)
{
    const method_name *found = method_name_find(name, method);
    assert_non_null(found);
    estimator e = {.type = estimator_find(found->estimator), .problem = p, .op = op};
    arg a[ARGS], b[ARGS];
    size_t all = 0;
    while (o[all].name)
        all++;
    size_t given = give_options((*method)->params, (*method)->nparams, b, o);
    given += give_options(e.type->params, e.type->nparams, a, o);
    assert_int_equal(given, all);
    assert_null(e.type->configure(&e, a));
    assert_null((*method)->configure(&e, b));
    return e;
}

/* Replicates first .. first + n - 1 at the problem's start; free the block. */
static inline void make_group(group *g, const estimator *e, const method_type *method, size_t first,
                              size_t n, double step, void **block)
{
    arena memory = {0};
    group_layout(g, e, method, n, &memory);
    memory = (arena){.block = aligned_block(memory.used, block)};
    group_layout(g, e, method, n, &memory);
    group_start(g, 1, first, e->problem->start, 0);
    g->step = step;
}
