/* Laws of rows for the tables of verdict.h: six on which the verdict's margins were chosen, and six
 * fresh ones. */
#pragma once

#include <math.h>
#include <stddef.h>

#define TURN 6.283185307179586
#define NEVER 1e9

/* A row is a function of two uniforms. */
typedef struct law {
    const char *name;
    double mean, sd;
    double (*draw)(double u, double v);
    double chance;  /* of a one, for zeros and ones; else 0 */
    double bounded; /* exp of the mean of this many rows, and of more, has a mean square */
} law;

static double std_normal(double u, double v)
{
    return sqrt(-2 * log(u)) * cos(TURN * v);
}

static double normal_half(double u, double v)
{
    return 1 + 0.5 * std_normal(u, v);
}
static double uniform(double u, double v)
{
    (void)v;
    return 2 * u;
}
static double waiting(double u, double v)
{
    (void)v;
    return -log(u);
}
static double lognormal(double u, double v)
{
    return exp(0.75 * std_normal(u, v));
}

static const law chosen_laws[] = {
    {"normal", 1, 0.5, normal_half, 0, 1},
    {"uniform", 1, 0.57735026918962576, uniform, 0, 1},
    {"exponential", 1, 1, waiting, 0, 3},
    {"bernoulli(0.5)", 0.5, 0.5, NULL, 0.5, 1},
    {"bernoulli(0.2)", 0.2, 0.4, NULL, 0.2, 1},
    {"lognormal(0.75)", 1.3247847587288655, 1.1517448954018624, lognormal, 0, NEVER},
};

static double normal_one(double u, double v)
{
    return 1 + std_normal(u, v);
}
static double two_waits(double u, double v)
{
    return -(log(u) + log(v)) / 2;
}
static double arcsine(double u, double v)
{
    (void)v;
    return (1 - cos(TURN / 2 * u)) / 2;
}
static double die(double u, double v)
{
    (void)v;
    return 1 + floor(6 * u);
}
static double lognormal_half(double u, double v)
{
    return exp(0.5 * std_normal(u, v));
}

static const law fresh_laws[] = {
    {"normal(1, 1)", 1, 1, normal_one, 0, 1},
    {"gamma(2)/2", 1, 0.70710678118654752, two_waits, 0, 2},
    {"arcsine", 0.5, 0.35355339059327376, arcsine, 0, 1},
    {"die", 3.5, 1.7078251276599330, die, 0, 1},
    {"bernoulli(0.35)", 0.35, 0.47696960070847283, NULL, 0.35, 1},
    {"lognormal(0.5)", 1.1331484530668263, 0.60390053321088110, lognormal_half, 0, NEVER},
};
