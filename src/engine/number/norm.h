/* Euclidean norms of any numbers: a sum of squares that overflows or loses its digits is formed
 * again from the numbers times a power of two, which rounds nothing. Every other norm is what it is
 * without that. */
#pragma once

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* The norm is length / scale, where scale is a power of two and length the root of square. */
typedef struct scaled_norm {
    double length, scale, square;
} scaled_norm;

/* What values of a size are multiplied with before powers up to the fourth are summed: a power of
 * two, 1 for usual sizes; 0 where size is 0 or not finite. */
static inline double scale_for(double size)
{
    int e;
    if (size == 0 || !isfinite(size))
        return 0;
    frexp(size, &e);
    return ldexp(1, -240 * (int)floor((e + 119) / 240.0));
}

#define SCALE_MOST 0x1p960 /* the largest of them */

#define SCALE_BOUND 0x1p120 /* what scaled values are below */

/* Whether values of that size are summed as they are times that scale. */
static inline bool scale_holds(double scale, double size)
{
    return scale > 0 && size * scale < SCALE_BOUND;
}

/* The scale of values of which some have one and some the other. */
static inline double scale_common(double a, double b)
{
    return a > 0 && b > 0 ? fmin(a, b) : fmax(a, b);
}

/* What numbers whose plain sum of squares is `square` are multiplied with before they are squared;
 * NAN: 1. */
static inline double norm_scale(double square)
{
    if (square < 0x1p-960)
        return 0x1p600;
    return isinf(square) ? 0x1p-600 : 1;
}

/* The sum of the squares of (x - center) scale; a part of it once *interrupt is set (NULL: never).
 */
static inline double norm_squares(const double *x, size_t n, size_t stride, double center,
                                  double scale, const atomic_int *interrupt)
{
    enum { BETWEEN_LOOKS = 1 << 16 };
    double square = 0;
    for (size_t j = 0, end; j < n && !(interrupt && *interrupt);) {
        end = n - j < BETWEEN_LOOKS ? n : j + BETWEEN_LOOKS;
        for (; j < end; j++) {
            double away = (x[j * stride] - center) * scale;
            square += away * away;
        }
    }
    return square;
}

/* Of n numbers, each `stride` after the last, minus `center`; norm_value of it overflows only where
 * the norm does. It is that of no numbers in particular once *interrupt is set. */
static inline scaled_norm norm_until(const double *x, size_t n, size_t stride, double center,
                                     const atomic_int *interrupt)
{
    double scale = 1, square = 0;
    for (int pass = 0; pass < 2; pass++) {
        square = norm_squares(x, n, stride, center, scale, interrupt);
        if (pass || norm_scale(square) == 1)
            break;
        scale = norm_scale(square);
    }
    return (scaled_norm){sqrt(square), scale, square};
}

static inline scaled_norm norm_around(const double *x, size_t n, size_t stride, double center)
{
    return norm_until(x, n, stride, center, NULL);
}

static inline scaled_norm norm_of(const double *x, size_t n, size_t stride)
{
    return norm_around(x, n, stride, 0);
}

static inline double norm_value(scaled_norm a)
{
    return a.length / a.scale;
}

/* The root of the sum of squares over n. */
static inline double norm_root_mean(scaled_norm a, double n)
{
    return sqrt(a.square / n) / a.scale;
}
