/* The two functions that the engine knows: polynomials, by Horner's rule, and exp. */
#include "func.h"

func func_poly(const double *coefficient, size_t degree)
{
    return (func){.kind = FUNC_POLY,
                  .in = 1,
                  .out = 1,
                  .eval = func_find("poly")->eval,
                  .coefficient = coefficient,
                  .degree = degree};
}

func func_exp(void)
{
    return (func){.kind = FUNC_EXP, .in = 1, .out = 1, .eval = func_find("exp")->eval};
}

/* The largest power of a polynomial whose coefficient is not 0. */
static size_t degree_of(const func *q)
{
    size_t k = q->degree;
    while (k > 0 && q->coefficient[k] == 0)
        k--;
    return k;
}

bool func_is_constant(const func *q)
{
    return q->constant || (q->kind == FUNC_POLY && degree_of(q) == 0);
}

bool func_is_quadratic(const func *q)
{
    return q->quadratic || (q->kind == FUNC_POLY && degree_of(q) <= 2);
}
