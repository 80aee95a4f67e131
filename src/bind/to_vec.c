/* What a user gives for a vec: a vec, a list of numbers, or a number; no column of text. */
#include "bind/bind.h"

/* Pushes a vec of the list at index; NULL (pushing nil) when an element is not a number. */
static bind_vec *from_list(lua_State *L, int index)
{
    size_t n = lua_rawlen(L, index);
    bind_vec *v = bind_push_vec(L, n);
    for (size_t i = 0; i < n; i++) {
        bind_look_at(L, i, NULL);
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        bool ok = bind_test_number(L, -1, &v->data[i]);
        lua_pop(L, 1);
        if (!ok) {
            lua_pop(L, 1);
            lua_pushnil(L);
            return NULL;
        }
    }
    return v;
}

/* Raises for a column of text (lua/columns.lua), with the place of its first cell that is no
 * number.
 */
static void refuse_text(lua_State *L, int index)
{
    if (luaL_getmetafield(L, index, "__fault") == LUA_TSTRING)
        bind_fail(L, NULL, "%s", lua_tostring(L, -1));
}

bind_vec *bind_to_vec(lua_State *L, int index)
{
    index = lua_absindex(L, index);
    if (bind_test_vec(L, index)) {
        lua_pushvalue(L, index);
        return bind_test_vec(L, index);
    }
    double x;
    if (lua_type(L, index) == LUA_TNUMBER && bind_test_number(L, index, &x)) {
        bind_vec *v = bind_push_vec(L, 1);
        v->data[0] = x;
        return v;
    }
    if (lua_istable(L, index)) {
        refuse_text(L, index);
        return from_list(L, index);
    }
    lua_pushnil(L);
    return NULL;
}
