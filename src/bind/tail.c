#include "bind/tail.h"

#include "engine/law/tail.h"

#include <lauxlib.h>

/* The sentence about a heavy tail: from k = 1 on, where the law does not know better, the mean may
 * be missing. */
static void push_warning(lua_State *L, double k, bool has_mean)
{
    bool mild = k < 1 || has_mean;
    lua_pushfstring(L, "heavy tail (Pareto k > %s): the %s may not exist", mild ? "0.7" : "1",
                    mild ? "variance" : "mean");
}

void bind_set_tail(lua_State *L, double k)
{
    if (isnan(k))
        return;
    lua_pushnumber(L, k);
    lua_setfield(L, -2, "tail");
    if (k <= TAIL_HEAVY)
        return;
    push_warning(L, k, false);
    lua_setfield(L, -2, "warning");
}

/* "q has a pole where block means can be" */
static const char *push_cause(lua_State *L, const existence *x)
{
    static const char *const text[] = {
        [CAUSE_NONE] = "%s has none",
        [CAUSE_NAN] = "%s is not a number at some block means",
        [CAUSE_INFINITE] = "%s is infinite at some block means",
        [CAUSE_POLE] = "%s has a pole where block means can be",
        [CAUSE_GROWTH] = "%s grows as fast as the density of a block mean falls",
    };
    return lua_pushfstring(L, text[x->cause], x->mean == NO ? "q" : "the square of q");
}

/* The sentence about what the law knows to be missing. */
static void push_missing(lua_State *L, const existence *x)
{
    const char *cause = push_cause(L, x);
    if (x->mean != NO)
        lua_pushfstring(L, "the variance is infinite: %s", cause);
    else if (isnan(x->limit))
        lua_pushfstring(L, "the expectation does not exist: %s", cause);
    else
        lua_pushfstring(L, "the expectation is %s: %s", x->limit > 0 ? "inf" : "-inf", cause);
    lua_remove(L, -2);
}

static void set_answer(lua_State *L, const char *name, answer a)
{
    if (a == UNKNOWN)
        return;
    lua_pushboolean(L, a == YES);
    lua_setfield(L, -2, name);
}

/* What the law leaves of the sample's warning. */
static void push_sampled_warning(lua_State *L, const existence *x, double k)
{
    if (x->variance == YES || !(k > TAIL_HEAVY))
        lua_pushnil(L);
    else
        push_warning(L, k, x->mean == YES);
}

void bind_set_existence(lua_State *L, const existence *x, double k)
{
    set_answer(L, "mean_exists", x->mean);
    set_answer(L, "variance_exists", x->variance);
    if (x->variance == NO)
        push_missing(L, x);
    else
        push_sampled_warning(L, x, k);
    lua_setfield(L, -2, "warning");
}
