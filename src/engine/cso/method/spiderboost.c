/* SpiderBoost on (extrapolated) estimates (paper, algorithm EBSB):
 *
 *   t = 0, coin p_out or t mod period = 0:  G = mean over B1 fresh outer draws of G(x_t)
 *   else:   G = G + mean over B2 outer draws of [G(x_t) - G(x_{t-1})], the same xi and eta at both
 *   x_{t+1} = x_t - step (G + l2 x_t)
 *
 * The estimate rows are G and stay between steps. */
#include "engine/cso/estimator.h"
#include "engine/cso/method.h"
#include "engine/cso/method/spider.h"
#include "engine/machine/level.h"

static const method_name names[] = {
    {"bspiderboost", "extrapolated", "SpiderBoost on biased estimates",
     "algorithm EBSB with L1; thm:bspiderboost", 1},
    {"e-bspiderboost", "extrapolated", "SpiderBoost on extrapolated estimates",
     "algorithm EBSB; thm:ebspiderboost", 2},
    {0},
};

static const param params[] = {
    [SPIDER_B1] = {"B1", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e9,
                   .unit = "outer samples",
                   .meaning = "large batch; default the smaller of n and 100"},
    [SPIDER_B2] = {"B2", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e9,
                   .unit = "outer samples",
                   .meaning = "small batch; default the square root of B1, rounded up"},
    [SPIDER_P_OUT] = {"p_out", PARAM_NUMBER, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW, .high = 1,
                      .meaning = "probability of a large batch; default 1/B2"},
    [SPIDER_PERIOD] = {"period", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e9,
                       .unit = "steps",
                       .meaning = "instead of p_out: a large batch every period-th step"},
};

METHOD_SETTING(spider_setting)

static const char *configure(estimator *e, arg *a)
{
    spider_setting set;
    double B1 = arg_settle(&a[SPIDER_B1], problem_batch(e->problem, 100));
    double B2 = arg_settle(&a[SPIDER_B2], ceil(sqrt(B1)));
    const char *wrong = spider_configure(e, &set, a, B1, B2, 1 / B2);
    keep_setting(e, set);
    return wrong;
}

static void layout(group *g, arena *memory)
{
    g->state = arena_keep(memory, g->replicates, sizeof(spider));
}

static bool is_sound(const group *g, size_t r)
{
    return spider_is_sound((const spider *)g->state + r);
}

static calls next_calls(group *g, size_t r)
{
    return spider_calls(g, r, g->state, setting_of(g->estimator));
}

static void step(group *g)
{
    spider_take_batches(g, g->state, setting_of(g->estimator));
    for (size_t i = 0; i < g->live; i++)
        spider_end((spider *)g->state + g->live_replicate[i]);
    method_descend(g);
}

const method_type TYPE(method, spiderboost) = {
    .name = "spiderboost",
    .summary = "SpiderBoost: large batches now and then, corrections between them",
    .names = names,
    PARAMS(params),
    .configure = configure,
    .layout = layout,
    .is_sound = is_sound,
    .next_calls = next_calls,
    .step = step,
};
