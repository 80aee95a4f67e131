/* Whole estimates in one call against the plain calls, for random sizes. */
#pragma once

#include "make_method.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ORDER = 5, REPLICATES = 5, MOST_BATCH = 40 };

/* What an estimate depends on. */
typedef struct sizes {
    size_t d, order, m, m_jacobian, batch, points, replicates;
    bool afresh; /* the rows begin at zero */
} sizes;

static uint64_t dice_state = 1;

static inline size_t dice(size_t n)
{
    dice_state = dice_state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(dice_state >> 33) % n;
}

static inline sizes random_sizes(void)
{
    static const size_t d[] = {1, 2, 5, 7, 8, 9, 10, 15, 16, 17, 24, 50, 100, 255, 256, 257, 600};
    static const size_t m[] = {1, 1, 2, 3, 5, 20, 26, 300};
    return (sizes){.d = d[dice(sizeof d / sizeof *d)],
                   .order = 1 + dice(MOST_ORDER),
                   .m = m[dice(sizeof m / sizeof *m)],
                   .m_jacobian = m[dice(sizeof m / sizeof *m)],
                   .batch = 1 + dice(dice(2) ? 3 : MOST_BATCH),
                   .points = 1 + dice(2),
                   .replicates = 1 + dice(REPLICATES),
                   .afresh = dice(2)};
}

/* Adds those of a list to what is in the rows. */
static inline void add_estimates(group *g, sizes s)
{
    const problem *p = g->estimator->problem;
    size_t n = group_list(g, s.batch), most = problem_lanes(p);
    p->type->outer(p, n < most ? n : most, g->lanes);
    g->estimator->type->extrapolate(g, n < most ? n : most, g->lanes, s.points, 0.3);
}

/* Estimates of two lists, one after the other, so that a draw too many or too few shows. */
static inline void estimate(const estimator *e, sizes s, double *out)
{
    group g;
    void *block;
    make_group(&g, e, method_find("sgd"), 0, s.replicates, 0, &block);
    for (size_t i = 0; i < s.replicates * g.ld; i++) {
        g.x[i] *= 1 + 0.1 * (double)(i / g.ld);
        g.previous[i] *= 0.9;
        g.estimate[i] = g.x[i] * 0.25;
    }
    for (int again = 0; again < 2; again++) {
        if (s.afresh)
            e->type->sample(&g);
        else
            add_estimates(&g, s);
    }
    memcpy(out, g.estimate, s.replicates * g.ld * sizeof *out);
    free(block);
}

/* Whether the two are the same bits; all NANs are the same. */
static inline bool same_numbers(const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (memcmp(&a[i], &b[i], sizeof *a) != 0 && !(isnan(a[i]) && isnan(b[i])))
            return false;
    return true;
}

static inline void assert_fused(problem *p, sizes s)
{
    const problem_type *type = p->type;
    problem_type plain = *type;
    extrap *op = make_order((int)s.order);
    estimator e = make_estimator(p, op, s.m, false, s.batch);
    e.m_jacobian = s.m_jacobian;
    double *fused = malloc(2 * s.replicates * p->ld * sizeof *fused);
    double *want = fused + s.replicates * p->ld;
    estimate(&e, s, fused);
    plain.fused = plain.fused_afresh = NULL;
    p->type = &plain;
    estimate(&e, s, want);
    p->type = type;
    if (!same_numbers(fused, want, s.replicates * p->ld))
        fail_msg("%s: d %zu order %zu m %zu m_jac %zu B %zu points %zu replicates %zu afresh %d",
                 type->name, s.d, s.order, s.m, s.m_jacobian, s.batch, s.points, s.replicates,
                 s.afresh);
    free(fused);
    free(op);
}
