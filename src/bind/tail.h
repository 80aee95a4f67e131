/* What sampled estimates say about their tail. */
#ifndef DEBIAS_BIND_TAIL_H
#define DEBIAS_BIND_TAIL_H

#include "engine/law/existence.h"

#include <lua.h>

/* Sets the field `tail` (Pareto k) of the table on the top, and where it is heavy `warning`;
 * neither when k is not known (NAN). */
void bind_set_tail(lua_State *L, double k);

/* After bind_set_tail: sets mean_exists and variance_exists where the law knows them, and the
 * warning to the law's own, or to what the law leaves of the sample's. */
void bind_set_existence(lua_State *L, const existence *x, double k);

/* Gives a table of moments its text (lua/experiment/moments.lua): it is the first of n values on
 * the top, the others are the estimator and x, where there are any. */
void bind_mark_moments(lua_State *L, int n);

#endif
