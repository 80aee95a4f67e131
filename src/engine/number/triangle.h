/* The triangular factor R of rows a, n x n: R^T R = the sum of their products a a^T. It is made row
 * by row, by rotations: of columns that nearly depend on each other R has the digits that the sum
 * of products loses. */
#pragma once

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Turns rows r and a of n numbers into each other until a begins with zero. */
static inline void triangle_turn(double *r, double *a, size_t n)
{
    double length = sqrt(r[0] * r[0] + a[0] * a[0]);
    if (!(length > 0))
        return;
    double c = r[0] / length, s = a[0] / length;
    r[0] = length;
    for (size_t k = 1; k < n; k++) {
        double old = r[k];
        r[k] = c * old + s * a[k];
        a[k] = c * a[k] - s * old;
    }
}

/* R, zeros at first, takes one more row; a is used up. */
static inline void triangle_add(double *R, size_t n, double *a)
{
    for (size_t j = 0; j < n; j++)
        triangle_turn(R + j * n + j, a + j, n - j);
}

/* The length of column j. */
static inline double triangle_column(const double *R, size_t n, size_t j)
{
    double square = 0;
    for (size_t k = 0; k <= j; k++)
        square += R[k * n + j] * R[k * n + j];
    return sqrt(square);
}

/* A column that depends on those before but for `part` of its length gets 1 as its own part, so
 * that R has an inverse. Returns how many there are. */
static inline size_t triangle_complete(double *R, size_t n, double part)
{
    size_t dependent = 0;
    for (size_t j = 0; j < n; j++) {
        if (R[j * n + j] > part * triangle_column(R, n, j))
            continue;
        memset(R + j * n, 0, n * sizeof *R);
        R[j * n + j] = 1;
        dependent++;
    }
    return dependent;
}

/* x <- R x */
static inline void triangle_times(const double *R, size_t n, double *x)
{
    for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t k = j; k < n; k++)
            sum += R[j * n + k] * x[k];
        x[j] = sum;
    }
}

/* x <- R^-1 x */
static inline void triangle_solve(const double *R, size_t n, double *x)
{
    for (size_t j = n; j-- > 0;) {
        for (size_t k = j + 1; k < n; k++)
            x[j] -= R[j * n + k] * x[k];
        x[j] /= R[j * n + j];
    }
}

/* x <- R^-T x */
static inline void triangle_solve_transposed(const double *R, size_t n, double *x)
{
    for (size_t j = 0; j < n; j++) {
        x[j] /= R[j * n + j];
        for (size_t k = j + 1; k < n; k++)
            x[k] -= R[j * n + k] * x[j];
    }
}
