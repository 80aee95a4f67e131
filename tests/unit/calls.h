/* Lanes at random points for the tests of a problem's calls, with a second set of the same streams,
 * from which plain code makes the same draws. */
#pragma once

#include "make_problem.h"

#include <math.h>

enum { REPLICATES = 3, MOST_K = 3, STREAMS = 1 + 2 * INNER_KINDS };

typedef struct setting {
    problem *p;
    void *block;
    size_t n;                /* lanes */
    double *x, *out;         /* LANE_POINTS rows and one row for each replicate */
    stream *streams, *twins; /* STREAMS for each replicate: outer, inner kinds, Jacobian kinds */
    double *y, *value, *J, *sample;
    size_t width, gap; /* of y */
    lane lanes[LANES];
} setting;

static inline stream *twin(const setting *t, size_t lane_number, size_t which)
{
    return &t->twins[STREAMS * t->lanes[lane_number].replicate + which];
}

/* The place of the k-th inner or Jacobian stream. */
static inline size_t inner_stream(size_t k)
{
    return 1 + k;
}

static inline size_t jacobian_stream(size_t k)
{
    return 1 + INNER_KINDS + k;
}

static inline void start_streams(setting *t)
{
    const problem_type *type = t->p->type;
    stream *sets[] = {t->streams, t->twins};
    for (size_t i = 0; i < 2 * REPLICATES; i++) {
        size_t r = i / 2;
        stream *s = sets[i % 2] + STREAMS * r;
        stream_init(&s[0], STREAM_WORDS, 9, r, PURPOSE_OUTER, 0);
        for (size_t k = 0; k < type->inner_kinds; k++) {
            stream_init(&s[inner_stream(k)], type->inner_kind[k], 9, r, PURPOSE_INNER, k);
            stream_init(&s[jacobian_stream(k)], type->inner_kind[k], 9, r, PURPOSE_JACOBIAN, k);
        }
    }
}

/* Random points of about `scale` around the start. */
static inline void make_points(setting *t, double scale)
{
    static stream s;
    stream_init(&s, STREAM_NORMALS, 4, 0, PURPOSE_USER, 0);
    for (size_t row = 0; row < REPLICATES * LANE_POINTS; row++)
        for (size_t j = 0; j < t->p->d; j++)
            t->x[row * t->p->ld + j] = t->p->start[j] + scale * *stream_normals(&s, 1);
}

/* Takes over the problem's block. */
static inline setting *make_setting(problem *p, void *block, size_t n, double scale)
{
    setting *t = aligned_alloc(64, round_up(sizeof *t, 64));
    size_t row = p->ld * sizeof(double), streams = STREAMS * REPLICATES * sizeof(stream);
    assert_true(n <= problem_lanes(p));
    *t = (setting){.p = p, .block = block, .n = n, .width = round_up(n * p->p, ROW)};
    t->x = calloc(REPLICATES * LANE_POINTS, row);
    t->out = calloc(REPLICATES, row);
    t->streams = aligned_alloc(64, streams);
    t->twins = aligned_alloc(64, streams);
    t->gap = MOST_K * t->width;
    t->y = calloc(LANE_POINTS * t->gap, sizeof(double));
    t->value = calloc(MOST_K * round_up(n, ROW), sizeof(double));
    t->sample = calloc(n * p->sample_size + 1, sizeof(double));
    if (p->type->joint || p->type->jacobian)
        t->J = calloc(LANE_POINTS * n * MOST_K * p->p, row);
    start_streams(t);
    make_points(t, scale);
    for (size_t i = 0; i < n; i++) {
        size_t r = i * REPLICATES / n; /* in order, as the engine's lists */
        stream *s = t->streams + STREAMS * r;
        t->lanes[i] = (lane){.out = t->out + r * p->ld,
                             .replicate = (uint32_t)r,
                             .outer = s,
                             .inner = &s[inner_stream(0)],
                             .jacobian = &s[jacobian_stream(0)],
                             .sample = t->sample + i * p->sample_size};
        for (size_t q = 0; q < LANE_POINTS; q++)
            t->lanes[i].point[q] = t->x + (r * LANE_POINTS + q) * p->ld;
    }
    return t;
}

static inline void free_setting(setting *t)
{
    void *parts[] = {t->block, t->x,     t->out, t->streams, t->twins,
                     t->y,     t->value, t->J,   t->sample,  t};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        free(parts[i]);
}
