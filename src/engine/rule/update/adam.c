/* Adam (Kingma and Ba, 2015), all numbers apart:
 *
 *   mu <- b1 mu + (1-b1) v,  nu <- b2 nu + (1-b2) v^2,  both from zero
 *   u = (mu / (1 - b1^t)) / (sqrt(nu / (1 - b2^t)) + eps)
 *
 * 1 - b^t is what mu would be if every v were one, and is made by the same recursion. */
#include "engine/machine/level.h"
#include "engine/rule/step.h"

enum { B1, B2, EPS };

static const param params[] = {
    [B1] = {"b1", PARAM_NUMBER, .flags = PARAM_OPEN_HIGH, .fallback = 0.9, .high = 1,
            .meaning = "what the mean of directions keeps at each step"},
    [B2] = {"b2", PARAM_NUMBER, .flags = PARAM_OPEN_HIGH, .fallback = 0.999, .high = 1,
            .meaning = "what the mean of their squares keeps"},
    [EPS] = {"eps", PARAM_NUMBER, .flags = PARAM_OPEN_LOW, .fallback = 1e-8,
             .meaning = "added to the root of that mean"},
};

/* Of mu and nu: what they would be if every v were one, and one over that. */
enum { ONES = UPDATE_OWN, INVERSE = ONES + 2 };

static inline void advance(const double *option, double *head)
{
    for (size_t k = B1; k <= B2; k++) {
        head[ONES + k] = option[k] * head[ONES + k] + (1 - option[k]);
        head[INVERSE + k] = 1 / head[ONES + k];
    }
}

/* a <- b a + (1-b) x */
V8_INLINE v8 mean(double *a, double b, v8 x)
{
    v8 new = v8_fma(v8_set1(b), v8_load(a), v8_mul(v8_set1(1 - b), x));
    v8_store(a, new);
    return new;
}

V8_INLINE v8 kernel(const double *option, const double *own, double *row, size_t ld, v8 v)
{
    v8 mu = mean(row, option[B1], v), nu = mean(row + ld, option[B2], v8_mul(v, v));
    v8 direction = v8_mul(mu, v8_set1(own[INVERSE + B1]));
    v8 root = v8_sqrt(v8_mul(nu, v8_set1(own[INVERSE + B2])));
    v8 u = v8_div(direction, v8_add(root, v8_set1(option[EPS])));
    return v8_add(u, v8_sub(nu, nu)); /* squares that overflow are no step of zero */
}

static bool descend(group *g)
{
    return update_descend(g, advance, kernel);
}

const update_type TYPE(update, adam) = {
    .name = "adam",
    .summary = "means of directions over the roots of means of their squares",
    .source = "Kingma and Ba (2015)",
    PARAMS(params),
    .rows = 2,
    .descend = descend,
};
