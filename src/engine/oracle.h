/* The only caller of a problem: passes calls on and counts them for each replicate. */
#ifndef DEBIAS_ORACLE_H
#define DEBIAS_ORACLE_H

#include "group.h"

/* Fresh outer samples for n lanes, drawn with replacement. */
static inline void oracle_draw(group *g, size_t n, lane *l)
{
    const problem *p = g->estimator->problem;
    for (size_t i = 0; i < n; i += LANES)
        p->type->outer(p, n - i < LANES ? n - i : LANES, l + i);
    for (size_t i = 0; i < n; i++)
        g->calls[l[i].replicate].outer++;
}

/* Fresh outer samples for n lanes, which are listed in runs of `batch` for each replicate. A batch
 * as large as the finite set visits every outer sample once. */
static inline void oracle_outer(group *g, size_t n, lane *l, size_t batch)
{
    if (batch != g->estimator->problem->n) {
        oracle_draw(g, n, l);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        l[i].xi = (uint32_t)(i % batch);
        g->calls[l[i].replicate].outer++;
    }
}

/* `batch` distinct indices below n, every set equally likely (Floyd's algorithm, for small
 * batches); all of them in order, without a draw, when batch = n. */
static inline void oracle_indices(stream *s, size_t n, size_t batch, uint32_t *index)
{
    for (size_t k = 0; k < batch; k++) {
        size_t last = n - batch + k;
        index[k] = (uint32_t)(batch == n ? k : stream_index(s, last + 1));
        for (size_t j = 0; j < k; j++)
            if (index[j] == index[k])
                index[k] = (uint32_t)last;
    }
}

/* Distinct outer samples for each run of `batch` lanes. */
static inline void oracle_distinct(group *g, size_t n, lane *l, size_t batch, uint32_t *index)
{
    for (size_t i = 0; i < n; i++) {
        if (i % batch == 0)
            oracle_indices(l[i].outer, g->estimator->problem->n, batch, index);
        l[i].xi = index[i % batch];
        g->calls[l[i].replicate].outer++;
    }
}

/* Block means of g for n <= LANES lanes: into g->y, or with their Jacobians into g->J too. */
static inline void oracle_means(group *g, size_t n, const lane *l, size_t points, size_t K,
                                size_t m)
{
    const problem *p = g->estimator->problem;
    p->type->means(p, n, l, points, K, m, g->y, g->gap);
    for (size_t i = 0; i < n; i++)
        g->calls[l[i].replicate].g += points * K * m;
}

static inline void oracle_joint(group *g, size_t n, const lane *l, size_t points, size_t K,
                                size_t m)
{
    const problem *p = g->estimator->problem;
    p->type->joint(p, n, l, points, K, m, g->y, g->gap, g->J);
    for (size_t i = 0; i < n; i++) {
        g->calls[l[i].replicate].g += points * K * m;
        g->calls[l[i].replicate].jacobian += points * K * m;
    }
}

/* Dense Jacobian means for n <= LANES lanes. */
static inline void oracle_jacobian(group *g, size_t n, const lane *l, size_t points, size_t m,
                                   double *J)
{
    const problem *p = g->estimator->problem;
    p->type->jacobian(p, n, l, points, m, J);
    for (size_t i = 0; i < n; i++)
        g->calls[l[i].replicate].jacobian += points * m;
}

/* out += Jbar^T v for n <= LANES lanes. */
static inline void oracle_jtv(group *g, size_t n, const lane *l, size_t points, size_t m,
                              const double *v)
{
    const problem *p = g->estimator->problem;
    p->type->jtv(p, n, l, points, m, v);
    for (size_t i = 0; i < n; i++)
        g->calls[l[i].replicate].jacobian += points * m;
}

#endif
