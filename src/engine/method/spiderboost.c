/* SpiderBoost on (extrapolated) estimates (paper, algorithm EBSB):
 *
 *   t = 0 or coin p_out (or t mod period = 0):  G = mean over B1 fresh outer draws of G(x_t)
 *   else:                       G = G + mean over B2 outer draws of [G(x_t) - G(x_{t-1})], same xi
 * and eta x <- x - step (G + l2 x)
 *
 * The estimate rows are G and stay between steps. Replicates whose coins differ are in two lists.
 */
#include "engine/estimator.h"
#include "engine/level.h"
#include "engine/method.h"
#include "engine/oracle.h"

#include <string.h>

static const method_name names[] = {
    {"bspiderboost", "extrapolated", "SpiderBoost on biased estimates",
     "algorithm EBSB with L1; thm:bspiderboost", 1},
    {"e-bspiderboost", "extrapolated", "SpiderBoost on extrapolated estimates",
     "algorithm EBSB; thm:ebspiderboost", 2},
    {0},
};

static const param params[] = {
    {"B1", PARAM_INTEGER, PARAM_OPTIONAL, 0, 1, 1e9, NULL, "outer samples",
     "large batch; default the smaller of n and 100"},
    {"B2", PARAM_INTEGER, PARAM_OPTIONAL, 0, 1, 1e9, NULL, "outer samples",
     "small batch; default the square root of B1, rounded up"},
    {"p_out", PARAM_NUMBER, PARAM_OPTIONAL | PARAM_OPEN_LOW, 0, 0, 1, NULL, NULL,
     "probability of a large batch; default 1/B2"},
    {"period", PARAM_INTEGER, PARAM_OPTIONAL, 0, 1, 1e9, NULL, "steps",
     "instead of p_out: a large batch every period-th step"},
};
enum { B1, B2, P_OUT, PERIOD, NPARAMS };

/* One for each replicate. */
typedef struct turn {
    uint64_t step;
    bool tossed, large; /* the coin of the coming step */
} turn;

static const char *configure(estimator *e, const arg *a)
{
    size_t n = e->problem->n;
    double *set = e->setting;
    if (a[P_OUT].given && a[PERIOD].given)
        return "p_out and period exclude each other";
    set[B1] = a[B1].given ? a[B1].number : n && n < 100 ? (double)n : 100;
    set[B2] = a[B2].given ? a[B2].number : ceil(sqrt(set[B1]));
    set[P_OUT] = a[P_OUT].given ? a[P_OUT].number : 1 / set[B2];
    set[PERIOD] = a[PERIOD].given ? a[PERIOD].number : 0;
    e->batch = (size_t)set[B1];
    e->lanes = (size_t)fmax(set[B1], set[B2]);
    return NULL;
}

static void layout(group *g, arena *memory)
{
    g->state = arena_keep(memory, g->replicates, sizeof(turn));
}

static void toss(group *g, size_t r)
{
    turn *now = (turn *)g->state + r;
    const double *set = g->estimator->setting;
    if (now->tossed)
        return;
    now->tossed = true;
    if (set[PERIOD] > 0)
        now->large = now->step % (uint64_t)set[PERIOD] == 0;
    else
        now->large = now->step == 0 || group_coin(g, r) < set[P_OUT];
}

static uint64_t next_samples(group *g, size_t r)
{
    const estimator *e = g->estimator;
    uint64_t each = e->type->next_samples(g, r) / e->batch;
    toss(g, r);
    return ((turn *)g->state)[r].large ? (uint64_t)e->setting[B1] * each
                                       : 2 * (uint64_t)e->setting[B2] * each;
}

/* Lists the live replicates that take this kind of step and adds the means of their batches. */
static void take_batch(group *g, bool large, size_t points)
{
    size_t batch = (size_t)g->estimator->setting[large ? B1 : B2], n = 0;
    for (size_t i = 0; i < g->live; i++) {
        size_t r = g->live_replicate[i];
        if (((turn *)g->state)[r].large != large)
            continue;
        if (large)
            memset(group_row(g, g->estimate, r), 0, g->ld * sizeof(double));
        n = group_add_lanes(g, n, r, batch);
    }
    oracle_outer(g, n, g->lanes, batch);
    g->estimator->type->extrapolate(g, n, g->lanes, points, 1.0 / (double)batch);
}

static void step(group *g)
{
    for (size_t i = 0; i < g->live; i++)
        toss(g, g->live_replicate[i]);
    take_batch(g, true, 1);
    take_batch(g, false, 2);
    method_descend(g);
    for (size_t i = 0; i < g->live; i++) {
        turn *now = (turn *)g->state + g->live_replicate[i];
        now->tossed = false;
        now->step++;
    }
}

const method_type RECORD(method, spiderboost) = {
    .name = "spiderboost",
    .summary = "SpiderBoost: large batches now and then, corrections between them",
    .names = names,
    .params = params,
    .nparams = NPARAMS,
    .configure = configure,
    .layout = layout,
    .next_samples = next_samples,
    .step = step,
};
