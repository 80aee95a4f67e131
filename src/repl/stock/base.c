/* setmetatable and os.exit. */
#include <stdbool.h>
#include <stdlib.h>

#include "bind/bind.h"
#include "repl/interrupt.h"
#include "repl/stock/stock.h"

/* Calls the finalizer at upvalue 1 in a coroutine of its own: no hook is called in a finalizer, but
 * in that. */
static int finalize(lua_State *L)
{
    int results;
    lua_State *co = lua_newthread(L);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_xmove(L, co, 2);
    lua_State *before = interrupt_watch(co);
    int outcome = lua_resume(co, L, 1, &results);
    if (outcome != LUA_OK)
        lua_resetthread(co); /* closes its variables */
    interrupt_watch(before);
    if (outcome == LUA_YIELD)
        return luaL_error(L, "attempt to yield across a C-call boundary");
    if (outcome == LUA_OK)
        return 0;
    lua_xmove(co, L, 1);
    return lua_error(L);
}

/* setmetatable. */
static int set_metatable(lua_State *L)
{
    if (lua_istable(L, 2)) {
        lua_pushliteral(L, "__gc");
        lua_pushvalue(L, -1);
        lua_rawget(L, 2);
        if (bind_callable(L, -1) && lua_tocfunction(L, -1) != finalize) {
            lua_pushcclosure(L, finalize, 1);
            lua_rawset(L, 2);
        }
        lua_settop(L, 2);
    }
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/* os.exit: where it closes the state, a signal may have ended a finalizer, and so ends the program.
 */
static int leave(lua_State *L)
{
    if (lua_toboolean(L, 2)) {
        int code = lua_isboolean(L, 1) ? !lua_toboolean(L, 1) : (int)luaL_optinteger(L, 1, 0);
        lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
        interrupt_watch(lua_tothread(L, -1)); /* which goes last, a coroutine before it */
        lua_close(L);
        interrupt_watch(NULL);
        interrupt_leave();
        exit(code);
    }
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

const luaL_Reg stock_os[] = {{"exit", leave}, {NULL, NULL}};
const luaL_Reg stock_base[] = {{"setmetatable", set_metatable}, {NULL, NULL}};
