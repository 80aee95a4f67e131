#include "driver.h"

#include <errno.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/system/place.h"
#include "repl/facts.h"
#include "repl/repl.h"
#include "files.h"
#include "within.h"

FILE *driver_messages;

/* Bytes that a call may take: so many for each of its input, and what the library needs anyhow. */
enum { PER_BYTE = 64, ANYHOW = 32 << 20, COLLECT = 64 };

static struct {
    size_t used, most;
    size_t refused; /* the first request beyond `most`; 0: none */
} memory;

static lua_State *L;
static size_t most_of_harness; /* 0: what the input warrants */

static void *count(void *context, void *block, size_t old, size_t new)
{
    (void)context;
    size_t before = block ? old : 0;
    if (new > before && memory.most > 0 && new - before > memory.most - memory.used) {
        memory.refused = memory.refused ? memory.refused : new;
        return NULL;
    }
    void *result = NULL;
    if (new == 0)
        free(block);
    else
        result = realloc(block, new);
    if (result || new == 0)
        memory.used += new - before;
    return result;
}

/* Lines of the library that ran: what clang's fuzzer looks at besides the code of C. */
__attribute__((section("__libfuzzer_extra_counters"))) static uint8_t lines[1 << 15];

static void note_line(lua_State *of, lua_Debug *ar)
{
    if (*bind_interrupt(of)) /* this hook stands where that of a limit would */
        luaL_error(of, "out of time");
    lua_getinfo(of, "S", ar);
    size_t place = (size_t)(uintptr_t)ar->source / 16 * 31 + (size_t)ar->currentline;
    lines[place % sizeof lines]++;
}

void driver_note_lines(void)
{
    lua_sethook(L, note_line, LUA_MASKLINE, 0);
}

static int explain(lua_State *of)
{
    luaL_traceback(of, of, luaL_tolstring(of, 1, NULL), 1);
    return 1;
}

/* Protected: loads the library as the program does, then the harness. */
static int open_all(lua_State *of)
{
    luaL_openlibs(of);
    lua_newtable(of);
    lua_setglobal(of, "arg");
    luaL_requiref(of, "debias", luaopen_debias, 0);
    bind_use(of, "prompt/strict");
    repl_open(of);
    facts_open(of, &(options){0});
    lua_newtable(of);
    files_open(of);
    within_open(of);
    lua_setfield(of, LUA_REGISTRYINDEX, "fuzz");
    lua_settop(of, 1);
    const char *path = lua_pushfstring(of, "tests/fuzz/%s.lua", lua_tostring(of, 1));
    if (luaL_loadfile(of, path) != LUA_OK)
        return lua_error(of);
    lua_call(of, 0, 1);
    lua_getfield(of, -1, "most");
    most_of_harness = (size_t)lua_tonumber(of, -1);
    bind_settings.memory = (double)most_of_harness;
    lua_getfield(of, -2, "call");
    lua_setfield(of, LUA_REGISTRYINDEX, "call");
    return 0;
}

/* Files are those of the scratch folder. */
static bool confine(void)
{
    const char *folder = getenv("TMPDIR");
    return folder && chdir(folder) == 0 && place_confine() == 0;
}

static bool fail(const char *why)
{
    fprintf(stderr, "fuzz: %s\n", why);
    return false;
}

int driver_open(const char *harness)
{
    bind_settings = (bind_defaults){.seed = 1, .threads = 1, .quiet = true};
    driver_messages = fdopen(dup(STDERR_FILENO), "w");
    L = lua_newstate(count, NULL);
    if (!L || !driver_messages || !freopen("/dev/null", "r", stdin) ||
        !freopen("/dev/null", "w", stdout))
        return fail(strerror(errno));
    lua_pushcfunction(L, explain);
    lua_pushcfunction(L, open_all);
    lua_pushstring(L, harness);
    if (lua_pcall(L, 1, 0, 1) != LUA_OK)
        return fail(lua_tostring(L, -1));
    lua_settop(L, 0);
    lua_gc(L, LUA_GCCOLLECT);
    return confine() || fail("TMPDIR: expected a folder");
}

/* Protected: (input, size). */
static int call(lua_State *of)
{
    const char *input = lua_touserdata(of, 1);
    lua_getfield(of, LUA_REGISTRYINDEX, "call");
    lua_pushlstring(of, input, (size_t)lua_tointeger(of, 2));
    lua_call(of, 1, 0);
    return 0;
}

static _Noreturn void stop(const char *why, size_t a, size_t b)
{
    fprintf(driver_messages, why, a, b);
    fflush(driver_messages);
    abort();
}

void driver_try(const void *input, size_t size)
{
    static unsigned tried;
    if (tried++ % COLLECT == 0)
        lua_gc(L, LUA_GCCOLLECT);
    memory.refused = 0;
    memory.most = memory.used + (most_of_harness ? most_of_harness : PER_BYTE * size + ANYHOW);
    lua_pushcfunction(L, explain);
    lua_pushcfunction(L, call);
    lua_pushlightuserdata(L, (void *)input);
    lua_pushinteger(L, (lua_Integer)size);
    int outcome = lua_pcall(L, 2, 0, 1);
    memory.most = 0;
    if (memory.refused && !most_of_harness)
        stop("fuzz: asked for %zu bytes for an input of %zu\n", memory.refused, size);
    if (outcome != LUA_OK) {
        fprintf(driver_messages, "fuzz: %s\n", lua_tostring(L, -1));
        fflush(driver_messages);
        if (!getenv("GO_ON"))
            stop("fuzz: an input of %zu bytes\n", size, 0);
    }
    lua_settop(L, 0);
}

void driver_close(void)
{
    lua_close(L);
}
