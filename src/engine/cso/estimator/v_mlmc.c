/* V-MLMC: v = sum over l <= L of the mean of n_l terms H^l, n_l = ceil(n0 2^(-1.5 l)) or as given,
 * a fresh outer sample for each term. E v = E h^L, the plain estimate's from 2^L draws. */
#include "engine/machine/level.h"
#include "mlmc.h"

enum { LAST, N0, COUNTS, MOST_LEVELS = 21 };

static const param params[] = {
    [LAST] = {"L", PARAM_INTEGER, .fallback = 5, .high = 20, .unit = "levels",
              .meaning = "the last level: the bias of 2^L draws"},
    [N0] = {"n0", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e12,
            .unit = "outer samples",
            .meaning = "terms of level 0; level l has n0 2^(-1.5 l), rounded up; default 2^(1.5 "
                       "L), rounded down"},
    [COUNTS] = {"n", PARAM_VECTOR, .flags = PARAM_OPTIONAL | PARAM_WHOLE, .low = 1, .high = 1e12,
                .unit = "outer samples",
                .meaning = "terms of each level 0, 1, .., L, instead of L and n0"},
};

/* 2^(1.5 l) */
static double growth(size_t l)
{
    double draws = (double)((uint64_t)1 << l);
    return draws * sqrt(draws);
}

/* The terms of each level as they are listed. */
static const char *take_counts(estimator *e, const arg *a)
{
    const double *n = a[COUNTS].data;
    if (a[LAST].given || a[N0].given)
        return "n excludes L and n0: it lists the terms of each level";
    if (a[COUNTS].rows > MOST_LEVELS)
        return "option 'n': expected the terms of at most 21 levels";
    e->levels.last = a[COUNTS].rows - 1;
    for (size_t l = 0; l <= e->levels.last; l++)
        e->levels.terms[l] = (uint64_t)n[l];
    return NULL;
}

static const char *configure(estimator *e, arg *a)
{
    e->lanes = LANES;
    if (a[COUNTS].given)
        return take_counts(e, a);
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

/* k terms of the last level for each of them, and h^l beside them. */
static void terms(group *g, size_t k, double *value, double *plain)
{
    const size_t level = g->estimator->levels.last, rows = level > 0 ? 2 : 1;
    size_t n = 0;
    for (size_t i = 0; i < g->live; i++)
        n = group_add_lanes(g, n, g->live_replicate[i], k);
    size_t lanes = mlmc_open(g, level, n);
    mlmc_values(g, level, lanes, 1);
    const double *term = g->value, *fine = level > 0 ? term + round_up(lanes, ROW) : term;
    for (size_t i = 0; i < n; i++) {
        value[i] = level > 0 ? term[rows * i] + term[rows * i + 1] : term[i];
        plain[i] = fine[rows * i];
    }
}

static size_t most_terms(const problem *p)
{
    return mlmc_most(p);
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
    .most_terms = most_terms,
    .terms = terms,
    .next_calls = next_calls,
    .expected = mlmc_expected,
};
