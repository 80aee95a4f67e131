/* How long calls look at the interrupt. */
#pragma once

#include <lua.h>

/* Raises "interrupted" after a signal. */
void stock_look(lua_State *L);
