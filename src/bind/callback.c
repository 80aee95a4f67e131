/* The function runs under lua_pcall; its error, with the user's frames, waits in the registry. */
#include "bind/callback.h"

#include "bind/bind.h"
#include "engine/machine/ranks.h"

#include <string.h>

enum { MOST_LINES = 20 };

_Thread_local int bind_callbacks, bind_saving;

static const char error_key; /* registry[&error_key] = the error put aside */

typedef struct task {
    void (*body)(lua_State *L, void *job);
    void *job;
} task;

static int run_task(lua_State *L)
{
    const task *t = lua_touserdata(L, 2);
    lua_settop(L, 1);
    t->body(L, t->job);
    return 0;
}

/* Calls the function at 1 with the values above it. */
static int run_function(lua_State *L)
{
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* Adds the lines of the user's frames above run_task or run_function to the message at 1, when
 * there are several, but not all of a deep recursion: the message gives the line of a single one.
 */
static int add_trace(lua_State *L)
{
    lua_Debug frame;
    int lines = 0;
    if (lua_type(L, 1) != LUA_TSTRING || strstr(lua_tostring(L, 1), "\nstack traceback:"))
        return 1;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_pushvalue(L, 1);
    lua_pushliteral(L, "\nstack traceback:");
    lua_concat(L, 2);
    for (int level = 1; lua_getstack(L, level, &frame); level++) {
        lua_getinfo(L, "Slnf", &frame);
        lua_CFunction f = lua_tocfunction(L, -1);
        lua_pop(L, 1);
        if (f == run_task || f == run_function)
            break;
        if (lines == MOST_LINES) {
            lua_pushliteral(L, "\n\t...");
            lua_concat(L, 2);
            break;
        }
        if (frame.currentline <= 0 || bind_is_library(&frame))
            continue;
        lua_pushfstring(L, "\n\t%s:%d: in function '%s'", frame.short_src, frame.currentline,
                        frame.name ? frame.name : "?");
        lua_concat(L, 2);
        lines++;
    }
    lua_pushvalue(L, lines > 1 ? -1 : 1);
    return 1;
}

status bind_protect(lua_State *L, int index, void (*body)(lua_State *L, void *job), void *job)
{
    task t = {body, job};
    if (!lua_checkstack(L, 5))
        return STATUS_NO_MEMORY;
    index = lua_absindex(L, index);
    lua_pushcfunction(L, add_trace);
    lua_pushcfunction(L, run_task);
    lua_pushvalue(L, index);
    lua_pushlightuserdata(L, &t);
    bind_callbacks++;
    bool failed = lua_pcall(L, 2, 0, -4) != LUA_OK;
    bind_callbacks--;
    if (failed && ranks_are_joined()) {
        ranks_say_failure(luaL_tolstring(L, -1, NULL));
        lua_pop(L, 1);
    }
    if (failed)
        lua_rawsetp(L, LUA_REGISTRYINDEX, &error_key);
    lua_pop(L, 1);
    return failed ? STATUS_CALLBACK : STATUS_OK;
}

int bind_pcall(lua_State *L, int n, int results)
{
    int base = lua_gettop(L) - n;
    lua_pushcfunction(L, add_trace);
    lua_insert(L, base);
    lua_pushcfunction(L, run_function);
    lua_insert(L, base + 1);
    int failed = lua_pcall(L, n + 1, results, base);
    lua_remove(L, base);
    return failed;
}

/* Pushes the error put aside, which is so no more. All ranks push the same text. */
static void push_error(lua_State *L)
{
    if (ranks_size() > 1)
        lua_pushstring(L, ranks_failure());
    else
        lua_rawgetp(L, LUA_REGISTRYINDEX, &error_key);
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &error_key);
}

_Noreturn void bind_rethrow(lua_State *L)
{
    push_error(L);
    lua_error(L);
    __builtin_unreachable();
}

void bind_place_error(lua_State *L)
{
    int top = lua_gettop(L) - 1;
    const char *place = lua_tostring(L, -1);
    push_error(L);
    if (lua_type(L, -1) == LUA_TSTRING) {
        const char *text = lua_tostring(L, -1), *frames = strstr(text, "\nstack traceback:");
        lua_pushlstring(L, text, frames ? (size_t)(frames - text) : strlen(text));
        ranks_say_failure(
            lua_pushfstring(L, "%s (%s)%s", lua_tostring(L, -1), place, frames ? frames : ""));
    }
    lua_rawsetp(L, LUA_REGISTRYINDEX, &error_key);
    lua_settop(L, top);
}

void bind_keep_error(lua_State *L)
{
    lua_createtable(L, 1, 0);
    push_error(L);
    lua_rawseti(L, -2, 1);
    lua_setfield(L, -2, "failure");
}
