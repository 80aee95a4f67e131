/* RU-MLMC: v = H^l / P(l) with l = 0, 1, .. drawn with P(l) = (1-r) r^l: no bias at all. E |H^l|^2
 * falls like 4^-l and the draws grow like 2^l, so the variance, sum of E |H^l|^2 / P(l), is finite
 * for r > 1/4 and the expected cost, sum of 2^l P(l), for r < 1/2.
 *
 * Levels end at 40: beyond lies a probability below 1e-12, and 2^40 draws leave no bias to see. */
#include "engine/machine/level.h"
#include "mlmc.h"

static const param params[] = {
    {"r", PARAM_NUMBER, .fallback = MLMC_RATIO, .high = 1,
     .meaning = "P(l+1)/P(l), above 1/4 and below 1/2; default 2^-1.5"},
};

static const char *configure(estimator *e, arg *a)
{
    e->lanes = LANES;
    mlmc_law(&e->levels, LEVEL_MOST, a[0].number);
    if (a[0].number <= 0.25)
        return "r must be above 1/4: with the probabilities (1-r) r^l the estimate's variance is "
               "infinite";
    if (a[0].number >= 0.5)
        return "r must be below 1/2: with the probabilities (1-r) r^l the expected cost is "
               "infinite";
    return NULL;
}

static const char *expected(const estimator *e, const double *x, double *out)
{
    const problem *p = e->problem;
    if (e->of == OF_VALUE ? !p->type->objective : !problem_has_gradient(p))
        return "the objective of this problem is not known";
    double value = p->type->objective(p, x, e->of == OF_VALUE ? NULL : out);
    if (e->of == OF_VALUE)
        out[0] = value;
    return NULL;
}

const estimator_type TYPE(estimator, ru_mlmc) = {
    .name = "ru-mlmc",
    .summary = "a random level of multilevel Monte Carlo, over its probability: unbiased",
    .source = "section 1, V-MLMC and RT-MLMC; Hu, Chen and He (2021)",
    PARAMS(params),
    .configure = configure,
    .layout = mlmc_layout,
    .is_sound = mlmc_is_sound,
    .sample = mlmc_sample_tossed,
    .next_calls = mlmc_tossed_calls,
    .expected = expected,
};
