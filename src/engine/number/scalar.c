/* Formulas that neither overflow nor cancel on the way. */
#include "engine/number/scalar.h"

#include <math.h>

static const double PI = 3.14159265358979323846;
static const double LN2 = 0.69314718055994530942;

#define UNARY(name, value)                                                                         \
    double scalar_##name(double x)                                                                 \
    {                                                                                              \
        return value;                                                                              \
    }
#define BINARY(name, value)                                                                        \
    double scalar_##name(double a, double b)                                                       \
    {                                                                                              \
        return value;                                                                              \
    }

UNARY(neg, -x)
UNARY(deg, (180 / PI) * x)
UNARY(rad, (PI / 180) * x)
UNARY(relu, x <= 0 ? 0 : x)
UNARY(softplus, scalar_relu(x) + log1p(exp(-fabs(x))))
BINARY(add, a + b)
BINARY(sub, a - b)
BINARY(mul, (a * b))
BINARY(div, a / b)
BINARY(idiv, floor(a / b))
BINARY(pow, b == 2 ? a * a : pow(a, b))
BINARY(max, a > b || isnan(a) ? a : b)
BINARY(min, a < b || isnan(a) ? a : b)

double scalar_mod(double a, double b)
{
    double rest = fmod(a, b);
    return (rest > 0 && b < 0) || (rest < 0 && b > 0) ? rest + b : rest;
}

double scalar_log(double x, double base)
{
    if (base == 2)
        return log2(x);
    return base == 10 ? log10(x) : log(x) / log(base);
}

double scalar_sigmoid(double x)
{
    double e = exp(-fabs(x)); /* never overflows */
    return x < 0 ? e / (1 + e) : 1 / (1 + e);
}

double scalar_logcosh(double x)
{
    double a = fabs(x);
    if (a >= 1)
        return a + log1p(exp(-2 * a)) - LN2;
    double s = sinh(a / 2); /* cosh x = 1 + 2 sinh(x/2)^2: no cancellation near 0 */
    return log1p(2 * s * s);
}
