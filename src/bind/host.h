/* A host of the module ends what a Lua state runs by a hook on its main state for every
 * instruction, as stock Lua's handler of Ctrl-C does. The engine call then returns what it has; the
 * hook waits until the library has returned that and the user's line that gets it has ended
 * (bind/delivery.h). */
#pragma once

#include <lua.h>
#include <stdatomic.h>
#include <stdbool.h>

/* One engine call. */
typedef struct bind_host {
    lua_State *main;
    lua_Hook before;       /* its hook when the call began */
    bool asked;            /* whether the host has asked to stop, */
    atomic_int *interrupt; /* which is set then */
} bind_host;

/* The call begins. */
void bind_host_watch(lua_State *L, bind_host *h);

/* Looks whether the host asks. */
void bind_host_heed(bind_host *h);

/* The call has ended. */
void bind_host_leave(lua_State *L, bind_host *h);
