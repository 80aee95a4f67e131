/* Whole estimates in one call against the plain calls, for random sizes. */
#pragma once

#include "make_method.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ORDER = 5, REPLICATES = 5, MOST_BATCH = 40 };

/* What an estimate depends on. */
typedef struct sizes {
    size_t d, order, m, m_jacobian, batch, points, replicates;
    double step; /* of steps; 0: estimates alone */
    double clip;
    step_rule rule; /* no update: plain steps */
} sizes;

static uint64_t dice_state = 1;

static inline size_t dice(size_t n)
{
    dice_state = dice_state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(dice_state >> 33) % n;
}

/* An update rule with its defaults, and a proximal step. */
static inline step_rule random_rule(void)
{
    step_rule r = {.update = dice(2) ? update_type_at(dice(update_count())) : NULL};
    for (size_t k = 0; r.update && k < r.update->nparams; k++)
        r.option[k] = r.update->params[k].fallback;
    if (r.update && dice(2)) {
        r.prox = prox_find(dice(2) ? "l1" : "ball");
        r.bound[0] = (arg){.given = true, .number = 0.5};
    }
    return r;
}

static inline sizes random_sizes(void)
{
    static const size_t d[] = {1, 2, 5, 7, 8, 9, 10, 15, 16, 17, 24, 50, 100, 255, 256, 257, 600};
    static const double step[] = {0, 0, 0.1, 0.1, 1e300};
    static const size_t m[] = {1, 1, 2, 3, 5, 20, 26, 300};
    return (sizes){.d = d[dice(sizeof d / sizeof *d)],
                   .order = 1 + dice(MOST_ORDER),
                   .m = m[dice(sizeof m / sizeof *m)],
                   .m_jacobian = m[dice(sizeof m / sizeof *m)],
                   .batch = 1 + dice(dice(2) ? 3 : MOST_BATCH),
                   .points = 1 + dice(2),
                   .replicates = 1 + dice(REPLICATES),
                   .step = step[dice(sizeof step / sizeof *step)],
                   .clip = dice(4) ? 0 : 0.5,
                   .rule = random_rule()};
}

enum { STEPS = 5 };

/* What a group's replicates end with. */
typedef struct outcome {
    double *rows; /* estimates, points, previous points */
    calls calls[REPLICATES];
    bool failed[REPLICATES];
} outcome;

/* Adds the estimates of two lists to what is in the rows: a draw too many or too few shows. */
static inline void add_estimates(group *g, sizes s)
{
    const problem *p = g->estimator->problem;
    for (int again = 0; again < 2; again++) {
        size_t n = group_list(g, s.batch), most = problem_lanes(p);
        p->type->outer(p, n < most ? n : most, g->lanes);
        g->estimator->type->extrapolate(g, n < most ? n : most, g->lanes, s.points,
                                        (double[]){0.3, -0.3});
    }
}

/* Lays out what the group needs for the rule; free the block. */
static inline void follow(group *g, const step_rule *rule, void **block)
{
    arena memory = {0};
    rule_layout(g, rule, &memory);
    memory = (arena){.block = aligned_block(memory.used, block)};
    rule_layout(g, rule, &memory);
    rule_start(g, rule);
}

/* Steps, several at a time where the problem makes them so. */
static inline void make_steps(group *g)
{
    for (size_t left = STEPS; left; left -= g->made) {
        g->ahead = left < 3 ? left : 3;
        g->method->step(g);
        assert_in_range(g->made, 1, g->ahead);
    }
}

static inline void estimate(const estimator *e, sizes s, outcome *out)
{
    group g;
    void *block, *states;
    size_t rows = s.replicates * e->problem->ld;
    make_group(&g, e, method_find("sgd"), 0, s.replicates, s.step, &block);
    follow(&g, &s.rule, &states);
    g.clip = s.clip;
    for (size_t i = 0; i < rows; i++) {
        g.x[i] *= 1 + 0.1 * (double)(i / g.ld);
        g.previous[i] *= 0.9;
        g.estimate[i] = g.x[i] * 0.25;
    }
    if (s.step > 0)
        make_steps(&g);
    else
        add_estimates(&g, s);
    memcpy(out->rows, g.estimate, rows * sizeof *g.estimate);
    memcpy(out->rows + rows, g.x, rows * sizeof *g.x);
    memcpy(out->rows + 2 * rows, g.previous, rows * sizeof *g.previous);
    memcpy(out->calls, g.calls, sizeof out->calls);
    memcpy(out->failed, g.failed, sizeof out->failed);
    free(block);
    free(states);
}

/* Whether the two are the same bits; all NANs are the same. */
static inline bool same_numbers(const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (memcmp(&a[i], &b[i], sizeof *a) != 0 && !(isnan(a[i]) && isnan(b[i])))
            return false;
    return true;
}

static inline bool same_outcomes(const outcome *a, const outcome *b, size_t numbers)
{
    return same_numbers(a->rows, b->rows, numbers) &&
           memcmp(a->calls, b->calls, sizeof a->calls) == 0 &&
           memcmp(a->failed, b->failed, sizeof a->failed) == 0;
}

static inline void assert_fused(problem *p, sizes s)
{
    const problem_type *type = p->type;
    problem_type plain = *type;
    extrap *op = make_order((int)s.order);
    estimator e = make_estimator(p, op, s.m, false, s.batch);
    size_t numbers = 3 * s.replicates * p->ld;
    double *rows = malloc(2 * numbers * sizeof *rows);
    outcome fused = {.rows = rows}, want = {.rows = rows + numbers};
    e.m_jacobian = s.m_jacobian;
    estimate(&e, s, &fused);
    plain.fused = NULL;
    plain.descend = NULL;
    p->type = &plain;
    estimate(&e, s, &want);
    p->type = type;
    if (!same_outcomes(&fused, &want, numbers))
        fail_msg("%s: d %zu order %zu m %zu m_jac %zu B %zu points %zu replicates %zu step %g "
                 "clip %g update %s",
                 type->name, s.d, s.order, s.m, s.m_jacobian, s.batch, s.points, s.replicates,
                 s.step, s.clip, s.rule.update ? s.rule.update->name : "none");
    free(rows);
    free(op);
}
