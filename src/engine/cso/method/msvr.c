/* MSVR-V2 (Jiang, Li, Wang, Zhang and Yang, 2022) for a finite set of n outer samples. For every i
 * of a batch of B, with the same inner draws at x = x_t and x' = x_{t-1}, and gamma = (n-B)/(B
 * (1-beta)) + (1-beta):
 *
 *   z   <- (1-alpha) z + mean[J_i(x)^T grad f_i(u_i) - (1-alpha) J_i(x')^T grad f_i(u'_i)]
 *   u_i <- (1-beta) u_i + beta g_i(x) + gamma (g_i(x) - g_i(x'))
 *   x   <- x - step (z + l2 x), divided by the norm of z + l2 x when normalised
 *
 * In z, u_i is taken before this step and u'_i before the previous one (equal unless i was in the
 * last batch). At the first visit u_i = g_i(x), u'_i = g_i(x'); z starts as the first mean, at one
 * point. z is the estimate row. */
#include "engine/cso/estimator.h"
#include "engine/cso/method.h"
#include "engine/cso/method/block.h"
#include "engine/machine/level.h"

#include <string.h>

static const method_name names[] = {
    {"msvr", "extrapolated", "variance-reduced running means of g per index",
     "MSVR-V2, Jiang et al., 2022; section 1, table 1", 0},
    {0},
};

enum { B, ALPHA, BETA, NORMALISED };

static const param params[] = {
    [B] = {"B", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e9,
           .unit = "outer samples",
           .meaning = "distinct indices per step; default the smaller of n and 10"},
    [ALPHA] = {"alpha", PARAM_NUMBER, .flags = PARAM_OPEN_LOW, .fallback = 0.1, .high = 1,
               .meaning = "weight of a new gradient"},
    [BETA] = {"beta", PARAM_NUMBER, .flags = PARAM_OPEN_LOW | PARAM_OPEN_HIGH, .fallback = 0.1,
              .high = 1,
              .meaning = "weight of a new mean of g; gamma is about n/B, so it needs small steps"},
    [NORMALISED] = {"normalised", PARAM_BOOLEAN,
                    .meaning = "divide the step by the norm of its direction"},
};

typedef struct setting {
    double alpha, beta, gamma;
    bool normalised;
} setting;

METHOD_SETTING(setting)

typedef struct msvr {
    double *u, *before; /* replicates x n x p: u_i, and u_i before its last change */
    uint64_t
        *changed; /* replicates x n: the step after which u_i last changed; 0 = not yet visited */
    uint64_t *steps; /* by replicate */
} msvr;

static const char *configure(estimator *e, arg *a)
{
    double n = (double)e->problem->n, beta = a[BETA].number;
    double batch = arg_settle(&a[B], problem_batch(e->problem, 10));
    double gamma = (n - batch) / (batch * (1 - beta)) + (1 - beta);
    keep_setting(e, (setting){a[ALPHA].number, beta, gamma, a[NORMALISED].number != 0});
    e->batch = e->lanes = (size_t)batch;
    e->distinct = true;
    return NULL;
}

static void layout(group *g, arena *memory)
{
    const problem *p = g->estimator->problem;
    msvr unplaced, *s = arena_take(memory, sizeof *s);
    g->state = s;
    s = s ? s : &unplaced;
    s->u = arena_keep(memory, g->replicates, p->n * p->p * sizeof *s->u);
    s->before = arena_keep(memory, g->replicates, p->n * p->p * sizeof *s->before);
    s->changed = arena_keep(memory, g->replicates, p->n * sizeof *s->changed);
    s->steps = arena_keep(memory, g->replicates, sizeof *s->steps);
    g->normalised = setting_of(g->estimator).normalised;
}

static calls next_calls(group *g, size_t r)
{
    const estimator *e = g->estimator;
    uint64_t points = ((msvr *)g->state)->steps[r] ? 2 : 1;
    return (calls){e->batch, points * e->batch * e->m, points * e->batch * e->m_jacobian};
}

/* Where the states of a lane are among all. */
static inline size_t place(const estimator *e, const lane *l)
{
    return l->replicate * e->problem->n + l->xi;
}

/* Asks memory for the states of the lanes to come. */
static void fetch(const group *g, size_t n, const lane *l)
{
    const msvr *s = g->state;
    for (size_t i = 0; i < n; i++) {
        size_t index = place(g->estimator, &l[i]), at = index * g->estimator->problem->p;
        __builtin_prefetch(s->u + at, 1);
        __builtin_prefetch(s->before + at, 1);
        __builtin_prefetch(s->changed + index, 1);
    }
}

/* y and y2 hold the lane's means at x and x'; leaves in them the u_i and u'_i of the gradients, and
 * moves u_i. */
static void move(const estimator *e, msvr *s, const lane *l, double *y, double *y2)
{
    const double beta = setting_of(e).beta, gamma = setting_of(e).gamma;
    size_t p = e->problem->p, index = place(e, l);
    uint64_t now = s->steps[l->replicate] + 1, changed = s->changed[index];
    double *u = s->u + index * p, *before = s->before + index * p;
    for (size_t j = 0; j < p; j++) {
        double at = y[j], difference = at - y2[j], old = changed ? u[j] : at;
        double previous = changed + 1 == now ? before[j] : old;
        y2[j] = changed ? previous : y2[j];
        y[j] = old;
        before[j] = old;
        u[j] = changed ? (1 - beta) * old + beta * at + gamma * difference : at;
    }
    s->changed[index] = now;
}

static void weigh(const estimator *e, size_t n, double *v, double weight)
{
    for (size_t i = 0; i < n * e->problem->p; i++)
        v[i] *= weight / (double)e->batch;
}

static void visit(group *g, size_t n, const lane *l, size_t points)
{
    const estimator *e = g->estimator;
    size_t p = e->problem->p, width = round_up(n * p, ROW);
    double *y = g->y, *y2 = g->value;
    block_means(g, n, l, points);
    memcpy(y2, points > 1 ? y + g->gap : y, width * sizeof *y);
    for (size_t i = 0; i < n; i++)
        move(e, g->state, &l[i], y + i * p, y2 + i * p);
    memcpy(y + width, y2, width * sizeof *y);
    e->problem->type->grad_f(e->problem, n, l, points, y);
    weigh(e, n, y, 1);
    if (points > 1)
        weigh(e, n, y + width, setting_of(e).alpha - 1);
    block_products(g, n, l, points, y);
}

/* All live replicates have taken equally many steps. */
static void step(group *g)
{
    msvr *s = g->state;
    size_t n = group_list(g, g->estimator->batch), most = problem_lanes(g->estimator->problem);
    size_t points = s->steps[g->live_replicate[0]] ? 2 : 1;
    oracle_outer(g, n, g->lanes, g->estimator->batch);
    fetch(g, n, g->lanes);
    for (size_t i = 0; i < g->live; i++) /* z <- (1-alpha) z; zero before the first mean */
        block_fade(g, g->live_replicate[i], 1 - setting_of(g->estimator).alpha);
    for (size_t i = 0; i < n; i += most)
        visit(g, n - i < most ? n - i : most, g->lanes + i, points);
    for (size_t i = 0; i < g->live; i++)
        s->steps[g->live_replicate[i]]++;
    method_descend(g);
}

const method_type TYPE(method, msvr) = {
    .name = "msvr",
    .summary = "variance-reduced running means of g per index, and of the gradient",
    .names = names,
    PARAMS(params),
    .configure = configure,
    .indexed = true,
    .layout = layout,
    .next_calls = next_calls,
    .step = step,
};
