/* What the multilevel estimates share (Hu, Chen and He, 2021; paper, section 1 and figure 2b).
 *
 *   h^l   the plain estimate Jbar(H~)^T grad f_xi(gbar(H)) from 2^l draws for g and 2^l for its
 *         Jacobian
 *   H^0 = h^0;  H^l = h(1..2^l) - 1/2 [h(first half) + h(second half)], on one xi and the same
 * draws
 *
 * E H^0 + .. + E H^L = E h^L: the bias of 2^L draws. With gbar = (gbar1 + gbar2)/2 and
 * Jbar = (Jbar1 + Jbar2)/2,
 *
 *   H^l = 1/2 sum over the halves k of Jbar_k^T [grad f(gbar) - grad f(gbar_k)]
 *
 * so a term of level l > 0 is listed as two lanes, one for each half, side by side: the draws of a
 * replicate are then in the same order however its lists are cut. */
#pragma once

#include "engine/cso/estimator.h"
#include "engine/cso/oracle.h"
#include "engine/machine/v8.h"

#include <assert.h>

enum { MLMC_POLL = 1 << 16 }; /* levels drawn before the interrupt is looked at */

#define MLMC_RATIO                                                                                 \
    0.35355339059327378 /* 2^-1.5: between the variance's 4^-l and the cost's 2^l                  \
                         */

/* Whether the terms drawn ahead, read from a file, can be drawn ones: as many as a batch at most.
 */
static inline bool mlmc_is_sound(const group *g, size_t r)
{
    const group_tossed *t = &g->tossed[r];
    uint64_t left = g->estimator->batch;
    bool sound = arena_flags(&t->done, 1);
    for (size_t l = 0; l <= LEVEL_MOST; l++) {
        sound = sound && t->terms[l] <= left;
        left -= sound ? t->terms[l] : 0;
    }
    return sound;
}

/* Terms that one call of the problem takes. */
static inline size_t mlmc_most(const problem *p)
{
    size_t n = problem_lanes(p) / 2;
    return n ? n : 1;
}

static inline void mlmc_layout(group *g, arena *memory)
{
    const problem *p = g->estimator->problem;
    size_t width = round_up(2 * mlmc_most(p) * p->p, ROW);
    g->gap = 2 * width;
    g->y = arena_take(memory, g->gap * sizeof(double));
    g->value = arena_take(memory, g->gap * sizeof(double));
    g->tossed = arena_keep(memory, g->replicates, sizeof *g->tossed);
}

/* Adds the oracle calls of so many terms of a level. */
static inline void mlmc_add_calls(const estimator *e, size_t level, uint64_t terms, calls *sum)
{
    sum->outer += terms;
    sum->g += terms << level;
    sum->jacobian += e->of == OF_VALUE ? 0 : terms << level;
}

/* The row after the halves' means: of both halves together, for each of them. */
static inline void mlmc_join(size_t n, size_t p, const double *half, double *full)
{
    for (size_t i = 0; i < n; i += 2)
        for (size_t j = 0; j < p; j++)
            full[i * p + j] = full[(i + 1) * p + j] =
                0.5 * (half[i * p + j] + half[(i + 1) * p + j]);
}

/* value <- scale (row), or scale/2 (second row - first row) for halves. */
static inline void mlmc_combine(size_t width, bool halves, const double *row, double scale,
                                double *value)
{
    for (size_t i = 0; i < width; i += ROW) {
        v8 x = v8_load(row + i);
        x = halves ? v8_mul(v8_set1(0.5), v8_sub(v8_load(row + width + i), x)) : x;
        v8_store(value + i, v8_mul(v8_set1(scale), x));
    }
}

/* Block means of g for n lanes (two for a term beyond level 0), and for those also of both halves
 * together, in the row after them. */
static inline void mlmc_means(group *g, size_t level, size_t n)
{
    const size_t p = g->estimator->problem->p;
    oracle_means(g, n, g->lanes, 1, 1, level > 0 ? (size_t)1 << (level - 1) : 1);
    if (level > 0)
        mlmc_join(n, p, g->y, g->y + round_up(n * p, ROW));
}

/* The terms of the value of n lanes, times scale, in g->value: the sum of two beyond level 0. There
 * the row after them is h^l, of the value times 1. */
static inline void mlmc_values(group *g, size_t level, size_t n, double scale)
{
    const problem *p = g->estimator->problem;
    mlmc_means(g, level, n);
    p->type->f(p, n, g->lanes, level > 0 ? 2 : 1, g->y, g->value);
    mlmc_combine(round_up(n, ROW), level > 0, g->value, scale, g->value);
}

/* Adds scale times the terms of n lanes to their rows. */
static inline void mlmc_terms(group *g, size_t level, size_t n, double scale)
{
    const problem *p = g->estimator->problem;
    const bool halves = level > 0;
    if (g->estimator->of == OF_VALUE) {
        mlmc_values(g, level, n, scale);
        for (size_t i = 0; i < n; i++)
            g->lanes[i].out[0] += g->value[i];
        return;
    }
    mlmc_means(g, level, n);
    p->type->grad_f(p, n, g->lanes, halves ? 2 : 1, g->y);
    mlmc_combine(round_up(n * p->p, ROW), halves, g->y, scale, g->value);
    oracle_jtv(g, n, g->lanes, 1, halves ? (size_t)1 << (level - 1) : 1, g->value);
}

/* Fresh outer samples for the n terms that are listed, and two lanes, one for each half, for each
 * term beyond level 0; returns how many lanes that are. */
static inline size_t mlmc_open(group *g, size_t level, size_t n)
{
    oracle_draw(g, n, g->lanes);
    if (level == 0)
        return n;
    for (size_t i = n; i-- > 0;)
        g->lanes[2 * i] = g->lanes[2 * i + 1] = g->lanes[i];
    return 2 * n;
}

/* The n terms that are listed. */
static inline void mlmc_list(group *g, size_t level, size_t n, double scale)
{
    if (n > 0)
        mlmc_terms(g, level, mlmc_open(g, level, n), scale);
}

/* All terms of a level, replicate by replicate, in lists as long as one call takes; returns how
 * many.
 */
static inline uint64_t mlmc_level(group *g, size_t level, double scale)
{
    size_t n = 0, most = mlmc_most(g->estimator->problem);
    uint64_t sum = 0;
    for (size_t i = 0; i < g->live; i++) {
        size_t r = g->live_replicate[i], take;
        sum += g->tossed[r].terms[level];
        for (uint64_t left = g->tossed[r].terms[level]; left > 0 && !g->breaker.broken;
             left -= take) {
            take = left < most - n ? (size_t)left : most - n;
            n = group_add_lanes(g, n, r, take);
            if (n == most) {
                mlmc_list(g, level, n, scale);
                n = 0;
            }
        }
    }
    mlmc_list(g, level, n, scale);
    return sum;
}

/* The plain estimate from 2^L draws has the same expectation. */
static inline const char *mlmc_expected(const estimator *e, const double *x, double *out)
{
    const uint32_t size = 1;
    const fraction weight = {1, 1};
    _Alignas(extrap) char block[sizeof(extrap) + sizeof(extrap_window)];
    extrap *plain = (extrap *)block;
    if (!e->problem->type->expected)
        return "the law of this problem's block means is not known";
    extrap_init(plain, "plain", &size, &weight, 1, false);
    e->problem->type->expected(e->problem, x, plain, (size_t)1 << e->levels.last, false, e->of,
                               out);
    return NULL;
}

/* P(l) proportional to ratio^l for l = 0 .. last. */
static inline void mlmc_law(multilevel *levels, size_t last, double ratio)
{
    double power = 1, sum = 0;
    assert(last <= LEVEL_MOST);
    levels->last = last;
    for (size_t l = 0; l <= last; l++, power *= ratio)
        sum += levels->probability[l] = power;
    for (size_t l = 0; l <= last; l++)
        levels->probability[l] /= sum;
}

/* The level that a uniform number picks. */
static inline size_t mlmc_pick(const multilevel *levels, double uniform)
{
    size_t l = 0;
    while (l < levels->last && uniform >= levels->probability[l])
        uniform -= levels->probability[l++];
    return l;
}

/* Draws the levels of replicate r's next estimate, unless that is done, or the step is given up. */
static inline void mlmc_toss(group *g, size_t r)
{
    const estimator *e = g->estimator;
    group_tossed *t = &g->tossed[r];
    if (t->done)
        return;
    t->done = true;
    for (uint64_t l = 0, left = e->batch; l <= e->levels.last && left > 0; l++) {
        left -= t->terms[l]; /* the last estimate's: few levels have any */
        t->terms[l] = 0;
    }
    for (size_t i = 0; i < e->batch && (i % MLMC_POLL || !oracle_stops(g)); i++) {
        uint64_t coin = *stream_words(group_stream(g, r, STREAM_COIN), 1);
        t->terms[mlmc_pick(&e->levels, (double)(coin >> 11) * 0x1p-53)]++;
    }
}

/* One estimate of the randomized kind: the mean over B levels l of H^l / P(l). Few steps come to
 * the high levels. */
static inline void mlmc_sample_tossed(group *g)
{
    const estimator *e = g->estimator;
    uint64_t left = g->live * e->batch;
    group_clear_estimates(g);
    for (size_t i = 0; i < g->live; i++)
        mlmc_toss(g, g->live_replicate[i]);
    for (size_t l = 0; l <= e->levels.last && left > 0; l++)
        left -= mlmc_level(g, l, 1 / (e->levels.probability[l] * (double)e->batch));
    for (size_t i = 0; i < g->live; i++)
        g->tossed[g->live_replicate[i]].done = false;
}

static inline calls mlmc_tossed_calls(group *g, size_t r)
{
    const estimator *e = g->estimator;
    const uint64_t *terms = g->tossed[r].terms;
    uint64_t left = e->batch;
    calls sum = {0};
    mlmc_toss(g, r);
    for (size_t l = 0; l <= e->levels.last && left > 0; left -= terms[l++])
        mlmc_add_calls(e, l, terms[l], &sum);
    return sum;
}
