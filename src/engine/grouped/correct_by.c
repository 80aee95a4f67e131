/* Groups are dealt to threads in parts; each is a small job of correct's. */
#include "correct_by_part.h"

#include "engine/machine/parallel.h"

#include <math.h>

enum {
    PART_ROWS = 1 << 16, /* after so many rows progress is reported and interrupts are seen */
    FULL_SPLITS = 100    /* with fewer random splits, fewer subsets are listed in their place */
};

static size_t largest_group(const correct_by_config *c)
{
    size_t most = 1;
    for (size_t g = 0; g < c->groups; g++) {
        size_t n = c->start[g + 1] - c->start[g];
        most = n > most ? n : most;
    }
    return most;
}

static void lay_out_worker(by_worker *w, const correct_by_config *c, size_t most, arena *memory)
{
    correct_config one = {
        .n = most, .q = c->q, .op = c->op, .ops = c->ops, .splits = 1, .log = c->log};
    correct_job job;
    correct_result result;
    correct_job_layout(&job, &one, &result, memory);
    double *rows = arena_take(memory, most * c->q->in * sizeof *rows);
    if (!memory->block)
        return;
    *w = (by_worker){.job = job, .result = result, .rows = rows};
    w->config = (correct_config){.q = c->q,
                                 .op = w->op,
                                 .splits = c->splits,
                                 .log = c->log,
                                 .seed = c->seed,
                                 .interrupt = c->interrupt};
    w->job.config = &w->config;
    w->job.result = &w->result;
    w->job.repeats = 0;
    if (c->splits < FULL_SPLITS)
        w->job.listed = SUBSETS_MOST * c->splits / FULL_SPLITS;
}

static by_values lay_out_values(const correct_by_config *c, size_t n, arena *memory)
{
    size_t bytes = n * c->q->out * sizeof(double);
    by_values v = {.n = n, .plugin = arena_take(memory, bytes)};
    v.removed = arena_take(memory, c->ops * bytes);
    return v;
}

static void lay_out_result(const correct_by_config *c, correct_by_result *r, arena *memory)
{
    size_t bytes = c->q->out * sizeof(double);
    r->is_random = arena_take(memory, c->groups * sizeof *r->is_random);
    r->plugin = arena_take(memory, bytes);
    for (size_t i = 0; i < c->ops; i++) {
        r->row[i].value = arena_take(memory, bytes);
        r->row[i].removed = arena_take(memory, bytes);
        r->row[i].se = arena_take(memory, bytes);
    }
}

static void lay_out(by_job *b, const correct_by_config *c, correct_by_result *r, arena *memory)
{
    size_t most = largest_group(c), trials = by_trials(c);
    *b = (by_job){.config = c, .result = r, .threads = c->q->kind == FUNC_GENERAL ? 1 : c->threads};
    b->threads = b->threads < PARALLEL_MOST ? b->threads : PARALLEL_MOST;
    b->in_order = parallel_hands(b->threads) == 1;
    b->worker = arena_take(memory, b->threads * sizeof *b->worker);
    for (size_t w = 0; w < b->threads; w++)
        lay_out_worker(memory->block ? &b->worker[w] : NULL, c, most, memory);
    b->own = lay_out_values(c, c->groups, memory);
    b->tried = lay_out_values(c, trials, memory);
    b->truth = arena_take(memory, trials * c->q->out * sizeof *b->truth);
    b->mixture = (mixture){
        .data = c->data, .start = c->start, .groups = c->groups, .in = c->q->in, .log = c->log};
    mixture_layout(&b->mixture, memory);
    b->effect = arena_take(memory, (c->groups > trials ? c->groups : trials) * sizeof *b->effect);
    tails_layout(&b->tails, c->groups, memory);
    lay_out_result(c, r, memory);
    r->plugin_of = b->own.plugin;
    r->removed_of = b->own.removed;
}

size_t correct_by_work(const correct_by_config *c)
{
    by_job measured;
    correct_by_result unused;
    arena memory = {0};
    lay_out(&measured, c, &unused, &memory);
    return memory.used;
}

static status correct_item(void *context, size_t item, size_t worker)
{
    by_job *b = context;
    const correct_by_config *c = b->config;
    size_t g = b->first + item, from = c->start[g], n = c->start[g + 1] - from;
    by_worker *w = &b->worker[worker];
    if (*c->interrupt)
        return STATUS_INTERRUPTED;
    status s = by_correct_group(b, w, c->data + from * c->q->in, n, g, &b->own, g);
    b->result->is_random[g] = !w->job.exact && w->config.ops > 0;
    if (s == STATUS_OK && b->in_order)
        b->result->groups = g + 1;
    return s;
}

/* What the correction of a group left. */
static void left(void *context, size_t item, walk *w)
{
    by_job *b = context;
    size_t g = b->first + item;
    by_pass(b, &b->own, g, w);
    walk_pass(w, &b->result->is_random[g], sizeof b->result->is_random[g]);
}

/* The first group of the next part. */
static size_t end_of_part(const correct_by_config *c, size_t first)
{
    size_t end = first + 1;
    while (end < c->groups && c->start[end] - c->start[first] < PART_ROWS)
        end++;
    return end;
}

static status correct_groups_in_parts(by_job *b)
{
    const correct_by_config *c = b->config;
    status s = STATUS_OK;
    for (b->first = 0; b->first < c->groups && s == STATUS_OK;) {
        size_t end = end_of_part(c, b->first);
        progress_report(c->progress, (double)b->first / (double)c->groups, NAN, NAN);
        s = parallel_deal(end - b->first, b->threads, correct_item, left, b);
        if (s == STATUS_OK)
            b->first = b->result->groups = end;
    }
    return s;
}

status correct_by_run(const correct_by_config *c, void *work, correct_by_result *out)
{
    by_job b;
    arena memory = {.block = work};
    *out = (correct_by_result){.tail_k = NAN, .plugin_var = NAN};
    lay_out(&b, c, out, &memory);
    status s = correct_groups_in_parts(&b);
    if (s < 0 && out->groups == 0)
        return s;
    status judged = by_conclude(&b, s != STATUS_OK);
    return s == STATUS_OK ? judged : s;
}
