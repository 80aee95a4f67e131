/* AdaGrad (Duchi, Hazan and Singer, 2011), all numbers apart: s <- s + v^2 from
 * initial_accumulator_value; u = v / sqrt(s + eps), or 0 where s is. */
#include "engine/machine/level.h"
#include "engine/rule/step.h"

enum { INITIAL, EPS };

static const param params[] = {
    [INITIAL] = {"initial_accumulator_value", PARAM_NUMBER, .fallback = 0.1,
                 .meaning = "where the sums of squares begin"},
    [EPS] = {"eps", PARAM_NUMBER, .fallback = 1e-7, .meaning = "added to these sums"},
};

static void begin(const double *option, size_t ld, double *rows)
{
    for (size_t j = 0; j < ld; j++)
        rows[j] = option[INITIAL];
}

V8_INLINE v8 kernel(const double *option, const double *own, double *row, size_t ld, v8 v)
{
    const v8 zero = v8_set1(0);
    v8 sum = v8_fma(v, v, v8_load(row));
    (void)own;
    (void)ld;
    v8_store(row, sum);
    v8 u = v8_div(v, v8_sqrt(v8_add(sum, v8_set1(option[EPS]))));
    u = v8_select(v8_less(zero, sum), u, zero);
    return v8_add(u, v8_sub(sum, sum)); /* squares that overflow are no step of zero */
}

static bool descend(group *g)
{
    return update_descend(g, NULL, kernel);
}

const update_type TYPE(update, adagrad) = {
    .name = "adagrad",
    .summary = "directions over the roots of the sums of their squares",
    .source = "Duchi, Hazan and Singer (2011)",
    PARAMS(params),
    .rows = 1,
    .begin = begin,
    .descend = descend,
};
