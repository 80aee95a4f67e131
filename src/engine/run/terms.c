/* Every hand, a thread of one of the ranks, makes chunks in a row, several side by side where one
 * chunk fills no list of lanes; their tallies are merged in the order of the chunks. */
#include "terms.h"

#include "engine/machine/parallel.h"
#include "engine/machine/size.h"
#include "engine/number/array.h"

#include <math.h>
#include <string.h>

/* AHEAD: chunks of one hand between two merges. SIDES: tallies of a chunk side by side, which
 * take terms in turn. */
enum { AHEAD = 256, SIDES = 8 };

typedef struct worker {
    group group;            /* its replicates are chunks side by side */
    size_t at_once;         /* terms of each of them that one list takes */
    double *value, *plain;  /* of a list */
    tallies values, plains; /* SIDES for each replicate */
} worker;

/* What a hand makes in a round: a thread of one of the ranks. */
typedef struct share {
    terms_drawn *chunk; /* AHEAD: what whole chunks came to */
    size_t made;        /* so many of them are there */
} share;

typedef struct terms {
    const terms_config *config;
    const tally_type *tallying;
    double penalty;
    uint64_t first; /* chunk of this round, */
    size_t each;    /* and how many every hand makes: the last one fewer */
    size_t hands;
    share *share;   /* one for each hand */
    worker *worker; /* one for each thread */
} terms;

uint64_t terms_chunk(const estimator *e)
{
    uint64_t cost = e->op ? (uint64_t)e->op->draws * e->m : 4; /* or of a random level, about */
    if (e->type->terms)
        cost = (uint64_t)1 << e->levels.last;
    return cost < TERMS_CHUNK ? TERMS_CHUNK / cost : 1;
}

terms_summary terms_read(const terms_drawn *t)
{
    double n = tally_n(&t->value);
    return (terms_summary){.n = n,
                           .mean = tally_mean(&t->value),
                           .var = moments_var(&t->value.finite),
                           .kurtosis = moments_kurtosis(&t->value.finite),
                           .plain = tally_mean(&t->plain),
                           .plain_var = moments_var(&t->plain.finite),
                           .not_finite = n - fmin(t->value.finite.n, t->plain.finite.n),
                           .samples = t->samples};
}

const char *terms_odd(const terms_summary *t)
{
    if (t->not_finite > 0)
        return "not finite";
    return t->n >= 2 && isinf(t->var) ? "too large" : NULL;
}

double terms_within(double samples, double cost, double chunk)
{
    return floor(samples / cost / chunk) * chunk;
}

/* Chunks side by side, and terms of each: powers of two, so that lists divide chunks evenly. An
 * estimate that is no term is made alone. */
static void share_list(const estimator *e, worker *w, size_t *replicates)
{
    size_t most = 1, room = e->type->terms ? e->type->most_terms(e->problem) : GROUP_MOST;
    size_t chunk = e->type->terms ? (size_t)terms_chunk(e) : 1;
    while (2 * most <= room)
        most *= 2;
    w->at_once = most < chunk ? most : chunk;
    *replicates = at_most(most / w->at_once, GROUP_MOST);
}

static size_t thread_count(const terms_config *c)
{
    return at_most(problem_threads(c->estimator->problem, c->threads), PARALLEL_MOST);
}

static size_t hand_count(const terms_config *c)
{
    size_t hands = parallel_hands(thread_count(c));
    return c->count < hands ? (size_t)c->count : hands;
}

static void lay_out(terms *s, const terms_config *c, arena *memory)
{
    size_t replicates;
    worker measured;
    s->config = c;
    s->hands = hand_count(c);
    s->share = arena_take(memory, s->hands * sizeof *s->share);
    for (size_t i = 0; i < s->hands; i++) {
        terms_drawn *chunk = arena_take(memory, AHEAD * sizeof *chunk);
        if (s->share)
            s->share[i] = (share){chunk, 0};
    }
    s->worker = arena_take(memory, thread_count(c) * sizeof *s->worker);
    for (size_t i = 0; i < thread_count(c); i++) {
        worker *w = s->worker ? &s->worker[i] : &measured;
        share_list(c->estimator, w, &replicates);
        size_t list = replicates * w->at_once * sizeof(double);
        group_layout(&w->group, c->estimator, NULL, replicates, memory);
        w->value = arena_take(memory, list);
        w->plain = arena_take(memory, list);
        tallies_layout(&w->values, replicates * SIDES, memory);
        tallies_layout(&w->plains, replicates * SIDES, memory);
    }
}

size_t terms_work(const terms_config *c)
{
    terms measured = {0};
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

/* The next k terms, or one estimate, of every chunk of the group, without the penalty. */
static void make(worker *w, size_t k)
{
    group *g = &w->group;
    if (g->estimator->type->terms) {
        g->estimator->type->terms(g, k, w->value, w->plain);
        return;
    }
    g->estimator->type->sample(g);
    for (size_t i = 0; i < g->live; i++)
        w->value[i] = w->plain[i] = *group_row(g, g->estimate, g->live_replicate[i]);
}

/* Whether the penalty is in what is drawn: a level beyond the first is a difference. */
static bool has_penalty(const estimator *e)
{
    return !e->type->terms || e->levels.last == 0;
}

/* What comes next of every chunk, the first of each being number `at`. */
static void make_list(terms *s, worker *w, uint64_t at)
{
    size_t k = w->at_once, n = w->group.live * k;
    make(w, k);
    for (size_t i = 0; i < n && s->penalty != 0; i++) {
        w->value[i] += has_penalty(s->config->estimator) ? s->penalty : 0;
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
static status make_chunks(terms *s, worker *w, share *to, uint64_t first, size_t n)
{
    const terms_config *c = s->config;
    group_start(&w->group, c->seed, (size_t)first, c->x, 0);
    w->group.breaker.interrupt = c->interrupt;
    memset(w->group.calls, 0, sizeof w->group.calls);
    while (w->group.live > n)
        group_retire(&w->group, w->group.live - 1);
    tallies_clear(&w->values);
    tallies_clear(&w->plains);
    for (uint64_t at = 0; at < terms_chunk(c->estimator); at += w->at_once) {
        if (*c->interrupt)
            return STATUS_INTERRUPTED;
        make_list(s, w, at);
        if (w->group.breaker.broken)
            return STATUS_INTERRUPTED;
        if (problem_failure(c->estimator->problem))
            return problem_failure(c->estimator->problem);
    }
    for (size_t r = 0; r < n; r++)
        to->chunk[to->made++] = (terms_drawn){sum_of(&w->values, r), sum_of(&w->plains, r),
                                              (double)calls_samples(w->group.calls[r])};
    return STATUS_OK;
}

/* Chunks of hand `item` in this round. */
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
    worker *w = &s->worker[thread];
    share *to = &s->share[item];
    size_t all = share_of(s, item), side = w->group.replicates;
    uint64_t first = s->config->first + s->first + item * s->each;
    status result = STATUS_OK;
    to->made = 0;
    while (to->made < all && result == STATUS_OK)
        result = make_chunks(s, w, to, first + to->made, at_most(all - to->made, side));
    return result;
}

/* What a hand made. */
static void left(void *context, size_t item, walk *w)
{
    const terms *s = context;
    share *from = &s->share[item];
    walk_pass(w, &from->made, sizeof from->made);
    walk_pass(w, from->chunk, from->made * sizeof *from->chunk);
}

/* Adds what the hands made, up to the first chunk that is not there; returns how many. */
static uint64_t merge(const terms *s, terms_drawn *all)
{
    uint64_t made = 0;
    for (size_t i = 0; i < s->hands; i++) {
        const share *from = &s->share[i];
        for (size_t k = 0; k < from->made; k++) {
            tally_merge(&all->value, &from->chunk[k].value);
            tally_merge(&all->plain, &from->chunk[k].plain);
            all->samples += from->chunk[k].samples;
        }
        made += from->made;
        if (from->made < share_of(s, i))
            break;
    }
    return made;
}

status terms_run(const terms_config *c, void *block, terms_drawn *all, uint64_t *made)
{
    const problem *p = c->estimator->problem;
    terms s = {0};
    arena memory = {.block = block};
    status result = STATUS_OK;
    lay_out(&s, c, &memory);
    s.tallying = tally_type_at(0);
    s.penalty = 0.5 * p->l2 * array_dot(p->d, c->x, c->x);
    problem_begin(p);
    while (s.first < c->count && result == STATUS_OK) {
        uint64_t each = (c->count - s.first + s.hands - 1) / s.hands;
        s.each = each < AHEAD ? (size_t)each : AHEAD;
        progress_report(c->progress, (double)s.first / (double)c->count, NAN, NAN);
        result = parallel_deal(s.hands, thread_count(c), work, left, &s);
        s.first += merge(&s, all);
    }
    *made = s.first;
    return result;
}
