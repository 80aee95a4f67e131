/* Functions that refuse arguments which they would drop. */
#pragma once

#include <lua.h>

/* counted(fn, most, fail, self) -> a function that calls fn, or fail when there are more than
 * `most` arguments. self: fn is a method, whose first argument does not count and is not passed to
 * fail. A C function without upvalues is called without a further call of Lua's. */
int bind_counted(lua_State *L);
