/* The heavy ball (Polyak, 1964), as optax's trace: t <- v + decay t from zero; u = t, or with
 * Nesterov's rule v + decay t. */
#include "engine/machine/level.h"
#include "engine/rule/step.h"

enum { DECAY, NESTEROV };

static const param params[] = {
    [DECAY] = {"decay", PARAM_NUMBER, .flags = PARAM_OPEN_HIGH, .fallback = 0.9, .high = 1,
               .meaning = "what the sum of directions is multiplied by at each step"},
    [NESTEROV] = {"nesterov", PARAM_BOOLEAN, .meaning = "look ahead: u = v + decay t"},
};

V8_INLINE v8 kernel(const double *option, const double *own, double *row, size_t ld, v8 v)
{
    const v8 decay = v8_set1(option[DECAY]);
    v8 trace = v8_fma(decay, v8_load(row), v);
    (void)own;
    (void)ld;
    v8_store(row, trace);
    return option[NESTEROV] != 0 ? v8_fma(decay, trace, v) : trace;
}

static bool descend(group *g)
{
    return update_descend(g, NULL, kernel);
}

const update_type TYPE(update, momentum) = {
    .name = "momentum",
    .summary = "a decaying sum of directions, the heavy ball",
    .source = "Polyak (1964); Nesterov (1983)",
    PARAMS(params),
    .rows = 1,
    .descend = descend,
};
