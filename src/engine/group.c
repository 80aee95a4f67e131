#include "group.h"

#include "estimator.h"
#include "method.h"

#include <string.h>

void group_layout(group *g, const estimator *e, const method_type *method, size_t replicates,
                  arena *memory)
{
    const problem *p = e->problem;
    size_t rows = replicates * p->ld * sizeof(double);
    *g = (group){.estimator = e, .method = method, .replicates = replicates, .ld = p->ld};
    g->x = arena_take(memory, rows);
    g->previous = arena_take(memory, rows);
    g->estimate = arena_take(memory, rows);
    g->streams = arena_take(memory, replicates * STREAMS * sizeof(stream));
    g->lanes = arena_take(memory, replicates * e->batch * sizeof(lane));
    e->type->layout(g, memory);
    if (method && method->layout)
        method->layout(g, memory);
}

static void start_streams(group *g, uint64_t seed, size_t r, size_t replicate)
{
    static const purpose purposes[STREAMS] = {PURPOSE_OUTER, PURPOSE_INNER, PURPOSE_JACOBIAN,
                                              PURPOSE_COIN};
    const problem_type *type = g->estimator->problem->type;
    for (int i = 0; i < STREAMS; i++) {
        stream_kind kind =
            i == STREAM_INNER || i == STREAM_JACOBIAN ? type->inner_kind : STREAM_WORDS;
        stream_init(&g->streams[r * STREAMS + (size_t)i], kind, seed, replicate, purposes[i], 0);
    }
}

void group_start(group *g, uint64_t seed, size_t first, const double *x0, size_t stride)
{
    g->live = g->replicates;
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
    for (size_t i = position; i < g->live; i++)
        g->live_replicate[i] = g->live_replicate[i + 1];
}

size_t group_list(group *g, size_t batch)
{
    lane *l = g->lanes;
    for (size_t i = 0; i < g->live; i++) {
        size_t r = g->live_replicate[i];
        stream *s = &g->streams[r * STREAMS];
        for (size_t b = 0; b < batch; b++)
            *l++ = (lane){.point = {group_row(g, g->x, r), group_row(g, g->previous, r)},
                          .out = group_row(g, g->estimate, r),
                          .outer = &s[STREAM_OUTER],
                          .inner = &s[STREAM_INNER],
                          .jacobian = &s[STREAM_JACOBIAN],
                          .replicate = (uint32_t)r};
    }
    return g->live * batch;
}
