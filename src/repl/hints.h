/* Names that were local variables of what has run, for the message when they are missed later. */
#pragma once

#include <lua.h>

/* Those of a text; where: "an earlier entry". */
void hints_text(lua_State *L, const char *text, const char *where);

/* Those of a file of the user's, in which unknown globals are errors from now on. */
void hints_file(lua_State *L, const char *path);
