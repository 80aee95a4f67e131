/* A bound on the time and memory of all that a call does. */
#pragma once

#include <lua.h>

/* limited(seconds, bytes, f, ..) -> nil and what f(..) returned, or "seconds" or "memory" where it
 * went beyond these. The time over, engine calls end as by an interrupt and Lua code by an error.
 * Within another such call it is f(..) alone, which that one bounds. */
int bind_limited(lua_State *L);

/* Start and stop watching, by a hook, Lua code that runs within a bound; only where no other hook
 * is set. */
void bind_limit_watch(lua_State *L);
void bind_limit_look_away(lua_State *L);
