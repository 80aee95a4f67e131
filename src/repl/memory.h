/* Limits on memory. */
#pragma once

#include <lua.h>

/* From now on Lua's values in L may take at most this many megabytes (2^20 bytes). text: how
 * the user wrote that, kept. */
void memory_limit(lua_State *L, double megabytes, const char *text);

/* The same for all that the process takes from now on, besides what its threads' stacks and its
 * libraries need. */
void memory_limit_process(double megabytes, double threads);

/* The same for each file that it writes. */
void memory_limit_files(double megabytes);

/* The sentence for memory that ran out; names the limit when there is one. */
const char *memory_message(void);
