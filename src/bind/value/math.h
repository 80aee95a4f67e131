#ifndef DEBIAS_BIND_MATH_H
#define DEBIAS_BIND_MATH_H

#include <lua.h>
#include <stdbool.h>

/* The value at index is math.exp: this library's or Lua's own. */
bool bind_is_exp(lua_State *L, int index);

#endif
