/* core.options: option tables that the Lua library states, read and checked like those of C.
 *
 * A row: {"name", "kind"; default = a number, boolean or one of choices, else it may stay absent;
 * required, idle, position = booleans; low =, high = the range of numbers, open_low, open_high =
 * booleans: without the end itself; choices =, unit =, meaning = as in engine/text/param.h}. */
#include "bind/bind.h"
#include "bind/modules.h"

#include <math.h>
#include <string.h>

typedef struct option_table {
    size_t n;
    param row[];
} option_table;

/* Raises where the library's own source is wrong: found by the first start. */
static _Noreturn void wrong(lua_State *L, const char *name, const char *what)
{
    bind_fail(L, NULL, "option table, row '%s': %s", name, what);
}

/* The field of the row on the top of the stack; the row keeps the text. */
static const char *text(lua_State *L, const char *key)
{
    lua_getfield(L, -1, key);
    const char *value = lua_tostring(L, -1);
    lua_pop(L, 1);
    return value;
}

static double number(lua_State *L, const char *key, double otherwise)
{
    lua_getfield(L, -1, key);
    double value = lua_isnil(L, -1) ? otherwise : luaL_checknumber(L, -1);
    lua_pop(L, 1);
    return value;
}

static unsigned flag(lua_State *L, const char *key, unsigned bit)
{
    lua_getfield(L, -1, key);
    unsigned value = lua_toboolean(L, -1) ? bit : 0;
    lua_pop(L, 1);
    return value;
}

static const char *positional(lua_State *L, lua_Integer i)
{
    lua_rawgeti(L, -1, i);
    const char *value = luaL_checkstring(L, -1);
    lua_pop(L, 1);
    return value;
}

static void check_keys(lua_State *L, const char *name)
{
    static const char *const keys[] = {"default", "required", "idle",      "low",
                                       "high",    "open_low", "open_high", "choices",
                                       "unit",    "meaning",  "position",  NULL};
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        size_t i = 0;
        if (lua_type(L, -2) != LUA_TSTRING)
            continue;
        while (keys[i] && strcmp(keys[i], lua_tostring(L, -2)) != 0)
            i++;
        if (!keys[i])
            wrong(L, name, lua_tostring(L, -2));
    }
}

/* The default as a number; without one the option may stay absent, or must be given. */
static void set_default(lua_State *L, param *p)
{
    lua_getfield(L, -1, "default");
    if (lua_isboolean(L, -1))
        p->fallback = lua_toboolean(L, -1);
    else if (lua_type(L, -1) == LUA_TNUMBER)
        p->fallback = lua_tonumber(L, -1);
    else if (lua_isstring(L, -1))
        p->fallback = param_choice(p->choices, lua_tostring(L, -1));
    else if (!(p->flags & PARAM_REQUIRED))
        p->flags |= PARAM_OPTIONAL;
    lua_pop(L, 1);
    if (p->fallback < 0)
        wrong(L, p->name, "the default is not one of the choices");
}

/* Reads the row on the top of the stack. */
static param read_row(lua_State *L)
{
    param p = {.name = positional(L, 1),
               .kind = bind_param_kind(positional(L, 2)),
               .flags = flag(L, "required", PARAM_REQUIRED) | flag(L, "idle", PARAM_IDLE) |
                        flag(L, "position", PARAM_POSITION) | flag(L, "open_low", PARAM_OPEN_LOW) |
                        flag(L, "open_high", PARAM_OPEN_HIGH),
               .low = number(L, "low", -INFINITY),
               .high = number(L, "high", INFINITY),
               .choices = text(L, "choices"),
               .unit = text(L, "unit"),
               .meaning = text(L, "meaning")};
    check_keys(L, p.name);
    if (!p.meaning)
        wrong(L, p.name, "no meaning");
    set_default(L, &p);
    return p;
}

/* A whole number as Lua's integer, also where 1e6 was given. */
static void push_value(lua_State *L, int values, size_t i, param_kind kind)
{
    int is_whole = 0;
    lua_rawgeti(L, values, (lua_Integer)i + 1);
    lua_Integer whole = kind == PARAM_INTEGER ? lua_tointegerx(L, -1, &is_whole) : 0;
    if (is_whole) {
        lua_pop(L, 1);
        lua_pushinteger(L, whole);
    }
}

/* read(function, options) -> name -> value: what was given, or the default; after checks. */
static int read_options(lua_State *L)
{
    const option_table *t = lua_touserdata(L, lua_upvalueindex(1));
    const char *function = luaL_checkstring(L, 1);
    lua_settop(L, 2);
    arg *a = lua_newuserdatauv(L, t->n * sizeof *a, 0);
    bind_options(L, 2, function, t->row, t->n, a);
    int values = lua_gettop(L);
    bind_push_spec(L, t->row, t->n, a);
    for (size_t i = 0; i < t->n; i++) {
        if (!a[i].given)
            continue;
        push_value(L, values, i, t->row[i].kind);
        lua_setfield(L, -2, t->row[i].name);
    }
    return 1;
}

/* table(name, rows) -> read; options.params[name] are the rows for help and completion. */
static int table(lua_State *L)
{
    size_t n = lua_rawlen(L, 2);
    option_table *t = lua_newuserdatauv(L, sizeof *t + n * sizeof *t->row, 1);
    t->n = n;
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, 2, (lua_Integer)i + 1);
        t->row[i] = read_row(L);
        lua_pop(L, 1);
    }
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, -2, 1); /* the rows keep the texts */
    bind_push_params(L, t->row, n);
    lua_setfield(L, lua_upvalueindex(1), luaL_checkstring(L, 1));
    lua_pushcclosure(L, read_options, 1);
    return 1;
}

/* check(function, param, value): raises where value is none that the parameter takes, which is one
 * of a list of params. */
static int check(lua_State *L)
{
    lua_settop(L, 3);
    lua_pushvalue(L, 2);
    param p = {.name = text(L, "name"),
               .kind = bind_param_kind(text(L, "kind")),
               .flags = flag(L, "open_low", PARAM_OPEN_LOW) |
                        flag(L, "open_high", PARAM_OPEN_HIGH) | flag(L, "whole", PARAM_WHOLE) |
                        flag(L, "empty", PARAM_EMPTY),
               .low = number(L, "low", -INFINITY),
               .high = number(L, "high", INFINITY),
               .choices = text(L, "choices")};
    arg unused;
    bind_read(L, 3, luaL_checkstring(L, 1), &p, &unused);
    return 0;
}

int bind_open_options(lua_State *L)
{
    lua_newtable(L);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "params");
    lua_pushcclosure(L, table, 1);
    lua_setfield(L, -2, "table");
    lua_pushcfunction(L, check);
    lua_setfield(L, -2, "check");
    return 1;
}
