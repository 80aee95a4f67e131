/* Elementwise functions, sums and products of arrays of doubles. Every sum runs from the first
 * element to the last, so that it has the same bits everywhere. Matrices are row-major. What takes
 * an interrupt ends early once it is set; the rest of `out` is then as it was. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* out[i] = f(a[i]); out[i] = f(a[i * a_step], b[i * b_step]): a step of 0 repeats one number. */
void array_map(double (*f)(double), size_t n, const double *a, double *out,
               const atomic_int *interrupt);
void array_zip(double (*f)(double, double), size_t n, const double *a, size_t a_step,
               const double *b, size_t b_step, double *out, const atomic_int *interrupt);

bool array_equal(size_t n, const double *a, const double *b, const atomic_int *interrupt);
double array_dot(size_t n, const double *a, const double *b);
double array_dot_until(size_t n, const double *a, const double *b, const atomic_int *interrupt);

/* One number of all: the sum; the Euclidean norm, without overflow; the mean, NaN for n = 0; the
 * variance, divisor n - 1, NaN for n < 2, and its square root; the least and the largest, NaN for
 * n = 0 and when an element is. */
typedef double array_reduction(size_t n, const double *a, const atomic_int *interrupt);
array_reduction array_sum, array_norm, array_mean, array_var, array_sd, array_min, array_max;

/* For qsort: numbers in rising order. */
int array_rising(const void *a, const void *b);

/* n >= 1 numbers from a to b, both exact: equally spaced; with equal ratios (a, b nonzero, of one
 * sign). */
void array_linspace(double a, double b, size_t n, double *out, const atomic_int *interrupt);
void array_geomspace(double a, double b, size_t n, double *out, const atomic_int *interrupt);

/* out (rows x cols) = a (rows x inner) times b (inner x cols); out overlaps neither. Returns false
 * early once *interrupt is set. */
bool array_product(size_t rows, size_t inner, size_t cols, const double *a, const double *b,
                   double *out, const atomic_int *interrupt);

/* out (cols x rows) = a (rows x cols) transposed. */
void array_transpose(size_t rows, size_t cols, const double *a, double *out,
                     const atomic_int *interrupt);
