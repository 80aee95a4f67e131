/* Multilevel Monte Carlo with a random level up to L, all of almost the same probability. */
#include "engine/machine/level.h"
#include "mlmc.h"

static const param params[] = {
    {"L", PARAM_INTEGER, .fallback = 3, .high = 30, .unit = "levels", .meaning = "the last level"},
};

static const char *configure(estimator *e, arg *a)
{
    e->lanes = LANES;
    mlmc_law(&e->levels, (size_t)a[0].number, 0.999);
    return NULL;
}

const estimator_type TYPE(estimator, even_mlmc) = {
    .name = "even-mlmc",
    .summary = "a random level of equal chances",
    .source = "none",
    .params = params,
    .nparams = 1,
    .configure = configure,
    .layout = mlmc_layout,
    .is_sound = mlmc_is_sound,
    .sample = mlmc_sample_tossed,
    .next_calls = mlmc_tossed_calls,
    .expected = mlmc_expected,
};
