/* V-MLMC: v = sum over l <= L of the mean of n_l terms H^l, n_l = ceil(n0 2^(-1.5 l)), a fresh
 * outer sample for each term. E v = E h^L, the plain estimate's from 2^L draws. */
#include "engine/machine/level.h"
#include "mlmc.h"

enum { LAST, N0 };

static const param params[] = {
    [LAST] = {"L", PARAM_INTEGER, .fallback = 5, .high = 20, .unit = "levels",
              .meaning = "the last level: the bias of 2^L draws"},
    [N0] = {"n0", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e12,
            .unit = "outer samples",
            .meaning = "terms of level 0; level l has n0 2^(-1.5 l), rounded up; default 2^(1.5 "
                       "L), rounded down"},
};

/* 2^(1.5 l) */
static double growth(size_t l)
{
    double draws = (double)((uint64_t)1 << l);
    return draws * sqrt(draws);
}

static const char *configure(estimator *e, arg *a)
{
    e->lanes = LANES;
    e->levels.last = (size_t)a[LAST].number;
    double n0 = arg_settle(&a[N0], floor(growth(e->levels.last)));
    for (size_t l = 0; l <= e->levels.last; l++)
        e->levels.terms[l] = (uint64_t)ceil(n0 / growth(l));
    return NULL;
}

static void sample(group *g)
{
    const estimator *e = g->estimator;
    group_clear_estimates(g);
    for (size_t i = 0; i < g->live; i++)
        for (size_t l = 0; l <= e->levels.last; l++)
            g->tossed[g->live_replicate[i]].terms[l] = e->batch * e->levels.terms[l];
    for (size_t l = 0; l <= e->levels.last; l++)
        mlmc_level(g, l, 1 / ((double)e->batch * (double)e->levels.terms[l]));
}

static calls next_calls(group *g, size_t r)
{
    const estimator *e = g->estimator;
    calls sum = {0};
    (void)r;
    for (size_t l = 0; l <= e->levels.last; l++)
        mlmc_add_calls(e, l, e->batch * e->levels.terms[l], &sum);
    return sum;
}

const estimator_type TYPE(estimator, v_mlmc) = {
    .name = "v-mlmc",
    .summary = "multilevel Monte Carlo with a fixed number of terms on each level",
    .source = "section 1, V-MLMC and RT-MLMC; Hu, Chen and He (2021)",
    PARAMS(params),
    .steady = true,
    .configure = configure,
    .layout = mlmc_layout,
    .sample = sample,
    .next_calls = next_calls,
    .expected = mlmc_expected,
};
