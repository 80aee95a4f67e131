/* What sampled estimates say about their tail. */
#pragma once

#include "engine/law/existence.h"

#include <lua.h>

/* Sets the field `tail` (Pareto k) of the table on the top, and where it is heavy `warning`;
 * neither when k is not known (NAN). */
void bind_set_tail(lua_State *L, double k);

/* After bind_set_tail: sets mean_exists and variance_exists where the law knows them, and the
 * warning to the law's own, or to what the law leaves of the sample's. */
void bind_set_existence(lua_State *L, const existence *x, double k);
