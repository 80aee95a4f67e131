/* Blocks in pairs: 2 f(mean of both) minus the mean of f at each has no bias of first order. */
#include "nested.h"

#include "engine/number/norm.h"

#include <string.h>

enum { OUTER = 2, BLOCKS = 2, WINDOWS = 3 }; /* the blocks, then their mean */

typedef struct nested {
    size_t n, width; /* lanes, doubles of a row of y */
    stream *streams; /* outer words and normals, inner kinds */
    lane *lanes;
    double *x, *y, *value, *samples, *work;
} nested;

static void lay_out(nested *s, const problem *p, arena *memory)
{
    size_t outer = p->n && p->n < NESTED_OUTER ? p->n : NESTED_OUTER;
    s->n = problem_lanes(p) < outer ? problem_lanes(p) : outer;
    s->width = round_up(s->n * p->p, ROW);
    s->streams = arena_take(memory, (OUTER + p->type->inner_kinds) * sizeof(stream));
    s->lanes = arena_take(memory, s->n * sizeof(lane));
    s->x = arena_take(memory, p->ld * sizeof(double));
    s->y = arena_take(memory, WINDOWS * s->width * sizeof(double));
    s->value = arena_take(memory, WINDOWS * round_up(s->n, ROW) * sizeof(double));
    s->samples = arena_take(memory, s->n * p->sample_size * sizeof(double));
    s->work = arena_take(memory, p->work * sizeof(double));
}

size_t nested_work(const problem *p)
{
    nested measured;
    arena memory = {0};
    lay_out(&measured, p, &memory);
    return memory.used;
}

static void start_streams(const nested *s, const problem *p, uint64_t batch)
{
    stream_init(&s->streams[0], STREAM_WORDS, 0, batch, PURPOSE_REPORT, 0);
    stream_init(&s->streams[1], STREAM_NORMALS, 0, batch, PURPOSE_REPORT, 1);
    for (size_t k = 0; k < p->type->inner_kinds; k++)
        stream_init(&s->streams[OUTER + k], p->type->inner_kind[k], 0, batch, PURPOSE_REPORT,
                    OUTER + k);
}

/* Lanes for the outer samples first, first + 1, .. of a batch; returns how many. */
static size_t draw_lanes(const nested *s, const problem *p, size_t first, size_t outer)
{
    size_t n = outer - first < s->n ? outer - first : s->n;
    for (size_t i = 0; i < n; i++)
        s->lanes[i] = (lane){.point = {s->x},
                             .outer = s->streams,
                             .inner = s->streams + OUTER,
                             .xi = (uint32_t)(first + i),
                             .sample = s->samples + i * p->sample_size,
                             .work = s->work};
    if (p->n != outer)
        p->type->outer(p, n, s->lanes);
    return n;
}

/* The sum over n lanes of 2 f(mean of both blocks) - the mean of f at each. */
static double sum_lanes(const nested *s, const problem *p, size_t n)
{
    size_t width = round_up(n * p->p, ROW), nwidth = round_up(n, ROW);
    double sum = 0;
    p->type->means(p, n, s->lanes, 1, BLOCKS, NESTED_INNER / BLOCKS, s->y, BLOCKS * width);
    for (size_t i = 0; i < width; i++)
        s->y[2 * width + i] = 0.5 * (s->y[i] + s->y[width + i]);
    p->type->f(p, n, s->lanes, WINDOWS, s->y, s->value);
    for (size_t i = 0; i < n; i++)
        sum += 2 * s->value[2 * nwidth + i] - 0.5 * (s->value[i] + s->value[nwidth + i]);
    return sum;
}

static double batch_mean(const nested *s, const problem *p, uint64_t batch)
{
    size_t outer = p->n && p->n < NESTED_OUTER ? p->n : NESTED_OUTER;
    double sum = 0;
    start_streams(s, p, batch);
    for (size_t first = 0; first < outer; first += s->n) {
        size_t n = draw_lanes(s, p, first, outer);
        sum += sum_lanes(s, p, n);
    }
    return sum / (double)outer;
}

double nested_objective(const problem *p, const double *x, void *work, double *se)
{
    nested s;
    arena memory = {.block = work};
    double mean[NESTED_BATCHES], sum = 0, penalty = 0;
    lay_out(&s, p, &memory);
    memcpy(s.x, x, p->ld * sizeof *x);
    for (size_t j = 0; j < p->d; j++)
        penalty += 0.5 * p->l2 * x[j] * x[j];
    for (uint64_t b = 0; b < NESTED_BATCHES; b++)
        sum += mean[b] = batch_mean(&s, p, b);
    sum /= NESTED_BATCHES;
    if (se)
        *se = norm_root_mean(norm_around(mean, NESTED_BATCHES, 1, sum),
                             NESTED_BATCHES * (NESTED_BATCHES - 1));
    return sum + penalty;
}
