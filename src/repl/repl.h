/* The prompt. */
#ifndef DEBIAS_REPL_H
#define DEBIAS_REPL_H

#include <lua.h>

/* Reads entries and runs them until the end of input. Raises when a signal ends the program. */
void repl_session(lua_State *L);

#endif
