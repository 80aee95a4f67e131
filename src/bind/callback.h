/* Functions of the user that the engine calls. They run in protected mode, because the engine must
 * be left in order; their error waits until the engine has returned STATUS_CALLBACK and bind_check
 * rethrows it. */
#pragma once

#include "engine/machine/status.h"

#include <lua.h>

/* Runs body(L, job), which may raise and finds the value at index as its only value, at 1.
 * STATUS_OK, or STATUS_CALLBACK with the error put aside. Leaves the stack as it was. */
status bind_protect(lua_State *L, int index, void (*body)(lua_State *L, void *job), void *job);

/* lua_pcall, whose message then gives the lines of the user's frames in the function. */
int bind_pcall(lua_State *L, int n, int results);

/* How many bodies run now on this thread: above 0, Lua code runs inside an engine call. */
extern _Thread_local int bind_callbacks;

/* What is saved while this is above 0 is saved whole: no interrupt breaks it off. */
extern _Thread_local int bind_saving;

/* Raises the error put aside last. */
_Noreturn void bind_rethrow(lua_State *L);

/* Adds to the message put aside where it came, the text on the top, which it takes off: behind the
 * sentence, before the lines of the user's frames. What is no text stays as it is. */
void bind_place_error(lua_State *L);

/* Sets the field `failure` of the table on the top, a list of the error put aside, which is then
 * the caller's to raise. */
void bind_keep_error(lua_State *L);
