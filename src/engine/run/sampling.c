/* Chunks of estimates are the replicates of groups; each has its tallies, merged in their order. A
 * round deals chunks to shares, as many shares to every thread of every rank: so many that starting
 * threads costs little, and so few that progress is reported in time. */
#include "sampling.h"

#include "engine/machine/parallel.h"
#include "engine/machine/ranks.h"
#include "engine/machine/size.h"
#include "engine/number/array.h"
#include "engine/number/goal.h"
#include "engine/number/rounding.h"

#include <string.h>

/* SHARES: the most of a thread in a round; STORE: bytes that their tallies may take, if they are
 * more than one. */
enum { SHARES = 64, STORE = 1 << 20 };

/* A thread's group, whose replicates are the chunks of a share. */
typedef struct worker {
    group group;
    double *penalty; /* outputs: the penalty's share */
    double *shown;   /* replicates x outputs: estimates with it */
    tail_pair tails;
    oddity odd;
} worker;

typedef struct sampling {
    const sampling_config *config;
    const tally_type *tallying;
    uint64_t first_chunk; /* of this round, */
    uint64_t chunks;      /* how many it has, */
    size_t shares;        /* and to how many shares they are dealt */
    size_t each;          /* the most shares of a thread in this round */
    double pause;         /* seconds between two reports of rank 0 */
    uint64_t until;       /* so many estimates are made before the next look */
    double all;           /* and so many will be, as far as is known */
    size_t workers, hands;
    worker *worker; /* one for each thread: of all ranks there are as many as hands */
    tallies *share; /* by share of the round: replicates x outputs */
} sampling;

/* What was seen, gathered from workers and ranks. */
typedef struct seeing {
    sampled *seen;
    tail_pair *tails;
} seeing;

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
    size_t threads = at_most(problem_threads(c->estimator->problem, c->threads), PARALLEL_MOST);
    return chunks_of(c->reps) < threads ? (size_t)chunks_of(c->reps) : threads;
}

static size_t hand_count(const sampling_config *c)
{
    size_t hands = parallel_hands(worker_count(c));
    return chunks_of(c->reps) < hands ? (size_t)chunks_of(c->reps) : hands;
}

/* The most chunks of a share. */
static size_t replicate_count(const sampling_config *c)
{
    uint64_t each = (chunks_of(c->reps) + hand_count(c) - 1) / hand_count(c);
    return each < GROUP_MOST ? (size_t)each : GROUP_MOST;
}

/* The most shares of a thread in a round. */
static size_t most_shares(const sampling_config *c)
{
    size_t bytes = replicate_count(c) * sampling_outputs(c->estimator) * sizeof(tally);
    uint64_t needed = chunks_of(c->reps) / hand_count(c) / replicate_count(c) + 1;
    size_t most = at_most(STORE / bytes + 1, SHARES);
    return needed < most ? (size_t)needed : most;
}

static void lay_out(sampling *s, const sampling_config *c, arena *memory)
{
    size_t replicates = replicate_count(c), outputs = sampling_outputs(c->estimator);
    worker measured;
    tallies tallied;
    *s = (sampling){
        .config = c, .tallying = tally_type_at(0), .workers = worker_count(c), .each = 1};
    s->hands = hand_count(c);
    s->worker = arena_take(memory, s->workers * sizeof *s->worker);
    for (size_t i = 0; i < s->workers; i++) {
        worker *k = s->worker ? &s->worker[i] : &measured;
        group_layout(&k->group, c->estimator, NULL, replicates, memory);
        k->penalty = arena_take(memory, outputs * sizeof *k->penalty);
        k->shown = arena_take(memory, replicates * outputs * sizeof *k->shown);
        tails_layout(&k->tails, c->reps, memory);
    }
    s->share = arena_take(memory, s->hands * most_shares(c) * sizeof *s->share);
    for (size_t i = 0; i < s->hands * most_shares(c); i++)
        tallies_layout(s->share ? &s->share[i] : &tallied, replicates * outputs, memory);
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
static void add_estimates(const sampling *s, worker *k, tallies *out, uint64_t first_chunk,
                          uint64_t t)
{
    const group *g = &k->group;
    size_t outputs = sampling_outputs(s->config->estimator);
    for (size_t r = 0; r < g->live; r++) {
        const double *estimate = group_row(g, g->estimate, r);
        double *shown = k->shown + r * outputs;
        for (size_t j = 0; j < outputs; j++)
            shown[j] = estimate[j] + k->penalty[j];
        tails_add_vector(&k->tails, shown, outputs, 1);
        if (!all_finite(shown, outputs))
            oddity_add(&k->odd, shown, outputs, 1, (first_chunk + r) * SAMPLING_CHUNK + t);
    }
    s->tallying->add(out, 0, g->live * outputs, k->shown);
}

/* Takes off what a share of so many chunks has not, or no longer: the last ones, so that those that
 * live are in their order. */
static void retire_done(const sampling *s, group *g, uint64_t first_chunk, uint64_t n, uint64_t t)
{
    while (g->live > n || (g->live && (first_chunk + g->live - 1) * SAMPLING_CHUNK + t >= s->until))
        group_retire(g, g->live - 1);
}

/* The first chunk of a share; that of the share behind the last is the first of the next round. */
static uint64_t first_of(const sampling *s, size_t share)
{
    return s->first_chunk + s->chunks * share / s->shares;
}

/* An estimate of every live chunk. What broke has made none, and its oracle calls do not count. */
static status make_estimates(worker *k)
{
    group *g = &k->group;
    calls before[GROUP_MOST];
    memcpy(before, g->calls, sizeof before);
    g->estimator->type->sample(g);
    status s = problem_failure(g->estimator->problem);
    if (g->breaker.broken)
        s = STATUS_INTERRUPTED;
    if (s != STATUS_OK)
        memcpy(g->calls, before, sizeof before);
    return s;
}

/* Where estimate t of a share's chunks comes in one process: there a share is a full group. */
static uint64_t place_of(uint64_t first, uint64_t t)
{
    uint64_t groups = first / GROUP_MOST;
    return (groups * SAMPLING_CHUNK + t) * GROUP_MOST + first % GROUP_MOST;
}

/* A share of this round. */
static status work(void *context, size_t share, size_t thread)
{
    sampling *s = context;
    const sampling_config *c = s->config;
    worker *k = &s->worker[thread];
    uint64_t first = first_of(s, share), n = first_of(s, share + 1) - first;
    for (size_t j = 0; j < sampling_outputs(c->estimator); j++)
        k->penalty[j] = penalty(c, j);
    group_start(&k->group, c->seed, first, c->x, 0);
    k->group.breaker.interrupt = c->interrupt;
    retire_done(s, &k->group, first, n, 0);
    for (uint64_t t = 0; t < SAMPLING_CHUNK && k->group.live > 0; t++) {
        if (*c->interrupt)
            return STATUS_INTERRUPTED;
        status made = make_estimates(k);
        if (made != STATUS_OK) {
            ranks_fail_at(place_of(first, t));
            return made;
        }
        add_estimates(s, k, &s->share[share], first, t);
        retire_done(s, &k->group, first, n, t + 1);
    }
    return STATUS_OK;
}

/* What a share came to. */
static void left(void *context, size_t share, walk *w)
{
    const sampling *s = context;
    const tallies *t = &s->share[share];
    walk_pass(w, t->at, TALLY_FIELDS * t->width * sizeof *t->at);
}

static void merge(const sampling_config *c, const tallies *share, tally *out)
{
    size_t outputs = sampling_outputs(c->estimator);
    for (size_t i = 0; i < share->n; i++) {
        tally one = tallies_get(share, i);
        tally_merge(&out[i % outputs], &one);
    }
}

static void add_calls(calls *sum, const calls *more)
{
    sum->outer += more->outer;
    sum->g += more->g;
    sum->jacobian += more->jacobian;
}

/* What a rank saw. */
static void left_seen(void *context, size_t rank, walk *w)
{
    seeing *all = context;
    calls other = all->seen->total;
    (void)rank;
    walk_pass(w, &other, sizeof other);
    if (w->in)
        add_calls(&all->seen->total, &other);
    oddity_pass(&all->seen->odd, w);
    tails_pass(all->tails, w);
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
static void gather(const sampling *s, sampled *seen)
{
    seeing all = {seen, &s->worker[0].tails};
    *seen = (sampled){0};
    for (size_t i = 0; i < s->workers; i++) {
        const group *g = &s->worker[i].group;
        for (size_t r = 0; r < g->replicates; r++)
            add_calls(&seen->total, &g->calls[r]);
        oddity_merge(&seen->odd, &s->worker[i].odd);
        if (i > 0)
            tails_merge(&s->worker[0].tails, &s->worker[i].tails);
    }
    parallel_share(left_seen, &all);
    tails_shorten(&s->worker[0].tails, s->until);
    seen->tail_k = tails_k(&s->worker[0].tails);
}

/* Deals the next chunks evenly: full groups, or as many fewer as let all threads end together. */
static void deal(sampling *s)
{
    uint64_t left = chunks_of(s->until) - s->first_chunk;
    uint64_t most = (uint64_t)s->hands * s->each * GROUP_MOST;
    s->chunks = left < most ? left : most;
    size_t full = (size_t)((s->chunks + GROUP_MOST - 1) / GROUP_MOST);
    s->shares = round_up(full, s->hands);
    if (s->shares > s->chunks)
        s->shares = (size_t)s->chunks;
    for (size_t i = 0; i < s->shares; i++)
        tallies_clear(&s->share[i]);
}

/* Rounds grow while several of them fit between two reports. */
static void grow(sampling *s, double seconds)
{
    if (seconds < s->pause / 4)
        s->each = at_most(2 * s->each, most_shares(s->config));
}

/* The estimates up to number s->until. */
static status make_all(sampling *s, tally *out)
{
    status result = STATUS_OK;
    while (s->first_chunk < chunks_of(s->until) && result == STATUS_OK) {
        report(s, out);
        deal(s);
        double start = ranks_seconds();
        result = parallel_deal(s->shares, s->workers, work, left, s);
        grow(s, ranks_seconds() - start);
        for (size_t i = 0; i < s->shares; i++)
            merge(s->config, &s->share[i], out);
        s->first_chunk += s->chunks;
    }
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
    status result;
    lay_out(&s, c, &memory);
    problem_begin(c->estimator->problem);
    memset(out, 0, sampling_outputs(c->estimator) * sizeof *out);
    s.all = (double)c->reps;
    s.pause = c->progress ? c->progress->every : INFINITY;
    ranks_agree("a pause", &s.pause, sizeof s.pause);
    s.until = c->se > 0 && c->reps > SAMPLING_CHUNK ? SAMPLING_CHUNK : c->reps;
    do {
        result = make_all(&s, out);
    } while (result == STATUS_OK && look(&s, out));
    gather(&s, seen);
    return sampling_ended(c->interrupt, result, tally_n(out) > 0);
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
