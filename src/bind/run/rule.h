/* Rules of steps read from option tables. */
#pragma once

#include "engine/rule/rule.h"

#include <lua.h>

/* Raises where the option table at index names a rule that there is none of, or gives an option of
 * a rule that it does not name. The one it names; NULL: none, or a function. */
const update_type *bind_find_update(lua_State *L, int index, const char *function);

/* The rule with its options as read. */
step_rule bind_rule(const update_type *update, const arg *a);
