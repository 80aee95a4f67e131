/* Distributions and operators for the tests, in memory of their own (free() them), and comparison
 * of numbers. Include cmocka.h before it is used. */
#pragma once

#include "engine/law/dist.h"
#include "engine/operator/extrap.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* |got - want| <= tolerance, and NAN is near nothing */
#define assert_near(got, want, tolerance)                                                          \
    do {                                                                                           \
        double got_ = (got), want_ = (want);                                                       \
        if (!(fabs(got_ - want_) <= (tolerance)))                                                  \
            fail_msg("got %.17g, want %.17g", got_, want_);                                        \
    } while (0)
#define assert_relative(got, want, tolerance)                                                      \
    assert_near(got, want, (tolerance)*fabs((double)(want)))

/* |got - want| in units in the last place of want; below 2^-1022 those of the smallest doubles. */
static inline double ulps(double got, long double want)
{
    if (got == (double)want)
        return 0;
    double size = fmax((double)fabsl(want), DBL_MIN);
    return (double)(fabsl((long double)got - want) /
                    (long double)(nextafter(size, INFINITY) - size));
}

static inline arg number(double x)
{
    return (arg){.given = true, .number = x};
}

static inline arg vector(const double *x, size_t n)
{
    return (arg){.given = true, .data = x, .rows = n, .cols = 1};
}

static inline dist *make_dist(const char *name, const arg *a)
{
    const dist_type *type = dist_find(name);
    dist *d = calloc(1, dist_size(type, a));
    d->type = type;
    type->init(d, a);
    return d;
}

/* One or two numbers: uniform, ramp, bernoulli, exponential (mean), gamma (shape, scale),
 * lognormal (meanlog, sdlog), student_t (df, location), beta, poisson. */
static inline dist *make_plain(const char *name, double first, double second)
{
    const arg a[DIST_PARAMS] = {number(first), {.given = second != 0, .number = second}};
    return make_dist(name, a);
}

static inline dist *make_normal(double mean, double var)
{
    const arg a[] = {vector(&mean, 1), {.given = false}, vector(&var, 1)};
    return make_dist("normal", a);
}

static inline extrap *make_operator(const char *name, const uint32_t *sizes,
                                    const fraction *weights, size_t terms, bool disjoint)
{
    extrap *op = malloc(extrap_size(sizes, terms, disjoint));
    extrap_init(op, name, sizes, weights, terms, disjoint);
    return op;
}

static inline extrap *make_paper(int k, bool disjoint)
{
    uint32_t sizes[EXTRAP_TERMS];
    fraction weights[EXTRAP_TERMS];
    char name[24];
    size_t terms = extrap_paper(k, sizes, weights);
    snprintf(name, sizeof name, "paper %d", k);
    return make_operator(name, sizes, weights, terms, disjoint);
}

/* Richardson's operator of order k with sizes 1, 2, 4, .. */
static inline extrap *make_order(int k)
{
    uint32_t sizes[EXTRAP_TERMS];
    fraction weights[EXTRAP_TERMS];
    for (int j = 0; j < k; j++)
        sizes[j] = 1u << j;
    extrap_richardson(sizes, (size_t)k, weights);
    return make_operator("order", sizes, weights, (size_t)k, false);
}
