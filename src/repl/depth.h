/* How many calls may go on at once. */
#pragma once

#include <lua.h>

/* From now on "stack overflow" comes between 100000 and 200000 calls, where Lua's own limit, of
 * 1000000 values on the stack, does not come before it. */
void depth_limit(lua_State *L);
