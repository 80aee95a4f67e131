/* core.math: Lua's math functions, which also take vecs and mats here, and a few more. Plain
 * numbers give what Lua's own functions give, errors included. */
#include "bind/value/math.h"

#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/traced/traced.h"
#include "bind/value/array.h"
#include "engine/number/array.h"
#include "engine/number/scalar.h"

#include <lualib.h>
#include <math.h>

enum { ANY_NUMBER = 200 };

typedef struct function {
    const char *name;
    double (*one)(double);         /* of one argument; NULL when there are at least two */
    double (*two)(double, double); /* of two, and of more from left to right; or NULL */
    int least, most;               /* how many numbers must be given, and how many count */
} function;

/* Always of one number, and always a float: no need for Lua's own. */
static const function floats[] = {
    {"exp", exp, NULL, 1, 1},
    {"sqrt", sqrt, NULL, 1, 1},
    {"sin", sin, NULL, 1, 1},
    {"cos", cos, NULL, 1, 1},
    {"tan", tan, NULL, 1, 1},
    {"asin", asin, NULL, 1, 1},
    {"acos", acos, NULL, 1, 1},
    {"deg", scalar_deg, NULL, 1, 1},
    {"rad", scalar_rad, NULL, 1, 1},
    {"log1p", log1p, NULL, 1, 1},
    {"tanh", tanh, NULL, 1, 1},
    {"sinh", sinh, NULL, 1, 1},
    {"cosh", cosh, NULL, 1, 1},
    {"sigmoid", scalar_sigmoid, NULL, 1, 1},
    {"logcosh", scalar_logcosh, NULL, 1, 1},
    {"softplus", scalar_softplus, NULL, 1, 1},
    {"relu", scalar_relu, NULL, 1, 1},
};

/* Lua's own are called for numbers: integers stay integers, a second argument may be left out. */
static const function mixed[] = {
    {"abs", fabs, NULL, 1, 1},
    {"ceil", ceil, NULL, 1, 1},
    {"floor", floor, NULL, 1, 1},
    {"log", log, scalar_log, 1, 2},
    {"atan", atan, atan2, 1, 2},
    {"fmod", NULL, fmod, 2, 2},
    {"max", NULL, scalar_max, 1, ANY_NUMBER},
    {"min", NULL, scalar_min, 1, ANY_NUMBER},
};

static const function *self(lua_State *L)
{
    return lua_touserdata(L, lua_upvalueindex(1));
}

static void refuse_more(lua_State *L)
{
    const function *f = self(L);
    const char *name = lua_pushfstring(L, "math.%s", f->name);
    const char *form = lua_pushfstring(L, f->most == 1 ? "%s(x)" : "%s(x, y)", name);
    lua_rotate(L, 1, 2);
    bind_refuse_more(L, name, 3, f->most, form);
    lua_settop(L, 2 + f->most);
    lua_rotate(L, 1, -2);
    lua_pop(L, 2);
}

static int apply_float(lua_State *L)
{
    operand a;
    if (lua_gettop(L) > 1)
        refuse_more(L);
    if (traced_among(L, 1))
        return traced_math(L, self(L)->name, 1);
    if (lua_type(L, 1) != LUA_TUSERDATA || !operand_read(L, 1, &a))
        lua_pushnumber(L, self(L)->one(luaL_checknumber(L, 1)));
    else
        unary_apply(L, self(L)->one, &a);
    return 1;
}

/* Arguments are checked here: an error raised in Lua's own function could not name the call. */
static int apply_stock(lua_State *L, int n)
{
    const function *f = self(L);
    for (int i = 1; i <= n || i <= f->least; i++)
        luaL_checknumber(L, i);
    if (f->two == fmod && lua_isinteger(L, 1) && lua_isinteger(L, 2) && lua_tointeger(L, 2) == 0)
        luaL_argerror(L, 2, "zero");
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    lua_call(L, n, 1);
    return 1;
}

/* Replaces the two values on top by f of them. */
static void fold(lua_State *L, const function *f)
{
    operand a[2];
    size_t n;
    int first = lua_gettop(L) - 1;
    const char *name = lua_pushfstring(L, "math.%s", f->name);
    for (int i = 0; i < 2; i++)
        if (!operand_read(L, first + i, &a[i]))
            bind_expected(L, name, "a number, a vec or a mat", first + i);
    double *out = operand_push(L, name, a, 2, &n);
    operand_zip(L, name, f->two, a, n, out);
    lua_replace(L, first);
    lua_settop(L, first);
}

static int apply_arrays(lua_State *L, int n)
{
    const function *f = self(L);
    operand a;
    if (n == 1 && !f->one)
        bind_fail(L, lua_pushfstring(L, "math.%s", f->name),
                  "expected at least two values, got %s (v:max() and v:min() look at its elements)",
                  bind_describe(L, 1));
    if (n == 1) {
        operand_read(L, 1, &a);
        unary_apply(L, f->one, &a);
        return 1;
    }
    lua_pushvalue(L, 1);
    for (int i = 2; i <= n; i++) {
        lua_pushvalue(L, i);
        fold(L, f);
    }
    return 1;
}

static int apply_mixed(lua_State *L)
{
    const function *f = self(L);
    if (lua_gettop(L) > f->most)
        refuse_more(L);
    int n = lua_gettop(L);
    if (f->one && n == 2 && lua_isnil(L, 2))
        n = 1;
    lua_settop(L, n);
    luaL_checkstack(L, 8, NULL);
    if (traced_among(L, n))
        return traced_math(L, f->name, n);
    for (int i = 1; i <= n; i++)
        if (bind_test_vec(L, i) || bind_test_mat(L, i))
            return apply_arrays(L, n);
    return apply_stock(L, n);
}

/* where(c, a, b): a where c > 0, else b */
static int where(lua_State *L)
{
    operand v[3];
    size_t n;
    if (traced_among(L, 3))
        return traced_where(L);
    if (lua_isboolean(L, 1))
        bind_fail(L, "where",
                  "expected a number, a vec or a mat, got %s (where(a - b, u, v) is u where a > b)",
                  bind_describe(L, 1));
    for (int i = 0; i < 3; i++)
        if (!operand_read(L, i + 1, &v[i]))
            bind_expected(L, "where", "a number, a vec or a mat", i + 1);
    if (v[0].kind == OPERAND_NUMBER && v[1].kind == OPERAND_NUMBER && v[2].kind == OPERAND_NUMBER) {
        lua_pushvalue(L, v[0].number > 0 ? 2 : 3);
        return 1;
    }
    double *out = operand_push(L, "where", v, 3, &n);
    for (size_t i = 0; i < n; i++) {
        const operand *from = v[0].data[i * v[0].step] > 0 ? &v[1] : &v[2];
        out[i] = from->data[i * from->step];
    }
    return 1;
}

static const char *const STOCK_EXP = "Lua's own math.exp";

bool bind_is_exp(lua_State *L, int index)
{
    index = lua_absindex(L, index);
    if (lua_tocfunction(L, index) == apply_float && lua_getupvalue(L, index, 1)) {
        bool same = ((const function *)lua_touserdata(L, -1))->one == exp;
        lua_pop(L, 1);
        return same;
    }
    lua_getfield(L, LUA_REGISTRYINDEX, STOCK_EXP);
    bool same = lua_rawequal(L, index, -1);
    lua_pop(L, 1);
    return same;
}

/* Sets field f->name of the table on top to a closure over f and Lua's own function. */
static void set_function(lua_State *L, const function *f, lua_CFunction apply)
{
    lua_pushlightuserdata(L, (void *)f);
    lua_getfield(L, -2, f->name);
    lua_pushcclosure(L, apply, 2);
    lua_setfield(L, -2, f->name);
}

/* core.math.functions: a separate table, so that Lua's stays as it is. */
static void push_functions(lua_State *L)
{
    lua_newtable(L);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_getfield(L, -1, LUA_MATHLIBNAME);
    lua_getfield(L, -1, "exp");
    lua_setfield(L, LUA_REGISTRYINDEX, STOCK_EXP);
    for (lua_pushnil(L); lua_next(L, -2);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_settable(L, -6);
    }
    lua_pop(L, 2);
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        set_function(L, &floats[i], apply_float);
    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++)
        set_function(L, &mixed[i], apply_mixed);
}

int bind_open_math(lua_State *L)
{
    lua_newtable(L);
    push_functions(L);
    lua_setfield(L, -2, "functions");
    lua_pushcfunction(L, where);
    lua_setfield(L, -2, "where");
    return 1;
}
