/* The projection on |x| <= radius. */
#include "engine/cso/problem.h"
#include "engine/machine/level.h"
#include "engine/machine/v8.h"
#include "engine/number/norm.h"
#include "engine/rule/prox.h"

static const param params[] = {
    {"radius", PARAM_NUMBER, .flags = PARAM_REQUIRED | PARAM_OPEN_LOW,
     .meaning = "the most that the norm of x may be"},
};

static double square(const double *x, size_t ld, double scale)
{
    v8 sum = v8_set1(0), factor = v8_set1(scale);
    for (size_t c = 0; c < ld; c += ROW) {
        v8 scaled = v8_mul(factor, v8_load(x + c));
        sum = v8_fma(scaled, scaled, sum);
    }
    return v8_sum(sum);
}

static void apply(const arg *option, const double *rows, double step, size_t ld, double *x)
{
    double plain = square(x, ld, 1), scale = norm_scale(plain);
    double norm = sqrt(scale == 1 ? plain : square(x, ld, scale)) / scale;
    (void)rows;
    (void)step;
    if (norm <= option->number)
        return;
    const v8 factor = v8_set1(option->number / norm);
    for (size_t c = 0; c < ld; c += ROW)
        v8_store(x + c, v8_mul(factor, v8_load(x + c)));
}

const prox_type TYPE(prox, ball) = {
    .name = "ball",
    .summary = "projection on |x| <= radius",
    .source = "projected gradient steps",
    PARAMS(params),
    .apply = apply,
};
