/* What a function does with traced values that they cannot answer to: == and ~= with a number, and
 * functions of Lua's own that tell values apart or hide a call. Its trace is then not the function.
 * A key that a table does not have is not seen: values alone can tell (tried.h). */
#ifndef DEBIAS_BIND_UNSEEN_H
#define DEBIAS_BIND_UNSEEN_H

#include <lua.h>
#include <stdbool.h>

/* What has been seen during one trace. */
typedef struct unseen {
    struct unseen *outer; /* traces nest */
    bool watches, places; /* it has a hook; which asks at every instruction */
    char why[200];        /* "" while there is nothing */
} unseen;

/* Watches every Lua function that runs on this thread until unseen_end. */
void unseen_begin(lua_State *L, unseen *u);
/* Ends it; returns u->why, or NULL where the trace has everything. */
const char *unseen_end(lua_State *L, unseen *u);

/* Finds Lua's own functions, before anything takes them away. */
void unseen_open(lua_State *L);

#endif
