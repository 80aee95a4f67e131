/* What a call was asked, in one number. */
#pragma once

#include <lua.h>
#include <stdint.h>

/* A digest of the values on the stack: numbers, strings, vecs, mats, and tables of them whatever
 * the order of their fields; of other values the type alone. */
uint64_t bind_digest(lua_State *L);
