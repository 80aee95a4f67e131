/* Weights by least squares, of more sizes than powers of 1/m that shall vanish. */
#pragma once

#include "extrap.h"

/* The weights w of t rising sizes n with sum_j w_j = 1 and sum_j w_j n_j^-p = 0 for each of the
 * powers p > 0, fewer than t and no two equal, that have the least sum_j w_j^2 / n_j: the variance
 * that they leave where the estimates of n_j m draws are independent, with variances as 1/n_j.
 *
 * Whole powers vanish exactly. Where the weights do not fit in fractions of 64 bits, or other
 * powers make them irrational, they are near these; such powers vanish to 2^-FIT_BITS.
 * STATUS_TOO_LARGE where there are no such fractions. */
enum { FIT_BITS = 32 };

status extrap_fit(const uint32_t *sizes, size_t t, const fraction *powers, size_t count,
                  fraction *weights);
