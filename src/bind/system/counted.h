/* Functions that refuse arguments which they would drop. */
#pragma once

#include <lua.h>

/* counted(fn, limit, self) -> a function that calls fn; with more arguments than `most`, fail
 * first, which raises or lets them pass. limit() -> most, fail; it is called when arguments come.
 * self: fn is a method, whose first argument does not count and is not passed to fail. A C function
 * without upvalues is called without a further call of Lua's. */
int bind_counted(lua_State *L);
