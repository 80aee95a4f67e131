/* Each state has a record in its registry: its interrupt flag and the host's hook that waits. */
#include "bind/host.h"

#include "bind/bind.h"
#include "bind/callback.h"

enum { GRACE = 1000 }; /* instructions */

typedef struct record {
    atomic_int *interrupt, own;
    atomic_int never; /* what is looked at while something is saved */
    lua_State *main;
    lua_Hook hook; /* the host's while it waits; NULL: none does */
    int mask, count;
    bool goes_on; /* the host's code, with what it got */
} record;

static record *record_of(lua_State *L)
{
    static const char key;
    record *r = bind_single(L, &key, sizeof *r);
    if (!r->interrupt) {
        r->interrupt = &r->own;
        lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
        r->main = lua_tothread(L, -1);
        lua_pop(L, 1);
    }
    return r;
}

void bind_set_interrupt(lua_State *L, atomic_int *flag)
{
    record_of(L)->interrupt = flag;
}

bool bind_is_returning(lua_State *L, lua_Debug *ar, bool *goes_on)
{
    lua_Debug caller;
    lua_getinfo(L, "S", ar);
    if (ar->event != LUA_HOOKCALL) { /* a tail call has replaced its caller */
        bool returning = bind_is_library(ar) || !*goes_on;
        *goes_on = *goes_on || !bind_is_library(ar);
        return returning;
    }
    if (!lua_getstack(L, 1, &caller))
        return true;
    lua_getinfo(L, "S", &caller);
    return *caller.what == 'C' || bind_is_library(&caller) ||
           strcmp(ar->source, "=[debias]/lua/prompt/strict.lua") == 0;
}

/* Whether the host calls something new: what was interrupted has ended. */
static bool is_new(lua_State *L, lua_Debug *ar)
{
    lua_Debug caller;
    if (ar->event != LUA_HOOKCALL)
        return false;
    if (!lua_getstack(L, 1, &caller))
        return true;
    lua_getinfo(L, "S", &caller);
    lua_getinfo(L, "S", ar);
    return *caller.what == 'C' && *ar->what == 'm' && !bind_is_library(ar);
}

static bool is_returning(lua_State *L, lua_Debug *ar)
{
    if (ar->event != LUA_HOOKRET)
        return bind_is_returning(L, ar, &record_of(L)->goes_on);
    lua_getinfo(L, "S", ar);
    return *ar->what != 'm' || bind_is_library(ar);
}

/* The hook that stands in the place of the host's. */
static void await_return(lua_State *L, lua_Debug *ar)
{
    record *r = record_of(L);
    if (is_new(L, ar)) {
        lua_sethook(L, NULL, 0, 0);
    } else if (!is_returning(L, ar)) {
        lua_sethook(L, r->hook, r->mask, r->count);
        *r->interrupt = 0;
        r->hook(L, ar);
    }
}

/* A hook that waits may have been taken off: by await_return, or by whoever sets another. */
atomic_int *bind_interrupt(lua_State *L)
{
    record *r = record_of(L);
    if (r->hook && lua_gethook(r->main) != await_return) {
        r->hook = NULL;
        *r->interrupt = 0;
    }
    return bind_saving ? &r->never : r->interrupt;
}

void bind_host_watch(lua_State *L, bind_host *h)
{
    h->interrupt = bind_interrupt(L);
    h->main = record_of(L)->main;
    h->before = lua_gethook(h->main);
}

void bind_host_heed(bind_host *h)
{
    bool hooked = lua_gethook(h->main) != h->before && lua_gethookcount(h->main) == 1;
    if (hooked && !*h->interrupt) {
        h->asked = true;
        *h->interrupt = 1;
    }
}

void bind_host_leave(lua_State *L, bind_host *h)
{
    enum { EVENTS = LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT };
    record *r = record_of(L);
    bind_host_heed(h);
    if (!h->asked)
        return;
    r->hook = lua_gethook(h->main);
    r->mask = lua_gethookmask(h->main);
    r->count = lua_gethookcount(h->main);
    r->goes_on = false;
    lua_sethook(h->main, await_return, EVENTS, GRACE);
    if (L != h->main)
        lua_sethook(L, await_return, EVENTS, GRACE);
}
