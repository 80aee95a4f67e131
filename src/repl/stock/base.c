/* setmetatable, collectgarbage, os.execute and os.exit. */
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"
#include "repl/interrupt.h"
#include "repl/stock/look.h"
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

/* Goes through a cycle of the collector to its end, in steps of some milliseconds. */
static void finish_cycle(lua_State *L)
{
    while (!lua_gc(L, LUA_GCSTEP, 0))
        stock_look(L);
}

/* collectgarbage: a whole collection of much memory is made in steps. The cycle that goes on may
 * have passed what has become garbage since: the next one finds that. */
static int collect(lua_State *L)
{
    enum { MUCH = 32 * 1024 }; /* KB */
    static bool generational;
    const char *option = luaL_optstring(L, 1, "collect");
    bool is_mode = strcmp(option, "generational") == 0 || strcmp(option, "incremental") == 0;
    if (strcmp(option, "collect") == 0 && !generational && lua_gc(L, LUA_GCCOUNT) > MUCH) {
        finish_cycle(L);
        finish_cycle(L);
        lua_pushinteger(L, 0);
        return 1;
    }
    int results = lua_tocfunction(L, lua_upvalueindex(1))(L);
    if (is_mode && lua_toboolean(L, -1)) /* false within a finalizer */
        generational = *option == 'g';
    return results;
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

/* os.execute: the C library keeps Ctrl-C from the program while the command runs. A command that it
 * has ended ends what called it, too, as in a shell. */
static int execute(lua_State *L)
{
    int results = lua_tocfunction(L, lua_upvalueindex(1))(L);
    if (lua_tointeger(L, -1) == SIGINT && strcmp(luaL_checkstring(L, -2), "signal") == 0)
        raise(SIGINT);
    return results;
}

const luaL_Reg stock_os[] = {{"execute", execute}, {"exit", leave}, {NULL, NULL}};
const luaL_Reg stock_base[] = {
    {"setmetatable", set_metatable}, {"collectgarbage", collect}, {NULL, NULL}};
