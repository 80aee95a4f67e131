/* Chunks of estimates are the replicates of groups; each has its tallies, merged in their order. */
#include "sampling.h"

#include "engine/machine/parallel.h"
#include "engine/number/array.h"
#include "engine/number/goal.h"
#include "engine/number/rounding.h"

#include <string.h>

/* A group whose replicates are chunks of estimates, and the tallies of each chunk. */
typedef struct worker {
    group group;
    tallies chunk;   /* replicates x outputs */
    double *penalty; /* outputs: the penalty's share */
    double *shown;   /* replicates x outputs: estimates with it */
    tail_pair tails;
    oddity odd;
} worker;

typedef struct sampling {
    const sampling_config *config;
    uint64_t first_chunk; /* of this round */
    uint64_t until;       /* so many estimates are made before the next look */
    double all;           /* and so many will be, as far as is known */
    worker *worker;       /* one for each thread */
} sampling;

size_t sampling_outputs(const estimator *e)
{
    return e->of == OF_VALUE ? 1 : e->problem->d;
}

static uint64_t chunks_of(uint64_t estimates)
{
    return (estimates + SAMPLING_CHUNK - 1) / SAMPLING_CHUNK;
}

static size_t worker_count(const sampling_config *c)
{
    uint64_t useful = (chunks_of(c->reps) + GROUP_MOST - 1) / GROUP_MOST;
    size_t threads = problem_threads(c->estimator->problem, c->threads);
    threads = threads < PARALLEL_MOST ? threads : PARALLEL_MOST;
    return useful < threads ? (size_t)useful : threads;
}

static void lay_out(sampling *s, const sampling_config *c, arena *memory)
{
    size_t replicates = chunks_of(c->reps) < GROUP_MOST ? (size_t)chunks_of(c->reps) : GROUP_MOST;
    size_t outputs = sampling_outputs(c->estimator);
    worker measured;
    *s = (sampling){.config = c};
    s->worker = arena_take(memory, worker_count(c) * sizeof *s->worker);
    for (size_t i = 0; i < worker_count(c); i++) {
        worker *k = s->worker ? &s->worker[i] : &measured;
        group_layout(&k->group, c->estimator, NULL, replicates, memory);
        tallies_layout(&k->chunk, replicates * outputs, memory);
        k->penalty = arena_take(memory, outputs * sizeof *k->penalty);
        k->shown = arena_take(memory, replicates * outputs * sizeof *k->shown);
        tails_layout(&k->tails, c->reps, memory);
    }
}

size_t sampling_work(const sampling_config *c)
{
    sampling measured;
    arena memory = {0};
    lay_out(&measured, c, &memory);
    return memory.used;
}

/* The penalty's share of output j. */
static double penalty(const sampling_config *c, size_t j)
{
    const estimator *e = c->estimator;
    if (c->bare)
        return 0;
    if (e->of == OF_GRADIENT)
        return e->problem->l2 * c->x[j];
    return 0.5 * e->problem->l2 * array_dot(e->problem->d, c->x, c->x);
}

/* Estimate t of the live chunks, the first of all being number first_chunk. */
static void add_estimates(const sampling_config *c, worker *k, uint64_t first_chunk, uint64_t t)
{
    const group *g = &k->group;
    size_t outputs = sampling_outputs(c->estimator);
    for (size_t i = 0; i < g->live; i++) {
        size_t r = g->live_replicate[i];
        const double *estimate = group_row(g, g->estimate, r);
        double *shown = k->shown + r * outputs;
        for (size_t j = 0; j < outputs; j++)
            shown[j] = estimate[j] + k->penalty[j];
        tails_add_vector(&k->tails, shown, outputs, 1);
        if (!all_finite(shown, outputs))
            oddity_add(&k->odd, shown, outputs, 1, (first_chunk + r) * SAMPLING_CHUNK + t);
    }
    bool all = g->live == g->replicates; /* and in their order */
    for (size_t i = 0; i < (all ? 1 : g->live); i++) {
        size_t first = all ? 0 : g->live_replicate[i] * outputs;
        tally_type_at(0)->add(&k->chunk, first, all ? g->live * outputs : outputs,
                              k->shown + first);
    }
}

/* Estimate t of every chunk of the worker; a chunk that has all its estimates is retired. */
static void make_estimates(const sampling *s, worker *k, uint64_t first_chunk, uint64_t t)
{
    const sampling_config *c = s->config;
    for (size_t i = 0; i < k->group.live;)
        if ((first_chunk + k->group.live_replicate[i]) * SAMPLING_CHUNK + t >= s->until)
            group_retire(&k->group, i);
        else
            i++;
    if (k->group.live == 0)
        return;
    c->estimator->type->sample(&k->group);
    if (!k->group.broken)
        add_estimates(c, k, first_chunk, t);
}

/* Worker `item` makes its chunks of this round. */
static status work(void *context, size_t item, size_t thread)
{
    sampling *s = context;
    const sampling_config *c = s->config;
    worker *k = &s->worker[item];
    uint64_t first = s->first_chunk + item * GROUP_MOST;
    (void)thread;
    tallies_clear(&k->chunk);
    for (size_t j = 0; j < sampling_outputs(c->estimator); j++)
        k->penalty[j] = penalty(c, j);
    group_start(&k->group, c->seed, first, c->x, 0);
    k->group.interrupt = c->interrupt;
    for (uint64_t t = 0; t < SAMPLING_CHUNK; t++) {
        if (*c->interrupt)
            return STATUS_INTERRUPTED;
        make_estimates(s, k, first, t);
        if (problem_failure(c->estimator->problem))
            return problem_failure(c->estimator->problem);
    }
    return STATUS_OK;
}

static void merge(const sampling_config *c, const worker *k, tally *out)
{
    size_t outputs = sampling_outputs(c->estimator);
    for (size_t i = 0; i < k->chunk.n; i++) {
        tally one = tallies_get(&k->chunk, i);
        tally_merge(&out[i % outputs], &one);
    }
}

static void add_calls(const group *g, calls *sum)
{
    for (size_t r = 0; r < g->replicates; r++) {
        sum->outer += g->calls[r].outer;
        sum->g += g->calls[r].g;
        sum->jacobian += g->calls[r].jacobian;
    }
}

/* The output whose standard error is the largest of those that there are. */
static const moments *widest(const sampling_config *c, const tally *out)
{
    size_t worst = 0;
    for (size_t j = 1; j < sampling_outputs(c->estimator); j++)
        if (moments_se(&out[j].finite) > moments_se(&out[worst].finite))
            worst = j;
    return &out[worst].finite;
}

static void report(const sampling *s, const tally *all)
{
    const sampling_config *c = s->config;
    const moments *out = widest(c, all);
    bool known = sampling_outputs(c->estimator) == 1 && out->n > 1;
    double share = (double)s->first_chunk * SAMPLING_CHUNK / s->all;
    progress_report(c->progress, fmin(share, 1), known ? out->mean : NAN, 1.96 * moments_se(out));
}

/* What the workers saw together. */
static void gather(const sampling *s, size_t workers, sampled *seen)
{
    *seen = (sampled){0};
    for (size_t i = 0; i < workers; i++) {
        add_calls(&s->worker[i].group, &seen->total);
        oddity_merge(&seen->odd, &s->worker[i].odd);
        if (i > 0)
            tails_merge(&s->worker[0].tails, &s->worker[i].tails);
    }
    tails_shorten(&s->worker[0].tails, s->until);
    seen->tail_k = tails_k(&s->worker[0].tails);
}

/* The estimates up to number s->until. */
static status make_round(sampling *s, size_t workers, tally *out)
{
    const uint64_t chunks = chunks_of(s->until);
    status result = STATUS_OK;
    while (s->first_chunk < chunks && result == STATUS_OK) {
        report(s, out);
        result = parallel_run(workers, workers, work, s);
        for (size_t i = 0; i < workers; i++)
            merge(s->config, &s->worker[i], out);
        s->first_chunk += workers * GROUP_MOST;
    }
    s->first_chunk = chunks;
    return result;
}

/* Whether more estimates are to be made than were; sets how many. */
static bool look(sampling *s, const tally *out)
{
    const sampling_config *c = s->config;
    if (s->until == c->reps)
        return false;
    double excess = goal_excess(c->se, out, out, sampling_outputs(c->estimator));
    s->all = fmin(goal_need((double)s->until, excess), (double)c->reps);
    s->until = excess > 1 ? goal_next(s->until, excess, SAMPLING_CHUNK, c->reps) : s->until;
    return excess > 1;
}

status sampling_run(const sampling_config *c, void *block, tally *out, sampled *seen)
{
    sampling s;
    arena memory = {.block = block};
    size_t workers = worker_count(c);
    status result;
    lay_out(&s, c, &memory);
    problem_begin(c->estimator->problem);
    memset(out, 0, sampling_outputs(c->estimator) * sizeof *out);
    s.all = (double)c->reps;
    s.until = c->se > 0 && c->reps > SAMPLING_CHUNK ? SAMPLING_CHUNK : c->reps;
    do {
        result = make_round(&s, workers, out);
    } while (result == STATUS_OK && look(&s, out));
    gather(&s, workers, seen);
    return result;
}

void sampling_rounding(const estimator *e, const tally *t, const double *target, double *out)
{
    double by = e->op ? e->op->amplification : 1;
    for (size_t j = 0; j < sampling_outputs(e); j++) {
        const moments *m = &t[j].finite;
        double size = fabs(m->mean) + (target ? fabs(target[j]) : 0) + moments_sd(m);
        out[j] = rounding_floor(rounding_of_mean(size, (double)e->m), by);
    }
}
