/* Places where memory is asked for: the calls of C that lead there, and the lines of Lua. Requests
 * at one place end alike, so that it is enough when the first one fails. */
#pragma once

#include <lauxlib.h>
#include <stddef.h>

/* From now on places are noted; lines are those of the state, if any, on this thread. */
void places_begin(lua_State *L);

/* Notes the place of request k unless it was seen before; nothing before places_begin. */
void places_note(long k);

/* The number of the first request of each of n places. Places are noted no more. */
const long *places_end(size_t *n);
