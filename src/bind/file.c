/* core.file: writing whole files. */
#include "engine/file.h"

#include "bind/bind.h"
#include "bind/modules.h"

#include <string.h>

/* write(path, text) -> true, or nil and the reason. */
static int write_file(lua_State *L)
{
    size_t n;
    const char *path = luaL_checkstring(L, 1), *text = luaL_checklstring(L, 2, &n);
    int error = file_write(path, text, n);
    if (error == 0) {
        lua_pushboolean(L, 1);
        return 1;
    }
    lua_pushnil(L);
    lua_pushstring(L, strerror(error));
    return 2;
}

static const luaL_Reg functions[] = {
    {"write", write_file},
    {NULL, NULL},
};

int bind_open_file(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
