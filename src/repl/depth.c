/* Lua itself lets a million calls go on at once, in a list whose records malloc scatters. It goes
 * through all of them when the stack grows or shrinks and when a hook is set, which then takes
 * 0.1 s and more. */
#include "repl/depth.h"

#include <lauxlib.h>

#include "repl/interrupt.h"

enum { CALLS = 100000, SLOT = 16 }; /* bytes of a value on the stack */

static lua_Alloc stock;

/* Raises what Lua does, in its words, in the function that runs. */
static void refuse_depth(lua_State *L, lua_Debug *ar)
{
    lua_sethook(L, NULL, 0, 0);
    interrupt_watch(L); /* a signal's hook may have been in its place */
    if (!lua_getstack(L, CALLS, ar))
        return;
    luaL_where(L, 0);
    lua_pushliteral(L, "stack overflow");
    lua_concat(L, 2);
    lua_error(L);
}

/* A block of that size may be a stack that has grown; the hook finds out. */
static void *allocate(void *owner, void *block, size_t old, size_t new)
{
    lua_State *L = new > CALLS *SLOT ? interrupt_watched() : NULL;
    if (L && !lua_gethook(L) && new > (block ? old : 0))
        lua_sethook(L, refuse_depth, LUA_MASKCOUNT, 1);
    return stock(owner, block, old, new);
}

void depth_limit(lua_State *L)
{
    void *owner;
    stock = lua_getallocf(L, &owner);
    lua_setallocf(L, allocate, owner);
}
