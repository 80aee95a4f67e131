/* load, setmetatable and os.exit. */
#include <stdbool.h>
#include <stdlib.h>

#include "bind/bind.h"
#include "repl/interrupt.h"
#include "repl/stock/look.h"
#include "repl/stock/stock.h"

enum { PIECE = 1 << 16 }; /* bytes of code between two looks */

/* Reads the text at upvalue 1 a piece at a time; upvalue 2: where it is. */
static int next_piece(lua_State *L)
{
    size_t length, at = (size_t)lua_tointeger(L, lua_upvalueindex(2));
    const char *text = lua_tolstring(L, lua_upvalueindex(1), &length);
    size_t n = length - at < PIECE ? length - at : PIECE;
    stock_look(L);
    lua_pushinteger(L, (lua_Integer)(at + n));
    lua_replace(L, lua_upvalueindex(2));
    lua_pushlstring(L, text + at, n);
    return 1;
}

/* load: a long text is read in pieces. */
static int load(lua_State *L)
{
    if (lua_type(L, 1) == LUA_TSTRING && lua_rawlen(L, 1) > PIECE) {
        if (lua_isnoneornil(L, 2)) {
            lua_settop(L, lua_gettop(L) < 2 ? 2 : lua_gettop(L));
            lua_pushvalue(L, 1);
            lua_replace(L, 2);
        }
        lua_pushvalue(L, 1);
        lua_pushinteger(L, 0);
        lua_pushcclosure(L, next_piece, 2);
        lua_replace(L, 1);
    }
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

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
const luaL_Reg stock_base[] = {{"load", load}, {"setmetatable", set_metatable}, {NULL, NULL}};
