/* Polynomials, by Horner's rule. */
#include "engine/machine/level.h"
#include "engine/machine/v8.h"
#include "engine/operator/func.h"

static status eval(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    size_t whole = n - n % 8;
    (void)gap;
    for (size_t i = 0; i < whole; i += 8) {
        v8 x = v8_load(s + i), value = v8_set1(q->coefficient[q->degree]);
        for (size_t k = q->degree; k-- > 0;)
            value = v8_add(v8_mul(value, x), v8_set1(q->coefficient[k]));
        v8_store(y + i, value);
    }
    for (size_t i = whole; i < n; i++) {
        y[i] = q->coefficient[q->degree];
        for (size_t k = q->degree; k-- > 0;)
            y[i] = y[i] * s[i] + q->coefficient[k];
    }
    return STATUS_OK;
}

const func_type TYPE(func, poly) = {.name = "poly", .eval = eval};
