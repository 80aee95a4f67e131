/* A closure around the function counts its arguments; the one that fails is given by Lua. */
#include "bind/system/counted.h"

#include "bind/bind.h"

enum { FUNCTION = 1, MOST, FAIL, SELF };

/* Asks FAIL, which raises or lets them pass, where there are more arguments than the function
 * takes; a nil after them does not count. Leaves as many as it takes. */
static void check_count(lua_State *L)
{
    int most = (int)lua_tointeger(L, lua_upvalueindex(MOST)), n = lua_gettop(L);
    while (n > most && lua_isnil(L, n))
        n--;
    if (n <= most)
        return;
    int first = 1 + lua_toboolean(L, lua_upvalueindex(SELF));
    luaL_checkstack(L, n + 1, NULL);
    lua_pushvalue(L, lua_upvalueindex(FAIL));
    for (int i = first; i <= n; i++)
        lua_pushvalue(L, i);
    lua_call(L, n - first + 1, 0);
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
    bool self = lua_toboolean(L, 4), bare = lua_iscfunction(L, 1) && !lua_getupvalue(L, 1, 1);
    lua_settop(L, 3);
    lua_pushinteger(L, luaL_checkinteger(L, 2) + self);
    lua_replace(L, 2);
    lua_pushboolean(L, self);
    lua_pushcclosure(L, bare ? call_c : call_any, 4);
    return 1;
}
