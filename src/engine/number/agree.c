/* The tolerance is 1e-9 of the largest value in the group plus that of all, at most 1. */
#include "engine/number/agree.h"

#include <math.h>
#include <stdbool.h>

static double largest(const double *a, const double *b, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++) {
        most = isfinite(a[i]) ? fmax(most, fabs(a[i])) : most;
        most = isfinite(b[i]) ? fmax(most, fabs(b[i])) : most;
    }
    return most;
}

static bool is_same(double a, double b, double tolerance)
{
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= tolerance;
}

size_t agree_until(const double *a, const double *b, size_t n, size_t group)
{
    double usual = fmin(1, largest(a, b, n));
    for (size_t from = 0; from < n; from += group) {
        size_t count = n - from < group ? n - from : group;
        double tolerance = 1e-9 * (usual + largest(a + from, b + from, count));
        for (size_t i = from; i < from + count; i++)
            if (!is_same(a[i], b[i], tolerance))
                return i;
    }
    return n;
}
