/* Generators for Lua functions: what rng.new gives, and what samplers written in Lua are called
 * with. */
#pragma once

#include "engine/law/rng.h"

#include <lua.h>

/* Pushes a generator on the streams (seed, replicate, use), a stream for each kind of draw. */
void bind_push_rng(lua_State *L, uint64_t seed, uint64_t replicate, purpose use);

/* Pushes one draw, or a vec of as many as the number at index asks for; returns 1. */
int bind_push_draws(lua_State *L, int index, const char *function, stream *s,
                    const double *(*draw)(stream *s, size_t n));

/* The stream of the generator at index for laws that draw from that kind: normals, or uniforms. */
stream *bind_rng_stream(lua_State *L, int index, stream_kind kind);

/* Restarts the generator at index on other streams. */
void bind_restart_rng(lua_State *L, int index, uint64_t seed, uint64_t replicate, purpose use);
