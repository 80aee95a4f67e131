/* The two functions that the engine knows: polynomials, by Horner's rule, and exp. */
#include "func.h"

func func_poly(const double *coefficient, size_t degree)
{
    return (func){FUNC_POLY, 1, 1, func_find("poly")->eval, coefficient, degree, NULL, false, NULL};
}

func func_exp(void)
{
    return (func){FUNC_EXP, 1, 1, func_find("exp")->eval, NULL, 0, NULL, false, NULL};
}

bool func_is_constant(const func *q)
{
    size_t k = q->kind == FUNC_POLY ? q->degree : 0;
    while (k > 0 && q->coefficient[k] == 0)
        k--;
    return q->constant || (q->kind == FUNC_POLY && k == 0);
}
