/* Step sizes as Lua values. */
#pragma once

#include "engine/run/schedule.h"

#include <lua.h>
#include <stdbool.h>

/* The number > 0 or schedule at index in out; false when it is neither. */
bool bind_test_schedule(lua_State *L, int index, schedule *out);
