/* What doctor() says of the prompt. */
#ifndef DEBIAS_FACTS_H
#define DEBIAS_FACTS_H

#include <lua.h>

#include "repl/options.h"

/* Gives the library the facts: editor, paths of history and rc file, options. */
void facts_open(lua_State *L, const options *o);

#endif
