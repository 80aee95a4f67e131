/* The user's rc file: Lua code that is run before a prompt opens. */
#pragma once

#include <lua.h>

/* The file's path, or NULL when there is no home directory. */
const char *rc_path(void);

/* Runs the file when it is there; errors in it are reported and stop nothing. */
void rc_run(lua_State *L);
