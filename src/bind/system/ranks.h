/* What all ranks share (engine/machine/ranks.h). */
#pragma once

#include <lua.h>

/* The text on top becomes rank 0's. */
void bind_same_text(lua_State *L);
