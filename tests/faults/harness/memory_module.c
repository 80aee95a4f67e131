/* The Lua module by which a test says when memory runs out. */
#define _GNU_SOURCE
#include "copies.h"
#include "crash.h"
#include "memory.h"
#include "places.h"

#include <dlfcn.h>
#include <unistd.h>

/* begin(k, all): from now on requests are counted; number k fails, with `all` those after it. */
static int lua_begin(lua_State *L)
{
    alarm(600); /* names a try that hangs before tests/run gives the file up, after 900 s */
    memory_begin((long)luaL_checkinteger(L, 1), lua_toboolean(L, 2));
    return 0;
}

/* find_places(): from now on it is noted which request is the first of its place. */
static int lua_find_places(lua_State *L)
{
    places_begin(L);
    return 0;
}

/* places() -> their numbers. */
static int lua_places(lua_State *L)
{
    size_t n;
    const long *first_of = places_end(&n);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_pushinteger(L, first_of[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* stop() -> how many requests there were; none fails any more. */
static int lua_stop(lua_State *L)
{
    lua_pushinteger(L, memory_stop());
    return 1;
}

/* excuse() -> the exit code of a try that need not succeed; nil: it must. */
static int lua_excuse(lua_State *L)
{
    if (!crash_is_excused())
        return 0;
    lua_pushinteger(L, CRASH_EXCUSED);
    return 1;
}

/* asker() -> the library whose request failed, "" for the program, and where in it, for addr2line;
 * nil: none did. */
static int lua_asker(lua_State *L)
{
    Dl_info found = {0};
    void *asker = memory_asker();
    if (!asker)
        return 0;
    dladdr(asker, &found);
    lua_pushstring(L, memory_library(asker));
    lua_pushfstring(L, "%p", (void *)((char *)asker - (size_t)found.dli_fbase));
    return 2;
}

static const luaL_Reg functions[] = {
    {"begin", lua_begin},   {"stop", lua_stop},
    {"excuse", lua_excuse}, {"asker", lua_asker},
    {"places", lua_places}, {"find_places", lua_find_places},
    {NULL, NULL},
};

int luaopen_memory(lua_State *L)
{
    luaL_newlib(L, functions);
    luaL_setfuncs(L, copies_functions, 0);
    return 1;
}
