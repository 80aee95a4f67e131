/* The one hook of a Lua state, for which several wait: traced functions, bounds, signals. */
#pragma once

#include <lua.h>

/* Puts a hook in the place of another (NULL = none), unless a third one is there. */
void bind_change_hook(lua_State *L, lua_Hook from, lua_Hook to, int mask, int count);
