/* Methods: step rules. One file per method in method/. */
#pragma once

#include "engine/machine/v8.h"
#include "engine/number/norm.h"
#include "engine/rule/rule.h"
#include "group.h"

#include <assert.h>
#include <string.h>

/* A name that users call a method by: the rule, an estimator and the default order of
 * extrapolation. */
typedef struct method_name {
    const char *name, *estimator, *summary, *source;
    int order; /* 0: takes none */
} method_name;

struct method_type {
    const char *name, *summary;
    const method_name *names; /* ends with a NULL name */
    const param *params;
    size_t nparams;
    /* Reads the method's own options; sets e->batch (of a fresh estimate), e->lanes and
     * what METHOD_SETTING names. NULL or what was expected. */
    const char *(*configure)(estimator *e, arg *a);
    bool own_draws; /* configure sets the numbers of inner draws: no options of the estimator */
    bool indexed;   /* has a state for each outer sample: needs a finite set, distinct batches */
    /* Optional. The method's own state in the group: what the next step needs of the last ones,
     * coins tossed ahead too, with arena_keep (g->replicates rows); pointers and work space with
     * arena_take. */
    void (*layout)(group *g, arena *memory);
    /* Optional. Whether replicate r's state, read from a file, is one that steps could have left:
     * indices are inside their arrays, flags are 0 or 1. */
    bool (*is_sound)(const group *g, size_t r);
    /* The oracle calls of replicate r's next step, a formula of the options and the coins, which it
     * may toss; what the oracle counts on the step itself must agree with it. */
    calls (*next_calls)(group *g, size_t r);
    /* One step of every live replicate; where g->ahead allows it may make more, g->made. */
    void (*step)(group *g);
};

/* What a method keeps of its options is a struct S inside the estimator, written by keep_setting(e,
 * s) and read by setting_of(e). */
#define METHOD_SETTING(S)                                                                          \
    static_assert(sizeof(S) <= SETTING_BYTES, "does not fit in an estimator");                     \
    static inline void keep_setting(estimator *e, S s)                                             \
    {                                                                                              \
        memcpy(e->setting, &s, sizeof s);                                                          \
    }                                                                                              \
    static inline S setting_of(const estimator *e)                                                 \
    {                                                                                              \
        S s;                                                                                       \
        memcpy(&s, e->setting, sizeof s);                                                          \
        return s;                                                                                  \
    }

size_t method_count(void);
const method_type *method_type_at(size_t i);
const method_type *method_find(const char *name);

/* The i-th of all names over all methods, with its method; NULL past the end. */
const method_name *method_name_at(size_t i, const method_type **method);
/* The one called name, or NULL. */
const method_name *method_name_find(const char *name, const method_type **method);

/* Restores the old point of every live replicate whose point is not finite and marks it failed. */
void method_mark_failed(group *g);

/* The same step by the group's update rule. */
void method_update(group *g);

/* A step: size times the direction times scale, a power of two. */
typedef struct method_step {
    double size, scale;
} method_step;

/* The square of the norm of replicate r's direction estimate + l2 x, times scale^2. */
V8_INLINE double method_square(const group *g, size_t r, double scale)
{
    const double *x = group_row(g, g->x, r), *estimate = group_row(g, g->estimate, r);
    v8 sum = v8_set1(0), l2 = v8_set1(g->estimator->problem->l2), factor = v8_set1(scale);
    for (size_t c = 0; c < g->ld; c += ROW) {
        v8 direction = v8_mul(factor, v8_fma(l2, v8_load(x + c), v8_load(estimate + c)));
        sum = v8_fma(direction, direction, sum);
    }
    return v8_sum(sum);
}

/* A step of this size of replicate r: its direction divided by its norm, or cut so that the norm is
 * at most clip. */
V8_INLINE method_step method_step_of(const group *g, size_t r, double size)
{
    if (g->clip == 0 && !g->normalised)
        return (method_step){size, 1};
    double square = method_square(g, r, 1), scale = norm_scale(square);
    double length = sqrt(scale == 1 ? square : method_square(g, r, scale)); /* norm times scale */
    if (g->normalised)
        return (method_step){length > 0 ? size / length : 0, scale};
    if (length > g->clip * scale)
        return (method_step){size * (g->clip / length), scale};
    return (method_step){size, 1};
}

/* Rows of n numbers: x <- x - step (estimate + l2 x), previous <- the old x. 0, or NAN where the
 * new point is not finite. */
V8_INLINE v8 method_move(double *x, double *previous, const double *estimate, size_t n, v8 l2,
                         method_step step)
{
    const v8 minus_step = v8_set1(-step.size), scale = v8_set1(step.scale);
    v8 check = v8_set1(0);
    for (size_t c = 0; c < n; c += ROW) {
        v8 point = v8_load(x + c), direction = v8_fma(l2, point, v8_load(estimate + c));
        v8 moved = v8_fma(minus_step, v8_mul(scale, direction), point);
        v8_store(previous + c, point);
        v8_store(x + c, moved);
        check = v8_add(check, v8_sub(moved, moved));
    }
    return check;
}

/* A step of the group is x - step v, and nothing else. */
static inline bool method_is_plain(const group *g)
{
    return g->clip == 0 && !g->normalised && !g->update && !g->rule;
}

/* x <- x - step (estimate + l2 x), or what the rule or the caller says, for every live replicate;
 * previous <- the old x. A replicate whose new point is not finite keeps the old one and is marked
 * failed. In this header so that every method's file has it for its instruction set. */
V8_INLINE void method_descend(group *g)
{
    const v8 l2 = v8_set1(g->estimator->problem->l2);
    bool alike = g->clip == 0 && !g->normalised && g->live == g->replicates; /* one block of rows */
    v8 check = v8_set1(0);
    if (g->update) {
        method_update(g);
        return;
    }
    if (g->rule) {
        g->rule->update->descend(g);
        return;
    }
    if (alike)
        check = method_move(g->x, g->previous, g->estimate, g->live * g->ld, l2,
                            (method_step){g->step, 1});
    for (size_t i = 0; i < g->live && !alike; i++) {
        size_t r = g->live_replicate[i], at = r * g->ld;
        check = v8_add(check, method_move(g->x + at, g->previous + at, g->estimate + at, g->ld, l2,
                                          method_step_of(g, r, g->step)));
    }
    if (__builtin_expect(v8_sum(check) != 0, 0))
        method_mark_failed(g);
}
