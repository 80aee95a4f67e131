/* Powers and cosines are computed here, with the same bits on every machine. */
#include "schedule.h"

#include <math.h>

const char *schedule_name(schedule_kind kind)
{
    static const char *const names[] = {"constant", "inv_sqrt", "step", "cosine", "normalised"};
    return names[kind];
}

/* cos x on [0, pi/2] by its series, with the same bits everywhere. */
static double quarter_cosine(double x)
{
    double sum = 1;
    for (int k = 22; k > 0; k -= 2)
        sum = 1 - sum * x * x / (k * (k - 1));
    return sum;
}

/* factor^n by squaring. */
static double power(double factor, uint64_t n)
{
    double product = 1;
    for (; n; n >>= 1, factor *= factor)
        if (n & 1)
            product *= factor;
    return product;
}

/* (1 + cos(pi u)) / 2 = cos^2(pi u / 2) */
static double cosine(const schedule *s, uint64_t t)
{
    static const double half_pi = 1.57079632679489661923;
    if (t > s->every)
        return 0;
    double root = quarter_cosine(half_pi * (double)(t - 1) / (double)s->every);
    return s->a * root * root;
}

double schedule_at(const schedule *s, uint64_t t)
{
    switch (s->kind) {
    case SCHEDULE_INV_SQRT:
        return s->a / sqrt((double)t);
    case SCHEDULE_STEP:
        return s->a * power(s->factor, (t - 1) / s->every);
    case SCHEDULE_COSINE:
        return cosine(s, t);
    default:
        return s->a;
    }
}
