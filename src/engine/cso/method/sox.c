/* SOX (Wang and Yang, 2022) for a finite set of outer samples, with a running mean u_i of g per
 * index:
 *
 *   u_i <- (1-a) u_i + a gbar_i(x)  for i in the batch; at the first visit u_i = gbar_i
 *   v   <- (1-b) v + b mean over the batch of Jbar_i^T grad f_i(u_i); v starts as the first mean
 *   x   <- x - step (v + l2 x)
 *
 * u = "previous" takes u_i as it was before this step (at a first visit gbar_i). v is the estimate
 * row. */
#include "engine/cso/estimator.h"
#include "engine/cso/method.h"
#include "engine/cso/method/block.h"
#include "engine/machine/level.h"

static const method_name names[] = {
    {"sox", "extrapolated", "stochastic optimization with running means of g per index",
     "Wang and Yang, 2022; section 1, related work", 0},
    {0},
};

enum { B, A, BETA, U };

static const param params[] = {
    [B] = {"B", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e9,
           .unit = "outer samples",
           .meaning = "distinct indices per step; default the smaller of n and 10"},
    [A] = {"a", PARAM_NUMBER, .flags = PARAM_OPEN_LOW, .fallback = 0.1, .high = 1,
           .meaning = "weight of a new mean of g (gamma)"},
    [BETA] = {"b", PARAM_NUMBER, .flags = PARAM_OPEN_LOW, .fallback = 0.1, .high = 1,
              .meaning = "weight of a new gradient (beta)"},
    [U] = {"u", PARAM_CHOICE, .choices = "current|previous",
           .meaning = "the gradient is taken at u_i after or before this step"},
};

typedef struct sox {
    double *u;   /* replicates x n x p */
    bool *seen;  /* replicates x n */
    bool *begun; /* by replicate: v holds a mean */
} sox;

typedef struct setting {
    double a, b;
    bool previous; /* u = "previous" */
} setting;

METHOD_SETTING(setting)

static const char *configure(estimator *e, arg *a)
{
    keep_setting(e, (setting){a[A].number, a[BETA].number, a[U].number != 0});
    e->batch = e->lanes = (size_t)arg_settle(&a[B], problem_batch(e->problem, 10));
    e->distinct = true;
    return NULL;
}

static void layout(group *g, arena *memory)
{
    const problem *p = g->estimator->problem;
    sox unplaced, *s = arena_take(memory, sizeof *s);
    g->state = s;
    s = s ? s : &unplaced;
    s->u = arena_keep(memory, g->replicates, p->n * p->p * sizeof *s->u);
    s->seen = arena_keep(memory, g->replicates, p->n * sizeof *s->seen);
    s->begun = arena_keep(memory, g->replicates, sizeof *s->begun);
}

static bool is_sound(const group *g, size_t r)
{
    const sox *s = g->state;
    size_t n = g->estimator->problem->n;
    return arena_flags(s->seen + r * n, n) && arena_flags(s->begun + r, 1);
}

static calls next_calls(group *g, size_t r)
{
    const estimator *e = g->estimator;
    (void)r;
    return (calls){e->batch, e->batch * e->m, e->batch * e->m_jacobian};
}

/* Where u_i of a lane is among all. */
static inline size_t place(const estimator *e, const lane *l)
{
    return l->replicate * e->problem->n + l->xi;
}

/* Asks memory for the states of the lanes to come. */
static void fetch(const group *g, size_t n, const lane *l)
{
    const sox *s = g->state;
    for (size_t i = 0; i < n; i++) {
        size_t index = place(g->estimator, &l[i]);
        __builtin_prefetch(s->u + index * g->estimator->problem->p, 1);
        __builtin_prefetch(s->seen + index, 1);
    }
}

/* Moves u_i of a lane by its new mean in y, and leaves in y the u_i at which the gradient is taken.
 */
static void move(const estimator *e, sox *s, const lane *l, double *y)
{
    const problem *p = e->problem;
    size_t index = place(e, l);
    double a = s->seen[index] ? setting_of(e).a : 1, *u = s->u + index * p->p;
    bool previous = setting_of(e).previous && s->seen[index];
    for (size_t j = 0; j < p->p; j++) {
        double old = u[j];
        u[j] = a == 1 ? y[j] : (1 - a) * old + a * y[j];
        y[j] = previous ? old : u[j];
    }
    s->seen[index] = true;
}

/* v_i <- scale times grad f_i(u_i), the scale of a replicate's first mean being 1/B. */
static void weigh(const estimator *e, const sox *s, size_t n, const lane *l, double *v)
{
    for (size_t i = 0; i < n; i++) {
        double weight = s->begun[l[i].replicate] ? setting_of(e).b : 1;
        for (size_t j = 0; j < e->problem->p; j++)
            v[i * e->problem->p + j] *= weight / (double)e->batch;
    }
}

static void visit(group *g, size_t n, const lane *l)
{
    const estimator *e = g->estimator;
    block_means(g, n, l, 1);
    for (size_t i = 0; i < n; i++)
        move(e, g->state, &l[i], g->y + i * e->problem->p);
    e->problem->type->grad_f(e->problem, n, l, 1, g->y);
    weigh(e, g->state, n, l, g->y);
    block_products(g, n, l, 1, g->y);
}

static void step(group *g)
{
    size_t n = group_list(g, g->estimator->batch), most = problem_lanes(g->estimator->problem);
    oracle_outer(g, n, g->lanes, g->estimator->batch);
    fetch(g, n, g->lanes);
    for (size_t i = 0; i < g->live; i++) { /* v <- (1-b) v, or 0 before the first mean */
        size_t r = g->live_replicate[i];
        block_fade(g, r, ((sox *)g->state)->begun[r] ? 1 - setting_of(g->estimator).b : 0);
    }
    for (size_t i = 0; i < n; i += most)
        visit(g, n - i < most ? n - i : most, g->lanes + i);
    for (size_t i = 0; i < g->live; i++)
        ((sox *)g->state)->begun[g->live_replicate[i]] = true;
    method_descend(g);
}

const method_type TYPE(method, sox) = {
    .name = "sox",
    .summary = "running means of g per index, and of the gradient",
    .names = names,
    PARAMS(params),
    .configure = configure,
    .indexed = true,
    .layout = layout,
    .is_sound = is_sound,
    .next_calls = next_calls,
    .step = step,
};
