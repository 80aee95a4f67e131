/* Minimization of a smooth function by L-BFGS (Liu and Nocedal, 1989) with a backtracking line
 * search. */
#pragma once

#include <stddef.h>

/* With at least d remembered steps a badly scaled problem is no harder than a round one. */
enum { MINIMIZE_MEMORY = 32, MINIMIZE_STEPS = 2000 };

/* The value at x (length d) and, in gradient, its gradient. */
typedef double (*smooth_function)(const void *context, const double *x, double *gradient);

/* Doubles of work space for dimension d. */
size_t minimize_work(size_t d);

/* Moves x (length d) to a minimizer and returns the value there; -INFINITY when it comes to one
 * where f is that; NAN when the gradient has not become as small as rounding allows after
 * MINIMIZE_STEPS steps. */
double minimize(smooth_function f, const void *context, size_t d, double *x, double *work);
