/* Bytes that Lua frees, for what is drawn into memory. */
#include "bind/figure/figure.h"

static int free_bytes(lua_State *L)
{
    bytes_free(lua_touserdata(L, 1));
    return 0;
}

bytes *bind_push_bytes(lua_State *L)
{
    bytes *b = lua_newuserdatauv(L, sizeof *b, 0);
    *b = (bytes){0};
    if (luaL_newmetatable(L, "debias.drawn")) {
        lua_pushcfunction(L, free_bytes);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    return b;
}
