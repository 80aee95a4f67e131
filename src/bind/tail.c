#include "bind/tail.h"

#include "engine/tail.h"

#include <lauxlib.h>

/* The sentence about a heavy tail. */
static const char *push_warning(lua_State *L, double k)
{
    const char *what =
        k < 1 ? "the variance may not exist, se is not to be trusted" : "the mean may not exist";
    return lua_pushfstring(L, "heavy tail, Pareto k above %s: %s", k < 1 ? "0.7" : "1", what);
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
