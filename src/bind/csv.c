/* core.csv: columns from and to comma-separated text. */
#include "bind/bind.h"
#include "bind/modules.h"
#include "engine/number.h"

#include <math.h>
#include <string.h>

static void add_number(luaL_Buffer *out, double x)
{
    char text[NUMBER_TEXT];
    if (!isnan(x)) /* unknown: an empty cell */
        luaL_addlstring(out, text, number_text(text, x, 17));
}

/* Adds the string on top of the stack, in quotes where it needs them, and pops it. */
static void add_string(lua_State *L, luaL_Buffer *out)
{
    const char *text = lua_tostring(L, -1);
    if (!strpbrk(text, ",;\t\"\r\n") && *text != ' ' && *text != '\0') {
        luaL_addvalue(out);
        return;
    }
    luaL_gsub(L, text, "\"", "\"\"");
    lua_pushfstring(L, "\"%s\"", lua_tostring(L, -1));
    lua_replace(L, -3);
    lua_pop(L, 1);
    luaL_addvalue(out);
}

/* Adds element i of the column on top of the stack, and pops the column. */
static void add_cell(lua_State *L, luaL_Buffer *out, lua_Integer i)
{
    const bind_vec *v = bind_test_vec(L, -1);
    if (v) {
        lua_pop(L, 1);
        add_number(out, v->data[i - 1]); /* the list of columns keeps v */
        return;
    }
    int type = lua_geti(L, -1, i);
    lua_replace(L, -2);
    if (type == LUA_TNUMBER && !lua_isinteger(L, -1)) {
        double x = lua_tonumber(L, -1);
        lua_pop(L, 1);
        add_number(out, x);
    } else if (lua_toboolean(L, -1)) {
        luaL_tolstring(L, -1, NULL);
        lua_replace(L, -2);
        add_string(L, out);
    } else {
        lua_pop(L, 1);
    }
}

/* text(names, columns, rows): two lists of one length; a column is a vec or a list of numbers,
 * strings or false (an empty cell). */
static int text(lua_State *L)
{
    lua_Integer columns = luaL_len(L, 1), rows = luaL_checkinteger(L, 3);
    luaL_Buffer out;
    luaL_buffinit(L, &out);
    for (lua_Integer i = 0; i <= rows; i++) {
        for (lua_Integer j = 1; j <= columns; j++) {
            lua_geti(L, i == 0 ? 1 : 2, j);
            if (i == 0)
                add_string(L, &out);
            else
                add_cell(L, &out, i);
            luaL_addchar(&out, j < columns ? ',' : '\n');
        }
    }
    luaL_pushresult(&out);
    return 1;
}

static const luaL_Reg functions[] = {
    {"text", text},
    {NULL, NULL},
};

int bind_open_csv(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
