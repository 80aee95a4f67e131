/* What many sampled estimates come to, and what is to be said of their tail, as fields of a Lua
 * table. */
#pragma once

#include "engine/law/existence.h"
#include "engine/machine/status.h"
#include "engine/number/tally.h"
#include "engine/text/param.h"

#include <lua.h>
#include <stdbool.h>

typedef struct bind_estimates {
    size_t n;             /* outputs */
    bool number;          /* fields are numbers (n = 1), not vecs */
    bool certain;         /* they cannot differ: their standard error is 0 */
    const tally *raw;     /* of the estimates as they are, */
    const tally *value;   /* and with less variance and the same mean (or raw) */
    const double *taken;  /* what was taken off both, n numbers, or NULL */
    const double *target; /* what they estimate, n numbers; of use to bind_set_bias alone */
    oddity odd;
} bind_estimates;

/* The options of functions that draw estimates, until their standard error is small enough if that
 * is asked for; reps is then the most, and what it is by default. */
enum { BIND_REPS_MOST = 1000000000 };

#define BIND_REPS_PARAM                                                                            \
    {                                                                                              \
        "reps", PARAM_INTEGER, .fallback = 1e4, .low = 2, .high = 1e15, .unit = "estimates",       \
                               .meaning = "independent estimates; with se the most, default 1e9"   \
    }
#define BIND_SE_PARAM                                                                              \
    {                                                                                              \
        "se", PARAM_NUMBER,                                                                        \
            .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW,                                              \
            .meaning =                                                                             \
                "draw until the standard error of the mean (of every element) is at most this"     \
    }

uint64_t bind_reps(const arg *reps, const arg *se);

/* Sets, where se > 0 was asked for, the fields se_goal = se and reached: whether the standard
 * errors are at most that. lacks: they have no variance. */
void bind_set_goal(lua_State *L, const bind_estimates *e, double se, bool lacks);

/* Sets the field stop where estimates ended before all were made: "stream ended", or "interrupted",
 * also by an error. */
void bind_set_stop(lua_State *L, status stop);

/* Sets of the table on the top: mean, se, reps and var or sd; what is not known is left out, or NAN
 * in a vec. Where that is so, se_unknown (why), not_finite (how many estimates), first_not_finite
 * (its value), first_not_finite_at (its number, from 1) and finite_mean (of the others). */
void bind_set_estimates(lua_State *L, const bind_estimates *e);

/* Sets the field `name` to n numbers: a vec, or a number that is left out when it is NAN. */
void bind_set_numbers(lua_State *L, const char *name, const bind_estimates *e, const double *x);

/* Sets the field `name` to of(output) for each output as it is, 0 where they are certain. */
void bind_set_each(lua_State *L, const char *name, const bind_estimates *e,
                   double (*of)(const tally *));

/* Sets the field bias: the mean minus the target, which may be what was taken off. */
void bind_set_bias(lua_State *L, const bind_estimates *e);

/* After bind_set_estimates and a bias: takes away or replaces the sample's numbers for a mean or a
 * variance that the law knows not to exist. finite_mean keeps the mean of what was made. */
void bind_correct_estimates(lua_State *L, const bind_estimates *e, const existence *x);

/* Sets the field `tail` (Pareto k) of the table on the top, and where it is heavy `warning`;
 * neither when k is not known (NAN). */
void bind_set_tail(lua_State *L, double k);

/* After bind_set_tail: sets mean_exists and variance_exists where the law knows them, and the
 * warning to the law's own, or to what the law leaves of the sample's. */
void bind_set_existence(lua_State *L, const existence *x, double k);
