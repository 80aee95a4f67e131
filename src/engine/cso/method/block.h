/* One block of draws at one or two points, for methods with running means of g: g and its Jacobian
 * on separate sets, or on one set (share). */
#pragma once

#include "engine/cso/oracle.h"
#include "engine/machine/v8.h"

/* Means of g for n <= LANES lanes into g->y, point q at q*g->gap; with one set the Jacobians into
 * g->J. */
static inline void block_means(group *g, size_t n, const lane *l, size_t points)
{
    const estimator *e = g->estimator;
    if (e->share)
        oracle_joint(g, n, l, points, 1, e->m);
    else
        oracle_means(g, n, l, points, 1, e->m);
}

/* The estimate of replicate r <- keep times itself. */
V8_INLINE void block_fade(group *g, size_t r, double keep)
{
    double *row = group_row(g, g->estimate, r);
    for (size_t c = 0; c < g->ld; c += ROW)
        v8_store(row + c, v8_mul(v8_set1(keep), v8_load(row + c)));
}

/* out += J^T v for one lane, J of p rows. */
V8_INLINE void block_add(const problem *p, const double *J, const double *v, double *out)
{
    for (size_t j = 0; j < p->p; j++, J += p->ld) {
        const v8 weight = v8_set1(v[j]);
        for (size_t c = 0; c < p->ld; c += ROW)
            v8_store(out + c, v8_fma(weight, v8_load(J + c), v8_load(out + c)));
    }
}

/* out += Jbar^T v summed over the points, v of point q at q*width; after block_means. */
V8_INLINE void block_products(group *g, size_t n, const lane *l, size_t points, const double *v)
{
    const estimator *e = g->estimator;
    const problem *p = e->problem;
    size_t row = p->p * p->ld, width = round_up(n * p->p, ROW);
    if (!e->share) {
        oracle_jtv(g, n, l, points, e->m_jacobian, v);
        return;
    }
    for (size_t i = 0; i < n; i++) /* lane by lane: sums must not depend on where lists are cut */
        for (size_t q = 0; q < points; q++)
            block_add(p, g->J + ((p->constant_jacobian ? 0 : q * n) + i) * row,
                      v + q * width + i * p->p, l[i].out);
}
