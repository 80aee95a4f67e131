/* The z of NestedVR kept as what it was made from, for Jacobians too large to be kept as numbers:
 * for each outer sample the points and draws of its visits since the last large inner batch,
 *
 *   z = J_0(x_0) + sum over k > 0 of [J_k(x_k) - J_k(x_{k-1})],  J_k the mean over draws k
 *
 * which gives z^T v for a v that comes later at S1 + 2 k S2 products. A large batch at every
 * `period`-th visit bounds k. */
#pragma once

#include "engine/cso/oracle.h"

#define KEPT_MOST 0x1p34 /* numbers, of one replicate */

typedef struct kept {
    size_t S1, S2, period;
    double *points, *draws; /* replicates x n x: period rows; the draws of as many visits */
    double *row;            /* work space */
} kept;

/* The draws of so many visits. */
static inline size_t kept_count(const kept *k, size_t visits)
{
    return visits ? k->S1 + (visits - 1) * k->S2 : 0;
}

static inline void kept_layout(kept *k, const problem *p, size_t replicates, arena *memory)
{
    size_t draws = kept_count(k, k->period) * p->kept, rows = k->period * p->ld;
    k->points = arena_keep(memory, replicates, p->n * rows * sizeof(double));
    k->draws = arena_keep(memory, replicates, p->n * draws * sizeof(double));
    k->row = arena_take(memory, p->ld * sizeof(double));
}

/* Row `visit` and its draws of the outer sample at this place among all. */
static inline double *kept_point(const kept *k, const problem *p, size_t place, size_t visit)
{
    return k->points + (place * k->period + visit) * p->ld;
}

static inline double *kept_draws(const kept *k, const problem *p, size_t place, size_t visit)
{
    return k->draws + (place * kept_count(k, k->period) + kept_count(k, visit)) * p->kept;
}

/* out += scale (J_visit(x))^T v */
static inline void kept_apply(const kept *k, const problem *p, const lane *l, size_t place,
                              size_t visit, const double *x, const double *v, double scale,
                              double *out)
{
    p->type->apply(p, l, x, kept_draws(k, p, place, visit), visit ? k->S2 : k->S1, v, scale, out);
}

/* out += z^T v, z after so many visits */
static inline void kept_product(const kept *k, const problem *p, const lane *l, size_t place,
                                size_t visits, const double *v, double *out)
{
    for (size_t i = 0; i < visits; i++) {
        kept_apply(k, p, l, place, i, kept_point(k, p, place, i), v, 1, out);
        if (i > 0)
            kept_apply(k, p, l, place, i, kept_point(k, p, place, i - 1), v, -1, out);
    }
}
