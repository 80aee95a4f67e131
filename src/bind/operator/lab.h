/* Sampled estimates. */
#pragma once

#include <lua.h>

/* Many independent estimates by the operator at 1 of the q at 2 under the dist at 3, with the
 * options at 4 (core.lab.params.sample): pushes {mean, bias, se, sd, draws, reps, controlled}; bias
 * only when the law's mean is known. */
int bind_sample(lua_State *L, const char *function);
