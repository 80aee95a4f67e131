/* exp and log whose bits do not depend on the machine, one number at a time. */
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
