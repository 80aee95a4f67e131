/* Polynomials, by Horner's rule. */
#include "engine/machine/level.h"
#include "engine/machine/v8.h"
#include "engine/operator/func.h"

static status eval(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    (void)gap;
    for (size_t i = 0; i < n; i++)
        y[i] = q->coefficient[q->degree];
    for (size_t k = q->degree; k-- > 0;)
        for (size_t i = 0; i < n; i++)
            y[i] = y[i] * s[i] + q->coefficient[k];
    return STATUS_OK;
}

const func_type TYPE(func, poly) = {.name = "poly", .eval = eval};
