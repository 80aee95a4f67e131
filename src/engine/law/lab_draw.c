/* Chunks of estimates, each with its own stream, are dealt to threads and merged in order. */
#include "lab_part.h"

#include <string.h>

/* Makes estimates from a stream: `n` of each point that is to have any. */
static status make(const lab *l, worker *w, purpose use, uint64_t chunk, uint64_t n)
{
    const lab_config *c = w->config;
    stream_init(&w->stream, c->dist->type->kind, c->seed, chunk, use, 0);
    for (size_t p = 0; p < c->points; p++) {
        point_sums *t = &w->point[p];
        bool none = l->result[p].done || (use == PURPOSE_PILOT && !t->pilot);
        t->first = chunk * LAB_CHUNK;
        t->left = none ? 0 : n;
        t->block = t->filled = 0;
    }
    status s = batch_type_at(0)->make(w);
    /* a function of the user's that an interrupt stopped has not failed */
    return s == STATUS_CALLBACK && *c->interrupt ? STATUS_INTERRUPTED : s;
}

/* A chunk of the present round, by a worker. */
static status make_chunk(void *context, size_t item, size_t thread)
{
    lab *l = context;
    const lab_config *c = l->config;
    worker *w = &l->worker[thread];
    uint64_t chunk = l->first_chunk + item, rest = l->until - chunk * LAB_CHUNK;
    for (size_t p = 0; p < c->points; p++) {
        w->point[p].sum = l->sum + (item * c->points + p) * c->q->out;
        w->point[p].parts = l->parts ? l->parts + item * c->points + p : NULL;
    }
    if (thread == 0)
        l->present = chunk;
    return make(l, w, PURPOSE_ESTIMATE, chunk, rest < LAB_CHUNK ? rest : LAB_CHUNK);
}

/* What a chunk came to. */
static void left(void *context, size_t item, walk *w)
{
    const lab *l = context;
    const size_t points = l->config->points, each = points * l->config->q->out;
    walk_pass(w, l->sum + item * each, each * sizeof *l->sum);
    if (l->parts)
        walk_pass(w, l->parts + item * points, points * sizeof *l->parts);
}

static void merge(lab_result *r, size_t k, const lab_sum *a)
{
    tally_merge(&r->raw[k], &a->raw);
    tally_merge(&r->reduced[k], r->controlled ? &a->reduced : &a->raw);
    r->rounding[k] += a->size;
}

static void merge_parts(lab_parts *a, const lab_parts *b)
{
    for (size_t i = 0; i < LAB_PARTS; i++) {
        a->raw[i] += b->raw[i];
        a->reduced[i] += b->reduced[i];
    }
}

/* n chunks to the points' results. */
static void merge_chunks(lab *l, size_t n)
{
    const size_t points = l->config->points, out = l->config->q->out;
    for (size_t k = 0; k < n * points * out; k++)
        merge(&l->result[k / out % points], k % out, &l->sum[k]);
    for (size_t k = 0; k < n * points && l->parts; k++)
        merge_parts(&l->total[k % points], &l->parts[k]);
}

/* The estimates up to number l->until. */
static status make_all(lab *l)
{
    const lab_config *c = l->config;
    const uint64_t chunks = (l->until + LAB_CHUNK - 1) / LAB_CHUNK;
    status s = STATUS_OK;
    while (l->first_chunk < chunks && s == STATUS_OK) {
        uint64_t rest = chunks - l->first_chunk;
        size_t n = rest < LAB_ROUND ? (size_t)rest : LAB_ROUND;
        memset(l->sum, 0, n * c->points * c->q->out * sizeof *l->sum);
        if (l->parts)
            memset(l->parts, 0, n * c->points * sizeof *l->parts);
        s = parallel_deal(n, c->threads, make_chunk, left, l);
        merge_chunks(l, n);
        l->first_chunk += n;
    }
    return s;
}

uint64_t lab_pilot(uint64_t reps)
{
    uint64_t n = reps / 10;
    n = n < LAB_PILOT_MOST ? n : LAB_PILOT_MOST;
    return n > 1024 ? n : 1024;
}

/* Fits the factors of every point and output on estimates from a stream of their own. */
static status fit_factors(lab *l)
{
    const lab_config *c = l->config;
    worker *w = &l->worker[0];
    for (size_t p = 0; p < c->points; p++)
        w->point[p].pilot = l->fit[p].output;
    l->fitting = true;
    status s = make(l, w, PURPOSE_PILOT, 0, l->pilot);
    l->fitting = false;
    for (size_t p = 0; p < c->points && s == STATUS_OK; p++) {
        size_t variates = l->result[p].done ? 0 : w->point[p].variates;
        for (size_t k = 0; k < c->q->out && variates; k++)
            factor_fit(&l->fit[p].output[k], l->fit[p].factor + k * variates);
        w->point[p].pilot = NULL;
    }
    return s;
}

/* Begins the points that are not done anew, with the factors of a pilot of that size. */
static status begin_again(lab *l, uint64_t pilot)
{
    for (size_t p = 0; p < l->config->points; p++)
        if (!l->result[p].done)
            lab_clear(l, p);
    l->first_chunk = 0;
    l->pilot = pilot;
    return fit_factors(l);
}

status lab_draw_until(lab *l, uint64_t until)
{
    status s = STATUS_OK;
    l->until = until;
    for (size_t p = 0; p < l->config->points; p++)
        l->result[p].reps = l->result[p].done ? l->result[p].reps : until;
    if (lab_most_variates(l->config) && lab_pilot(until) != l->pilot)
        s = begin_again(l, lab_pilot(until));
    return s == STATUS_OK ? make_all(l) : s;
}
