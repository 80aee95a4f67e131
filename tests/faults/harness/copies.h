/* Copies of the process, each of which makes a try. */
#pragma once

#include <lauxlib.h>

/* fork, wait, leave, limit, printing */
extern const luaL_Reg copies_functions[];
