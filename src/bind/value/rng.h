/* Generators for Lua functions: what rng.new gives, and what samplers written in Lua are called
 * with. */
#pragma once

#include "engine/law/rng.h"

#include <lua.h>

/* Pushes a generator on the streams (seed, replicate, use), a stream for each kind of draw. */
void bind_push_rng(lua_State *L, uint64_t seed, uint64_t replicate, purpose use);

/* Restarts the generator at index on other streams. */
void bind_restart_rng(lua_State *L, int index, uint64_t seed, uint64_t replicate, purpose use);
