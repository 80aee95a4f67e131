/* Signals. SIGINT, SIGTERM, SIGHUP and SIGXCPU set the session's bind_interrupt, which ends engine
 * calls with what they have, and put a hook on the running Lua state. It lets the library return
 * and the user's line take what it returns (bind/delivery.h), for 45 ms of its thread at most; then
 * it raises "interrupted", and after that at every instruction, so that no pcall and no coroutine
 * can go on. */
#pragma once

#include <lua.h>
#include <signal.h>
#include <stdbool.h>

/* Installs the handlers, coroutine functions that record which state runs, and an xpcall whose
 * message handler is left out after a signal. Needs the standard libraries open in L. session: a
 * second SIGINT does not end the program. */
void interrupt_open(lua_State *L, bool session);

/* From now on the process may take so many seconds of processor time: then it ends as by SIGTERM,
 * but says why. */
void interrupt_limit(double seconds);

/* What broke the code off, in words. */
const char *interrupt_message(void);

/* Says which state runs Lua code from now on; NULL = none, a signal then only sets the flag.
 * Returns the one before. */
lua_State *interrupt_watch(lua_State *L);

/* That state. */
lua_State *interrupt_watched(void);

/* The last signal that came and has not been taken off, or 0. */
int interrupt_signal(void);

/* Takes a SIGINT off, with the hook; the others stay until the program ends. */
void interrupt_clear(lua_State *L);

/* Blocks the signals above and returns in *before the mask that lets them in again, for pselect. */
void interrupt_block(sigset_t *before);

/* Gives the terminal the modes that it had before the session; safe in a handler. */
void interrupt_restore_terminal(void);

/* Ends the program where a signal came that has not been taken off. */
void interrupt_leave(void);
