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

/* By the caller's rule, or clipped or normalised. */
static bool move(group *g)
{
    method_descend(g);
    return !g->failing && g->failure == STATUS_OK;
}

static void step(group *g)
{
    const estimator_type *type = g->estimator->type;
    const mover by = {g->rule && !g->update ? g->rule->update->descend : move, g},
                *moves = method_is_plain(g) ? NULL : &by;
    if (type->descend && type->descend(g, moves)) {
        if (!moves)
            method_mark_failed(g);
        return;
    }
    g->made = 1;
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
