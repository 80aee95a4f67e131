/* What Lua code may still do after an interrupt: the library returns what it has, and the user's
 * code takes it. Two hooks ask this file at every event: that of the program's signals and the one
 * that waits for a host's. The rule stands in delivery.c. */
#pragma once

#include <lua.h>
#include <stdbool.h>

/* Where the value has come; zeros: it is still with the library. */
typedef struct delivery {
    const void *frame;    /* the call of the user's function that has it; compared alone */
    int steps;            /* instructions of it since then */
    int line;             /* the last one that it went on to */
    int slot;             /* its place for the value, from 1 on; 0: not known */
    const void *function; /* what was there before */
} delivery;

/* Puts the hook on L for all that this file wants to see. Safe in a signal handler. */
void delivery_watch(lua_State *L, lua_Hook hook);

/* The hook on L is called from time to time only, and for calls and returns. */
void delivery_rest(lua_State *L);

/* Whether what runs may go on after the event. */
bool delivery_goes_on(delivery *d, lua_State *L, lua_Debug *ar);

/* Whether the event is one of the user's code, or gives it control. */
bool delivery_reaches_user(lua_State *L, lua_Debug *ar);
