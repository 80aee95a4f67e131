/* SARAH (Nguyen, Liu, Scheinberg and Takac, 2017) on (extrapolated) estimates, and SARAH+:
 *
 *   first, and then every period-th step:  G = mean over B1 outer draws of G(x_t)
 *   else:   G = G + mean over B2 outer draws of [G(x_t) - G(x_{t-1})], the same xi and eta at both
 *   x_{t+1} = x_t - step (G + l2 x_t)
 *
 * gamma > 0: a large batch also after a step with |G + l2 x|^2 <= gamma times that of the last
 * large one; the period counts from there. The point goes on from the last iterate, not from one
 * drawn among those of the period. The estimate rows are G. */
#include "engine/cso/estimator.h"
#include "engine/cso/method.h"
#include "engine/cso/method/spider.h"
#include "engine/machine/level.h"

static const method_name names[] = {
    {"sarah", "extrapolated", "recursive gradients from a large batch now and then",
     "not in the paper; Nguyen, Liu, Scheinberg and Takac, 2017", 1},
    {"e-sarah", "extrapolated", "recursive gradients, extrapolated",
     "not in the paper; Nguyen, Liu, Scheinberg and Takac, 2017", 2},
    {0},
};

enum { B1, B2, PERIOD, GAMMA };

static const param params[] = {
    [B1] = {"B1", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e9,
            .unit = "outer samples",
            .meaning = "large batch; default the smaller of n and 100, n is the full gradient"},
    [B2] = {"B2", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e9,
            .unit = "outer samples",
            .meaning = "small batch; default the square root of B1, rounded up"},
    [PERIOD] = {"period", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e9,
                .unit = "steps",
                .meaning = "a large batch every so many steps; default B1/B2, rounded up"},
    [GAMMA] = {"gamma", PARAM_NUMBER, .high = 1, .flags = PARAM_OPEN_HIGH,
               .meaning = "SARAH+: a large batch once the squared norm of the direction has "
                          "fallen to this part of its last one"},
};

typedef struct setting {
    spider_setting outer;
    double gamma;
} setting;

METHOD_SETTING(setting)

typedef struct sarah {
    spider *outer; /* by replicate */
    double *first; /* by replicate: the squared norm of the last large step's direction */
} sarah;

static const char *configure(estimator *e, arg *a)
{
    double large = arg_settle(&a[B1], problem_batch(e->problem, 100));
    double small = arg_settle(&a[B2], ceil(sqrt(large)));
    double period = arg_settle(&a[PERIOD], ceil(large / small));
    setting set = {.outer = {(size_t)large, (size_t)small, .p_out = 1, .period = period},
                   .gamma = a[GAMMA].number};
    e->batch = set.outer.B1;
    e->lanes = set.outer.B1 > set.outer.B2 ? set.outer.B1 : set.outer.B2;
    keep_setting(e, set);
    return NULL;
}

static void layout(group *g, arena *memory)
{
    sarah unplaced, *s = arena_take(memory, sizeof *s);
    g->state = s;
    s = s ? s : &unplaced;
    s->outer = arena_keep(memory, g->replicates, sizeof *s->outer);
    s->first = arena_keep(memory, g->replicates, sizeof *s->first);
}

static bool is_sound(const group *g, size_t r)
{
    return spider_is_sound(((const sarah *)g->state)->outer + r);
}

static calls next_calls(group *g, size_t r)
{
    return spider_calls(g, r, ((sarah *)g->state)->outer, setting_of(g->estimator).outer);
}

/* Ends the step of replicate r: the next one begins afresh where its direction is small. */
static void end(group *g, size_t r)
{
    sarah *s = g->state;
    double gamma = setting_of(g->estimator).gamma;
    double square = gamma > 0 ? method_square(g, r, 1) : 1;
    bool large = s->outer[r].large;
    s->first[r] = large ? square : s->first[r];
    spider_end(&s->outer[r]);
    if (!large && square <= gamma * s->first[r])
        s->outer[r].time = 0;
}

static void step(group *g)
{
    spider_take_batches(g, ((sarah *)g->state)->outer, setting_of(g->estimator).outer);
    for (size_t i = 0; i < g->live; i++)
        end(g, g->live_replicate[i]);
    method_descend(g);
}

const method_type TYPE(method, sarah) = {
    .name = "sarah",
    .summary = "SARAH: recursive gradients from a large batch now and then",
    .names = names,
    PARAMS(params),
    .configure = configure,
    .layout = layout,
    .is_sound = is_sound,
    .next_calls = next_calls,
    .step = step,
};
