/* core.mlmc: what a multilevel value draws next, and what its levels say. Its functions read the
 * state of lua/value/mlmc.lua at 1 and, at 2, the costs of levels 0, 1, .. as a vec. */
#include "engine/value/mlmc.h"

#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/run/terms.h"
#include "engine/machine/size.h"

#include <math.h>

/* The number in the field `name` of the table at index; NAN where there is none. */
static double field(lua_State *L, int index, const char *name)
{
    lua_getfield(L, index, name);
    double x = luaL_optnumber(L, -1, NAN);
    lua_pop(L, 1);
    return x;
}

static mlmc_drawn read_drawn(lua_State *L)
{
    mlmc_drawn d = {0};
    const bind_vec *cost = bind_test_vec(L, 2);
    luaL_argcheck(L, cost, 2, "vec expected");
    memcpy(d.cost, cost->data, at_most(cost->n, RATES_MOST + 1) * sizeof *d.cost);
    lua_getfield(L, 1, "drawn");
    for (int l = 0; l <= RATES_MOST; l++) {
        terms_drawn t = {0};
        if (lua_geti(L, -1, l) != LUA_TNIL)
            t = bind_drawn(L, lua_gettop(L));
        d.level[l] = terms_read(&t);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return d;
}

static rates_given read_given(lua_State *L)
{
    lua_getfield(L, 1, "given");
    int at = lua_gettop(L);
    rates_given g = {.alpha = field(L, at, "alpha"),
                     .beta = field(L, at, "beta"),
                     .gamma = field(L, at, "gamma")};
    lua_getfield(L, at, "nested");
    g.nested = lua_toboolean(L, -1);
    lua_pop(L, 2);
    return g;
}

static size_t read_last(lua_State *L)
{
    return at_most((size_t)field(L, 1, "L"), RATES_MOST);
}

static mlmc_look look_at(lua_State *L, const mlmc_drawn *d)
{
    rates_given given = read_given(L);
    return mlmc_look_at(d, read_last(L), &given);
}

static void set_levels(lua_State *L, const mlmc_drawn *d, size_t last)
{
    lua_createtable(L, (int)last, 1);
    for (size_t l = 0; l <= last; l++) {
        bind_push_drawn(L, &d->level[l]);
        bind_set_number(L, "cost", d->cost[l]);
        if (l > 0)
            bind_set_number(L, "consistency", mlmc_consistency(d, l));
        lua_seti(L, -2, (lua_Integer)l);
    }
    lua_setfield(L, -2, "list");
}

/* look(state, cost) -> {list = of each level what core.terms.read gives, cost, consistency; last =
 * the last one with terms, value, variance, se, bias, status, odd, alpha, beta = as seen, gamma,
 * var = {[l] =}} */
static int look(lua_State *L)
{
    mlmc_drawn d = read_drawn(L);
    mlmc_look now = look_at(L, &d);
    lua_createtable(L, 0, 12);
    set_levels(L, &d, read_last(L));
    lua_createtable(L, (int)now.last, 1);
    for (size_t l = 0; l <= now.last; l++) {
        lua_pushnumber(L, now.var[l]);
        lua_seti(L, -2, (lua_Integer)l);
    }
    lua_setfield(L, -2, "var");
    bind_set_integer(L, "last", (lua_Integer)now.last);
    bind_set_number(L, "value", now.value);
    bind_set_number(L, "variance", now.variance);
    bind_set_number(L, "se", now.se);
    bind_set_number(L, "bias", now.bias);
    bind_set_number(L, "alpha", now.seen.alpha);
    bind_set_number(L, "beta", now.seen.beta);
    bind_set_number(L, "gamma", now.used.gamma);
    bind_set_text(L, "status", now.status);
    bind_set_text(L, "odd", now.odd);
    return 1;
}

/* need(state, cost, error, tested) -> the samples that these errors take in all, or nil. */
static int need(lua_State *L)
{
    mlmc_drawn d = read_drawn(L);
    mlmc_look now = look_at(L, &d);
    double all =
        mlmc_need(&d, &now, field(L, 1, "spent"), luaL_checknumber(L, 3), lua_toboolean(L, 4));
    if (isnan(all))
        lua_pushnil(L);
    else
        lua_pushnumber(L, all);
    return 1;
}

static mlmc_way read_way(lua_State *L)
{
    size_t first = at_most((size_t)field(L, 1, "first"), RATES_MOST);
    size_t most = at_most((size_t)field(L, 1, "most"), RATES_MOST);
    mlmc_way w = mlmc_begin(first, most, field(L, 1, "start"), read_given(L));
    w.last = read_last(L);
    w.goal = field(L, 1, "goal");
    w.step = field(L, 1, "step");
    w.has_todo = lua_getfield(L, 1, "todo") == LUA_TTABLE;
    for (size_t l = 0; w.has_todo && l <= w.last; l++) {
        lua_geti(L, -1, (lua_Integer)l);
        w.todo[l] = luaL_checknumber(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return w;
}

static void set_or_nil(lua_State *L, const char *name, double x)
{
    lua_pushnil(L);
    lua_setfield(L, -2, name);
    bind_set_known(L, name, x);
}

/* Sets what has changed of the way. */
static void write_way(lua_State *L, const mlmc_way *w)
{
    lua_pushvalue(L, 1);
    bind_set_integer(L, "L", (lua_Integer)w->last);
    set_or_nil(L, "goal", w->goal);
    set_or_nil(L, "step", w->step);
    if (w->has_todo)
        lua_createtable(L, (int)w->last, 1);
    else
        lua_pushnil(L);
    for (size_t l = 0; w->has_todo && l <= w->last; l++) {
        lua_pushnumber(L, w->todo[l]);
        lua_seti(L, -2, (lua_Integer)l);
    }
    lua_setfield(L, -2, "todo");
    if (!isnan(w->missing))
        bind_set_number(L, "need", field(L, 1, "spent") + w->missing);
    lua_pop(L, 1);
}

/* next(state, cost, error, tested) -> level, n more terms of it; or nil, and why the error is not
 * reached, or nil. */
static int next(lua_State *L)
{
    mlmc_drawn d = read_drawn(L);
    mlmc_way w = read_way(L);
    mlmc_order order = mlmc_next(&w, &d, luaL_checknumber(L, 3), lua_toboolean(L, 4));
    write_way(L, &w);
    if (order.n > 0) {
        lua_pushinteger(L, (lua_Integer)order.level);
        lua_pushnumber(L, order.n);
        return 2;
    }
    lua_pushnil(L);
    lua_pushstring(L, order.why);
    return 2;
}

static const luaL_Reg functions[] = {{"look", look}, {"next", next}, {"need", need}, {NULL, NULL}};

int bind_open_mlmc(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
