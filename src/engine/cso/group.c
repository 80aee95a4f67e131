/* Where a group's arrays lie, its replicates' streams, who is still live, and the list of lanes
 * that a step evaluates. What is computed for the lanes is the estimator's and the method's. */
#include "group.h"

#include "estimator.h"
#include "method.h"

#include <assert.h>
#include <string.h>

void group_layout(group *g, const estimator *e, const method_type *method, size_t replicates,
                  arena *memory)
{
    const problem *p = e->problem;
    size_t row = p->ld * sizeof(double);
    assert(replicates <= GROUP_MOST && p->type->inner_kinds <= INNER_KINDS);
    *g = (group){.estimator = e, .method = method, .replicates = replicates, .ld = p->ld};
    g->most = problem_lanes(p);
    g->ahead = g->made = 1;
    g->x = arena_keep(memory, replicates, row);
    g->previous = arena_keep(memory, replicates, row);
    g->estimate = arena_keep(memory, replicates, row);
    g->direction = arena_take(memory, row);
    g->streams = arena_take(memory, replicates * group_streams(g) * sizeof(stream));
    g->lanes = arena_take(memory, replicates * e->lanes * sizeof(lane));
    g->samples = arena_take(memory, replicates * e->lanes * p->sample_size * sizeof(double));
    g->work = arena_take(memory, p->work * sizeof(double));
    g->index = arena_take(memory, p->n ? e->lanes * sizeof *g->index : 0);
    g->marked = arena_take(memory, e->distinct ? p->n * sizeof *g->marked : 0);
    e->type->layout(g, memory);
    if (method && method->layout)
        method->layout(g, memory);
}

static void start_streams(group *g, uint64_t seed, size_t r, size_t replicate)
{
    const problem_type *type = g->estimator->problem->type;
    stream_init(group_stream(g, r, STREAM_OUTER), STREAM_WORDS, seed, replicate, PURPOSE_OUTER, 0);
    stream_init(group_stream(g, r, STREAM_COIN), STREAM_WORDS, seed, replicate, PURPOSE_COIN, 0);
    if (type->outer_normals)
        stream_init(group_stream(g, r, STREAM_OUTER + 1), STREAM_NORMALS, seed, replicate,
                    PURPOSE_OUTER, 1);
    for (size_t k = 0; k < type->inner_kinds; k++) {
        stream *inner = group_stream(g, r, group_inner_stream(g) + k),
               *jacobian = inner + type->inner_kinds;
        stream_init(inner, type->inner_kind[k], seed, replicate, PURPOSE_INNER, k);
        stream_init(jacobian, type->inner_kind[k], seed, replicate, PURPOSE_JACOBIAN, k);
    }
}

void group_start(group *g, uint64_t seed, size_t first, const double *x0, size_t stride)
{
    g->first = first;
    g->live = g->replicates;
    g->listed = 0;
    for (size_t r = 0; r < g->replicates; r++) {
        g->live_replicate[r] = r;
        start_streams(g, seed, r, first + r);
        memcpy(group_row(g, g->x, r), x0 + (first + r) * stride, g->ld * sizeof(double));
        memcpy(group_row(g, g->previous, r), group_row(g, g->x, r), g->ld * sizeof(double));
    }
}

void group_retire(group *g, size_t position)
{
    g->live--;
    g->listed = 0;
    for (size_t i = position; i < g->live; i++)
        g->live_replicate[i] = g->live_replicate[i + 1];
}

size_t group_add_lanes(group *g, size_t n, size_t r, size_t batch)
{
    const problem *p = g->estimator->problem;
    stream *s = group_stream(g, r, 0);
    size_t inner = group_inner_stream(g);
    g->listed = 0;
    for (size_t end = n + batch; n < end; n++)
        g->lanes[n] = (lane){.point = {group_row(g, g->x, r), group_row(g, g->previous, r)},
                             .out = group_row(g, g->estimate, r),
                             .outer = &s[STREAM_OUTER],
                             .inner = &s[inner],
                             .jacobian = &s[inner + p->type->inner_kinds],
                             .replicate = (uint32_t)r,
                             .sample = g->samples + n * p->sample_size,
                             .work = g->work,
                             .breaker = &g->breaker};
    return n;
}

void group_list_anew(group *g, size_t batch)
{
    size_t n = 0;
    for (size_t i = 0; i < g->live; i++)
        n = group_add_lanes(g, n, g->live_replicate[i], batch);
    g->listed = batch;
}

void group_clear_estimates(group *g)
{
    if (g->live == g->replicates) {
        memset(g->estimate, 0, g->live * g->ld * sizeof(double));
        return;
    }
    for (size_t i = 0; i < g->live; i++)
        memset(group_row(g, g->estimate, g->live_replicate[i]), 0, g->ld * sizeof(double));
}
