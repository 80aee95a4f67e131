/* The prompt, and questions to the user while Lua code runs. */
#pragma once

#include <lua.h>

/* Makes the library read answers to its questions as the prompt reads lines. */
void repl_open(lua_State *L);

/* Reads entries and runs them until the end of input. Raises when a signal ends the program. */
void repl_session(lua_State *L);
