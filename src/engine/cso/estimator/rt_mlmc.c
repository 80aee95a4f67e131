/* RT-MLMC: v = H^l / P(l) with l in 0..L drawn with P(l) proportional to 2^(-1.5 l). E v = E h^L,
 * the plain estimate's from 2^L draws. */
#include "engine/machine/level.h"
#include "mlmc.h"

static const param params[] = {
    {"L", PARAM_INTEGER, .fallback = 5, .high = 30, .unit = "levels",
     .meaning = "the last level: the bias of 2^L draws"},
};

static const char *configure(estimator *e, arg *a)
{
    e->lanes = LANES;
    mlmc_law(&e->levels, (size_t)a[0].number, MLMC_RATIO);
    return NULL;
}

const estimator_type TYPE(estimator, rt_mlmc) = {
    .name = "rt-mlmc",
    .summary = "a random level up to L of multilevel Monte Carlo, over its probability",
    .source = "section 1, V-MLMC and RT-MLMC; Hu, Chen and He (2021)",
    PARAMS(params),
    .configure = configure,
    .layout = mlmc_layout,
    .is_sound = mlmc_is_sound,
    .sample = mlmc_sample_tossed,
    .next_calls = mlmc_tossed_calls,
    .expected = mlmc_expected,
};
