/* A progress listener that calls the user's function before it passes the news on. */
#include "bind/run/watch.h"

#include "bind/callback.h"
#include "bind/run/trace.h"

static void call(lua_State *L, void *job)
{
    const bind_watch *w = job;
    lua_rawgeti(L, 1, CALL_WATCH);
    bind_push_means(L, &w->ensemble->trace);
    lua_call(L, 1, 0);
}

static void report(void *context, double share, double value, double half_width)
{
    bind_watch *w = context;
    bind_protect(w->control->L, w->control->calls, call, w);
    progress_report(w->further, share, value, half_width);
}

const progress *bind_watch_begin(bind_watch *w, bind_control *control, const ensemble *e,
                                 const progress *further)
{
    lua_State *L = control->L;
    bool watched = lua_rawgeti(L, control->calls, CALL_WATCH) != LUA_TNIL;
    lua_pop(L, 1);
    *w = (bind_watch){{report, w, further->every}, further, control, e};
    return watched ? &w->listener : further;
}
