/* Calls of the user's code: protected, interruptible, with errors reported on stderr. */
#pragma once

#include <lua.h>

/* Calls the function below the n arguments on the stack and leaves all its results in their place;
 * on an error leaves nothing, prints "debias: MESSAGE" on stderr, and below it, when the error came
 * from inside a function of the user's, the traceback without the library's own lines. */
int call_reported(lua_State *L, int n);

/* The same, but says nothing: an error leaves its words. */
int call_explained(lua_State *L, int n);

/* The words that it has left on the top of the stack, or those for memory that ran out. */
const char *call_message(lua_State *L, int outcome);

/* Pops the message on the top of the stack and prints it like call_reported. status: of the call
 * that failed. */
void call_report(lua_State *L, int outcome);
