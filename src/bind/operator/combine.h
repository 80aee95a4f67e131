/* Operators as Lua values to compute with. */
#pragma once

#include <lua.h>

/* sum(operator or combination) -> "-A1 + 2 A2" */
int bind_terms_text(lua_State *L);

/* Makes the type combination, and gives both types +, -, *, /, ==; operators :terms, :scaled and
 * :of. */
void bind_open_combination(lua_State *L);
