/* The fields of the tables that modules give to Lua. */
#include "bind/bind.h"

void bind_set_number(lua_State *L, const char *name, double x)
{
    lua_pushnumber(L, x);
    lua_setfield(L, -2, name);
}

void bind_set_integer(lua_State *L, const char *name, lua_Integer i)
{
    lua_pushinteger(L, i);
    lua_setfield(L, -2, name);
}

void bind_set_text(lua_State *L, const char *name, const char *text)
{
    lua_pushstring(L, text);
    lua_setfield(L, -2, name);
}

void bind_set_flag(lua_State *L, const char *name, bool b)
{
    lua_pushboolean(L, b);
    lua_setfield(L, -2, name);
}
