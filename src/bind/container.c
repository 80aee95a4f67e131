/* What counts as a vec, a mat, a number; the bytes of a file; fields of tables. */
#include "bind/bind.h"

#include <math.h>
#include <string.h>

bind_vec *bind_test_vec(lua_State *L, int index)
{
    return luaL_testudata(L, index, "debias.vec");
}

bind_mat *bind_test_mat(lua_State *L, int index)
{
    return luaL_testudata(L, index, "debias.mat");
}

/* 2^53 = 9007199254740992: from there on, not all whole numbers are doubles. */
bool bind_has_double(lua_Integer i)
{
    const lua_Integer all = (lua_Integer)1 << 53;
    if (i >= -all && i <= all)
        return true;
    double x = (double)i;
    return x < 0x1p63 && (lua_Integer)x == i;
}

bool bind_test_number(lua_State *L, int index, double *out)
{
    const bind_vec *v = bind_test_vec(L, index);
    if (v && v->n == 1)
        *out = v->data[0];
    else if (lua_type(L, index) == LUA_TNUMBER)
        *out = lua_tonumber(L, index);
    else
        return false;
    return !lua_isinteger(L, index) || bind_has_double(lua_tointeger(L, index));
}

bind_bytes *bind_new_bytes(lua_State *L, size_t n)
{
    bind_bytes *b = lua_newuserdatauv(L, sizeof *b + n, 0);
    *b = (bind_bytes){n};
    luaL_setmetatable(L, "debias.bytes");
    return b;
}

const char *bind_text(lua_State *L, int index, size_t *n)
{
    const bind_bytes *b = luaL_testudata(L, index, "debias.bytes");
    if (!b)
        return luaL_checklstring(L, index, n);
    *n = b->n;
    return b->data;
}

void bind_set_number(lua_State *L, const char *name, double x)
{
    lua_pushnumber(L, x);
    lua_setfield(L, -2, name);
}

void bind_set_known(lua_State *L, const char *name, double x)
{
    if (!isnan(x))
        bind_set_number(L, name, x);
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
