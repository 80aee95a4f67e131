/* The heavy ball: u <- momentum u + estimate, x <- x - step (u + l2 x). */
#include "engine/cso/estimator.h"
#include "engine/cso/method.h"
#include "engine/machine/level.h"

static const method_name names[] = {
    {"heavy-ball", "extrapolated", "stochastic gradient descent with momentum", "Polyak, 1964", 1},
    {"e-heavy-ball", "extrapolated", "the same on extrapolated estimates", "Polyak, 1964", 2},
    {0},
};

static const param params[] = {
    {"momentum", PARAM_NUMBER, PARAM_OPEN_HIGH, 0.5, 0, 1, NULL, NULL,
     "what is kept of the last direction"},
    {"B", PARAM_INTEGER, 0, 4, 1, 1e9, NULL, "outer samples", "estimates averaged per step"},
};

METHOD_SETTING(double)

static const char *configure(estimator *e, arg *a)
{
    keep_setting(e, a[0].number);
    e->batch = e->lanes = (size_t)a[1].number;
    return NULL;
}

static void layout(group *g, arena *memory)
{
    g->state = arena_keep(memory, g->replicates, g->ld * sizeof(double));
}

static calls next_calls(group *g, size_t r)
{
    return g->estimator->type->next_calls(g, r);
}

static void step(group *g)
{
    g->estimator->type->sample(g);
    for (size_t i = 0; i < g->live; i++) {
        double *u = group_row(g, g->state, g->live_replicate[i]);
        double *estimate = group_row(g, g->estimate, g->live_replicate[i]);
        for (size_t j = 0; j < g->ld; j++)
            estimate[j] = u[j] = setting_of(g->estimator) * u[j] + estimate[j];
    }
    method_descend(g);
}

const method_type TYPE(method, heavy_ball) = {
    .name = "heavy-ball",
    .summary = "stochastic gradient descent with momentum",
    .names = names,
    .params = params,
    .nparams = 2,
    .configure = configure,
    .layout = layout,
    .next_calls = next_calls,
    .step = step,
};
