/* STORM (Cutkosky and Orabona, 2019) on (extrapolated) estimates: momentum that is moved along with
 * the point. Per step B outer samples, each with the same xi and eta at both points:
 *
 *   d <- mean of G(x_t) + (1-a) (d - mean of G(x_{t-1})); d starts as the first mean
 *   x <- x - step (d + l2 x)
 *
 * a = 1 is bsgd. d is the estimate row. */
#include "engine/cso/estimator.h"
#include "engine/cso/method.h"
#include "engine/cso/oracle.h"
#include "engine/machine/level.h"

#include <string.h>

static const method_name names[] = {
    {"storm", "extrapolated", "stochastic recursive momentum on biased estimates",
     "not in the paper; Cutkosky and Orabona, 2019", 1},
    {"e-storm", "extrapolated", "stochastic recursive momentum on extrapolated estimates",
     "not in the paper; Cutkosky and Orabona, 2019", 2},
    {0},
};

enum { B, A };

static const param params[] = {
    [B] = {"B", PARAM_INTEGER, .fallback = 1, .low = 1, .high = 1e9, .unit = "outer samples",
           .meaning = "estimates averaged per step"},
    [A] = {"a", PARAM_NUMBER, .flags = PARAM_OPEN_LOW, .fallback = 0.1, .high = 1,
           .meaning = "weight of a new estimate; 1 keeps nothing of the others"},
};

typedef struct setting {
    double a;
} setting;

METHOD_SETTING(setting)

static const char *configure(estimator *e, arg *a)
{
    keep_setting(e, (setting){a[A].number});
    e->batch = e->lanes = (size_t)a[B].number;
    return NULL;
}

/* By replicate: d holds a mean. */
static void layout(group *g, arena *memory)
{
    g->state = arena_keep(memory, g->replicates, sizeof(bool));
}

static bool is_sound(const group *g, size_t r)
{
    return arena_flags((const bool *)g->state + r, 1);
}

/* Points of replicate r's next step. */
static size_t points_of(const group *g, size_t r)
{
    return ((const bool *)g->state)[r] && setting_of(g->estimator).a < 1 ? 2 : 1;
}

static calls next_calls(group *g, size_t r)
{
    calls fresh = g->estimator->type->next_calls(g, r);
    uint64_t points = points_of(g, r);
    return (calls){fresh.outer, points * fresh.g, points * fresh.jacobian};
}

/* d <- (1-a) d, or 0 where a step has one point. */
static void fade(group *g, size_t r)
{
    const v8 keep = v8_set1(1 - setting_of(g->estimator).a);
    double *d = group_row(g, g->estimate, r);
    if (points_of(g, r) == 1)
        memset(d, 0, g->ld * sizeof *d);
    for (size_t c = 0; c < g->ld; c += ROW)
        v8_store(d + c, v8_mul(keep, v8_load(d + c)));
}

/* All live replicates have taken equally many steps, or one at least. */
static void step(group *g)
{
    const estimator *e = g->estimator;
    size_t n = group_list(g, e->batch), points = points_of(g, g->live_replicate[0]);
    double each = 1.0 / (double)e->batch;
    oracle_outer(g, n, g->lanes, e->batch);
    for (size_t i = 0; i < g->live; i++)
        fade(g, g->live_replicate[i]);
    e->type->extrapolate(g, n, g->lanes, points, (double[]){each, (setting_of(e).a - 1) * each});
    for (size_t i = 0; i < g->live; i++)
        ((bool *)g->state)[g->live_replicate[i]] = true;
    method_descend(g);
}

const method_type TYPE(method, storm) = {
    .name = "storm",
    .summary = "STORM: momentum that is moved along with the point",
    .names = names,
    PARAMS(params),
    .configure = configure,
    .layout = layout,
    .is_sound = is_sound,
    .next_calls = next_calls,
    .step = step,
};
