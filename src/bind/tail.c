#include "bind/tail.h"

#include "bind/modules.h"
#include "engine/tail.h"

#include <lauxlib.h>

/* The sentence about a heavy tail. */
static const char *push_warning(lua_State *L, double k)
{
    return lua_pushfstring(L, "heavy tail (Pareto k > %s): the %s may not exist",
                           k < 1 ? "0.7" : "1", k < 1 ? "variance" : "mean");
}

void bind_set_tail(lua_State *L, double k)
{
    if (isnan(k))
        return;
    lua_pushnumber(L, k);
    lua_setfield(L, -2, "tail");
    if (k <= TAIL_HEAVY)
        return;
    push_warning(L, k);
    lua_setfield(L, -2, "warning");
}

void bind_mark_moments(lua_State *L)
{
    bind_use(L, "experiment/moments");
    lua_insert(L, -2);
    lua_call(L, 1, 1);
}
