/* Extrapolation operators as Lua values. */
#pragma once

#include "engine/operator/extrap.h"

#include <lua.h>

/* Pushes extrap.order(k): Richardson's operator with the sizes 1, 2, 4, .. 2^(k-1) and cyclic
 * windows or disjoint blocks. Raises "<function>: expected k from 1 to .." for another k. */
const extrap *bind_push_order(lua_State *L, const char *function, lua_Integer k, bool disjoint);
