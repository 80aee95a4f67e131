/* Functions whose bits do not depend on the machine or its C library, one number at a time. */
#pragma once

#include "engine/machine/v8.h"

V8_INLINE double num_exp(double x)
{
    return v8_first(v8_inline_exp(v8_set1(x)));
}

/* x > 0, normal. */
V8_INLINE double num_log(double x)
{
    return v8_first(v8_inline_log(v8_set1(x)));
}

/* sqrt(x^2 + y^2), without overflow. */
V8_INLINE double num_hypot(double x, double y)
{
    if (isnan(x) || isnan(y))
        return NAN;
    double large = fmax(fabs(x), fabs(y)), small = fmin(fabs(x), fabs(y));
    double ratio = large > 0 && isfinite(large) ? small / large : 0;
    return large * sqrt(1 + ratio * ratio);
}
