/* Stochastic gradient descent on an estimate: x <- x - step (mean of B estimates + l2 x).
 * With the plain estimate it is BSGD, with an extrapolated one E-BSGD (paper, algorithm EBSGD). */
#include "engine/cso/estimator.h"
#include "engine/cso/method.h"
#include "engine/cso/oracle.h"
#include "engine/machine/level.h"

static const method_name names[] = {
    {"bsgd", "extrapolated", "biased stochastic gradient descent",
     "algorithm EBSGD with L1; thm:bsgd", 1},
    {"e-bsgd", "extrapolated", "extrapolated BSGD", "algorithm EBSGD; thm:ebsgd", 2},
    {"v-mlmc", "v-mlmc", "multilevel Monte Carlo, fixed terms on each level",
     "section 1; Hu, Chen and He (2021)", 0},
    {"rt-mlmc", "rt-mlmc", "multilevel Monte Carlo on a random level up to L",
     "section 1; Hu, Chen and He (2021)", 0},
    {"ru-mlmc", "ru-mlmc", "multilevel Monte Carlo on a random level, unbiased",
     "section 1; Hu, Chen and He (2021)", 0},
    {0},
};

static const param params[] = {
    {"B", PARAM_INTEGER, .fallback = 1, .low = 1, .high = 1e9, .unit = "outer samples",
     .meaning = "estimates averaged per step"},
};

static const char *configure(estimator *e, arg *a)
{
    e->batch = (size_t)a[0].number;
    e->steady = e->type->steady;
    if (e->lanes == 0) /* the estimator has not said how it lists them */
        e->lanes = e->batch;
    return NULL;
}

static calls next_calls(group *g, size_t r)
{
    return g->estimator->type->next_calls(g, r);
}

/* n numbers, by vectors: what loads them next then finds each in one store. */
V8_INLINE void copy(double *to, const double *from, size_t n)
{
    for (size_t c = 0; c < n; c += ROW)
        v8_store(to + c, v8_load(from + c));
}

/* The points are what they were before the step, to the bit. */
static void stay(group *g)
{
    if (g->live == g->replicates) { /* one block of rows */
        copy(g->x, g->previous, g->live * g->ld);
        return;
    }
    for (size_t i = 0; i < g->live; i++) {
        size_t at = g->live_replicate[i] * g->ld;
        copy(g->x + at, g->previous + at, g->ld);
    }
}

/* Fresh estimates by a step of size zero, where that makes them the fastest; false: none are made.
 */
static bool estimate(group *g)
{
    const double size = g->step;
    g->step = 0;
    g->ahead = 1;
    bool made = g->estimator->type->descend && g->estimator->type->descend(g);
    g->step = size;
    if (made)
        stay(g);
    return made;
}

/* Steps that are more than x - step v: up to g->ahead of them where they are fast. */
static void take_steps(group *g)
{
    const calls each = next_calls(g, g->live_replicate[0]);
    size_t most = 1 + AT_ONCE / (g->live * g->estimator->problem->d * (1 + calls_samples(each)));
    size_t made = 0, ahead = g->ahead;
    bool fast;
    do {
        fast = estimate(g);
        if (!fast)
            g->estimator->type->sample(g);
        method_descend(g);
    } while (++made < ahead && made < most && fast && !g->failing && !g->broken);
    g->made = made;
    g->ahead = ahead;
}

static void step(group *g)
{
    const estimator_type *type = g->estimator->type;
    bool plain = g->clip == 0 && !g->normalised && !g->update && !g->rule;
    if (plain && type->descend && type->descend(g)) {
        method_mark_failed(g);
        return;
    }
    g->made = 1;
    if (!plain) {
        take_steps(g);
        return;
    }
    type->sample(g);
    method_descend(g);
}

const method_type TYPE(method, sgd) = {
    .name = "sgd",
    .summary = "stochastic gradient descent",
    .names = names,
    PARAMS(params),
    .configure = configure,
    .next_calls = next_calls,
    .step = step,
};
