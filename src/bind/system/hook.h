/* A Lua state has one hook, which traced functions, bounds and signals share. */
#pragma once

#include <lua.h>

/* Puts a hook in the place of another (NULL = none), unless a third one is there. */
void bind_change_hook(lua_State *L, lua_Hook from, lua_Hook to, int mask, int count);
