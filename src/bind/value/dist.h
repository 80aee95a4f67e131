/* Laws as Lua values: dists, and "traced laws", pointers to a dist_type, some of whose options are
 * traced.
 * User value 1: the table of options, by place or by name. */
#pragma once

#include "engine/law/dist.h"

#include <lua.h>

/* Pushes option i of the table of options at index; nil where it is not given. */
void bind_push_option(lua_State *L, int index, const dist_type *type, size_t i);

/* Pushes one draw of the dist at 1 from the stream, a number or a vec; returns 1. */
int bind_push_draw(lua_State *L, stream *s);
