/* Polynomials, by Horner's rule. */
#include "engine/machine/level.h"
#include "engine/machine/v8.h"
#include "engine/operator/func.h"

enum { BESIDE = 4 /* vectors that do not wait for each other */ };

V8_INLINE void horner(const func *q, const double *s, double *y, size_t vectors)
{
    v8 x[BESIDE], value[BESIDE];
    for (size_t j = 0; j < vectors; j++) {
        x[j] = v8_load(s + 8 * j);
        value[j] = v8_set1(q->coefficient[q->degree]);
    }
    for (size_t k = q->degree; k-- > 0;)
        for (size_t j = 0; j < vectors; j++)
            value[j] = v8_add(v8_mul(value[j], x[j]), v8_set1(q->coefficient[k]));
    for (size_t j = 0; j < vectors; j++)
        v8_store(y + 8 * j, value[j]);
}

static status eval(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    size_t i = 0;
    (void)gap;
    for (; i + 8 * BESIDE <= n; i += 8 * BESIDE)
        horner(q, s + i, y + i, BESIDE);
    for (; i + 8 <= n; i += 8)
        horner(q, s + i, y + i, 1);
    for (; i < n; i++) {
        y[i] = q->coefficient[q->degree];
        for (size_t k = q->degree; k-- > 0;)
            y[i] = y[i] * s[i] + q->coefficient[k];
    }
    return STATUS_OK;
}

const func_type TYPE(func, poly) = {.name = "poly", .eval = eval};
