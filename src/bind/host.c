/* Each state has a record in its registry: its interrupt flag and the host's hook that waits. */
#include "bind/host.h"

#include "bind/bind.h"
#include "bind/callback.h"
#include "bind/delivery.h"

typedef struct record {
    atomic_int *interrupt, own;
    atomic_int never; /* what is looked at while something is saved */
    lua_State *main;
    lua_Hook hook; /* the host's, */
    bool waits;    /* which comes later */
    int mask, count;
    delivery way; /* of what the library returns */
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

static void await_return(lua_State *L, lua_Debug *ar);

void bind_set_interrupt(lua_State *L, atomic_int *flag)
{
    record_of(L)->interrupt = flag;
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

/* Whether a chunk of the user's ends, which has nobody to return to that would be broken off. */
static bool ends(lua_State *L, lua_Debug *ar)
{
    lua_getinfo(L, "S", ar);
    return ar->event == LUA_HOOKRET && *ar->what == 'm' && !bind_is_library(ar);
}

static int call_hook(lua_State *L)
{
    record_of(L)->hook(L, lua_touserdata(L, 1));
    return 0;
}

static void end_wait(record *r)
{
    r->waits = false;
    *r->interrupt = 0;
    if (lua_gethook(r->main) == await_return)
        lua_sethook(r->main, NULL, 0, 0);
}

/* A host's hook names the line of the second function on the stack: below a call that is refused it
 * is the user's, else the user's is put there. Its error in a coroutine reaches the main state by
 * itself; a hook that knows the main state alone raises none there and comes again. */
static void give_back(record *r, lua_State *L, lua_Debug *ar)
{
    end_wait(r);
    lua_sethook(L, r->hook, r->mask, r->count);
    if (ar->event == LUA_HOOKCALL) {
        r->hook(L, ar);
    } else {
        lua_pushcfunction(L, call_hook);
        lua_pushlightuserdata(L, ar);
        lua_call(L, 1, 0);
    }
    lua_sethook(r->main, lua_gethook(L), lua_gethookmask(L), lua_gethookcount(L));
}

/* The hook that stands in the place of the host's. */
static void await_return(lua_State *L, lua_Debug *ar)
{
    record *r = record_of(L);
    if (!r->waits || is_new(L, ar))
        lua_sethook(L, NULL, 0, 0);
    else if (ends(L, ar) || !delivery_goes_on(&r->way, L, ar))
        give_back(r, L, ar);
}

/* A hook that waits may have been taken off: by await_return, or by whoever sets another. */
atomic_int *bind_interrupt(lua_State *L)
{
    record *r = record_of(L);
    if (r->waits && lua_gethook(r->main) != await_return)
        end_wait(r);
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
    lua_Hook now = lua_gethook(h->main);
    bool hooked = now != h->before && now != await_return && lua_gethookcount(h->main) == 1;
    if (hooked && !*h->interrupt) {
        h->asked = true;
        *h->interrupt = 1;
    }
}

void bind_host_leave(lua_State *L, bind_host *h)
{
    record *r = record_of(L);
    bind_host_heed(h);
    if (!h->asked)
        return;
    r->waits = true;
    r->hook = lua_gethook(h->main);
    r->mask = lua_gethookmask(h->main);
    r->count = lua_gethookcount(h->main);
    r->way = (delivery){0};
    delivery_watch(h->main, await_return);
    if (L != h->main)
        delivery_watch(L, await_return);
}
