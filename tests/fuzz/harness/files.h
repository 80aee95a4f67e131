/* The readers of files that the prompt alone uses, as functions of Lua for harnesses. */
#pragma once

#include <lua.h>

/* Adds to the table on top: history() and, where the line editor is readline, inputrc(path). */
void files_open(lua_State *L);
