/* core.extrap: operators, and their exact expectations. */
#include "bind/operator/extrap.h"

#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/operator/combine.h"
#include "bind/operator/fit.h"
#include "bind/operator/func.h"
#include "bind/operator/lab.h"
#include "bind/operator/name.h"
#include "bind/type.h"
#include "engine/law/expect.h"
#include "engine/operator/apply.h"

#include <math.h>
#include <string.h>

/* paper(k, disjoint) */
static int paper(lua_State *L)
{
    combination p = {.disjoint = lua_toboolean(L, 2)};
    lua_Integer k = bind_integer(L, 1, "extrap.paper", "k");
    p.terms = k < 1 || k > 3 ? 0 : extrap_paper((int)k, p.sizes, p.weights);
    if (p.terms == 0)
        bind_fail(L, "extrap.paper", "expected k as 1, 2 or 3, the orders the paper prints, got %I",
                  (LUAI_UACINT)k);
    const char *name = lua_pushfstring(L, "paper %I", (LUAI_UACINT)k);
    bind_push_operator(L, "extrap.paper", name, &p);
    return 1;
}

_Static_assert(1 << (EXTRAP_ORDERS - 1) == EXTRAP_DRAWS, "EXTRAP_ORDERS");

static void read_sizes(lua_State *L, lua_Integer k, const bind_vec *sizes, combination *p)
{
    const double *n = sizes->data;
    bool rising = true;
    if (k < 1 || k > EXTRAP_TERMS || sizes->n != (size_t)k)
        bind_fail(L, "extrap.order", "expected k sizes, k from 1 to %d, got k = %I and %I sizes",
                  EXTRAP_TERMS, (LUAI_UACINT)k, (LUAI_UACINT)sizes->n);
    p->terms = (size_t)k;
    for (int j = 0; j < k; j++) {
        rising = rising && n[j] == floor(n[j]) && (j == 0 || n[j] > n[j - 1]);
        p->sizes[j] = (uint32_t)n[j];
    }
    if (!rising)
        bind_fail(L, "extrap.order", "option 'sizes': expected rising whole numbers");
}

const extrap *bind_push_order(lua_State *L, const char *function, lua_Integer k, bool disjoint)
{
    combination p = {.terms = (size_t)k, .disjoint = disjoint};
    if (k < 1 || k > EXTRAP_ORDERS)
        bind_fail(L, function, "expected k from 1 to %d, got %I", EXTRAP_ORDERS, (LUAI_UACINT)k);
    for (int j = 0; j < k; j++)
        p.sizes[j] = 1u << j;
    bind_check(L, function, extrap_richardson(p.sizes, p.terms, p.weights));
    const char *name = lua_pushfstring(L, "order %I", (LUAI_UACINT)k);
    const extrap *op = bind_push_operator(L, function, name, &p);
    lua_remove(L, -2);
    return op;
}

/* order(k, sizes or nil, disjoint) */
static int order(lua_State *L)
{
    combination p = {.disjoint = lua_toboolean(L, 3)};
    lua_Integer k = bind_integer(L, 1, "extrap.order", "k");
    if (lua_isnil(L, 2))
        return bind_push_order(L, "extrap.order", k, p.disjoint), 1;
    read_sizes(L, k, bind_test_vec(L, 2), &p);
    bind_check(L, "extrap.order", extrap_richardson(p.sizes, p.terms, p.weights));
    bind_push_operator(L, "extrap.order", bind_push_order_name(L, &p), &p);
    return 1;
}

/* The value on top as a weight. */
static fraction read_weight(lua_State *L)
{
    fraction f;
    if (!bind_test_fraction(L, -1, &f) || f.num == 0)
        bind_fail(L, "extrap.new",
                  "option 'weight': expected a fraction such as \"8/3\", not 0, got %s",
                  bind_describe(L, -1));
    return f;
}

/* make(terms, disjoint, any_sum, name): of a list of {size =, weight =} with rising sizes. */
static int make(lua_State *L)
{
    combination p = {.terms = lua_rawlen(L, 1), .disjoint = lua_toboolean(L, 2)};
    lua_settop(L, 4);
    if (p.terms > EXTRAP_TERMS)
        bind_fail(L, "extrap.new", "expected at most %d terms", EXTRAP_TERMS);
    for (size_t j = 0; j < p.terms; j++) {
        lua_rawgeti(L, 1, (lua_Integer)j + 1);
        lua_getfield(L, -1, "size");
        p.sizes[j] = (uint32_t)lua_tonumber(L, -1);
        lua_getfield(L, -2, "weight");
        p.weights[j] = read_weight(L);
        lua_settop(L, 4);
        if (j > 0 && p.sizes[j] == p.sizes[j - 1])
            bind_fail(L, "extrap.new", "expected different sizes, got %d twice", (int)p.sizes[j]);
    }
    if (!lua_toboolean(L, 3) && !fraction_sum_is_one(p.weights, p.terms))
        bind_fail(L, "extrap.new", "expected weights that sum to exactly 1, got %s",
                  bind_push_sum(L, &p));
    bind_push_operator(L, "extrap.new", luaL_optstring(L, 4, "custom"), &p);
    return 1;
}

enum { M, S, N_EXPECT };

static const param expect_params[] = {
    [M] = {"m", PARAM_INTEGER, .fallback = 1, .low = 1, .high = 1e15, .unit = "draws",
           .meaning = "draws in a block: D_m is their mean's law"},
    [S] = BIND_SHIFT_PARAM,
};

static const param apply_params[] = {BIND_SHIFT_PARAM};

/* What expect and bias have in common: (op, q, d, {m=, s=}) -> the expectation in out, or nil, why.
 */
static int ask(lua_State *L, const char *function, expectation *out,
               status (*of)(const extrap *, const func *, const dist *, double, double,
                            expectation *))
{
    const extrap *op = bind_object(L, 1, "extrap", function);
    const dist *d = bind_object(L, 3, "dist", function);
    arg a[N_EXPECT];
    bind_func f;
    bind_options(L, 4, function, expect_params, N_EXPECT, a);
    double *s = bind_push_shift(L, function, &a[S], d->dim), sizes[EXTRAP_TERMS];
    bind_blocks b = {d, s, sizes, extrap_sizes(op, a[M].number, sizes)};
    bind_func_read_law(L, 2, function, &b, &f);
    status outcome = of(op, &f.q, d, a[M].number, s[0], out);
    if (outcome != STATUS_NO_EXACT) {
        bind_check(L, function, outcome);
        return 1;
    }
    return bind_unknown(L, out->why);
}

static int expect(lua_State *L)
{
    expectation x;
    bind_self(L, "extrap", "expect");
    lua_settop(L, 4);
    int results = ask(L, "extrap:expect", &x, expect_mean);
    if (results == 1)
        lua_pushnumber(L, x.value);
    return results;
}

/* bias_for's second result is how far the first may be off by rounding. */
static int push_bias(lua_State *L, const char *function, bool rounding)
{
    expectation x;
    int results = ask(L, function, &x, expect_operator);
    if (results == 2)
        return 2;
    lua_pushnumber(L, x.bias);
    if (rounding)
        lua_pushnumber(L, x.rounding);
    return rounding ? 2 : 1;
}

static int bias(lua_State *L)
{
    bind_self(L, "extrap", "bias");
    lua_settop(L, 4);
    return push_bias(L, "extrap:bias", false);
}

/* bias(op, q, d, options, function): the method in another's name. */
static int bias_for(lua_State *L)
{
    return push_bias(L, luaL_checkstring(L, 5), true);
}

/* apply(q, sample [, {s=}]) -> number or vec */
static int apply(lua_State *L)
{
    const extrap *op = bind_self(L, "extrap", "apply");
    lua_settop(L, 4);
    const bind_mat *rows = bind_test_mat(L, 3);
    const bind_vec *numbers = rows ? NULL : bind_to_vec(L, 3);
    if (!rows && !numbers)
        bind_expected(L, "extrap:apply", "a vec or a mat as sample", 3);
    size_t n = rows ? rows->rows : numbers->n, dim = rows ? rows->cols : 1;
    const double *sample = rows ? rows->data : numbers->data;
    if (n == 0 || dim == 0 || n % op->draws)
        bind_fail(L, "extrap:apply", "expected a multiple of %d draws, got %d", (int)op->draws,
                  (int)n);
    arg start;
    bind_func f;
    bind_options(L, 4, "extrap:apply", apply_params, 1, &start);
    const double *s = bind_push_shift(L, "extrap:apply", &start, dim);
    bind_where where = {.at = s, .s = s, .rows = sample, .n = n};
    bind_func_read(L, 2, "extrap:apply", dim, &where, &f);
    double *out = bind_push_vec(L, f.q.out)->data;
    bind_check(L, "extrap:apply", apply_operator(op, &f.q, n / op->draws, s, sample, out));
    if (f.q.out == 1)
        lua_pushnumber(L, out[0]);
    return 1;
}

static int estimate(lua_State *L)
{
    bind_self(L, "extrap", "estimate");
    lua_settop(L, 4);
    return bind_sample(L, "extrap:estimate");
}

static int field(lua_State *L, void *self, const char *name)
{
    const extrap *op = self;
    if (!name)
        return 0;
    if (strcmp(name, "name") == 0)
        lua_pushstring(L, op->name);
    else if (strcmp(name, "order") == 0)
        lua_pushinteger(L, (lua_Integer)op->order);
    else if (strcmp(name, "draws") == 0)
        lua_pushinteger(L, (lua_Integer)op->draws);
    else if (strcmp(name, "amplification") == 0)
        lua_pushnumber(L, op->amplification);
    else if (strcmp(name, "blocks") == 0)
        lua_pushstring(L, op->disjoint ? "disjoint" : "windows");
    else
        return 0;
    return 1;
}

/* common(list) -> the least common multiple of the operators' draws */
static int common(lua_State *L)
{
    size_t n = lua_rawlen(L, 1);
    const extrap **op = lua_newuserdatauv(L, (n + 1) * sizeof *op, 0);
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        op[i] = bind_object(L, -1, "extrap", NULL);
        lua_pop(L, 1); /* the list keeps it */
    }
    lua_pushinteger(L, (lua_Integer)extrap_common(op, n));
    return 1;
}

static const luaL_Reg methods[] = {
    {"expect", expect}, {"bias", bias}, {"apply", apply}, {"estimate", estimate}, {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"paper", paper},   {"order", order},         {"make", make},     {"fit", bind_fit},
    {"bias", bias_for}, {"sum", bind_terms_text}, {"common", common}, {NULL, NULL},
};

int bind_open_extrap(lua_State *L)
{
    static const char *const fields[] = {"name", "order", "draws", "amplification", "blocks"};
    bind_new_type(L, "extrap", NULL, methods, field);
    bind_set_fields(L, "extrap", fields, sizeof fields / sizeof *fields);
    bind_open_combination(L);
    luaL_newlib(L, functions);
    lua_newtable(L);
    bind_set_params(L, "expect", expect_params, N_EXPECT);
    bind_set_params(L, "apply", apply_params, 1);
    lua_setfield(L, -2, "params");
    bind_set_integer(L, "most_order", EXTRAP_ORDERS);
    bind_set_integer(L, "most_draws", EXTRAP_DRAWS);
    bind_set_integer(L, "most_name", EXTRAP_NAME - (lua_Integer)sizeof ", disjoint");
    return 1;
}
