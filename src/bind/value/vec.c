/* core.vec: vectors of numbers. */
#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/traced/traced.h"
#include "bind/value/array.h"
#include "engine/number/array.h"

#include <math.h>

/* Raises for a value that is not a list of numbers, naming the first element that is not a number.
 */
static _Noreturn void fail_list(lua_State *L)
{
    if (lua_istable(L, 1))
        for (lua_Integer i = 1, n = (lua_Integer)lua_rawlen(L, 1); i <= n; i++) {
            double x;
            lua_rawgeti(L, 1, i);
            if (!bind_test_number(L, -1, &x))
                bind_fail(L, "vec", "expected numbers, got %s at element %I", bind_describe(L, -1),
                          (LUAI_UACINT)i);
            lua_pop(L, 1);
        }
    bind_expected(L, "vec", "a list of numbers", 1);
}

/* A table without elements but with keys is a mistake, not an empty vec. */
static void refuse_keys(lua_State *L)
{
    lua_pushnil(L);
    if (lua_next(L, 1))
        bind_fail(L, "vec", "expected a list of numbers, got a table with the key %s",
                  bind_describe(L, -2));
}

/* vec{..}, also of a number or a vec */
static int construct(lua_State *L)
{
    bool is_vec = bind_test_vec(L, 1) != NULL;
    const bind_vec *v = bind_to_vec(L, 1);
    if (!v && traced_in(L, 1))
        return traced_list(L);
    if (!v)
        fail_list(L);
    if (lua_istable(L, 1) && v->n == 0)
        refuse_keys(L);
    if (is_vec)
        bind_push_copy(L, "vec", v->n, v->data);
    return 1;
}

static int zeros(lua_State *L)
{
    bind_push_vec(L, bind_count(L, 1, "vec.zeros", "n", 0));
    return 1;
}

static int linspace(lua_State *L)
{
    double a = bind_number(L, 1, "vec.linspace", "a"), b = bind_number(L, 2, "vec.linspace", "b");
    size_t n = bind_count(L, 3, "vec.linspace", "n", 1);
    array_linspace(a, b, n, bind_push_vec(L, n)->data, bind_interrupt_of(L, (double)n));
    bind_look_after(L, (double)n, "vec.linspace");
    return 1;
}

static int geomspace(lua_State *L)
{
    double a = bind_number(L, 1, "vec.geomspace", "a"), b = bind_number(L, 2, "vec.geomspace", "b");
    size_t n = bind_count(L, 3, "vec.geomspace", "n", 1);
    if (!(a * b > 0))
        bind_fail(L, "vec.geomspace", "expected two numbers of one sign, got %f and %f", a, b);
    array_geomspace(a, b, n, bind_push_vec(L, n)->data, bind_interrupt_of(L, (double)n));
    bind_look_after(L, (double)n, "vec.geomspace");
    return 1;
}

/* pow2(a, b) = {a, 2a, 4a, .. <= b} */
static int pow2(lua_State *L)
{
    double a = bind_number(L, 1, "pow2", "a"), b = bind_number(L, 2, "pow2", "b");
    if (!(a > 0 && a <= b && b < INFINITY))
        bind_fail(L, "pow2", "expected 0 < a <= b, got %f and %f", a, b);
    size_t n = 0;
    for (double x = a; x <= b; x *= 2)
        n++;
    bind_vec *v = bind_push_vec(L, n);
    for (size_t i = 0; i < n; i++)
        v->data[i] = ldexp(a, (int)i);
    return 1;
}

/* v[i]: a number, nil past the end. */
static int index_reader(lua_State *L, void *self, const char *field)
{
    const bind_vec *v = self;
    int is_integer;
    lua_Integer i = lua_tointegerx(L, 2, &is_integer);
    if (traced_test(L, 2))
        return traced_lookup(L);
    if (field || !is_integer)
        return 0;
    if (i >= 1 && (lua_Unsigned)i <= v->n)
        lua_pushnumber(L, v->data[i - 1]);
    else
        lua_pushnil(L);
    return 1;
}

static int set_index(lua_State *L)
{
    bind_vec *v = bind_self(L, "vec", "set");
    size_t i = operand_target(L, "vec", "an index", v->n);
    if (traced_test(L, 3))
        bind_fail(L, "vec",
                  "expected a number, got %s (vec{..} of a list makes one of traced numbers)",
                  bind_describe(L, 3));
    v->data[i] = bind_number(L, 3, "vec", NULL);
    return 0;
}

static int length(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)bind_test_vec(L, 1)->n);
    return 1;
}

static int equal(lua_State *L)
{
    if (traced_among(L, 2))
        return traced_equal(L);
    const bind_vec *a = bind_test_vec(L, 1), *b = bind_test_vec(L, 2);
    if (!a || !b || a->n != b->n)
        lua_pushboolean(L, 0);
    else
        array_push_equal(L, a->n, a->data, b->data);
    return 1;
}

/* Vecs of length 1 compare as numbers. */
static int less(lua_State *L)
{
    lua_pushboolean(L, bind_number(L, 1, "vec <", NULL) < bind_number(L, 2, "vec <", NULL));
    return 1;
}

static int less_equal(lua_State *L)
{
    lua_pushboolean(L, bind_number(L, 1, "vec <=", NULL) <= bind_number(L, 2, "vec <=", NULL));
    return 1;
}

static int concat(lua_State *L)
{
    operand a[2];
    if (traced_among(L, 2))
        return traced_concat(L);
    if (lua_type(L, 1) == LUA_TSTRING || lua_type(L, 2) == LUA_TSTRING)
        return operand_join(L);
    for (int i = 0; i < 2; i++)
        if (!operand_read(L, i + 1, &a[i]) || a[i].kind == OPERAND_MAT)
            bind_expected(L, "vec ..", "a number, a vec or text", i + 1);
    bind_vec *v = bind_push_vec(L, a[0].rows + a[1].rows);
    bind_copy(L, "vec ..", v->data, a[0].data, a[0].rows);
    bind_copy(L, "vec ..", v->data + a[0].rows, a[1].data, a[1].rows);
    return 1;
}

static int next_element(lua_State *L)
{
    lua_Integer i = luaL_optinteger(L, 2, 0) + 1;
    const bind_vec *v = bind_test_vec(L, 1);
    if (!v || i < 1 || (lua_Unsigned)i > v->n)
        return 0;
    lua_pushinteger(L, i);
    lua_pushnumber(L, v->data[i - 1]);
    return 2;
}

static int pairs(lua_State *L)
{
    lua_pushcfunction(L, next_element);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

static int dot(lua_State *L)
{
    bind_self(L, "vec", "dot");
    return array_push_product(L, "vec:dot");
}

enum { PREFIX = sizeof "vec:" - 1 };

/* The methods that make one number of all elements. */
static const struct reduction {
    const char *name; /* after a prefix the method's */
    array_reduction *of;
} reductions[] = {
    {"vec:norm", array_norm}, {"vec:sum", array_sum}, {"vec:mean", array_mean},
    {"vec:var", array_var},   {"vec:sd", array_sd},   {"vec:min", array_min},
    {"vec:max", array_max},
};

/* Upvalue 1: which of them. */
static int reduce(lua_State *L)
{
    const struct reduction *r = lua_touserdata(L, lua_upvalueindex(1));
    const bind_vec *v = bind_self(L, "vec", r->name + PREFIX);
    double x = r->of(v->n, v->data, bind_interrupt_of(L, (double)v->n));
    bind_look_after(L, (double)v->n, r->name);
    lua_pushnumber(L, x);
    return 1;
}

/* Adds them to the methods of the metatable on top. */
static void set_reductions(lua_State *L)
{
    lua_getfield(L, -1, "methods");
    for (size_t i = 0; i < sizeof reductions / sizeof *reductions; i++) {
        lua_pushlightuserdata(L, (void *)&reductions[i]);
        lua_pushcclosure(L, reduce, 1);
        lua_setfield(L, -2, reductions[i].name + PREFIX);
    }
    lua_pop(L, 1);
}

static int map(lua_State *L)
{
    bind_self(L, "vec", "map");
    return array_push_map(L, "vec:map");
}

static int slice(lua_State *L)
{
    const bind_vec *v = bind_self(L, "vec", "slice");
    size_t count, from = operand_slice(L, v->n, &count);
    bind_push_copy(L, "vec:slice", count, v->data + from);
    return 1;
}

static int copy(lua_State *L)
{
    const bind_vec *v = bind_self(L, "vec", "copy");
    bind_push_copy(L, "vec:copy", v->n, v->data);
    return 1;
}

static int table(lua_State *L)
{
    const bind_vec *v = bind_self(L, "vec", "table");
    array_push_list(L, v->n, v->data);
    return 1;
}

static const luaL_Reg meta[] = {
    {"__newindex", set_index}, {"__len", length},    {"__eq", equal},    {"__lt", less},
    {"__le", less_equal},      {"__concat", concat}, {"__pairs", pairs}, {NULL, NULL},
};

static const luaL_Reg methods[] = {
    {"dot", dot}, {"map", map}, {"slice", slice}, {"copy", copy}, {"table", table}, {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"new", construct},       {"zeros", zeros}, {"linspace", linspace},
    {"geomspace", geomspace}, {"pow2", pow2},   {NULL, NULL},
};

int bind_open_vec(lua_State *L)
{
    bind_new_type(L, "vec", meta, methods, index_reader);
    luaL_getmetatable(L, "debias.vec");
    set_reductions(L);
    array_set_arithmetic(L, "vec");
    array_set_arithmetic(L, "traced value");
    luaL_newlib(L, functions);
    return 1;
}
