/* Euclidean norms of any numbers: a sum of squares that overflows or loses its digits is formed
 * again from the numbers times a power of two, which rounds nothing. Every other norm is what it is
 * without that. */
#pragma once

#include <math.h>
#include <stddef.h>

/* The norm is length / scale, where scale is a power of two. */
typedef struct scaled_norm {
    double length, scale;
} scaled_norm;

/* What numbers whose plain sum of squares is `square` are multiplied with before they are squared;
 * NAN: 1. */
static inline double norm_scale(double square)
{
    if (square < 0x1p-960)
        return 0x1p600;
    return isinf(square) ? 0x1p-600 : 1;
}

/* n numbers, each `stride` after the last; norm_value(norm_of(..)) overflows only where the norm
 * does. */
static inline scaled_norm norm_of(const double *x, size_t n, size_t stride)
{
    double scale = 1, square = 0;
    for (int pass = 0; pass < 2; pass++) {
        square = 0;
        for (size_t j = 0; j < n; j++)
            square += x[j * stride] * scale * (x[j * stride] * scale);
        if (pass || norm_scale(square) == 1)
            break;
        scale = norm_scale(square);
    }
    return (scaled_norm){sqrt(square), scale};
}

static inline double norm_value(scaled_norm a)
{
    return a.length / a.scale;
}
