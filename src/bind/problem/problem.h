/* Problems as Lua values. */
#pragma once

#include "bind/bind.h"
#include "engine/cso/problem.h"

#include <lua.h>

/* The problem at index; raises "<function>: expected a problem, got ..". */
problem *bind_problem(lua_State *L, int index, const char *function);

/* Raises unless v is a point of p: "<function>: <what> of length .., got ..", what = "expected x".
 */
void bind_check_point(lua_State *L, const char *function, const char *what, const bind_vec *v,
                      const problem *p);

/* Pushes a row (ld numbers, zero beyond d) with the point at index, a vec, list or number of d
 * numbers; nil or none = the problem's start. Raises as bind_check_point. */
double *bind_push_point(lua_State *L, int index, const char *function, const char *what,
                        const problem *p);

/* Pushes the d numbers of a row as a vec. */
void bind_push_row(lua_State *L, const problem *p, const double *row);
