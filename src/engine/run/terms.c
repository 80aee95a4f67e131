/* Every worker makes chunks in a row, several side by side where one chunk fills no list of lanes;
 * their tallies are merged in the order of the chunks. */
#include "terms.h"

#include "engine/machine/parallel.h"
#include "engine/machine/size.h"
#include "engine/number/array.h"

#include <string.h>

/* AHEAD: chunks of one worker between two merges. SIDES: tallies of a chunk side by side, which
 * take terms in turn. */
enum { AHEAD = 256, SIDES = 8 };

typedef struct worker {
    group group;            /* its replicates are chunks side by side */
    size_t at_once;         /* terms of each of them that one list takes */
    double *value, *plain;  /* of a list */
    tallies values, plains; /* SIDES for each replicate */
    terms_drawn *chunk;     /* AHEAD: what whole chunks came to */
    size_t made;            /* so many of them are there */
} worker;

typedef struct terms {
    const terms_config *config;
    estimator estimator;
    const tally_type *tallying;
    double penalty;
    uint64_t first; /* chunk of this round, */
    size_t each;    /* and how many every worker makes: the last one fewer */
    worker *worker;
} terms;

static estimator term_of(const terms_config *c)
{
    return (estimator){.type = estimator_find("v-mlmc"),
                       .problem = c->problem,
                       .of = OF_VALUE,
                       .batch = 1,
                       .lanes = LANES,
                       .levels = {.last = c->level}};
}

/* Chunks side by side, and terms of each: powers of two, so that lists divide chunks evenly. */
static void share_list(const terms_config *c, const estimator *e, worker *w, size_t *replicates)
{
    size_t most = 1, room = e->type->most_terms(c->problem), chunk = (size_t)terms_chunk(c->level);
    while (2 * most <= room)
        most *= 2;
    w->at_once = most < chunk ? most : chunk;
    *replicates = at_most(most / w->at_once, GROUP_MOST);
}

static size_t worker_count(const terms_config *c)
{
    size_t threads = at_most(problem_threads(c->problem, c->threads), PARALLEL_MOST);
    return c->count < threads ? (size_t)c->count : threads;
}

static void lay_out(terms *s, const terms_config *c, arena *memory)
{
    size_t replicates;
    worker measured;
    s->config = c;
    s->worker = arena_take(memory, worker_count(c) * sizeof *s->worker);
    for (size_t i = 0; i < worker_count(c); i++) {
        worker *w = s->worker ? &s->worker[i] : &measured;
        share_list(c, &s->estimator, w, &replicates);
        size_t list = replicates * w->at_once * sizeof(double);
        group_layout(&w->group, &s->estimator, NULL, replicates, memory);
        w->value = arena_take(memory, list);
        w->plain = arena_take(memory, list);
        tallies_layout(&w->values, replicates * SIDES, memory);
        tallies_layout(&w->plains, replicates * SIDES, memory);
        w->chunk = arena_take(memory, AHEAD * sizeof *w->chunk);
    }
}

size_t terms_work(const terms_config *c)
{
    terms measured = {.estimator = term_of(c)};
    arena memory = {0};
    lay_out(&measured, c, &memory);
    return memory.used;
}

/* Adds n terms to the tallies of replicate r, the first of them being term `at` of its chunk. */
static void add(const terms *s, tallies *t, size_t r, uint64_t at, size_t n, const double *x)
{
    for (size_t i = 0, take; i < n; i += take) {
        size_t side = (size_t)((at + i) % SIDES);
        take = at_most(n - i, SIDES - side);
        s->tallying->add(t, r * SIDES + side, take, x + i);
    }
}

/* The next terms of every chunk of the group, the first of each being term `at`. */
static void make_list(terms *s, worker *w, uint64_t at)
{
    size_t k = w->at_once, n = w->group.live * k;
    s->estimator.type->terms(&w->group, k, w->value, w->plain);
    for (size_t i = 0; i < n && s->penalty != 0; i++) {
        w->value[i] += s->config->level == 0 ? s->penalty : 0;
        w->plain[i] += s->penalty;
    }
    for (size_t r = 0; r < w->group.live; r++) {
        add(s, &w->values, r, at, k, w->value + r * k);
        add(s, &w->plains, r, at, k, w->plain + r * k);
    }
}

static tally sum_of(const tallies *t, size_t r)
{
    tally sum = tallies_get(t, r * SIDES);
    for (size_t i = 1; i < SIDES; i++) {
        tally one = tallies_get(t, r * SIDES + i);
        tally_merge(&sum, &one);
    }
    return sum;
}

/* Chunks first .. first + n - 1, side by side. */
static status make_chunks(terms *s, worker *w, uint64_t first, size_t n)
{
    const terms_config *c = s->config;
    group_start(&w->group, c->seed, (size_t)first, c->x, 0);
    w->group.interrupt = c->interrupt;
    while (w->group.live > n)
        group_retire(&w->group, w->group.live - 1);
    tallies_clear(&w->values);
    tallies_clear(&w->plains);
    for (uint64_t at = 0; at < terms_chunk(c->level); at += w->at_once) {
        if (*c->interrupt)
            return STATUS_INTERRUPTED;
        make_list(s, w, at);
        if (w->group.broken)
            return STATUS_INTERRUPTED;
        if (problem_failure(c->problem))
            return problem_failure(c->problem);
    }
    for (size_t r = 0; r < n; r++)
        w->chunk[w->made++] = (terms_drawn){sum_of(&w->values, r), sum_of(&w->plains, r)};
    return STATUS_OK;
}

/* Chunks of worker `item` in this round. */
static size_t share_of(const terms *s, size_t item)
{
    uint64_t left = s->config->count - s->first, before = (uint64_t)item * s->each;
    if (left <= before)
        return 0;
    return left - before < s->each ? (size_t)(left - before) : s->each;
}

static status work(void *context, size_t item, size_t thread)
{
    terms *s = context;
    worker *w = &s->worker[item];
    size_t all = share_of(s, item), side = w->group.replicates;
    uint64_t first = s->config->first + s->first + item * s->each;
    status result = STATUS_OK;
    (void)thread;
    w->made = 0;
    while (w->made < all && result == STATUS_OK)
        result = make_chunks(s, w, first + w->made, at_most(all - w->made, side));
    return result;
}

/* Adds what the workers made, up to the first chunk that is not there; returns how many. */
static uint64_t merge(const terms *s, size_t workers, terms_drawn *all)
{
    uint64_t made = 0;
    for (size_t i = 0; i < workers; i++) {
        const worker *w = &s->worker[i];
        for (size_t k = 0; k < w->made; k++) {
            tally_merge(&all->value, &w->chunk[k].value);
            tally_merge(&all->plain, &w->chunk[k].plain);
        }
        made += w->made;
        if (w->made < share_of(s, i))
            break;
    }
    return made;
}

status terms_run(const terms_config *c, void *block, terms_drawn *all, uint64_t *made)
{
    terms s = {.estimator = term_of(c)};
    arena memory = {.block = block};
    size_t workers = worker_count(c);
    status result = STATUS_OK;
    lay_out(&s, c, &memory);
    s.tallying = tally_type_at(0);
    s.penalty = 0.5 * c->problem->l2 * array_dot(c->problem->d, c->x, c->x);
    problem_begin(c->problem);
    while (s.first < c->count && result == STATUS_OK) {
        uint64_t each = (c->count - s.first + workers - 1) / workers;
        s.each = each < AHEAD ? (size_t)each : AHEAD;
        progress_report(c->progress, (double)s.first / (double)c->count, NAN, NAN);
        result = parallel_run(workers, workers, work, &s);
        s.first += merge(&s, workers, all);
    }
    *made = s.first;
    return result;
}
