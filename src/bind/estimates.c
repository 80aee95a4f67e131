#include "bind/estimates.h"

#include "bind/bind.h"

#include <math.h>

void bind_set_numbers(lua_State *L, const char *name, const bind_estimates *e, const double *x)
{
    if (!e->number) {
        double *to = bind_push_vec(L, e->n)->data;
        for (size_t j = 0; j < e->n; j++)
            to[j] = x[j];
    } else if (isnan(x[0]))
        return;
    else
        lua_pushnumber(L, x[0]);
    lua_setfield(L, -2, name);
}

/* Scratch of n numbers; one value that keeps it goes below the table on the top. */
static double *push_scratch(lua_State *L, const bind_estimates *e)
{
    double *x = bind_push_vec(L, e->n)->data;
    lua_insert(L, -2);
    return x;
}

static void drop_scratch(lua_State *L)
{
    lua_remove(L, -2);
}

void bind_set_each(lua_State *L, const char *name, const bind_estimates *e, const tally *t,
                   double (*of)(const tally *))
{
    double *x = push_scratch(L, e);
    for (size_t j = 0; j < e->n; j++)
        x[j] = e->certain ? 0 : of(&t[j]);
    bind_set_numbers(L, name, e, x);
    drop_scratch(L);
}

static double taken(const bind_estimates *e, size_t j)
{
    return e->taken ? e->taken[j] : 0;
}

/* A mean is a number even where it is NAN. */
static void set_mean(lua_State *L, const bind_estimates *e)
{
    double *x = push_scratch(L, e);
    for (size_t j = 0; j < e->n; j++)
        x[j] = tally_mean(&e->value[j]) + taken(e, j);
    bind_set_numbers(L, "mean", e, x);
    if (e->number && isnan(x[0])) {
        lua_pushnumber(L, NAN);
        lua_setfield(L, -2, "mean");
    }
    drop_scratch(L);
}

void bind_set_bias(lua_State *L, const bind_estimates *e, const double *target)
{
    double *x = push_scratch(L, e);
    for (size_t j = 0; j < e->n; j++)
        x[j] = tally_mean(&e->value[j]) - (e->taken ? 0 : target[j]);
    bind_set_numbers(L, "bias", e, x);
    drop_scratch(L);
}

static void set_se(lua_State *L, const bind_estimates *e)
{
    double *x = push_scratch(L, e);
    for (size_t j = 0; j < e->n; j++) {
        tally_fault fault = tally_check(&e->raw[j]);
        const moments *m = &e->value[j].finite;
        bool known = fault == TALLY_FINE || (fault == TALLY_EQUAL && e->certain);
        x[j] = known ? sqrt(moments_var(m) / m->n) : (double)NAN;
    }
    bind_set_numbers(L, "se", e, x);
    drop_scratch(L);
}

static const char *fault_text(tally_fault fault)
{
    switch (fault) {
    case TALLY_FEW:
        return "it takes two estimates";
    case TALLY_NOT_FINITE:
        return "some estimates are not finite";
    case TALLY_EQUAL:
        return "all estimates are equal";
    case TALLY_UNDERFLOW:
        return "the squares of their differences are too small for a double";
    case TALLY_OVERFLOW:
        return "the squares of their differences are too large for a double";
    case TALLY_FINE:
        break;
    }
    return NULL;
}

/* The worst of all outputs. */
static void set_why(lua_State *L, const bind_estimates *e)
{
    tally_fault worst = TALLY_FINE;
    for (size_t j = 0; j < e->n; j++) {
        tally_fault fault = tally_check(&e->raw[j]);
        if (worst == TALLY_FINE && !(fault == TALLY_EQUAL && e->certain))
            worst = fault;
    }
    if (worst == TALLY_FINE)
        return;
    lua_pushstring(L, fault_text(worst));
    lua_setfield(L, -2, "se_unknown");
}

static void set_finite_mean(lua_State *L, const bind_estimates *e)
{
    double *x = push_scratch(L, e);
    for (size_t j = 0; j < e->n; j++)
        x[j] = e->value[j].finite.n > 0 ? e->value[j].finite.mean + taken(e, j) : (double)NAN;
    bind_set_numbers(L, "finite_mean", e, x);
    drop_scratch(L);
}

static void set_odd(lua_State *L, const bind_estimates *e)
{
    if (e->odd.n == 0)
        return;
    lua_pushinteger(L, (lua_Integer)e->odd.n);
    lua_setfield(L, -2, "not_finite");
    lua_pushnumber(L, e->odd.first);
    lua_setfield(L, -2, "first_not_finite");
    lua_pushinteger(L, (lua_Integer)e->odd.at + 1);
    lua_setfield(L, -2, "first_not_finite_at");
    set_finite_mean(L, e);
}

void bind_set_estimates(lua_State *L, const bind_estimates *e)
{
    set_mean(L, e);
    set_se(L, e);
    set_why(L, e);
    set_odd(L, e);
    lua_pushinteger(L, (lua_Integer)tally_n(e->raw));
    lua_setfield(L, -2, "reps");
}

static void set_text(lua_State *L, const char *name, const char *text)
{
    lua_pushstring(L, text);
    lua_setfield(L, -2, name);
}

static void clear(lua_State *L, const char *name)
{
    lua_pushnil(L);
    lua_setfield(L, -2, name);
}

/* The number, also NAN, as field `name` if that is there. */
static void replace(lua_State *L, const char *name, double x)
{
    bool there = lua_getfield(L, -1, name) != LUA_TNIL;
    lua_pop(L, 1);
    if (!there)
        return;
    lua_pushnumber(L, x);
    lua_setfield(L, -2, name);
}

void bind_correct_estimates(lua_State *L, const bind_estimates *e, const existence *x)
{
    if (x->variance != NO)
        return;
    clear(L, "se");
    clear(L, "sd");
    set_text(L, "se_unknown",
             x->mean == NO ? "the mean does not exist" : "the variance is infinite");
    if (x->mean != NO)
        return;
    set_finite_mean(L, e);
    replace(L, "mean", x->limit);
    replace(L, "bias", x->limit);
}
