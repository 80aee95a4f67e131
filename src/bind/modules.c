/* The one list of modules, and the start of the Lua library on top of them. */
#include "bind/modules.h"

#include "bind/bind.h"

#include <string.h>

static const luaL_Reg modules[] = {
    {"system", bind_open_system},
    {"vec", bind_open_vec},
    {"mat", bind_open_mat},
    {"math", bind_open_math},
    {"text", bind_open_text},
    {"progress", bind_open_progress},
    {"file", bind_open_file},
    {"csv", bind_open_csv},
    {"rng", bind_open_rng},
    {"traced", bind_open_traced},
    {"lua_problem", bind_open_lua_problem},
    {"figure", bind_open_figure},
    {"terminal", bind_open_terminal},
    {"problem", bind_open_problem},
    {"estimator", bind_open_estimator},
    {"method", bind_open_method},
    {"run", bind_open_run},
    {"schedule", bind_open_schedule},
    {"options", bind_open_options},
    {"lab", bind_open_lab},
    {"correct", bind_open_correct},
    {"dist", bind_open_dist},
    {"poly", bind_open_poly},
    {"q", bind_open_q},
    {"extrap", bind_open_extrap},
    {"theory", bind_open_theory},
};

static const char core_key[] = "debias.core";

int luaopen_debias(lua_State *L)
{
    lua_newtable(L); /* core: module name -> table of functions */
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
