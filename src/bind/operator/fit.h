/* Operators by least squares. */
#pragma once

#include <lua.h>

/* fit(sizes, powers, disjoint) -> an operator; sizes and powers are vecs. */
int bind_fit(lua_State *L);
