/* A closure around the function counts its arguments. How many it takes is asked at the first call
 * with some; the function that fails is given by Lua. */
#include "bind/system/counted.h"

#include "bind/bind.h"

#include <limits.h>
#include <math.h>

enum { FUNCTION = 1, MOST, FAIL, SELF };

/* Puts what the function at FAIL returns, the most arguments and the function that fails, in the
 * upvalues. */
static void ask_limit(lua_State *L, int self)
{
    luaL_checkstack(L, 3, NULL);
    lua_pushvalue(L, lua_upvalueindex(FAIL));
    lua_call(L, 0, 2);
    lua_replace(L, lua_upvalueindex(FAIL));
    lua_pushinteger(L, (lua_Integer)fmin(lua_tonumber(L, -1), INT_MAX - 1) + self);
    lua_replace(L, lua_upvalueindex(MOST));
    lua_pop(L, 1);
}

/* Asks FAIL, which raises or lets them pass, where there are more arguments than the function
 * takes; a nil after them does not count. Leaves as many as it takes. */
static void check_count(lua_State *L)
{
    int n = lua_gettop(L), self = lua_toboolean(L, lua_upvalueindex(SELF));
    if (n <= self)
        return;
    if (lua_isnil(L, lua_upvalueindex(MOST)))
        ask_limit(L, self);
    int most = (int)lua_tointeger(L, lua_upvalueindex(MOST));
    while (n > most && lua_isnil(L, n))
        n--;
    if (n <= most)
        return;
    luaL_checkstack(L, n + 1, NULL);
    lua_pushvalue(L, lua_upvalueindex(FAIL));
    for (int i = 1 + self; i <= n; i++)
        lua_pushvalue(L, i);
    lua_call(L, n - self, 0);
    lua_settop(L, most);
}

static int call_c(lua_State *L)
{
    check_count(L);
    return lua_tocfunction(L, lua_upvalueindex(FUNCTION))(L);
}

static int finish(lua_State *L, int state, lua_KContext context)
{
    (void)state;
    (void)context;
    return lua_gettop(L);
}

static int call_any(lua_State *L)
{
    check_count(L);
    lua_pushvalue(L, lua_upvalueindex(FUNCTION));
    lua_insert(L, 1);
    lua_callk(L, lua_gettop(L) - 1, LUA_MULTRET, 0, finish);
    return finish(L, LUA_OK, 0);
}

int bind_counted(lua_State *L)
{
    bool self = lua_toboolean(L, 3), bare = lua_iscfunction(L, 1) && !lua_getupvalue(L, 1, 1);
    lua_settop(L, 2);
    lua_pushnil(L);
    lua_insert(L, MOST);
    lua_pushboolean(L, self);
    lua_pushcclosure(L, bare ? call_c : call_any, 4);
    return 1;
}
