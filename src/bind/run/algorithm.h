/* Estimators and methods read from option tables. */
#pragma once

#include "engine/cso/estimator.h"
#include "engine/cso/method.h"
#include "engine/rule/rule.h"

#include <lua.h>

typedef struct bind_algorithm {
    estimator estimator;
    const method_type *method;
    const method_name *name;
    bool ordered;   /* takes an order or an operator */
    step_rule rule; /* where `own` has the option 'update' */
} bind_algorithm;

/* Reads the option table at index for `function`: the n parameters `own` into out, and `method` (or
 * `fallback` where it is not given; NULL = it must be), the order or operator and the options of
 * that method and its estimator into algorithm (estimator.of stays 0). Pushes two values: one that
 * keeps alive what the algorithm and out point to, and the options as read, a table name -> value.
 */
void bind_read_algorithm(lua_State *L, int index, const char *function, const char *fallback,
                         const problem *p, const param *own, size_t n, arg *out,
                         bind_algorithm *algorithm);

/* Pushes the same options and those that were left out, with what they are then; an operator that
 * was left out is one, not its name. */
void bind_push_in_force(lua_State *L, int index, const char *function, const problem *p,
                        const param *own, size_t n);

/* Pushes the list of the one parameter `method`, as bind_push_params does. */
void bind_push_method_param(lua_State *L);
