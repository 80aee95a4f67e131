/* Problems whose functions are called as plain Lua (lua/problem/calls.lua), in protected mode and
 * on the calling thread. */
#pragma once

#include "engine/cso/problem.h"

#include <lua.h>

/* Sets every call of the type, those of outer samples for a finite set or a sampler; exact: which
 * call gives the objective ("value": by outer sample, "objective"), or NULL. */
void calls_fill(problem_type *type, bool finite, const char *exact);

/* core.lua_problem.normals(n), uniforms(n): the next numbers of the sample that is being drawn; one
 * number for nil. */
int calls_normals(lua_State *L);
int calls_uniforms(lua_State *L);

/* core.lua_problem.law(dist): its next draw, likewise. */
int calls_law(lua_State *L);
