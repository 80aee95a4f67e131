/* Replicates pass one by one, in any groups. */
#include "state.h"

#include <string.h>

/* A whole number that may be 0 .. most. */
static void pass_count(walk *w, uint64_t *count, uint64_t most)
{
    walk_pass(w, count, sizeof *count);
    w->failed = w->failed || *count > most;
}

static void pass_flag(walk *w, bool *flag)
{
    uint64_t word = *flag;
    pass_count(w, &word, 1);
    *flag = word == 1;
}

static void pass_size(walk *w, size_t *size, uint64_t most)
{
    uint64_t word = *size;
    pass_count(w, &word, most);
    *size = (size_t)word;
}

enum { OWN_PARTS = 3 }; /* points, previous points, estimates */

state_head state_describe(const run_group *g)
{
    state_head h = {.replicates = g->config->replicates,
                    .ld = g->group.ld,
                    .columns = g->trace->columns,
                    .streams = group_streams(&g->group),
                    .records = trace_most(g->trace),
                    .by_samples = g->config->samples > 0,
                    .budget = run_budget(g->config),
                    .output = g->config->output,
                    .parts = g->kept.n};
    for (size_t i = 0; i < g->kept.n; i++)
        h.bytes[i] = g->kept.part[i].bytes;
    return h;
}

/* The parts after the group's own fit the method as it is laid out now. */
static bool same_parts(const state_head *saved, const state_head *now)
{
    return saved->parts == now->parts && memcmp(saved->bytes, now->bytes, sizeof now->bytes) == 0;
}

bool state_is_of(const state_head *saved, const state_head *now)
{
    bool own = saved->parts >= OWN_PARTS && saved->parts <= ARENA_KEPT;
    for (size_t i = 0; i < OWN_PARTS; i++)
        own = own && saved->bytes[i] == now->bytes[i];
    return own && saved->replicates == now->replicates && saved->ld == now->ld &&
           saved->columns == now->columns && saved->streams == now->streams &&
           saved->by_samples == now->by_samples;
}

/* The generators and the numbers made but not yet read. */
static void pass_stream(walk *w, stream *s)
{
    uint64_t unread = s->end - s->next;
    walk_pass(w, s->state, sizeof s->state);
    walk_pass(w, s->tail, sizeof s->tail);
    pass_count(w, &unread, STREAM_MOST + STREAM_BLOCK);
    if (w->failed)
        return;
    if (w->in) {
        s->end = STREAM_MOST + STREAM_BLOCK;
        s->next = s->end - (uint32_t)unread;
    }
    walk_pass(w, s->block.word + s->next, unread * sizeof *s->block.word);
    w->failed = w->failed || (w->in && !stream_is_sound(s));
}

/* The method's state and the group's rows of one replicate; parts that do not fit are passed over.
 */
static void pass_parts(walk *w, run_group *g, size_t i, const state_head *h, bool fits)
{
    for (size_t k = 0; k < h->parts; k++) {
        char *rows = fits || k < OWN_PARTS ? g->kept.part[k].rows : NULL;
        walk_pass(w, rows ? rows + i * h->bytes[k] : NULL, (size_t)h->bytes[k]);
    }
}

/* Whether what replicate i of a group was given can be the state of its method and estimator. */
static bool is_sound(const run_group *g, size_t i)
{
    const estimator *e = g->group.estimator;
    const method_type *method = g->config->method;
    return (!method->is_sound || method->is_sound(&g->group, i)) &&
           (!e->type->is_sound || e->type->is_sound(&g->group, i));
}

/* What the output needs besides the points. An average is of use only under its own budget. */
static void pass_output(walk *w, run_group *g, size_t i, const state_head *h, const state_head *now)
{
    bool same = h->output == now->output;
    bool fits = same && (h->output == OUTPUT_RANDOM || h->budget == now->budget);
    uint64_t summed = g->summed[i];
    stream unused;
    unused.next = unused.end = 0;
    unused.fill = NULL;
    if (h->output == OUTPUT_LAST)
        return;
    pass_count(w, &summed, UINT64_MAX);
    walk_pass(w, fits ? group_row(&g->group, g->gathered, i) : NULL, h->ld * sizeof(double));
    g->summed[i] = fits ? summed : 0;
    if (h->output == OUTPUT_RANDOM)
        pass_stream(w, same ? &g->draws[i] : &unused);
}

/* How far a replicate has come. */
static void pass_progress(walk *w, run_group *g, size_t i, size_t records)
{
    trace *t = g->trace;
    size_t replicate = g->group.first + i;
    walk_pass(w, &g->group.calls[i], sizeof(calls));
    pass_count(w, &g->steps[i], UINT64_MAX);
    pass_flag(w, &g->group.failed[i]);
    t->lost[replicate] = g->group.failed[i];
    pass_size(w, &t->made[replicate], records);
    pass_size(w, &t->early[replicate], t->made[replicate] > 0);
}

void state_pass(walk *w, run_group *g, size_t i, const state_head *h, const state_head *now)
{
    pass_progress(w, g, i, h->records);
    for (size_t k = 0; k < h->streams; k++)
        pass_stream(w, group_stream(&g->group, i, k));
    pass_parts(w, g, i, h, same_parts(h, now));
    pass_output(w, g, i, h, now);
    walk_pass(w, g->final + (g->group.first + i) * h->ld, h->ld * sizeof(double));
    if (w->in)
        rule_settle(&g->group, i);
    w->failed = w->failed || (w->in && !is_sound(g, i));
}

/* What a replicate has recorded from record `from` on. */
static void pass_records(walk *w, trace *t, size_t replicate, size_t from)
{
    for (size_t c = 0; c < t->columns; c++)
        for (size_t k = from; k < t->made[replicate]; k++)
            walk_pass(w, &t->column[c][k * t->replicates + replicate], sizeof(double));
}

void state_pass_news(walk *w, run_group *g, size_t from)
{
    for (size_t i = 0; i < g->group.replicates; i++) {
        pass_progress(w, g, i, g->trace->records);
        pass_flag(w, &g->done[i]);
        pass_records(w, g->trace, g->group.first + i, from);
    }
}

void state_pass_group(walk *w, run_group *g)
{
    state_head h = state_describe(g);
    h.records = g->trace->records;
    walk_pass(w, &g->group.t, sizeof g->group.t);
    walk_pass(w, &g->failure, sizeof g->failure);
    walk_pass(w, &g->group.failure, sizeof g->group.failure);
    walk_pass(w, &g->group.breaker.broken, sizeof g->group.breaker.broken);
    for (size_t i = 0; i < g->group.replicates; i++)
        state_pass(w, g, i, &h, &h);
}
