/* Gauss-Legendre rules, exact for polynomials of degree below 2n. */
#pragma once

#include "v8_function.h"

#include <stddef.h>

/* P_n(z) by its recurrence, and its derivative. */
static inline double gauss_legendre(size_t n, double z, double *slope)
{
    double p = 1, before = 0;
    for (size_t k = 0; k < n; k++) {
        double next = ((2 * (double)k + 1) * z * p - (double)k * before) / ((double)k + 1);
        before = p;
        p = next;
    }
    *slope = (double)n * (z * p - before) / (z * z - 1);
    return p;
}

/* n nodes on [a, b] and their weights, which sum to 1 (the mean over [a, b]). Newton's method from
 * the extrema of a cosine; no library function, so that the bits depend on no machine. */
static inline void gauss_rule(size_t n, double a, double b, double *node, double *weight)
{
    for (size_t i = 0; i < n; i++) {
        double angle = 3.14159265358979323846 * ((double)i + 0.75) / ((double)n + 0.5);
        double z = -v8_first(v8_sin(v8_set1(1.57079632679489661923 - angle))), slope;
        for (int step = 0; step < 8; step++)
            z -= gauss_legendre(n, z, &slope) / slope;
        gauss_legendre(n, z, &slope);
        node[i] = a + 0.5 * (b - a) * (z + 1);
        weight[i] = 1 / ((1 - z * z) * slope * slope);
    }
}
