/* Places where memory is asked for: the calls of C that lead there, and the lines of Lua. Requests
 * at one place end alike, so that it is enough when the first one fails. */
#pragma once

#include <lauxlib.h>

/* Notes the place of request k unless it was seen before; nothing before places_begin. */
void places_note(long k);

/* begin(): from now on places are noted. */
int places_begin(lua_State *L);

/* end() -> a list: the number of the first request of each place. Places are noted no more. */
int places_end(lua_State *L);
