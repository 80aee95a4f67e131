/* Options, Lua state, script or prompt: wiring only. */
#include "bind/modules.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    luaL_requiref(L, "debias", luaopen_debias, 1);
    int failed = luaL_dofile(L, argc > 1 ? argv[1] : NULL);
    if (failed)
        fprintf(stderr, "debias: %s\n", lua_tostring(L, -1));
    lua_close(L);
    return failed;
}
