/* Weights read and written, names of operators, and operators made. */
#pragma once

#include "engine/operator/combine.h"

#include <lua.h>

/* Pushes the operator of that name and of a combination whose weights sum to 1. */
const extrap *bind_push_operator(lua_State *L, const char *function, const char *name,
                                 const combination *c);

/* Reads the number or text at index as a fraction; false when it is none. */
bool bind_test_fraction(lua_State *L, int index, fraction *f);

/* Pushes and returns "8/3"; what the weights sum to; "-A1 + 2 A2"; "(1, 3, 5)". */
const char *bind_push_fraction(lua_State *L, fraction f);
const char *bind_push_sum(lua_State *L, const combination *c);
const char *bind_push_terms(lua_State *L, const combination *c);
const char *bind_push_sizes(lua_State *L, const combination *c);

/* Pushes and returns "order 3 (1, 3, 5)" for its sizes; and "order 3", "order 3 (1, 3, 5)" or
 * "paper 3" where it is that one, else its terms, or "custom" where they are many. */
const char *bind_push_order_name(lua_State *L, const combination *c);
const char *bind_push_name(lua_State *L, const combination *c);
