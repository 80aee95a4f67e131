/* Calls that take long. */
#pragma once

#include <lua.h>

/* Adds to the table on top: within(seconds, fn, ..) -> nil and what fn returns, or "late" where it
 * was broken off after so much processor time, as Ctrl-C would; it raises what fn raises before;
 * and trace, where the last error within was raised. */
void within_open(lua_State *L);
