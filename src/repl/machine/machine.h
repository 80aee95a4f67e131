/* --machine: the prompt for programs, as help"machine mode" describes it. lua/prompt/machine.lua
 * holds the session. */
#pragma once

#include <lua.h>

/* Takes the standard descriptors, and what C reads as stdin, which asks the client from then on;
 * before anything is printed and Lua's libraries are open. Returns 0 or an errno. */
int machine_start(void);

/* Answers requests until their end. Raises when a signal ends the program. */
void machine_session(lua_State *L);
