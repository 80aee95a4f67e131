/* A hook sees every call, and every instruction of a Lua function with its operands before it runs
 * (bytecode.h). The library's own code, which knows traced values, is left alone. */
#include "bind/traced/unseen.h"

#include "bind/system/hook.h"
#include "bind/system/limit.h"
#include "bind/traced/bytecode.h"
#include "bind/traced/traced.h"

#include <math.h>
#include <stdio.h>

static _Thread_local unseen *innermost;

typedef enum watch {
    COMPARED, /* its two arguments */
    KEYED,    /* a table and its key */
    TYPED,    /* its first argument, a number, whose type it returns */
    GIVEN,    /* any traced argument, which has another text or is not found */
    CALLED,   /* in any way: it hides an error, code from the hook, or the hook itself */
} watch;

/* Lua's own functions that accept traced values without an error. */
typedef struct stock {
    watch kind;
    const char *module, *name, *shown;
} stock;

static const stock watched[] = {
    {COMPARED, "_G", "rawequal", "rawequal"},
    {KEYED, "_G", "rawget", "rawget"},
    {GIVEN, "_G", "rawset", "rawset"},
    {GIVEN, "_G", "next", "next"},
    {GIVEN, "_G", "tostring", "tostring"},
    {GIVEN, "_G", "tonumber", "tonumber"},
    {GIVEN, "math", "tointeger", "math.tointeger"},
    {GIVEN, "string", "format", "string.format"},
    {GIVEN, "_G", "getmetatable", "getmetatable"},
    {GIVEN, "debug", "getmetatable", "debug.getmetatable"},
    {GIVEN, "debug", "getuservalue", "debug.getuservalue"},
    {GIVEN, "debug", "traceback", "debug.traceback"},
    {TYPED, "_G", "type", "type"},
    {TYPED, "math", "type", "math.type"},
    {CALLED, "_G", "pcall", "pcall"},
    {CALLED, "_G", "xpcall", "xpcall"},
    {CALLED, "_G", "load", "load"},
    {CALLED, "coroutine", "resume", "coroutine.resume"},
    {CALLED, "coroutine", "wrap", "coroutine.wrap"},
    {CALLED, "debug", "sethook", "debug.sethook"},
};
enum { WATCHED = sizeof watched / sizeof *watched };
static lua_CFunction functions[WATCHED];

void unseen_open(lua_State *L)
{
    int top = lua_gettop(L);
    for (size_t i = 0; i < WATCHED; i++) {
        luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
        lua_getfield(L, -1, watched[i].module);
        if (lua_istable(L, -1) && lua_getfield(L, -1, watched[i].name) == LUA_TFUNCTION)
            functions[i] = lua_tocfunction(L, -1);
        lua_settop(L, top);
    }
}

static const traced *traced_number(lua_State *L, int index)
{
    const traced *t = lua_isuserdata(L, index) ? traced_test(L, index) : NULL;
    return t && t->kind == OPERAND_NUMBER ? t : NULL;
}

static bool is_library(lua_State *L, lua_Debug *ar)
{
    lua_getinfo(L, "S", ar);
    return bind_is_library(ar);
}

/* What a function of the user's does, in words: noted with its line where it is the first. */
static void see(lua_State *L, lua_Debug *ar, const char *what)
{
    if (!innermost || *innermost->why || is_library(L, ar))
        return;
    if (innermost->valued)
        bind_fail(L, "grad", "no derivative at this point: the function %s", what);
    lua_getinfo(L, "l", ar);
    if (ar->currentline > 0)
        snprintf(innermost->why, sizeof innermost->why, "%s:%d: %s", ar->short_src, ar->currentline,
                 what);
    else
        snprintf(innermost->why, sizeof innermost->why, "%s", what);
}

/* The same for the function that called the running C function. */
static void see_in_caller(lua_State *L, const char *what)
{
    lua_Debug caller;
    if (lua_getstack(L, 1, &caller))
        see(L, &caller, what);
}

void unseen_text(lua_State *L)
{
    if (innermost && !innermost->valued)
        see_in_caller(L, "makes text of a traced value");
}

/* The number of a value: NAN where it has none. */
static double number_at(lua_State *L, int index)
{
    const traced *t = traced_number(L, index);
    if (!t)
        return lua_type(L, index) == LUA_TNUMBER ? lua_tonumber(L, index) : (double)NAN;
    return t->graph->valued ? graph_value(t->graph->g, t->id[0]) : (double)NAN;
}

/* Whether Lua takes the two values on top for different although their numbers may be equal, or
 * one for equal to itself although it may be NAN. */
static bool compares_otherwise(lua_State *L)
{
    bool one = traced_number(L, -1), other = traced_number(L, -2), same = lua_rawequal(L, -1, -2);
    if (!(one && other) && !(one && lua_type(L, -2) == LUA_TNUMBER) &&
        !(other && lua_type(L, -1) == LUA_TNUMBER))
        return false;
    if (!innermost->valued)
        return true;
    if (one && other) /* different ones are asked */
        return same && isnan(number_at(L, -1));
    return number_at(L, -1) == number_at(L, -2);
}

/* Whether the table below the key on top has something for the key's number. */
static bool has_number(lua_State *L)
{
    lua_pushnumber(L, number_at(L, -1));
    bool found = lua_rawget(L, -3) != LUA_TNIL;
    lua_pop(L, 1);
    return found;
}

/* Pushes register i of the function, nil where there is no such register. */
static void push_register(lua_State *L, lua_Debug *ar, int i)
{
    if (!lua_getlocal(L, ar, i + 1))
        lua_pushnil(L);
}

/* Pushes what register a is compared with. */
static void push_other(lua_State *L, lua_Debug *ar, const bytecode *next)
{
    if (next->kind == BYTECODE_EQUAL)
        push_register(L, ar, next->b);
    else if (next->kind == BYTECODE_EQUAL_INTEGER)
        lua_pushinteger(L, next->b);
    else {
        lua_getinfo(L, "f", ar);
        bytecode_push_constant(L, next->b);
        lua_remove(L, -2);
    }
}

static void look_at_comparison(lua_State *L, lua_Debug *ar, const bytecode *next)
{
    push_register(L, ar, next->a);
    if (next->kind == BYTECODE_EQUAL || traced_number(L, -1)) {
        push_other(L, ar, next);
        if (compares_otherwise(L))
            see(L, ar, "compares a traced number by == or ~=");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* Whether a key of a table distinguishes a traced number from its number. */
static bool keys_otherwise(lua_State *L)
{
    return traced_number(L, -1) && lua_istable(L, -2) && (!innermost->valued || has_number(L));
}

static void look_at_key(lua_State *L, lua_Debug *ar, const bytecode *next)
{
    push_register(L, ar, next->a);
    push_register(L, ar, next->b);
    bool writes = next->kind == BYTECODE_WRITE && traced_number(L, -1) && lua_istable(L, -2);
    if (writes || keys_otherwise(L))
        see(L, ar, "has a traced number as a key of a table (vec(list)[k] can be traced)");
    lua_pop(L, 2);
}

static void step(lua_State *L, lua_Debug *ar)
{
    bytecode next = bytecode_next(ar);
    if (next.kind == BYTECODE_READ || next.kind == BYTECODE_WRITE)
        look_at_key(L, ar, &next);
    else if (next.kind != BYTECODE_OTHER)
        look_at_comparison(L, ar, &next);
}

static bool is_any_traced(lua_State *L, lua_Debug *ar)
{
    bool found = false;
    for (int j = 1; !found && lua_getlocal(L, ar, j); j++) {
        found = lua_isuserdata(L, -1) && traced_test(L, -1);
        lua_pop(L, 1);
    }
    return found;
}

/* Whether the called function behaves otherwise than it would with numbers; may push. */
static bool calls_otherwise(lua_State *L, lua_Debug *ar, watch kind)
{
    switch (kind) {
    case COMPARED:
        return lua_getlocal(L, ar, 1) && lua_getlocal(L, ar, 2) && compares_otherwise(L);
    case KEYED:
        return lua_getlocal(L, ar, 1) && lua_getlocal(L, ar, 2) && keys_otherwise(L);
    case TYPED:
        return lua_getlocal(L, ar, 1) && traced_number(L, -1);
    case GIVEN:
        return !innermost->valued && is_any_traced(L, ar);
    default:
        return !innermost->valued;
    }
}

static void enter(lua_State *L, lua_Debug *ar)
{
    int top = lua_gettop(L);
    lua_getinfo(L, "f", ar);
    lua_CFunction f = lua_tocfunction(L, -1);
    lua_settop(L, top);
    for (size_t i = 0; f && i < WATCHED; i++) {
        if (functions[i] != f)
            continue;
        if (calls_otherwise(L, ar, watched[i].kind)) {
            bool given = watched[i].kind != CALLED;
            see_in_caller(L, lua_pushfstring(L, given ? "gives a traced value to %s" : "calls %s",
                                             watched[i].shown));
        }
        lua_settop(L, top);
    }
}

static void look(lua_State *L, lua_Debug *ar)
{
    if (!innermost) /* a coroutine that was made in a traced function */
        bind_change_hook(L, look, NULL, 0, 0);
    else if (*innermost->why)
        return;
    else if (ar->event == LUA_HOOKCOUNT)
        step(L, ar);
    else
        enter(L, ar);
}

void unseen_begin(lua_State *L, unseen *u, bool valued)
{
    *u = (unseen){.outer = innermost, .valued = valued};
    innermost = u;
    bind_limit_look_away(L);
    bind_change_hook(L, NULL, look, LUA_MASKCALL | LUA_MASKCOUNT, 1);
    u->watches = !u->outer && lua_gethook(L) == look;
    if (lua_gethook(L) != look)
        snprintf(u->why, sizeof u->why, "a debug hook is set, its trace cannot be watched");
}

const char *unseen_end(lua_State *L, unseen *u)
{
    innermost = u->outer;
    if (u->watches)
        bind_change_hook(L, look, NULL, 0, 0);
    bind_limit_watch(L);
    return *u->why ? u->why : NULL;
}

bool unseen_call(lua_State *L, int graph_index, int n, const char **why)
{
    unseen u;
    size_t depth = traced_depth(L);
    const traced_graph *t = lua_touserdata(L, graph_index);
    traced_open(L, graph_index);
    unseen_begin(L, &u, t->valued);
    int outcome = lua_pcall(L, n, 1, 0);
    *why = lua_pushstring(L, unseen_end(L, &u));
    traced_close_to(L, depth);
    traced_check_memory(L, NULL, t->g);
    lua_insert(L, -2);
    return outcome == LUA_ERRMEM ? lua_error(L) : outcome == LUA_OK;
}
