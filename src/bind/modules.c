/* All modules, and the start of the Lua library on top of them. */
#include "bind/modules.h"

#include "bind/bind.h"

#define ROW(name) {#name, bind_open_##name},
static const luaL_Reg modules[] = {BIND_MODULES(ROW)};

static const char core_key[] = "debias.core";

int luaopen_debias(lua_State *L)
{
    bind_interrupt(L); /* made here, so that nobody who asks later needs memory */
    lua_newtable(L);   /* core: module name -> table of functions */
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        lua_pushcfunction(L, modules[i].func);
        lua_call(L, 0, 1);
        lua_setfield(L, -2, modules[i].name);
    }
    lua_pushvalue(L, -1);
    lua_setfield(L, LUA_REGISTRYINDEX, core_key);
    lua_getfield(L, -1, "system");
    lua_getfield(L, -1, "import");
    lua_pushliteral(L, "lua/init.lua");
    lua_call(L, 1, 1); /* the chunk */
    lua_pushvalue(L, -3);
    lua_call(L, 1, 1);
    return 1;
}

void bind_use(lua_State *L, const char *name)
{
    lua_getfield(L, LUA_REGISTRYINDEX, core_key);
    lua_getfield(L, -1, "use");
    lua_pushstring(L, name);
    lua_call(L, 1, 1);
    lua_remove(L, -2);
}
