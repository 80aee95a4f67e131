/* table.concat, insert, move, remove and sort. Wrong arguments are left to Lua's own, which say
 * what is wrong with them. */
#include <stdbool.h>

#include "repl/stock/look.h"
#include "repl/stock/stock.h"

enum { BETWEEN_LOOKS = 1 << 14, LONG_SORT = 1 << 15 };

/* Lua's own function, called in the place of ours. */
static int stock(lua_State *L)
{
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static void look_at(lua_State *L, lua_Unsigned i)
{
    if (i % BETWEEN_LOOKS == BETWEEN_LOOKS - 1)
        stock_look(L);
}

/* Adds element i of the table at index 1. */
static void add_element(lua_State *L, luaL_Buffer *b, lua_Integer i)
{
    lua_geti(L, 1, i);
    if (!lua_isstring(L, -1))
        luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1),
                   (LUAI_UACINT)i);
    luaL_addvalue(b);
}

static int concat(lua_State *L)
{
    size_t between;
    luaL_Buffer b;
    if (!lua_istable(L, 1))
        return stock(L);
    lua_Integer last = luaL_len(L, 1);
    const char *sep = luaL_optlstring(L, 2, "", &between);
    lua_Integer i = luaL_optinteger(L, 3, 1);
    last = luaL_optinteger(L, 4, last);
    luaL_buffinit(L, &b);
    for (; i < last; i++) {
        look_at(L, (lua_Unsigned)i);
        add_element(L, &b, i);
        luaL_addlstring(&b, sep, between);
    }
    if (i == last)
        add_element(L, &b, i);
    luaL_pushresult(&b);
    return 1;
}

/* Copies elements first .. last of the table at index 1 to `to`, .. of that at index other, in the
 * order in which none is lost. */
static void copy(lua_State *L, lua_Integer first, lua_Integer last, lua_Integer to, int other,
                 bool backward)
{
    lua_Unsigned n = (lua_Unsigned)last - (lua_Unsigned)first + 1;
    for (lua_Unsigned k = 0; last >= first && k < n; k++) {
        lua_Integer i = (lua_Integer)(backward ? n - 1 - k : k);
        look_at(L, k);
        lua_geti(L, 1, first + i);
        lua_seti(L, other, to + i);
    }
}

static int move(lua_State *L)
{
    int other = lua_isnoneornil(L, 5) ? 1 : 5;
    if (!lua_istable(L, 1) || !lua_istable(L, other))
        return stock(L);
    lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3);
    lua_Integer to = luaL_checkinteger(L, 4);
    bool fits = first > 0 || last < LUA_MAXINTEGER + first;
    if (last >= first && (!fits || to > LUA_MAXINTEGER - (last - first + 1) + 1))
        return stock(L);
    copy(L, first, last, to, other,
         to > first && to <= last && (other == 1 || lua_compare(L, 1, other, LUA_OPEQ)));
    lua_pushvalue(L, other);
    return 1;
}

static int insert(lua_State *L)
{
    if (lua_gettop(L) != 3 || !lua_istable(L, 1))
        return stock(L);
    lua_Integer end = (lua_Integer)((lua_Unsigned)luaL_len(L, 1) + 1);
    lua_Integer at = luaL_checkinteger(L, 2);
    if ((lua_Unsigned)at - 1 >= (lua_Unsigned)end)
        return stock(L);
    copy(L, at, end - 1, at + 1, 1, true);
    lua_pushvalue(L, 3);
    lua_seti(L, 1, at);
    return 0;
}

static int take(lua_State *L)
{
    if (lua_isnoneornil(L, 2) || !lua_istable(L, 1))
        return stock(L);
    lua_Integer size = luaL_len(L, 1), at = luaL_checkinteger(L, 2);
    if (at != size && (lua_Unsigned)at - 1 > (lua_Unsigned)size)
        return stock(L);
    lua_geti(L, 1, at);
    if (at < size)
        copy(L, at + 1, size, at, 1, false);
    lua_pushnil(L);
    lua_seti(L, 1, at < size ? size : at);
    return 1;
}

static int is_less(lua_State *L)
{
    stock_look(L);
    lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPLT));
    return 1;
}

/* A long list without a function that compares gets one, which takes longer but looks. */
static int sort(lua_State *L)
{
    if (lua_istable(L, 1) && lua_isnoneornil(L, 2) && lua_rawlen(L, 1) > LONG_SORT) {
        lua_settop(L, 1);
        lua_pushcfunction(L, is_less);
    }
    return stock(L);
}

const luaL_Reg stock_list[] = {{"concat", concat}, {"insert", insert}, {"move", move},
                               {"remove", take},   {"sort", sort},     {NULL, NULL}};
