/* The two-loop recursion on a ring of the last steps and changes of the gradient. */
#include "minimize.h"

#include "array.h"
#include "norm.h"

#include <math.h>
#include <string.h>

/* s = steps, y = gradient changes of the last MINIMIZE_MEMORY iterations, as rings of rows. */
typedef struct history {
    size_t d, count;
    double *s, *y, rho[MINIMIZE_MEMORY];
} history;

size_t minimize_work(size_t d)
{
    return d * (2 * MINIMIZE_MEMORY + 4);
}

static void add(double *a, double scale, const double *b, size_t d)
{
    for (size_t j = 0; j < d; j++)
        a[j] += scale * b[j];
}

static double *row(double *rows, const history *h, size_t i)
{
    return rows + i % MINIMIZE_MEMORY * h->d;
}

/* direction <- -(inverse Hessian estimate) gradient: the two-loop recursion. */
static void find_direction(const history *h, const double *gradient, double *direction)
{
    double alpha[MINIMIZE_MEMORY], scale = 1;
    size_t first = h->count > MINIMIZE_MEMORY ? h->count - MINIMIZE_MEMORY : 0;
    for (size_t j = 0; j < h->d; j++)
        direction[j] = -gradient[j];
    for (size_t i = h->count; i-- > first;) {
        size_t k = i % MINIMIZE_MEMORY;
        alpha[k] = h->rho[k] * array_dot(h->d, row(h->s, h, i), direction);
        add(direction, -alpha[k], row(h->y, h, i), h->d);
    }
    if (h->count) {
        const double *y = row(h->y, h, h->count - 1);
        scale = 1 / (h->rho[(h->count - 1) % MINIMIZE_MEMORY] * array_dot(h->d, y, y));
    }
    for (size_t j = 0; j < h->d; j++)
        direction[j] *= scale;
    for (size_t i = first; i < h->count; i++) {
        size_t k = i % MINIMIZE_MEMORY;
        double beta = h->rho[k] * array_dot(h->d, row(h->y, h, i), direction);
        add(direction, alpha[k] - beta, row(h->s, h, i), h->d);
    }
}

/* Remembers the step x - old_x with its gradient change, unless the curvature along it is lost in
 * rounding. */
static void remember(history *h, const double *x, const double *old_x, const double *gradient,
                     const double *old_gradient)
{
    double *s = row(h->s, h, h->count), *y = row(h->y, h, h->count);
    for (size_t j = 0; j < h->d; j++) {
        s[j] = x[j] - old_x[j];
        y[j] = gradient[j] - old_gradient[j];
    }
    double curvature = array_dot(h->d, s, y);
    if (curvature > 0 && isfinite(1 / curvature))
        h->rho[h->count++ % MINIMIZE_MEMORY] = 1 / curvature;
}

double minimize(smooth_function f, const void *context, size_t d, double *x, double *work)
{
    history h = {.d = d, .s = work, .y = work + MINIMIZE_MEMORY * d};
    double *gradient = h.y + MINIMIZE_MEMORY * d, *old_gradient = gradient + d;
    double *old_x = old_gradient + d, *direction = old_x + d;
    double value = f(context, x, gradient), first = norm_value(norm_of(gradient, d, 1));
    for (int step = 0; step < MINIMIZE_STEPS; step++) {
        double slope, next = NAN, length = 1, norm = norm_value(norm_of(gradient, d, 1));
        if (norm <= 1e-15 * (1 + first) || !isfinite(value))
            return isfinite(value) || value == -INFINITY ? value : NAN;
        find_direction(&h, gradient, direction);
        slope = array_dot(d, gradient, direction);
        if (h.count == 0)
            length = 1 / (1 + norm);
        memcpy(old_x, x, d * sizeof *x);
        memcpy(old_gradient, gradient, d * sizeof *x);
        for (int halving = 0; halving < 60; halving++, length *= 0.5) {
            memcpy(x, old_x, d * sizeof *x);
            add(x, length, direction, d);
            next = f(context, x, gradient);
            if (next <= value + 1e-4 * length * slope + 1e-15 * fabs(value))
                break;
        }
        double norm_now = norm_value(norm_of(gradient, d, 1));
        if (!(next <= value) && !(norm_now < norm)) { /* rounding stops the descent */
            memcpy(x, old_x, d * sizeof *x);
            return norm <= 1e-7 * (1 + first) ? value : NAN;
        }
        remember(&h, x, old_x, gradient, old_gradient);
        value = next;
    }
    return NAN;
}
