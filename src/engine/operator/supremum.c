#include "supremum.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { PIECES = 512, HOPELESS = 128 }; /* so many pieces, and there still is no bound */

typedef struct piece {
    double low, high, most;
} piece;

/* Where a piece is halved: in powers of two on the way to an infinite end. */
static double middle(const piece *p)
{
    if (isinf(p->low) && isinf(p->high))
        return 0;
    if (isinf(p->high))
        return p->low < 1 ? fmax(1, p->low + 1) : 2 * p->low;
    if (isinf(p->low))
        return p->high > -1 ? fmin(-1, p->high - 1) : 2 * p->high;
    return p->low + 0.5 * (p->high - p->low);
}

static size_t largest(const piece *p, size_t n)
{
    size_t at = 0;
    for (size_t i = 1; i < n; i++)
        at = p[i].most > p[at].most ? i : at;
    return at;
}

double supremum(size_bound bound, void *context, double low, double high)
{
    const double near = 1.001;
    piece p[PIECES] = {{low, high, bound(context, low, high)}};
    double taken = 0;
    for (size_t n = 1;; n++) {
        piece *top = &p[largest(p, n)];
        double at = middle(top);
        bool done = n == PIECES || (n == HOPELESS && isinf(top->most)) || top->most <= near * taken;
        if (done || !(top->low < at && at < top->high))
            return top->most;
        taken = fmax(taken, bound(context, at, at));
        if (isinf(taken))
            return INFINITY;
        p[n] = (piece){at, top->high, bound(context, at, top->high)};
        *top = (piece){top->low, at, bound(context, top->low, at)};
    }
}
