#pragma once

#include <lua.h>
#include <stdbool.h>

/* The value at index is math.exp: this library's or Lua's own. */
bool bind_is_exp(lua_State *L, int index);
