/* What is drawn into memory: bytes that Lua frees, and what went wrong. */
#include "bind/figure/figure.h"
#include "draw/layout/layout.h"

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

void bind_check_drawn(lua_State *L, const char *function, draw_error error)
{
    if (error)
        bind_fail(L, function, "%s",
                  error == DRAW_NO_MEMORY ? bind_no_memory : draw_error_text(error));
}
