/* The proximal step of l1 |x|_1: numbers move towards zero by step l1, and stay there. */
#include "engine/cso/problem.h"
#include "engine/machine/level.h"
#include "engine/machine/v8.h"
#include "engine/rule/prox.h"

static const param params[] = {
    {"l1", PARAM_NUMBER, .flags = PARAM_REQUIRED,
     .meaning = "weight of the sum of |x_j|; a step moves numbers towards 0 by step times it"},
};

static void apply(const arg *option, const double *rows, double step, size_t ld, double *x)
{
    const v8 most = v8_set1(step * option->number), least = v8_set1(-step * option->number);
    (void)rows;
    for (size_t c = 0; c < ld; c += ROW) {
        v8 point = v8_load(x + c);
        v8_store(x + c, v8_sub(point, v8_min(v8_max(point, least), most)));
    }
}

const prox_type TYPE(prox, l1) = {
    .name = "l1",
    .summary = "soft threshold at step times the weight: a sparse x",
    .source = "Daubechies, Defrise and De Mol (2004)",
    PARAMS(params),
    .apply = apply,
};
