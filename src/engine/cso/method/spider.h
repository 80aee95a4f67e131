/* When a recursion starts afresh, and SpiderBoost's over outer batches: a large batch whose mean
 * replaces the estimate, or a small one whose difference between two points is added to it (paper,
 * algorithms EBSB and ENVR). */
#pragma once

#include "engine/cso/estimator.h"
#include "engine/cso/oracle.h"

/* True with probability p; a coin that falls on one side only is not tossed. */
static inline bool spider_coin(stream *coin, double p)
{
    return p >= 1 || (double)(*stream_words(coin, 1) >> 11) * 0x1p-53 < p;
}

/* Whether a recursion that has made `time` steps starts afresh: at first always, then every
 * period-th time (period > 0), or else with probability p. */
static inline bool spider_restarts(uint64_t time, double p, double period, stream *coin)
{
    if (time == 0)
        return true;
    return period > 0 ? time % (uint64_t)period == 0 : spider_coin(coin, p);
}

/* The options of the outer recursion, which come first in a method's parameters. */
enum { SPIDER_B1, SPIDER_B2, SPIDER_P_OUT, SPIDER_PERIOD, SPIDER_PARAMS };

typedef struct spider_setting {
    size_t B1, B2;
    double p_out, period; /* period 0: p_out */
} spider_setting;

/* Sets them with these batches, and the default of p_out. NULL or what was expected. */
static inline const char *spider_configure(estimator *e, spider_setting *set, arg *a, double B1,
                                           double B2, double p_out)
{
    if (a[SPIDER_P_OUT].given && a[SPIDER_PERIOD].given)
        return "p_out and period exclude each other";
    set->B1 = e->batch = (size_t)B1;
    set->B2 = (size_t)B2;
    set->period = a[SPIDER_PERIOD].given ? a[SPIDER_PERIOD].number : 0;
    set->p_out = set->period > 0 ? p_out : arg_settle(&a[SPIDER_P_OUT], p_out);
    e->lanes = set->B1 > set->B2 ? set->B1 : set->B2;
    return NULL;
}

/* Where a replicate is. */
typedef struct spider {
    uint64_t time; /* steps made */
    bool tossed;   /* it is known whether the coming step is: */
    bool large;
} spider;

/* Tosses the coming step's coin; false when that has been done before. */
static inline bool spider_toss(spider *s, spider_setting set, stream *coin)
{
    if (s->tossed)
        return false;
    s->large = spider_restarts(s->time, set.p_out, set.period, coin);
    return s->tossed = true;
}

/* Outer samples and points of a large or a small step. */
static inline size_t spider_batch(spider_setting set, bool large)
{
    return large ? set.B1 : set.B2;
}

static inline size_t spider_points(bool large)
{
    return large ? 1 : 2;
}

/* A large step begins with no estimate, a small one with the last. */
static inline void spider_begin(group *g, size_t r, const spider *s)
{
    for (size_t j = 0; j < g->ld && s->large; j++)
        group_row(g, g->estimate, r)[j] = 0;
}

/* Whether it can be where a replicate is, what was read from a file. */
static inline bool spider_is_sound(const spider *s)
{
    return arena_flags(&s->tossed, 1) && arena_flags(&s->large, 1);
}

static inline void spider_end(spider *s)
{
    s->time++;
    s->tossed = false;
}

/* Tosses the coming coin of replicate r, where all of them are. */
static inline spider *spider_of(group *g, size_t r, spider *all, spider_setting set)
{
    spider_toss(&all[r], set, group_stream(g, r, STREAM_COIN));
    return &all[r];
}

/* What replicate r's next step calls. */
static inline calls spider_calls(group *g, size_t r, spider *all, spider_setting set)
{
    const estimator *e = g->estimator;
    calls fresh = e->type->next_calls(g, r); /* of e->batch estimates at one point */
    bool large = spider_of(g, r, all, set)->large;
    uint64_t batch = spider_batch(set, large), estimates = spider_points(large) * batch;
    return (calls){batch, fresh.g / e->batch * estimates, fresh.jacobian / e->batch * estimates};
}

/* Lists the live replicates that take this kind of step and adds the means of their batches. */
static inline void spider_take_batch(group *g, spider *all, spider_setting set, bool large)
{
    size_t batch = spider_batch(set, large), n = 0;
    const double each = 1.0 / (double)batch;
    for (size_t i = 0; i < g->live; i++) {
        size_t r = g->live_replicate[i];
        const spider *s = spider_of(g, r, all, set);
        if (s->large != large)
            continue;
        spider_begin(g, r, s);
        n = group_add_lanes(g, n, r, batch);
    }
    oracle_outer(g, n, g->lanes, batch);
    g->estimator->type->extrapolate(g, n, g->lanes, spider_points(large), (double[]){each, -each});
}

/* Moves the estimates of all live replicates; those whose coins fall differently are in two lists.
 */
static inline void spider_take_batches(group *g, spider *all, spider_setting set)
{
    spider_take_batch(g, all, set, true);
    spider_take_batch(g, all, set, false);
}
