/* core.system: embedded files, errors at the caller's line, the version. */
#include "bind/bind.h"
#include "bind/callback.h"
#include "bind/modules.h"
#include "bind/system/counted.h"
#include "bind/system/limit.h"
#include "engine/machine/cpu.h"
#include "engine/machine/parallel.h"
#include "engine/machine/ranks.h"
#include "engine/text/synonym.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const embedded_file *find(const char *path)
{
    for (const embedded_file *f = embedded_files; f->path; f++)
        if (strcmp(f->path, path) == 0)
            return f;
    return NULL;
}

/* Pushes the file as a function: its compiled chunk, or its text where there is none or another
 * build of Lua wrote it. */
static int load(lua_State *L, const embedded_file *f)
{
    const char *name = lua_pushfstring(L, "=[debias]/%s", f->path);
    size_t size = (size_t)(f->chunk_end - f->chunk);
    if (f->chunk && luaL_loadbufferx(L, f->chunk, size, name, "b") == LUA_OK)
        return LUA_OK;
    return luaL_loadbufferx(L, f->start, (size_t)(f->end - f->start), name, "t");
}

/* import(path [, globals]) -> the embedded file as a function, not yet called. */
static int import(lua_State *L)
{
    const char *path = luaL_checkstring(L, 1);
    const embedded_file *f = find(path);
    if (!f)
        return bind_fail(L, NULL, "no embedded file '%s'", path);
    if (load(L, f) != LUA_OK)
        return lua_error(L);
    if (lua_istable(L, 2)) {
        lua_pushvalue(L, 2);
        lua_setupvalue(L, -2, 1);
    }
    return 1;
}

/* source(path) -> text of the embedded file, or nil. */
static int source(lua_State *L)
{
    const embedded_file *f = find(luaL_checkstring(L, 1));
    if (!f)
        return 0;
    lua_pushlstring(L, f->start, (size_t)(f->end - f->start));
    return 1;
}

/* files(prefix) -> list of the embedded paths that start with prefix, in order. */
static int files(lua_State *L)
{
    size_t length;
    const char *prefix = luaL_checklstring(L, 1, &length);
    lua_newtable(L);
    for (const embedded_file *f = embedded_files; f->path; f++) {
        if (strncmp(f->path, prefix, length) != 0)
            continue;
        lua_pushstring(L, f->path);
        lua_rawseti(L, -2, luaL_len(L, -2) + 1);
    }
    return 1;
}

/* fail(function or nil, message): raises with the position of the caller's line. */
static int fail(lua_State *L)
{
    return bind_fail(L, luaL_optstring(L, 1, NULL), "%s", luaL_checkstring(L, 2));
}

/* count(function, name, value, least): the value as a whole number of at least that. */
static int count(lua_State *L)
{
    size_t least = (size_t)luaL_checkinteger(L, 4);
    size_t n = bind_count(L, 3, luaL_checkstring(L, 1), luaL_checkstring(L, 2), least);
    lua_pushinteger(L, (lua_Integer)n);
    return 1;
}

/* wrong_choice(function, option, choices, value): raises for a value that is none of "a|b|c". */
static int wrong_choice(lua_State *L)
{
    return bind_wrong_choice(L, 4, luaL_checkstring(L, 1), luaL_checkstring(L, 2),
                             luaL_checkstring(L, 3));
}

/* article(noun) -> "a vec", "an extrap" */
static int article(lua_State *L)
{
    const char *noun = luaL_checkstring(L, 1);
    lua_pushfstring(L, "%s %s", bind_article(noun), noun);
    return 1;
}

/* describe(value) -> words for it. */
static int describe(lua_State *L)
{
    bind_describe(L, 1);
    return 1;
}

/* The name in an entry of a list of names or of a table by name, whose key and value are on top. */
static const char *name_in_entry(lua_State *L)
{
    int index = lua_type(L, -2) == LUA_TSTRING ? -2 : -1;
    return lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : NULL;
}

/* synonyms() -> {{word, what it stands for}, ..} */
static int synonyms(lua_State *L)
{
    size_t n = 0;
    const char *const(*all)[2] = synonym_all(&n);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_createtable(L, 2, 0);
        for (int k = 0; k < 2; k++) {
            lua_pushstring(L, all[i][k]);
            lua_rawseti(L, -2, k + 1);
        }
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* hint(name, names) -> ", did you mean 'x'?" with the nearest of the names, or "". names: a list of
 * them, or a table whose keys they are. */
static int hint(lua_State *L)
{
    size_t n = 0;
    for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1))
        n++;
    const char **names = lua_newuserdatauv(L, (n + 1) * sizeof *names, 0);
    const char *name = luaL_tolstring(L, 1, NULL);
    n = 0;
    for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) {
        const char *candidate = name_in_entry(L);
        if (candidate)
            names[n++] = candidate; /* the table keeps it alive */
    }
    bind_hint(L, name, names, n);
    return 1;
}

/* types([what]) -> {vec = {dot = function, ..}, ..}: the methods (or "fields") of every userdata
 * type. */
static int types(lua_State *L)
{
    const char *what = luaL_optstring(L, 1, "methods");
    lua_settop(L, 1);
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, LUA_REGISTRYINDEX); lua_pop(L, 1)) {
        const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
        if (strncmp(name, "debias.", 7) == 0) {
            lua_getfield(L, -1, what);
            lua_setfield(L, 2, name + 7);
        }
    }
    return 1;
}

/* printer(type, f): tostring of a value of the type calls f. */
static int printer(lua_State *L)
{
    luaL_getmetatable(L, lua_pushfstring(L, "debias.%s", luaL_checkstring(L, 1)));
    lua_pushvalue(L, 2);
    lua_setfield(L, -2, "__tostring");
    return 0;
}

/* seconds() -> time that only grows, the same for all ranks. */
static int seconds(lua_State *L)
{
    lua_pushnumber(L, ranks_seconds());
    return 1;
}

static double of_timeval(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* processor() -> seconds of processor time of all threads, and of processes that have ended. */
static int processor(lua_State *L)
{
    static const int whose[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        struct rusage used;
        if (getrusage(whose[i], &used) == 0)
            sum += of_timeval(used.ru_utime) + of_timeval(used.ru_stime);
    }
    lua_pushnumber(L, sum);
    return 1;
}

/* interrupted([where]) -> whether something was broken off; the words are added to its message. */
static int interrupted(lua_State *L)
{
    const char *where = luaL_optstring(L, 1, NULL);
    if (*bind_interrupt(L) && where)
        snprintf(bind_broken_off, sizeof bind_broken_off, "%s", where);
    lua_pushboolean(L, *bind_interrupt(L) != 0);
    return 1;
}

/* at_most_threads(n) -> of n threads those that a call gets. */
static int at_most_threads(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)bind_at_most_threads((size_t)luaL_checkinteger(L, 1)));
    return 1;
}

/* saving(f, ..): pcall, which no interrupt breaks off. */
static int saving(lua_State *L)
{
    bind_saving++;
    bool done = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0) == LUA_OK;
    bind_saving--;
    lua_pushboolean(L, done);
    lua_insert(L, 1);
    return lua_gettop(L);
}

static int kind(lua_State *L)
{
    lua_pushstring(L, bind_type(L, 1));
    return 1;
}

/* can_ask() -> whether somebody reads standard output and can answer at standard input. */
static int can_ask(lua_State *L)
{
    lua_pushboolean(L, isatty(STDIN_FILENO) && isatty(STDOUT_FILENO));
    return 1;
}

/* note(message) */
static int note(lua_State *L)
{
    bind_note(luaL_checkstring(L, 1));
    return 0;
}

static void set_seed(lua_State *L, double seed)
{
    bind_settings.seed = seed;
    lua_pushinteger(L, (lua_Integer)seed);
    lua_setfield(L, lua_upvalueindex(1), "seed");
}

/* with_seed(seed, f, ..): calls f with another seed as the default of all draws. */
static int with_seed(lua_State *L)
{
    double before = bind_settings.seed;
    set_seed(L, luaL_checknumber(L, 1));
    int outcome = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0);
    set_seed(L, before);
    return outcome == LUA_OK ? lua_gettop(L) - 1 : lua_error(L);
}

static const luaL_Reg functions[] = {
    {"import", import},
    {"source", source},
    {"files", files},
    {"fail", fail},
    {"describe", describe},
    {"article", article},
    {"wrong_choice", wrong_choice},
    {"hint", hint},
    {"synonyms", synonyms},
    {"types", types},
    {"interrupted", interrupted},
    {"saving", saving},
    {"at_most_threads", at_most_threads},
    {"kind", kind},
    {"note", note},
    {"count", count},
    {"can_ask", can_ask},
    {"seconds", seconds},
    {"processor", processor},
    {"printer", printer},
    {"limited", bind_limited},
    {"counted", bind_counted},
    {NULL, NULL},
};

/* The settings as fields of the table on the top of the stack. */
static void push_settings(lua_State *L)
{
    bind_set_integer(L, "threads", (lua_Integer)bind_threads(NULL));
    bind_set_integer(L, "seed", (lua_Integer)bind_settings.seed);
    bind_set_flag(L, "quiet", bind_settings.quiet);
}

int bind_open_system(lua_State *L)
{
    luaL_newlib(L, functions);
    bind_set_text(L, "version", DEBIAS_VERSION);
    bind_set_text(L, "cpu", cpu_name());
    push_settings(L);
    lua_pushvalue(L, -1);
    lua_pushcclosure(L, with_seed, 1);
    lua_setfield(L, -2, "with_seed");
    return 1;
}
