/* Stochastic gradient descent on an estimate: x <- x - step (mean of B estimates + l2 x).
 * With the plain estimate it is BSGD, with an extrapolated one E-BSGD (paper, algorithm EBSGD). */
#include "engine/estimator.h"
#include "engine/level.h"
#include "engine/method.h"

static const method_name names[] = {
    {"bsgd", "extrapolated", "biased stochastic gradient descent",
     "algorithm EBSGD with L1; thm:bsgd", 1},
    {"e-bsgd", "extrapolated", "extrapolated BSGD", "algorithm EBSGD; thm:ebsgd", 2},
    {0},
};

static const param params[] = {
    {"B", PARAM_INTEGER, 0, 1, 1, 1e9, NULL, "outer samples", "estimates averaged per step"},
};

static const char *configure(estimator *e, const arg *a)
{
    e->batch = e->lanes = (size_t)a[0].number;
    return NULL;
}

static uint64_t next_samples(group *g, size_t r)
{
    return g->estimator->type->next_samples(g, r);
}

static void step(group *g)
{
    g->estimator->type->sample(g);
    method_descend(g);
}

const method_type RECORD(method, sgd) = {
    .name = "sgd",
    .summary = "stochastic gradient descent",
    .names = names,
    .params = params,
    .nparams = 1,
    .configure = configure,
    .next_samples = next_samples,
    .step = step,
};
