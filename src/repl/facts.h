/* What doctor() says of the prompt. */
#pragma once

#include <lua.h>

#include "repl/options.h"

/* Gives the library the facts: editor, paths of history and rc file, options. */
void facts_open(lua_State *L, const options *o);
