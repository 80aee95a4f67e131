/* Tallies become fields; a standard error that is not known becomes the reason why. */
#include "bind/estimates.h"

#include "bind/bind.h"
#include "engine/law/tail.h"
#include "engine/number/goal.h"

#include <math.h>

void bind_set_numbers(lua_State *L, const char *name, const bind_estimates *e, const double *x)
{
    if (e->number && isnan(x[0]))
        return;
    if (e->number)
        lua_pushnumber(L, x[0]);
    else
        bind_push_numbers(L, e->n, x);
    lua_setfield(L, -2, name);
}

void bind_set_stop(lua_State *L, status stop)
{
    if (stop != STATUS_OK)
        bind_set_text(L, "stop", status_text(stop < 0 ? STATUS_INTERRUPTED : stop));
}

/* Scratch of n numbers; one value that keeps it goes below the table on the top. */
static double *push_scratch(lua_State *L, const bind_estimates *e)
{
    double *x = bind_push_vec(L, e->n)->data;
    lua_insert(L, -2);
    return x;
}

static void set_scratch(lua_State *L, const char *name, const bind_estimates *e, const double *x)
{
    bind_set_numbers(L, name, e, x);
    lua_remove(L, -2);
}

void bind_set_each(lua_State *L, const char *name, const bind_estimates *e,
                   double (*of)(const tally *))
{
    double *x = push_scratch(L, e);
    for (size_t j = 0; j < e->n; j++)
        x[j] = e->certain ? 0 : of(&e->raw[j]);
    set_scratch(L, name, e, x);
}

/* The same of a number of each output. */
static void set(lua_State *L, const char *name, const bind_estimates *e,
                double (*of)(const bind_estimates *e, size_t j))
{
    double *x = push_scratch(L, e);
    for (size_t j = 0; j < e->n; j++)
        x[j] = of(e, j);
    set_scratch(L, name, e, x);
}

static double taken(const bind_estimates *e, size_t j)
{
    return e->taken ? e->taken[j] : 0;
}

static double mean(const bind_estimates *e, size_t j)
{
    return tally_mean(&e->value[j]) + taken(e, j);
}

static double bias(const bind_estimates *e, size_t j)
{
    return tally_mean(&e->value[j]) - (e->taken ? 0 : e->target[j]);
}

static double finite_mean(const bind_estimates *e, size_t j)
{
    return e->value[j].finite.n > 0 ? e->value[j].finite.mean + taken(e, j) : (double)NAN;
}

static tally_fault fault_of(const bind_estimates *e, size_t j)
{
    tally_fault fault = tally_check(&e->raw[j]);
    return fault == TALLY_EQUAL && e->certain ? TALLY_FINE : fault;
}

static double se(const bind_estimates *e, size_t j)
{
    return fault_of(e, j) == TALLY_FINE ? moments_se(&e->value[j].finite) : (double)NAN;
}

void bind_set_bias(lua_State *L, const bind_estimates *e)
{
    set(L, "bias", e, bias);
}

/* The worst of all outputs. */
static void set_why(lua_State *L, const bind_estimates *e)
{
    static const char *const words[] = {
        [TALLY_FINE] = NULL,
        [TALLY_FEW] = "it takes two estimates",
        [TALLY_NOT_FINITE] = "some estimates are not finite",
        [TALLY_EQUAL] = "all estimates are equal",
        [TALLY_UNDERFLOW] = "their differences are too small for a double",
        [TALLY_OVERFLOW] = "their differences are too large for a double",
    };
    tally_fault worst = TALLY_FINE;
    for (size_t j = 0; j < e->n && worst == TALLY_FINE; j++)
        worst = fault_of(e, j);
    bind_set_text(L, "se_unknown", words[worst]);
}

static void set_odd(lua_State *L, const bind_estimates *e)
{
    if (e->odd.n == 0)
        return;
    bind_set_integer(L, "not_finite", (lua_Integer)e->odd.n);
    bind_set_number(L, "first_not_finite", e->odd.first);
    bind_set_integer(L, "first_not_finite_at", (lua_Integer)e->odd.at + 1);
    set(L, "finite_mean", e, finite_mean);
}

void bind_set_estimates(lua_State *L, const bind_estimates *e)
{
    set(L, "mean", e, mean);
    if (e->number && isnan(mean(e, 0))) /* a mean is a number even where it is NAN */
        bind_set_number(L, "mean", NAN);
    set(L, "se", e, se);
    set_why(L, e);
    set_odd(L, e);
    bind_set_integer(L, "reps", (lua_Integer)tally_n(e->raw));
}

uint64_t bind_reps(const arg *reps, const arg *se)
{
    return (uint64_t)(se->given && !reps->given ? BIND_REPS_MOST : reps->number);
}

void bind_set_goal(lua_State *L, const bind_estimates *e, double se, bool lacks)
{
    if (!(se > 0))
        return;
    double excess = goal_excess(se, e->raw, e->value, e->n);
    bind_set_number(L, "se_goal", se);
    bind_set_flag(L, "reached", !lacks && (e->certain || (excess > 0 && excess <= 1)));
}

/* Replaces field `name`, where it is there, by the number, which may be NAN. */
static void replace(lua_State *L, const char *name, double x)
{
    bool there = lua_getfield(L, -1, name) != LUA_TNIL;
    lua_pop(L, 1);
    if (!there)
        return;
    bind_set_number(L, name, x);
}

void bind_correct_estimates(lua_State *L, const bind_estimates *e, const existence *x)
{
    if (x->variance != NO)
        return;
    bind_set_text(L, "se", NULL);
    bind_set_text(L, "sd", NULL);
    bind_set_text(L, "se_unknown",
                  x->mean == NO ? "the mean does not exist" : "the variance is infinite");
    if (x->mean != NO)
        return;
    set(L, "finite_mean", e, finite_mean);
    replace(L, "mean", x->limit);
    replace(L, "bias", x->limit);
}

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
    bind_set_number(L, "tail", k);
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
    bind_set_flag(L, name, a == YES);
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
