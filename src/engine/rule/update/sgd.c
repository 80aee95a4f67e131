/* The plain step: u = v. */
#include "engine/machine/level.h"
#include "engine/rule/step.h"

V8_INLINE v8 kernel(const double *option, const double *own, double *row, size_t ld, v8 v)
{
    (void)option;
    (void)own;
    (void)row;
    (void)ld;
    return v;
}

static bool descend(group *g)
{
    return update_descend(g, NULL, kernel);
}

const update_type TYPE(update, sgd) = {
    .name = "sgd",
    .summary = "the plain step, x - step v",
    .source = "algorithm EBSGD",
    .plain = true,
    .descend = descend,
};
