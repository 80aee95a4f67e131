/* The one list of modules, and the start of the Lua library on top of them. */
#include "bind/modules.h"

#include "bind/bind.h"
#include "bind/embedded.h"

#include <string.h>

static const luaL_Reg modules[] = {
    {"system", bind_open_system},
};

int luaopen_debias(lua_State *L)
{
    lua_newtable(L); /* core: module name -> table of functions */
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        lua_pushcfunction(L, modules[i].func);
        lua_call(L, 0, 1);
        lua_setfield(L, -2, modules[i].name);
    }
    lua_getfield(L, -1, "system");
    lua_getfield(L, -1, "import");
    lua_pushliteral(L, "lua/init.lua");
    lua_call(L, 1, 1); /* the chunk */
    lua_pushvalue(L, -3);
    lua_call(L, 1, 1);
    return 1;
}
