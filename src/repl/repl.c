/* lua/prompt/prompt.lua holds the session; this file gives it lines, protected calls and the
 * history. */
#include "repl/repl.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"
#include "bind/modules.h"
#include "repl/call.h"
#include "repl/interrupt.h"
#include "repl/key.h"
#include "repl/line.h"

enum { COMPLETER = 2 }; /* where read and ask have their second argument */

/* Copies the list of words at index into *out, as far as memory goes. */
static void copy_words(lua_State *L, int index, matches *out)
{
    size_t n = lua_rawlen(L, index);
    out->words = n ? calloc(n, sizeof *out->words) : NULL;
    for (size_t i = 0; out->words && i < n; i++) {
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        out->words[i] = lua_type(L, -1) == LUA_TSTRING ? strdup(lua_tostring(L, -1)) : NULL;
        lua_pop(L, 1);
        if (!out->words[i])
            return;
        out->n = i + 1;
    }
}

/* Asks the function complete(text) -> where the word begins (from 1 on), words, what follows
 * one, whether they are files; an error in it leaves nothing to choose from. */
static void complete(void *data, const char *text, size_t length, matches *out)
{
    lua_State *L = data;
    int top = lua_gettop(L);
    lua_pushvalue(L, COMPLETER);
    lua_pushlstring(L, text, length);
    if (lua_pcall(L, 1, 4, 0) == LUA_OK && lua_istable(L, top + 2)) {
        const char *after = lua_tostring(L, top + 3);
        out->start = (size_t)lua_tointeger(L, top + 1) - 1;
        out->after = after ? *after : '\0';
        out->files = lua_toboolean(L, top + 4);
        copy_words(L, top + 2, out);
    }
    lua_settop(L, top);
}

/* Reads a line at the prompt at index 1; the Tab key asks the function at COMPLETER, if any. */
static line_outcome read_line(lua_State *L, char **text, size_t *length)
{
    lua_settop(L, COMPLETER);
    if (lua_isfunction(L, COMPLETER))
        line_complete_with(complete, L);
    line_outcome outcome = line_read(luaL_checkstring(L, 1), text, length);
    line_complete_with(NULL, NULL);
    return outcome;
}

/* read(prompt, complete) -> text; false when the line was cleared; nil at the end of input, or when
 * a signal ends the program. */
static int read(lua_State *L)
{
    char *text;
    size_t length;
    line_outcome outcome = read_line(L, &text, &length);
    if (outcome == LINE_CLEARED) /* a signal that comes after a line stops what the line runs */
        interrupt_clear(L);
    if (outcome == LINE_END || (interrupt_signal() && interrupt_signal() != SIGINT))
        return 0;
    if (outcome == LINE_CLEARED) {
        lua_pushboolean(L, 0);
        return 1;
    }
    lua_pushlstring(L, text, length); /* on a memory error the text leaks and the session ends */
    free(text);
    return 1;
}

/* call(f, ..) -> true and f's results, or false after an error, which is reported, and whether that
 * was an interrupt. */
static int call(lua_State *L)
{
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    int failed = call_reported(L, lua_gettop(L) - 2);
    bool interrupted = *bind_interrupt(L);
    interrupt_clear(L);
    if (!failed)
        return lua_gettop(L);
    lua_pushboolean(L, 0);
    lua_pushboolean(L, interrupted);
    return 2;
}

static int remember(lua_State *L)
{
    line_remember(luaL_checkstring(L, 1));
    return 0;
}

/* key() -> the bytes of a key, which is not shown; nil at the end of input and after a signal,
 * where Ctrl-C then stops nothing else. */
static int key(lua_State *L)
{
    char text[KEY_ROOM];
    size_t n = key_read(text);
    if (n == 0) {
        interrupt_clear(L);
        return 0;
    }
    lua_pushlstring(L, text, n);
    return 1;
}

/* typed_ahead() -> whether something waits to be read. */
static int typed_ahead(lua_State *L)
{
    lua_pushboolean(L, key_waits(0));
    return 1;
}

static const luaL_Reg functions[] = {
    {"read", read}, {"key", key},           {"typed_ahead", typed_ahead},
    {"call", call}, {"remember", remember}, {NULL, NULL},
};

/* ask(prompt [, complete]) -> text; nil at the end of input, and after a signal, which then stops
 * what runs. */
static int ask(lua_State *L)
{
    char *text;
    size_t length;
    if (read_line(L, &text, &length) != LINE_READ)
        return 0;
    lua_pushlstring(L, text, length); /* on a memory error the text leaks */
    free(text);
    return 1;
}

void repl_open(lua_State *L)
{
    bind_use(L, "course/question");
    lua_pushcfunction(L, ask);
    lua_setfield(L, -2, "read");
    lua_pop(L, 1);
}

void repl_session(lua_State *L)
{
    bind_use(L, "prompt/prompt");
    luaL_newlib(L, functions);
    line_open();
    int failed = lua_pcall(L, 1, 0, 0);
    line_close();
    if (failed)
        lua_error(L);
}
