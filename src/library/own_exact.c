/* The exact objective: f of g_mean of all outer samples. */
#include "library/option.h"
#include "own_part.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Adds to *sum and the gradient, unless NULL, those of f(g_mean) of rows outer samples. */
static void add_exact(own *o, own_space *s, size_t rows, double *sum, double *gradient)
{
    size_t d = o->as.dim, p = o->as.p;
    own_function g = own_mean(o, s, rows), f = own_f(o, s, rows);
    g.call(&g, s->x, s->y);
    f.call(&f, s->y, s->middle);
    for (size_t r = 0; r < rows; r++)
        *sum += s->middle[r];
    if (!gradient)
        return;
    own_derive(&f, s->slope);
    own_derive(&g, s->J);
    for (size_t r = 0; r < rows; r++)
        for (size_t t = 0; t < d; t++)
            for (size_t c = 0; c < p; c++)
                gradient[t] += s->slope[r * p + c] * s->J[(r * p + c) * d + t];
}

static void sum_exact(const problem *p, const double *x, double *work, double *sum,
                      double *gradient)
{
    own *o = own_of(p);
    own_space s = own_lay_out(o, work);
    for (size_t first = 0; first < p->n; first += s.rows) {
        size_t rows = p->n - first < s.rows ? p->n - first : s.rows;
        for (size_t r = 0; r < rows; r++)
            memcpy(s.x + r * p->d, x, p->d * sizeof *x);
        memcpy(s.xi, o->as.data + first * o->cols, rows * o->cols * sizeof *s.xi);
        add_exact(o, &s, rows, sum, gradient);
    }
}

double own_objective(const problem *p, const double *x, double *gradient)
{
    own *o = own_of(p);
    double sum = 0, square = 0, n = (double)p->n;
    double *work = library_block(own_work(o) * sizeof *work);
    if (gradient)
        memset(gradient, 0, p->ld * sizeof *gradient);
    if (work)
        sum_exact(p, x, work, &sum, gradient);
    else
        __atomic_store_n(&o->failure, STATUS_NO_MEMORY, __ATOMIC_RELAXED);
    free(work);
    for (size_t i = 0; i < p->d; i++) {
        square += x[i] * x[i];
        if (gradient)
            gradient[i] = gradient[i] / n + p->l2 * x[i];
    }
    return own_is_failed(o) ? (double)NAN : sum / n + 0.5 * p->l2 * square;
}
