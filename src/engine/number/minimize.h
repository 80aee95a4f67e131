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

/* The last steps with their changes of the gradient, as rings of rows. A minimization of a function
 * much like the one before may go on with what is remembered of that. */
typedef struct minimize_history {
    size_t d, count;
    double *step, *change, rho[MINIMIZE_MEMORY];
    double *rows; /* the gradient at x, and what a minimization needs besides */
    double norm;  /* of the gradient, after minimize_refine */
} minimize_history;

/* Remembers nothing; work holds minimize_work(d) doubles. */
void minimize_forget(minimize_history *h, size_t d, double *work);

/* Moves x (length d) to a minimizer and returns the value there; -INFINITY when it comes to one
 * where f is that; NAN when the gradient has not become as small as rounding allows after
 * MINIMIZE_STEPS steps. */
double minimize(smooth_function f, const void *context, size_t d, double *x, double *work);

/* The same with a history. It also ends where, by what is remembered of f's curvature, f can fall
 * by no more than `enough` times its value. */
double minimize_on(minimize_history *h, smooth_function f, const void *context, double *x,
                   double enough);

/* Goes on from the point and value at which minimize_on has just ended: by steps of full length as
 * long as they make the gradient smaller and it is above 1e-15, which is beyond where rounding
 * hides that f falls. The point of the smallest gradient is kept. */
double minimize_refine(minimize_history *h, smooth_function f, const void *context, double *x,
                       double value);
