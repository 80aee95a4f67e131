/* The projection on low <= x <= high, number by number. */
#include "engine/cso/problem.h"
#include "engine/machine/level.h"
#include "engine/machine/v8.h"
#include "engine/rule/prox.h"

enum { LOW, HIGH };

static const param params[] = {
    [LOW] = {"low", PARAM_VECTOR, .flags = PARAM_OPTIONAL, .low = -INFINITY,
             .meaning = "the least that x may be, a number or one for each of x; default no bound"},
    [HIGH] = {"high", PARAM_VECTOR, .flags = PARAM_OPTIONAL, .low = -INFINITY,
              .meaning = "the most that x may be, likewise"},
};

/* Bound j, or `none` where it is not given. */
static double bound(const arg *a, size_t j, double none)
{
    const double *given = a->data;
    return a->given ? given[a->rows > 1 ? j : 0] : none;
}

static const char *check(const arg *option, size_t d)
{
    if (!option[LOW].given && !option[HIGH].given)
        return "prox=\"box\" needs option 'low' or 'high'";
    for (size_t j = 0; j < d; j++)
        if (bound(&option[LOW], j, -INFINITY) > bound(&option[HIGH], j, INFINITY))
            return "option 'high': expected numbers that are not below low";
    return NULL;
}

static void begin(const arg *option, size_t d, size_t ld, double *rows)
{
    for (size_t j = 0; j < ld; j++) {
        rows[j] = j < d ? bound(&option[LOW], j, -INFINITY) : 0;
        rows[ld + j] = j < d ? bound(&option[HIGH], j, INFINITY) : 0;
    }
}

static void apply(const arg *option, const double *rows, double step, size_t ld, double *x)
{
    (void)option;
    (void)step;
    for (size_t c = 0; c < ld; c += ROW) {
        v8 low = v8_load(rows + c), high = v8_load(rows + ld + c);
        v8_store(x + c, v8_min(v8_max(v8_load(x + c), low), high));
    }
}

const prox_type TYPE(prox, box) = {
    .name = "box",
    .summary = "projection on low <= x <= high",
    .source = "projected gradient steps",
    PARAMS(params),
    .check = check,
    .rows = 2,
    .begin = begin,
    .apply = apply,
};
