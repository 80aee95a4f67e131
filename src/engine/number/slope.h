/* The slope of a bias against the inner batch, both on scales of logarithms. */
#pragma once

#include <stddef.h>

/* Why a slope says nothing: half of its interval is wider than half its size, and than 1/4; or
 * NULL. */
const char *slope_doubt(double slope, double half_width);

/* The least error of a logarithm in a fit: what rounding may make of that of any double. */
#define SLOPE_LOG_ERROR 1e-12

/* Biases at n inner batches m; se NULL: unknown; a floor (NULL = 0) is what rounding alone may make
 * of its column. Biases estimated from the same draws have errors that go together: `moved` says by
 * point and then by part of the draws, which are `parts` in number, how far that part moves the
 * bias, as lab_result does; NULL: the errors are independent. */
typedef struct bias_points {
    const double *m, *bias, *se, *floor;
    const double *exact, *exact_floor; /* exact NULL: unknown */
    const double *moved;
    size_t n, parts;
} bias_points;

/* The slope of log |bias| on log m, given only where the points lie on a line:
 * - points without a mean, without an error (se 0 or NAN), below their floor or below 3 se are left
 *   out, and an error is at least the floor;
 * - a change of sign refuses it; so do exact values that are all zero;
 * - points that bend (by a parabola, whose slope differs between the first and the last m; of the
 *   exact values where they are known, else where it stands out by 3 standard errors) by more than
 *   a quarter of their slope lose the least m, as long as three points remain;
 * - a bend widens the interval to the slopes at both ends. */
typedef struct slope_fit {
    double slope, low, high; /* fitted on the sampled values, NAN when refused */
    double exact;            /* unweighted, of the exact values; NAN when there is none */
    double from, to;         /* range of m used; of the exact values where only they have a slope */
    double sign_from, sign_to; /* the m between which the sign changes, or NAN */
    int sign;                  /* of the bias; 0 when it changes or is not known */
    size_t left_out;
    const char *why; /* why there is no slope of the sampled values, or NULL */
} slope_fit;

/* work: SLOPE_WORK n doubles. */
enum { SLOPE_WORK = 8 };
slope_fit slope_find(const bias_points *p, double *work);
