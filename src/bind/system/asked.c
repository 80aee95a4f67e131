/* The digests of a table's fields are added, so that their order does not count. */
#include "bind/system/asked.h"

#include "bind/bind.h"
#include "engine/machine/ranks.h"

#include <string.h>

enum { DEEPEST = 4 }; /* tables in tables */

static uint64_t of_text(uint64_t digest, const char *text)
{
    return ranks_digest(digest, text, strlen(text));
}

static uint64_t of_userdata(lua_State *L, int index)
{
    const bind_vec *v = bind_test_vec(L, index);
    const bind_mat *m = bind_test_mat(L, index);
    const char *type = bind_type(L, index);
    uint64_t digest = of_text(1, type ? type : "");
    if (v)
        return ranks_digest(digest, v->data, v->n * sizeof *v->data);
    if (m)
        return ranks_digest(digest + m->cols, m->data, m->rows * m->cols * sizeof *m->data);
    return digest;
}

static uint64_t of_value(lua_State *L, int index, int depth);

static uint64_t of_table(lua_State *L, int index, int depth)
{
    uint64_t sum = 0;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        uint64_t value = of_value(L, lua_gettop(L), depth - 1);
        sum += ranks_digest(of_value(L, lua_gettop(L) - 1, 0), &value, sizeof value);
    }
    return sum;
}

static uint64_t of_value(lua_State *L, int index, int depth)
{
    size_t n;
    double number;
    const char *text;
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
        number = lua_tonumber(L, index);
        return ranks_digest(2, &number, sizeof number);
    case LUA_TSTRING:
        text = lua_tolstring(L, index, &n);
        return ranks_digest(3, text, n);
    case LUA_TUSERDATA:
        return of_userdata(L, index);
    case LUA_TTABLE:
        return depth > 0 ? of_table(L, index, depth) : 0;
    default:
        return of_text(lua_toboolean(L, index) ? 4 : 5, luaL_typename(L, index));
    }
}

uint64_t bind_digest(lua_State *L)
{
    uint64_t digest = 1;
    for (int i = 1, n = lua_gettop(L); i <= n; i++) {
        uint64_t value = of_value(L, i, DEEPEST);
        digest = ranks_digest(digest, &value, sizeof value);
    }
    return digest;
}
