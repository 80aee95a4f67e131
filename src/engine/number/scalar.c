/* Formulas that neither overflow nor cancel on the way. */
#include "engine/number/scalar.h"

#include <math.h>

static const double PI = 3.14159265358979323846;
static const double LN2 = 0.69314718055994530942;

double scalar_add(double a, double b)
{
    return a + b;
}

double scalar_sub(double a, double b)
{
    return a - b;
}

double scalar_mul(double a, double b)
{
    return a * b;
}

double scalar_div(double a, double b)
{
    return a / b;
}

double scalar_idiv(double a, double b)
{
    return floor(a / b);
}

double scalar_mod(double a, double b)
{
    double rest = fmod(a, b);
    return (rest > 0 && b < 0) || (rest < 0 && b > 0) ? rest + b : rest;
}

double scalar_pow(double a, double b)
{
    return b == 2 ? a * a : pow(a, b);
}

double scalar_neg(double x)
{
    return -x;
}

double scalar_max(double a, double b)
{
    return a > b || isnan(a) ? a : b;
}

double scalar_min(double a, double b)
{
    return a < b || isnan(a) ? a : b;
}

double scalar_log(double x, double base)
{
    if (base == 2)
        return log2(x);
    return base == 10 ? log10(x) : log(x) / log(base);
}

double scalar_deg(double x)
{
    return x * (180 / PI);
}

double scalar_rad(double x)
{
    return x * (PI / 180);
}

double scalar_sigmoid(double x)
{
    double e = exp(-fabs(x)); /* never overflows */
    return x < 0 ? e / (1 + e) : 1 / (1 + e);
}

double scalar_relu(double x)
{
    return x <= 0 ? 0 : x;
}

double scalar_softplus(double x)
{
    return scalar_relu(x) + log1p(exp(-fabs(x)));
}

double scalar_logcosh(double x)
{
    double a = fabs(x);
    if (a >= 1)
        return a + log1p(exp(-2 * a)) - LN2;
    double s = sinh(a / 2); /* cosh x = 1 + 2 sinh(x/2)^2: no cancellation near 0 */
    return log1p(2 * s * s);
}
