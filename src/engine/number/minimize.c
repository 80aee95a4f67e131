/* The two-loop recursion on a ring of the last steps and changes of the gradient. */
#include "minimize.h"

#include "array.h"
#include "norm.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { PATIENCE = 12 }; /* steps that make no gradient smaller than all before */

size_t minimize_work(size_t d)
{
    return d * (2 * MINIMIZE_MEMORY + 5);
}

void minimize_forget(minimize_history *h, size_t d, double *work)
{
    *h = (minimize_history){.d = d, .step = work, .change = work + MINIMIZE_MEMORY * d};
    h->rows = h->change + MINIMIZE_MEMORY * d;
}

static void add(double *a, double scale, const double *b, size_t d)
{
    for (size_t j = 0; j < d; j++)
        a[j] += scale * b[j];
}

static double *row(double *rows, const minimize_history *h, size_t i)
{
    return rows + i % MINIMIZE_MEMORY * h->d;
}

/* direction <- -(inverse Hessian estimate) gradient: the two-loop recursion. */
static void find_direction(const minimize_history *h, const double *gradient, double *direction)
{
    double alpha[MINIMIZE_MEMORY], scale = 1;
    size_t first = h->count > MINIMIZE_MEMORY ? h->count - MINIMIZE_MEMORY : 0;
    for (size_t j = 0; j < h->d; j++)
        direction[j] = -gradient[j];
    for (size_t i = h->count; i-- > first;) {
        size_t k = i % MINIMIZE_MEMORY;
        alpha[k] = h->rho[k] * array_dot(h->d, row(h->step, h, i), direction);
        add(direction, -alpha[k], row(h->change, h, i), h->d);
    }
    if (h->count) {
        const double *y = row(h->change, h, h->count - 1);
        scale = 1 / (h->rho[(h->count - 1) % MINIMIZE_MEMORY] * array_dot(h->d, y, y));
    }
    for (size_t j = 0; j < h->d; j++)
        direction[j] *= scale;
    for (size_t i = first; i < h->count; i++) {
        size_t k = i % MINIMIZE_MEMORY;
        double beta = h->rho[k] * array_dot(h->d, row(h->change, h, i), direction);
        add(direction, alpha[k] - beta, row(h->step, h, i), h->d);
    }
}

/* Remembers the step x - old_x with its gradient change, unless the curvature along it is lost in
 * rounding. */
static void remember(minimize_history *h, const double *x, const double *old_x,
                     const double *gradient, const double *old_gradient)
{
    double *s = row(h->step, h, h->count), *y = row(h->change, h, h->count);
    for (size_t j = 0; j < h->d; j++) {
        s[j] = x[j] - old_x[j];
        y[j] = gradient[j] - old_gradient[j];
    }
    double curvature = array_dot(h->d, s, y);
    if (curvature > 0 && isfinite(1 / curvature))
        h->rho[h->count++ % MINIMIZE_MEMORY] = 1 / curvature;
}

/* Whether f can fall by no more than enough |value| along the direction of this slope. */
static bool is_enough(const minimize_history *h, double slope, double value, double enough)
{
    return enough > 0 && h->count > 0 && -slope <= 2 * enough * fabs(value);
}

/* x <- the first of old_x + length direction, with halved lengths, where f has fallen as it should.
 * Returns f there. */
static double backtrack(smooth_function f, const void *context, size_t d, const double *old_x,
                        double length, const double *direction, double slope, double value,
                        double *x, double *gradient)
{
    double next = NAN;
    for (int halving = 0; halving < 60; halving++, length *= 0.5) {
        memcpy(x, old_x, d * sizeof *x);
        add(x, length, direction, d);
        next = f(context, x, gradient);
        if (next <= value + 1e-4 * length * slope + 1e-15 * fabs(value))
            break;
    }
    return next;
}

double minimize_on(minimize_history *h, smooth_function f, const void *context, double *x,
                   double enough)
{
    size_t d = h->d;
    double *gradient = h->rows, *old_gradient = gradient + d;
    double *old_x = old_gradient + d, *direction = old_x + d;
    double value = f(context, x, gradient), first = norm_value(norm_of(gradient, d, 1));
    for (int step = 0; step < MINIMIZE_STEPS; step++) {
        double norm = norm_value(norm_of(gradient, d, 1));
        if (norm <= 1e-15 * (1 + first) || !isfinite(value))
            return isfinite(value) || value == -INFINITY ? value : NAN;
        find_direction(h, gradient, direction);
        double slope = array_dot(d, gradient, direction), length = h->count ? 1 : 1 / (1 + norm);
        if (is_enough(h, slope, value, enough))
            return value;
        memcpy(old_x, x, d * sizeof *x);
        memcpy(old_gradient, gradient, d * sizeof *x);
        double next = backtrack(f, context, d, old_x, length, direction, slope, value, x, gradient);
        double norm_now = norm_value(norm_of(gradient, d, 1));
        if (!(next <= value) && !(norm_now < norm)) { /* rounding stops the descent */
            memcpy(x, old_x, d * sizeof *x);
            memcpy(gradient, old_gradient, d * sizeof *x);
            return norm <= 1e-7 * (1 + first) ? value : NAN;
        }
        remember(h, x, old_x, gradient, old_gradient);
        value = next;
    }
    return NAN;
}

/* A step of full length. Returns f there. */
static double full_step(minimize_history *h, smooth_function f, const void *context, double *x)
{
    size_t d = h->d;
    double *gradient = h->rows, *old_gradient = gradient + d;
    double *old_x = old_gradient + d, *direction = old_x + d;
    find_direction(h, gradient, direction);
    memcpy(old_x, x, d * sizeof *x);
    memcpy(old_gradient, gradient, d * sizeof *x);
    add(x, 1, direction, d);
    double value = f(context, x, gradient);
    remember(h, x, old_x, gradient, old_gradient);
    return value;
}

double minimize_refine(minimize_history *h, smooth_function f, const void *context, double *x,
                       double value)
{
    size_t d = h->d;
    double *gradient = h->rows, *best = gradient + 4 * d;
    h->norm = norm_value(norm_of(gradient, d, 1));
    memcpy(best, x, d * sizeof *x);
    for (int k = 0; k < PATIENCE && h->norm > 1e-15 && isfinite(value); k++) {
        double next = full_step(h, f, context, x), norm = norm_value(norm_of(gradient, d, 1));
        if (!(norm < h->norm))
            continue;
        h->norm = norm;
        value = next;
        memcpy(best, x, d * sizeof *x);
        k = -1;
    }
    memcpy(x, best, d * sizeof *x);
    return value;
}

double minimize(smooth_function f, const void *context, size_t d, double *x, double *work)
{
    minimize_history h;
    minimize_forget(&h, d, work);
    return minimize_on(&h, f, context, x, 0);
}
