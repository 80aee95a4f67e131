/* The exponential function. */
#include "engine/machine/level.h"
#include "engine/number/num.h"
#include "engine/operator/func.h"

static status eval(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    size_t whole = n - n % 8;
    (void)q;
    (void)gap;
    for (size_t i = 0; i < whole; i += 8)
        v8_store(y + i, v8_exp(v8_load(s + i)));
    for (size_t i = whole; i < n; i++)
        y[i] = num_exp(s[i]);
    return STATUS_OK;
}

const func_type TYPE(func, exp) = {.name = "exp", .eval = eval};
