/* Adaptive integration with an error estimate. */
#pragma once

#include "engine/machine/status.h"

#include <stddef.h>

enum { QUAD_POINTS = 15 }; /* of the rule on one interval */

typedef struct quad {
    /* The integrand at n = QUAD_POINTS points x: value y, and a bound on the rounding error of y.
     */
    status (*eval)(void *context, const double *x, double *y, double *rounding);
    void *context;
    size_t most;  /* intervals looked at, at most */
    double value; /* the integral so far, a sum over calls of quad_add */
    double error; /* estimate of its error: differences of two rules */
    double rounding;
    struct quad_part *part; /* a heap of intervals, largest error first */
    size_t parts, used, room;
} quad;

/* Adds [a, b] as one more interval and sets *size to the integral over it of |y|. */
status quad_add(quad *q, double a, double b, double *size);

/* Bisects the interval with the largest error until the error is at most relative * |value| or
 * below rounding, or `most` intervals were looked at (STATUS_NO_CONVERGENCE). */
status quad_refine(quad *q, double relative);

void quad_free(quad *q);
