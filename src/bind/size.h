/* What is too large for the memory that there is, is refused before it is asked for. */
#pragma once

#include <lua.h>

/* Raises when so many bytes are more than the machine has, or may be taken. options: index of the
 * table of options that ask for them, whose largest numbers the message names; 0: there is none. */
void bind_check_size(lua_State *L, const char *function, double bytes, int options);
