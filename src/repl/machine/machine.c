/* What lua/prompt/machine.lua has of C: frames, protected calls, and answers for what reads stdin.
 */
#define _GNU_SOURCE /* fopencookie */
#include "repl/machine/machine.h"

#include <errno.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/progress.h"
#include "repl/call.h"
#include "repl/interrupt.h"
#include "repl/machine/frame.h"
#include "terminal/base64.h"

static const char answer_key[] = "machine answer"; /* in the registry: answer() -> a line, or nil */

/* receive(idle) -> a request; nil at the end of the input, or where a signal ends the program;
 * false and why there is none: "interrupted", "long", "cut". Where nothing runs (idle) Ctrl-C stops
 * nothing. */
static int receive(lua_State *L)
{
    static const char *const words[] = {
        [FRAME_TOO_LONG] = "long", [FRAME_CUT_OFF] = "cut", [FRAME_INTERRUPTED] = "interrupted"};
    const char *text;
    size_t n;
    frame_outcome outcome = frame_receive(&text, &n);
    if (lua_toboolean(L, 1))
        interrupt_clear(L);
    if (outcome == FRAME_END || (interrupt_signal() && interrupt_signal() != SIGINT))
        return 0;
    if (outcome == FRAME_READ) {
        lua_pushlstring(L, text, n);
        return 1;
    }
    lua_pushboolean(L, 0);
    lua_pushstring(L, words[outcome]);
    return 2;
}

/* send(json) -> whether this process is the one to send it. */
static int send(lua_State *L)
{
    size_t n;
    const char *json = luaL_checklstring(L, 1, &n);
    lua_pushboolean(L, frame_send(json, n));
    return 1;
}

/* call(f, ..) -> what went wrong in words, or nil; whether it has failed, and was interrupted; f's
 * results. */
static int call(lua_State *L)
{
    int outcome = call_explained(L, lua_gettop(L) - 1);
    bool interrupted = *bind_interrupt(L);
    if (outcome != LUA_OK) {
        lua_pushstring(L, call_message(L, outcome));
        lua_replace(L, -2);
    }
    int results = outcome ? 0 : lua_gettop(L);
    if (outcome == LUA_OK && interrupted)
        lua_pushstring(L, interrupt_message());
    else if (outcome == LUA_OK)
        lua_pushnil(L);
    lua_pushboolean(L, outcome != LUA_OK);
    lua_pushboolean(L, interrupted);
    lua_rotate(L, 1, 3);
    interrupt_clear(L);
    return results + 3;
}

/* base64(bytes) -> text */
static int base64(lua_State *L)
{
    size_t n;
    const char *data = luaL_checklstring(L, 1, &n);
    bytes out = {0};
    base64_add(&out, data, n);
    if (!out.failed)
        lua_pushlstring(L, out.n ? out.data : "", out.n);
    bool failed = out.failed; /* which bytes_free clears */
    bytes_free(&out);
    return failed ? luaL_error(L, "%s", bind_no_memory) : 1;
}

static const luaL_Reg functions[] = {
    {"receive", receive}, {"send", send}, {"call", call}, {"base64", base64}, {NULL, NULL},
};

static char *line; /* that the client has given for stdin; NULL for none */
static size_t line_size, line_used;

/* Asks for a line; returns 0, where there may still be none, or why it could not be asked for. */
static int ask(lua_State *L)
{
    if (!L)
        return 0;
    if (!lua_checkstack(L, LUA_MINSTACK))
        return ENOMEM;
    int top = lua_gettop(L), error = 0;
    lua_getfield(L, LUA_REGISTRYINDEX, answer_key);
    if (lua_isfunction(L, -1) && lua_pcall(L, 0, 1, 0) != LUA_OK)
        error = interrupt_signal() ? EINTR : ENOMEM;
    else if (lua_isstring(L, -1)) {
        const char *text = lua_tolstring(L, -1, &line_size);
        line = malloc(line_size + 1);
        if (line)
            memcpy(line, text, line_size + 1);
        error = line ? 0 : ENOMEM;
        line_used = 0;
    }
    lua_settop(L, top);
    return error;
}

/* Of stdin. */
static ssize_t read_answer(void *unused, char *to, size_t n)
{
    (void)unused;
    if (!line)
        errno = ask(interrupt_watched());
    if (!line && errno == 0 && interrupt_signal())
        errno = EINTR;
    if (!line)
        return errno ? -1 : 0;
    size_t left = line_size - line_used, taken = left < n ? left : n;
    memcpy(to, line + line_used, taken);
    line_used += taken;
    if (line_used == line_size) {
        free(line);
        line = NULL;
    }
    return (ssize_t)taken;
}

static void show_progress(const char *text)
{
    frame_send_text("progress", text);
}

int machine_start(void)
{
    FILE *answers = fopencookie(NULL, "r", (cookie_io_functions_t){.read = read_answer});
    if (!answers)
        return ENOMEM;
    stdin = answers;
    bind_progress_shown = show_progress;
    return frame_open();
}

void machine_session(lua_State *L)
{
    bind_use(L, "prompt/machine");
    luaL_newlib(L, functions);
    lua_call(L, 1, 2);
    lua_setfield(L, LUA_REGISTRYINDEX, answer_key);
    lua_call(L, 0, 0);
}
