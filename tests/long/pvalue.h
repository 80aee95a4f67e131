/* Chances of what a test saw, if nothing is wrong, and a family of them. */
#pragma once

#include <math.h>
#include <stdio.h>

/* Q(a, x) = Gamma(a, x) / Gamma(a), by the series below a + 1, else by the continued fraction
 * (Lentz). */
static inline double gamma_above(double a, double x)
{
    if (x <= 0)
        return 1;
    double front = exp(a * log(x) - x - lgamma(a));
    if (x < a + 1) {
        double term = 1 / a, sum = term;
        for (int k = 1; term > 1e-16 * sum; k++)
            sum += term *= x / (a + k);
        return 1 - front * sum;
    }
    double b = x + 1 - a, c = 1e300, d = 1 / b, h = d, factor = 0;
    for (int k = 1; fabs(factor - 1) > 1e-15; k++) {
        double an = -k * (k - a);
        b += 2;
        d = 1 / (an * d + b);
        c = b + an / c;
        h *= factor = d * c;
    }
    return front * h;
}

/* P(chi^2 > x) with df degrees of freedom. */
static inline double p_chi_square(double x, double df)
{
    return gamma_above(df / 2, x / 2);
}

/* P(N >= n) of a Poisson law, taken half at n. */
static inline double p_poisson(double n, double mean)
{
    double below = gamma_above(n + 1, mean), less = n > 0 ? gamma_above(n, mean) : 0;
    return 1 - 0.5 * (below + less);
}

static inline double p_normal(double z)
{
    return 0.5 * erfc(z * sqrt(0.5));
}

/* P(sqrt(n) sup |F_n - F| > d), Kolmogorov's limit law. */
static inline double p_kolmogorov(double d)
{
    double sum = 0;
    if (d < 0.2)
        return 1;
    for (int k = 1; k <= 100; k++)
        sum += (k % 2 ? 2 : -2) * exp(-2.0 * k * k * d * d);
    return fmin(sum, 1);
}

/* What all tests of something come to: their number, and the smallest chance, of being as far on
 * either side. Zero-initialised = none. */
typedef struct family {
    int tests;
    double least;
    const char *name; /* of the least */
} family;

static inline void family_add(family *f, const char *name, double p)
{
    double both = 2 * fmin(p, 1 - p);
    if (f->tests++ == 0 || !(both >= f->least)) {
        f->least = both;
        f->name = name;
    }
}

#define FAMILY_BOUND 1e-6 /* the chance that a sound generator fails a family */

static inline int family_fails(const family *f)
{
    return !(f->least * f->tests >= FAMILY_BOUND);
}

static inline void family_print(const family *f, const char *of)
{
    printf("# %s: %d tests, the least p-value %.3g, of %s\n", of, f->tests, f->least, f->name);
}
