/* Powers and cosines are computed here, with the same bits on every machine. */
#include "schedule.h"

#include <math.h>

#define EVERY(key, text)                                                                           \
    {                                                                                              \
        .name = key, .kind = PARAM_INTEGER, .flags = PARAM_REQUIRED, .low = 1, .high = 0x1p53,     \
        .unit = "steps", .meaning = text                                                           \
    }

enum { CHANGE, FACTOR, N_STEP };

static const param step_params[] = {
    [CHANGE] = EVERY("every", "steps between two changes"),
    [FACTOR] = {"factor", PARAM_NUMBER, .flags = PARAM_REQUIRED | PARAM_OPEN_LOW,
                .meaning = "what the step size is multiplied by"},
};

static const param cosine_params[] = {
    EVERY("steps", "steps until the step size is zero"),
};

const char *schedule_name(schedule_kind kind)
{
    static const char *const names[] = {"constant", "inv_sqrt", "step", "cosine", "normalised"};
    return names[kind];
}

const param *schedule_params(schedule_kind kind, size_t *n)
{
    *n = kind == SCHEDULE_STEP ? N_STEP : kind == SCHEDULE_COSINE;
    return kind == SCHEDULE_STEP ? step_params : cosine_params;
}

void schedule_set(schedule *s, schedule_kind kind, double a, const arg *options)
{
    *s = (schedule){.kind = kind, .a = a};
    if (kind == SCHEDULE_STEP || kind == SCHEDULE_COSINE)
        s->every = (uint64_t)options[CHANGE].number;
    if (kind == SCHEDULE_STEP)
        s->factor = options[FACTOR].number;
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
