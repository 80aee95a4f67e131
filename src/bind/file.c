/* core.file: writing whole files, making folders. */
#include "engine/file.h"

#include "bind/bind.h"
#include "bind/modules.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

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

/* folder(path) -> true when it is there or has been made, or nil and the reason. */
static int folder(lua_State *L)
{
    struct stat what;
    const char *path = luaL_checkstring(L, 1);
    int error = mkdir(path, 0777) == 0 ? 0 : errno;
    if (error == EEXIST)
        error = stat(path, &what) == 0 && S_ISDIR(what.st_mode) ? 0 : ENOTDIR;
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
    {"folder", folder},
    {NULL, NULL},
};

int bind_open_file(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
