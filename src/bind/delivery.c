/* The rule follows the value that the library returns:
 *
 * - The library's functions, and those of C, that are under way go on, with what they call.
 * - When one of them returns to a function of the user's, the value has come there. That function
 *   goes on to the end of the line; when it returns before, the value has come to the one that gets
 *   it next, also through pcall or the end of a coroutine. So does the function in which the
 *   interrupt came: what it called may have returned just before.
 * - It calls nothing new, and does not jump back. Metamethods of the library and of C are no calls:
 *   they are behind the assignment of a global or of an element.
 * - A statement may have several lines. Lua gives a call the line where it begins and an assignment
 *   the one where it ends: if the first instruction after the value has come begins a line, this is
 *   the statement's end, unless the value is in a new local variable already, or nobody wants it:
 *   then the function that was called is still where its first value would be.
 * - Such a variable ends with its function, which may go on to return it, but only down the lines.
 *   That of a whole chunk is seen by nobody after it.
 *
 * So only code that the user wrote down, each instruction once, can run on. */
#include "bind/delivery.h"

#include <string.h>

#include "bind/bind.h"

enum {
    EVENTS = LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT,
    MANY = 1000, /* instructions between two looks at the library */
};

void delivery_watch(lua_State *L, lua_Hook hook)
{
    lua_sethook(L, hook, EVENTS, 1);
}

void delivery_rest(lua_State *L)
{
    if (lua_gethookcount(L) != MANY)
        lua_sethook(L, lua_gethook(L), EVENTS & ~LUA_MASKLINE, MANY);
}

static bool is_users(lua_State *L, lua_Debug *frame)
{
    lua_getinfo(L, "S", frame);
    return *frame->what != 'C' && !bind_is_library(frame);
}

/* From now on the function is what goes on, if it does not already. */
static void arrive(delivery *d, lua_State *L, const lua_Debug *frame, delivery at)
{
    at.frame = frame->i_ci;
    if (at.frame != d->frame)
        *d = at;
    if (lua_gethookcount(L) != 1)
        delivery_watch(L, lua_gethook(L));
}

/* Whether the call is one of the user's code. A function of C that it has called may go on to call
 * the library's, not others of the user's. */
static bool is_by_user(const delivery *d, lua_State *L, const lua_Debug *ar, bool calls_users)
{
    lua_Debug caller;
    if (ar->event == LUA_HOOKTAILCALL) /* in the place of the caller */
        return ar->i_ci == d->frame;
    for (int level = 1; lua_getstack(L, level, &caller); level++) {
        if (is_users(L, &caller))
            return level == 1 || calls_users;
        if (*caller.what != 'C')
            return false;
    }
    return false;
}

static bool may_call(delivery *d, lua_State *L, lua_Debug *ar)
{
    bool calls_users = is_users(L, ar);
    if (is_by_user(d, L, ar, calls_users)) {
        lua_getinfo(L, "n", ar);
        return !calls_users && strcmp(ar->namewhat, "metamethod") == 0;
    }
    if (calls_users)
        arrive(d, L, ar, (delivery){0});
    return true;
}

/* How many values a function has on the stack, from `from` up or down. */
static int count_values(lua_State *L, const lua_Debug *frame, int from)
{
    int n = 0;
    for (; lua_getlocal(L, frame, from < 0 ? from - n : from + n); n++)
        lua_pop(L, 1);
    return n;
}

/* The place on the stack of the caller where the function is that returns: its first value will be
 * there, if the caller takes one. One that takes any number of arguments has them, and itself,
 * below it. */
static int slot_of(lua_State *L, const lua_Debug *ar, const lua_Debug *caller)
{
    bool is_moved = ar->isvararg && *ar->what != 'C';
    return 1 + count_values(L, caller, 1) -
           (is_moved ? 1 + ar->nparams + count_values(L, ar, -1) : 0);
}

static void follow_return(delivery *d, lua_State *L, lua_Debug *ar)
{
    lua_Debug to;
    if (!lua_getstack(L, 1, &to) || !is_users(L, &to)) {
        if (ar->i_ci == d->frame)
            d->frame = NULL;
        return;
    }
    lua_getinfo(L, "nSuf", ar);
    bool is_call = strcmp(ar->namewhat, "metamethod") != 0;
    const void *function = lua_topointer(L, -1);
    lua_pop(L, 1);
    delivery at = {.steps = !is_call, .slot = slot_of(L, ar, &to), .function = function};
    arrive(d, L, &to, at);
}

typedef enum { ON_ITS_WAY, IN_VARIABLE, THROWN_AWAY } whereabouts;

/* Where the value is as a line begins. */
static whereabouts find(const delivery *d, lua_State *L, const lua_Debug *ar)
{
    const char *name = d->slot > 0 ? lua_getlocal(L, ar, d->slot) : NULL;
    if (!name)
        return ON_ITS_WAY;
    bool is_function = lua_topointer(L, -1) == d->function;
    lua_pop(L, 1);
    if (is_function)
        return THROWN_AWAY;
    return strcmp(name, "(temporary)") == 0 ? ON_ITS_WAY : IN_VARIABLE;
}

/* Lua says that a line begins, or begins again. */
static bool may_begin(delivery *d, lua_State *L, const lua_Debug *ar)
{
    bool is_down = ar->currentline > d->line;
    d->line = ar->currentline;
    switch (find(d, L, ar)) {
    case IN_VARIABLE:
        return is_down && *ar->what != 'm';
    case ON_ITS_WAY:
        return d->steps == 1;
    default:
        return false;
    }
}

/* Before a line begins its first instruction is counted. */
static bool may_step(delivery *d, lua_State *L, const lua_Debug *ar)
{
    arrive(d, L, ar, (delivery){0});
    if (ar->event == LUA_HOOKLINE)
        return may_begin(d, L, ar);
    d->steps++;
    return true;
}

bool delivery_goes_on(delivery *d, lua_State *L, lua_Debug *ar)
{
    switch (ar->event) {
    case LUA_HOOKRET:
        follow_return(d, L, ar);
        return true;
    case LUA_HOOKCALL:
    case LUA_HOOKTAILCALL:
        return may_call(d, L, ar);
    default:
        if (is_users(L, ar))
            return may_step(d, L, ar);
        delivery_rest(L);
        return true;
    }
}

bool delivery_reaches_user(lua_State *L, lua_Debug *ar)
{
    lua_Debug caller;
    bool is_way = ar->event == LUA_HOOKCALL || ar->event == LUA_HOOKRET;
    if (is_way && lua_getstack(L, 1, &caller) && is_users(L, &caller))
        return true;
    return ar->event != LUA_HOOKRET && is_users(L, ar);
}
