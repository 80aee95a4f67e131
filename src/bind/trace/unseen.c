/* A hook sees every call. A Lua function with places (bytecode.h) is then asked, before each of its
 * instructions, what the registers hold of the places in its present line. */
#include "bind/trace/unseen.h"

#include "bind/hook.h"
#include "bind/limit.h"
#include "bind/trace/bytecode.h"
#include "bind/trace/traced.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local unseen *innermost;

static const char known[] = "debias.places"; /* function -> its places */

typedef struct places {
    int n; /* -1: unknown */
    bytecode_place at[];
} places;

/* Functions of Lua's own that take traced values without a word: they are equal to none but
 * themselves, have another text, or are given to code that the hook does not see. */
static const char *const opaque_names[][2] = {
    {"_G", "rawequal"},   {"_G", "rawget"},        {"_G", "rawset"},
    {"_G", "next"},       {"_G", "tostring"},      {"math", "tointeger"},
    {"string", "format"}, {"coroutine", "resume"}, {"coroutine", "wrap"},
};
enum { OPAQUE = sizeof opaque_names / sizeof *opaque_names };
static lua_CFunction opaque[OPAQUE];

void unseen_open(lua_State *L)
{
    int top = lua_gettop(L);
    for (size_t i = 0; i < OPAQUE; i++) {
        luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
        lua_getfield(L, -1, opaque_names[i][0]);
        if (lua_istable(L, -1) && lua_getfield(L, -1, opaque_names[i][1]) == LUA_TFUNCTION) {
            if (strcmp(opaque_names[i][1], "wrap") == 0) {
                lua_pushvalue(L, -1); /* what it returns is the one that resumes */
                lua_call(L, 1, 1);
            }
            opaque[i] = lua_tocfunction(L, -1);
        }
        lua_settop(L, top);
    }
}

static bool is_traced_number(lua_State *L, int index)
{
    const traced *t = lua_isuserdata(L, index) ? traced_test(L, index) : NULL;
    return t && t->kind == TRACED_NUMBER;
}

/* Notes what was seen first, with the line it was seen in. */
static void see(lua_State *L, lua_Debug *ar, const char *what)
{
    if (!innermost || *innermost->why)
        return;
    lua_getinfo(L, "Sl", ar);
    if (ar->currentline > 0)
        snprintf(innermost->why, sizeof innermost->why, "%s:%d: %s", ar->short_src, ar->currentline,
                 what);
    else
        snprintf(innermost->why, sizeof innermost->why, "%s", what);
}

/* Pushes register i of the function, nil where it is none. */
static void push_register(lua_State *L, lua_Debug *ar, int i)
{
    if (!lua_getlocal(L, ar, i + 1))
        lua_pushnil(L);
}

/* Whether the values on top, of registers a and b of a place, are told apart there. */
static bool tells_apart(lua_State *L, bytecode_kind kind)
{
    bool first = is_traced_number(L, -2), second = is_traced_number(L, -1);
    if (kind == BYTECODE_NUMBER)
        return first;
    return (first && (second || lua_type(L, -1) == LUA_TNUMBER)) ||
           (second && lua_type(L, -2) == LUA_TNUMBER);
}

static void look_at(lua_State *L, lua_Debug *ar, const bytecode_place *p)
{
    push_register(L, ar, p->a);
    push_register(L, ar, p->b);
    if (tells_apart(L, p->kind))
        see(L, ar, "compares a traced number by == or ~=");
    lua_pop(L, 2);
}

/* Replaces the function on top by its places, or by nil where it has not been called yet. */
static const places *replace_by_known(lua_State *L)
{
    bind_push_weak(L, known, "k");
    lua_insert(L, -2);
    lua_rawget(L, -2);
    lua_remove(L, -2);
    return lua_touserdata(L, -1);
}

/* The places of the function on top, which stays there. */
static const places *find_places(lua_State *L)
{
    bytecode_place *found;
    lua_pushvalue(L, -1);
    const places *before = replace_by_known(L);
    lua_pop(L, 1); /* the table keeps it */
    if (before)
        return before;
    int n = bytecode_places(L, &found);
    size_t bytes = n > 0 ? (size_t)n * sizeof *found : 0;
    bind_push_weak(L, known, "k");
    lua_pushvalue(L, -2);
    places *p = lua_newuserdatauv(L, sizeof *p + bytes, 0);
    p->n = n;
    if (bytes)
        memcpy(p->at, found, bytes);
    free(found);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    return p;
}

static void look(lua_State *L, lua_Debug *ar);

/* The function on top is Lua's own or one in C. */
static void enter_c(lua_State *L, lua_Debug *ar)
{
    lua_CFunction f = lua_tocfunction(L, -1);
    for (size_t i = 0; f && i < OPAQUE; i++) {
        if (opaque[i] != f)
            continue;
        for (int j = 1; lua_getlocal(L, ar, j); j++) {
            if (lua_isuserdata(L, -1) && traced_test(L, -1)) {
                bool global = strcmp(opaque_names[i][0], "_G") == 0;
                lua_pushfstring(L, "a traced value is given to %s%s%s",
                                global ? "" : opaque_names[i][0], global ? "" : ".",
                                opaque_names[i][1]);
                see(L, ar, lua_tostring(L, -1));
                lua_pop(L, 1);
            }
            lua_pop(L, 1);
        }
    }
}

/* The function on top is the user's. */
static void enter_lua(lua_State *L, lua_Debug *ar)
{
    const places *p = find_places(L);
    if (p->n < 0)
        see(L, ar, "the function's code cannot be read");
    if (p->n > 0 && !innermost->places) {
        innermost->places = true;
        bind_change_hook(L, look, look, LUA_MASKCALL | LUA_MASKCOUNT, 1);
    }
}

static void step(lua_State *L, lua_Debug *ar)
{
    lua_getinfo(L, "fl", ar);
    int line = ar->currentline;
    const places *p = replace_by_known(L);
    for (int i = 0; p && i < p->n; i++)
        if (p->at[i].line == line || p->at[i].line < 0 || line < 0)
            look_at(L, ar, &p->at[i]);
    lua_pop(L, 1);
}

static void look(lua_State *L, lua_Debug *ar)
{
    if (!innermost) { /* a coroutine that was made during a trace */
        bind_change_hook(L, look, NULL, 0, 1);
        return;
    }
    if (*innermost->why)
        return;
    if (ar->event == LUA_HOOKCOUNT) {
        step(L, ar);
        return;
    }
    lua_getinfo(L, "fS", ar);
    if (*ar->what == 'C')
        enter_c(L, ar);
    else if (strncmp(ar->source, "=[debias]", 9) != 0)
        enter_lua(L, ar);
    lua_pop(L, 1);
}

void unseen_begin(lua_State *L, unseen *u)
{
    *u = (unseen){.outer = innermost};
    innermost = u;
    bind_limit_look_away(L);
    bind_change_hook(L, NULL, look, LUA_MASKCALL, 1);
    u->places = u->outer && u->outer->places;
    u->watches = !u->outer && lua_gethook(L) == look;
    if (lua_gethook(L) != look)
        snprintf(u->why, sizeof u->why, "a debug hook is set, its trace cannot be watched");
}

const char *unseen_end(lua_State *L, unseen *u)
{
    innermost = u->outer;
    if (u->outer)
        u->outer->places = u->places;
    if (u->watches)
        bind_change_hook(L, look, NULL, 0, 1);
    bind_limit_watch(L);
    return *u->why ? u->why : NULL;
}
