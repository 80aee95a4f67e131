/* The only caller of a problem: passes calls on and counts them for each replicate. */
#pragma once

#include "group.h"

#include <assert.h>

/* Once the step is given up, calls do nothing. */
static inline bool oracle_stops(group *g)
{
    return breaker_stops(&g->breaker);
}

/* Fresh outer samples for n lanes, drawn with replacement. */
static inline void oracle_draw(group *g, size_t n, lane *l)
{
    const problem *p = g->estimator->problem;
    if (oracle_stops(g))
        return;
    for (size_t i = 0; i < n; i += LANES)
        p->type->outer(p, n - i < LANES ? n - i : LANES, l + i);
    for (size_t i = 0; i < n; i++)
        g->calls[l[i].replicate].outer++;
}

/* xi[0 .. batch-1] <- distinct outer samples of a finite set, every set equally likely (Floyd's
 * algorithm); all in order, without a draw, when the batch is the set. They are counted when lanes
 * take them. */
static inline void oracle_draw_distinct(group *g, stream *outer, size_t batch, uint32_t *xi)
{
    size_t n = g->estimator->problem->n;
    for (size_t k = 0; k < batch; k++) {
        size_t last = n - batch + k;
        xi[k] = (uint32_t)(batch == n ? k : stream_index(outer, last + 1));
        if (batch == n)
            continue;
        if (g->marked[xi[k]])
            xi[k] = (uint32_t)last;
        g->marked[xi[k]] = true;
    }
    for (size_t k = 0; k < batch && batch < n; k++)
        g->marked[xi[k]] = false;
}

/* Gives a lane an outer sample that was drawn before. */
static inline void oracle_take(group *g, lane *l, uint32_t xi)
{
    l->xi = xi;
    g->calls[l->replicate].outer++;
}

/* Asks memory for what outer samples that were taken need. */
static inline void oracle_fetch(const group *g, size_t n, const lane *l)
{
    const problem *p = g->estimator->problem;
    if (p->type->fetch)
        p->type->fetch(p, n, l);
}

/* Fresh outer samples for n lanes, which are listed in runs of `batch` for each replicate. A batch
 * as large as the finite set visits every outer sample once; others draw with replacement unless
 * the estimator wants them distinct. */
static inline void oracle_outer(group *g, size_t n, lane *l, size_t batch)
{
    if (!g->estimator->distinct && batch != g->estimator->problem->n) {
        oracle_draw(g, n, l);
        return;
    }
    for (size_t i = 0; i < n; i += batch) {
        oracle_draw_distinct(g, l[i].outer, batch, g->index);
        for (size_t k = 0; k < batch; k++)
            oracle_take(g, &l[i + k], g->index[k]);
    }
    oracle_fetch(g, n, l);
}

/* Block means of g for n <= LANES lanes: into g->y, or with their Jacobians into g->J too. */
static inline void oracle_means(group *g, size_t n, const lane *l, size_t points, size_t K,
                                size_t m)
{
    const problem *p = g->estimator->problem;
    if (oracle_stops(g))
        return;
    assert(n <= LANES && points <= LANE_POINTS);
    p->type->means(p, n, l, points, K, m, g->y, g->gap);
    for (size_t i = 0; i < n; i++)
        g->calls[l[i].replicate].g += points * K * m;
}

static inline void oracle_joint(group *g, size_t n, const lane *l, size_t points, size_t K,
                                size_t m)
{
    const problem *p = g->estimator->problem;
    if (oracle_stops(g))
        return;
    assert(n <= LANES && points <= LANE_POINTS);
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
    if (oracle_stops(g))
        return;
    assert(n <= LANES && points <= LANE_POINTS);
    p->type->jacobian(p, n, l, points, m, J);
    for (size_t i = 0; i < n; i++)
        g->calls[l[i].replicate].jacobian += points * m;
}

/* m draws of the Jacobian of a lane, kept, for so many points. */
static inline void oracle_keep(group *g, const lane *l, size_t points, size_t m, double *draws)
{
    if (oracle_stops(g))
        return;
    g->estimator->problem->type->keep(g->estimator->problem, l, m, draws);
    g->calls[l->replicate].jacobian += points * m;
}

/* out += Jbar^T v for n <= LANES lanes. */
static inline void oracle_jtv(group *g, size_t n, const lane *l, size_t points, size_t m,
                              const double *v)
{
    const problem *p = g->estimator->problem;
    if (oracle_stops(g))
        return;
    assert(n <= LANES && points <= LANE_POINTS);
    p->type->jtv(p, n, l, points, m, v);
    for (size_t i = 0; i < n; i++)
        g->calls[l[i].replicate].jacobian += points * m;
}

/* Whole independent estimates where the problem makes them in one call (problem.h, fused); false:
 * it does not. */
static inline bool oracle_fused(group *g, size_t n, const lane *l, size_t points,
                                const double *scale)
{
    const estimator *e = g->estimator;
    const problem *p = e->problem;
    if (oracle_stops(g))
        return true;
    if (!p->type->fused ||
        !p->type->fused(p, n, l, points, e->op, e->m, e->m_jacobian, scale, g->y))
        return false;
    const uint64_t blocks = points * e->op->draws * e->m, jacobians = points * e->m_jacobian;
    for (size_t i = 0; i < n; i++) {
        g->calls[l[i].replicate].g += blocks;
        g->calls[l[i].replicate].jacobian += jacobians;
    }
    return true;
}

enum { AT_ONCE = 1 << 16 /* numbers, more or less, that steps made at once draw */ };

/* Up to g->ahead steps of the listed replicates on such estimates, each of its batch, where the
 * problem makes them in one call (problem.h, descend); false: it does not. move: or NULL. */
static inline bool oracle_descend(group *g, const mover *move)
{
    const estimator *e = g->estimator;
    const problem *p = e->problem;
    const uint64_t B = e->batch, blocks = B * e->op->draws * e->m, jacobians = B * e->m_jacobian;
    size_t most = 1 + AT_ONCE / (g->live * p->d * (blocks + jacobians));
    if (!p->type->descend)
        return false;
    g->made = 1;
    if (oracle_stops(g))
        return true;
    most = most < g->ahead ? most : g->ahead;
    g->made = p->type->descend(p, g->live * B, g->lanes, B, e->op, e->m, e->m_jacobian, g->step,
                               move, most, g->y);
    for (size_t i = 0; i < g->live; i++) {
        calls *c = &g->calls[g->live_replicate[i]];
        c->outer += g->made * B;
        c->g += g->made * blocks;
        c->jacobian += g->made * jacobians;
    }
    return g->made > 0;
}
