/* Userdata types: fields and methods through one __index that raises on an unknown name. */
#include "bind/type.h"

#include "bind/bind.h"

#include <stdlib.h>
#include <string.h>

typedef int (*field_reader)(lua_State *L, void *self, const char *field);

enum { MOST_NAMES = 64, MOST_LISTED = 8 };

/* Adds the keys of the table at index to the n names; returns how many there are then. */
static size_t add_names(lua_State *L, int index, const char **names, size_t n)
{
    for (lua_pushnil(L); n < MOST_NAMES && lua_next(L, index); lua_pop(L, 1))
        names[n++] = lua_tostring(L, -2);
    return n;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Raises for an unknown field of the value at 1; upvalue 1 = the methods. */
static int unknown_field(lua_State *L, const char *type, const char *field)
{
    const char *names[MOST_NAMES];
    size_t n = add_names(L, lua_upvalueindex(1), names, 0);
    if (luaL_getmetafield(L, 1, "fields") == LUA_TTABLE)
        n = add_names(L, lua_gettop(L), names, n);
    const char *hint = bind_hint(L, field, names, n);
    if (!*hint && n && n <= MOST_LISTED) {
        qsort(names, n, sizeof *names, by_name);
        hint = lua_pushfstring(L, ", it has %s", bind_joined(L, names, n));
    }
    return bind_fail(L, NULL, "%s: no field '%s'%s", type, field, hint);
}

/* upvalues: 1 methods, 2 light userdata of the field reader's holder, 3 type name */
static int read_field(lua_State *L)
{
    field_reader *reader = lua_touserdata(L, lua_upvalueindex(2));
    const char *type = lua_tostring(L, lua_upvalueindex(3));
    if (lua_type(L, 2) == LUA_TSTRING) {
        lua_pushvalue(L, 2);
        if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL)
            return 1;
        lua_pop(L, 1);
    }
    if (*reader && (*reader)(L, lua_touserdata(L, 1),
                             lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : NULL))
        return 1;
    return unknown_field(L, type, luaL_tolstring(L, 2, NULL));
}

void bind_new_type(lua_State *L, const char *type, const luaL_Reg *meta, const luaL_Reg *methods,
                   int (*index)(lua_State *L, void *self, const char *field))
{
    luaL_newmetatable(L, lua_pushfstring(L, "debias.%s", type));
    if (meta)
        luaL_setfuncs(L, meta, 0);
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "methods"); /* for help and completion */
    *(field_reader *)lua_newuserdatauv(L, sizeof(field_reader), 0) = index;
    lua_pushstring(L, type);
    lua_pushcclosure(L, read_field, 3);
    lua_setfield(L, -2, "__index");
    bind_set_flag(L, "__metatable", 0);
    lua_pop(L, 2);
}

void bind_set_fields(lua_State *L, const char *type, const char *const *names, size_t n)
{
    luaL_getmetatable(L, lua_pushfstring(L, "debias.%s", type));
    lua_newtable(L);
    for (size_t i = 0; i < n; i++)
        bind_set_flag(L, names[i], 1);
    lua_setfield(L, -2, "fields");
    lua_pop(L, 2);
}

void bind_push_weak(lua_State *L, const char *name, const char *mode)
{
    if (luaL_getsubtable(L, LUA_REGISTRYINDEX, name))
        return;
    lua_createtable(L, 0, 1);
    bind_set_text(L, "__mode", mode);
    lua_setmetatable(L, -2);
}

void *bind_single(lua_State *L, const void *key, size_t bytes)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) != LUA_TUSERDATA) {
        memset(lua_newuserdatauv(L, bytes, 0), 0, bytes);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, key);
        lua_remove(L, -2);
    }
    void *block = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return block;
}
