/* What core.terms draws, for other modules. */
#pragma once

#include "engine/run/terms.h"

#include <lua.h>

/* What was drawn, of the vec at index; raises where it is none. */
terms_drawn bind_drawn(lua_State *L, int index);

/* Pushes it in numbers, as core.terms.read does. */
void bind_push_drawn(lua_State *L, const terms_summary *t);
