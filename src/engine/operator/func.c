#include "func.h"

#include "engine/number/num.h"

static status eval_poly(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    (void)gap;
    for (size_t i = 0; i < n; i++) {
        double sum = q->coefficient[q->degree];
        for (size_t k = q->degree; k-- > 0;)
            sum = sum * s[i] + q->coefficient[k];
        y[i] = sum;
    }
    return STATUS_OK;
}

static status eval_exp(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    (void)q;
    (void)gap;
    for (size_t i = 0; i < n; i++)
        y[i] = num_exp(s[i]);
    return STATUS_OK;
}

func func_poly(const double *coefficient, size_t degree)
{
    return (func){FUNC_POLY, 1, 1, eval_poly, coefficient, degree, NULL, false, NULL};
}

func func_exp(void)
{
    return (func){FUNC_EXP, 1, 1, eval_exp, NULL, 0, NULL, false, NULL};
}

bool func_is_constant(const func *q)
{
    size_t k = q->kind == FUNC_POLY ? q->degree : 0;
    while (k > 0 && q->coefficient[k] == 0)
        k--;
    return q->constant || (q->kind == FUNC_POLY && k == 0);
}
