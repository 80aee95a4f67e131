/* What a run recorded, as Lua tables. */
#pragma once

#include "engine/run/trace.h"

#include <lua.h>

/* Pushes a table of the columns of means, with _lo and _hi for what is measured: lists of integers
 * for counts, else vecs. What is not known has no column. */
void bind_push_means(lua_State *L, const trace *t);

/* Pushes a table of the columns by replicate, record after record, and `rep`. */
void bind_push_by_replicate(lua_State *L, const trace *t);

/* Pushes one row of the means, name -> value. */
void bind_push_row_of_means(lua_State *L, const trace *t, size_t record);
