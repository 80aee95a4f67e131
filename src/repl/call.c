/* A traceback shows the user's frames alone, and only where there are several. */
#include "repl/call.h"

#include <errno.h>
#include <lauxlib.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/machine/ranks.h"
#include "repl/interrupt.h"
#include "repl/memory.h"
#include "terminal/ink.h"
#include "terminal/output.h"
#include "terminal/wrap.h"

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* Adds the lines of the traceback that are the user's, when the error is not in the outermost one,
 * whose line the message gives anyway. The entry ends at the prompt: beyond may be another one,
 * which called a lesson. */
static void add_traceback(luaL_Buffer *b, const char *traceback)
{
    size_t before = luaL_bufflen(b);
    int frames = 0;
    luaL_addstring(b, "\nstack traceback:");
    for (const char *line = traceback; (line = strchr(line, '\n')) != NULL; line++) {
        size_t n = strcspn(line + 1, "\n") + 1;
        if (starts_with(line, "\n\t[debias]/lua/prompt/evaluate.lua"))
            break;
        bool tail = starts_with(line, "\n\t(...tail calls");
        if (starts_with(line, "\n\t[debias]") || starts_with(line, "\n\t[C]"))
            continue;
        luaL_addlstring(b, line, n);
        frames += !tail;
    }
    if (frames < 2)
        luaL_buffsub(b, luaL_bufflen(b) - before);
}

/* What an error says when something was broken off: where that hit says nothing, nor does a call of
 * the system that it broke off, nor "interrupted" when the time is up. */
static const char *without_break(const char *message)
{
    static const char word[] = "interrupted";
    size_t n = strlen(message), own = sizeof word - 1;
    bool is_word = n >= own && strcmp(message + n - own, word) == 0;
    bool is_late = is_word && interrupt_signal() == SIGXCPU;
    return is_late || strstr(message, strerror(EINTR)) ? interrupt_message() : message;
}

/* Message handler: any error value -> text, with the traceback. */
static int explain(lua_State *L)
{
    luaL_Buffer b;
    const char *message = lua_tostring(L, 1);
    if (!message && luaL_callmeta(L, 1, "__tostring") && lua_type(L, -1) == LUA_TSTRING)
        message = lua_tostring(L, -1);
    if (!message)
        message = lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
    if (interrupt_signal()) {
        lua_pushstring(L, without_break(message));
        return 1;
    }
    luaL_traceback(L, L, NULL, 1);
    const char *traceback = lua_tostring(L, -1);
    luaL_buffinit(L, &b);
    luaL_addstring(&b, message);
    add_traceback(&b, traceback);
    luaL_pushresult(&b);
    return 1;
}

static void say(const char *message)
{
    static const char name[] = "debias: ";
    fprintf(stderr, "%s%.7s%s ", ink_on(INK_ERROR, STDERR_FILENO), name, ink_off(STDERR_FILENO));
    wrap_write(stderr, message, sizeof name - 1);
    fputc('\n', stderr);
}

const char *call_message(lua_State *L, int outcome)
{
    const char *message = outcome == LUA_ERRMEM ? memory_message() : lua_tostring(L, -1);
    return message ? message : "(error object is not a string)";
}

void call_report(lua_State *L, int outcome)
{
    const char *message = call_message(L, outcome);
    output_flush();
    ranks_say_failure(message);
    say(message);
    lua_pop(L, 1);
}

int call_explained(lua_State *L, int n)
{
    int base = lua_gettop(L) - n;
    lua_pushcfunction(L, explain);
    lua_insert(L, base);
    lua_State *before = interrupt_watch(L); /* that of the entry whose call asks for this one */
    int outcome = lua_pcall(L, n, LUA_MULTRET, base);
    interrupt_watch(before);
    lua_remove(L, base);
    return outcome;
}

int call_reported(lua_State *L, int n)
{
    int outcome = call_explained(L, n);
    if (outcome != LUA_OK)
        call_report(L, outcome);
    else if (interrupt_signal())
        say(interrupt_message());
    return outcome;
}
