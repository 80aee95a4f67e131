/* Rules of steps read from option tables. */
#pragma once

#include "engine/rule/family.h"

#include <lua.h>

/* Sets the types that the options 'update' and 'prox' of the table at index name. Raises for names
 * that there are none of, and where an option of a type is given that is not named. */
void bind_find_rule(lua_State *L, int index, const char *function, step_rule *r);
