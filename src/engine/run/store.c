/* One pass over the state serves measuring, saving and loading, so that they cannot disagree. */
#include "store.h"

#include "state.h"

#include <string.h>

typedef struct header {
    char magic[8];
    uint32_t bytes, version; /* bytes = 0x01020304 in the writer's order */
    uint64_t length, checksum;
    uint64_t spare[2];
} header;

_Static_assert(sizeof(header) == STORE_HEADER, "the header has no gaps");

static const char magic[8] = "\211debias\n";

enum { BYTES = 0x01020304 };

/* FNV-1a over words of eight bytes, mixed well enough to notice any single change. */
uint64_t store_hash(uint64_t h, const void *data, size_t n)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < n; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, n - i < 8 ? n - i : 8);
        h = (h ^ word) * 0x100000001b3u;
        h ^= h >> 29;
    }
    return (h ^ n) * 0x100000001b3u;
}

static const uint64_t hash_start = 0xcbf29ce484222325u;

void store_seal(void *file, size_t size)
{
    header h = {.bytes = BYTES, .version = STORE_VERSION, .length = size - STORE_HEADER};
    memcpy(h.magic, magic, sizeof magic);
    h.checksum = store_hash(hash_start, (char *)file + STORE_HEADER, h.length);
    memcpy(file, &h, sizeof h);
}

status store_check(const void *file, size_t size)
{
    header h;
    if (size < sizeof magic || memcmp(file, magic, sizeof magic) != 0)
        return STATUS_NOT_SAVED;
    if (size < STORE_HEADER)
        return STATUS_DAMAGED;
    memcpy(&h, file, sizeof h);
    if (h.bytes != BYTES)
        return h.bytes == 0x04030201 ? STATUS_OTHER_BYTES : STATUS_DAMAGED;
    if (h.version != STORE_VERSION)
        return STATUS_OTHER_VERSION;
    bool whole = h.length == size - STORE_HEADER && h.spare[0] == 0 && h.spare[1] == 0 &&
                 h.checksum == store_hash(hash_start, (const char *)file + STORE_HEADER, h.length);
    return whole ? STATUS_OK : STATUS_DAMAGED;
}

enum { MOST_RECORDS = 1 << 24 };

static state_head describe(const ensemble *e, bool seconds)
{
    state_head h = state_describe(&e->group[0]);
    h.unit = e->unit;
    h.seconds = seconds;
    return h;
}

static void pass_trace(walk *w, trace *t, const state_head *h)
{
    walk_pass(w, t->target, h->records * sizeof *t->target);
    for (size_t c = 0; c < h->columns; c++)
        if (c != TRACE_SECONDS || h->seconds)
            walk_pass(w, t->column[c], h->records * h->replicates * sizeof(double));
}

static void pass_body(walk *w, ensemble *e, const state_head *h, const state_head *now)
{
    for (size_t r = 0; r < h->replicates && !w->failed; r++) {
        size_t i;
        run_group *g = ensemble_find(e, r, &i);
        state_pass(w, g, i, h, now);
    }
    if (!w->failed)
        pass_trace(w, &e->trace, h);
}

size_t store_state(const ensemble *e, bool seconds, void *out)
{
    walk w = {.out = out};
    state_head h = describe(e, seconds);
    walk_pass(&w, &h, sizeof h);
    pass_body(&w, (ensemble *)e, &h, &h); /* a walk that writes changes nothing */
    return w.at;
}

size_t store_records(const void *state, size_t size)
{
    state_head h;
    if (size < sizeof h)
        return 0;
    memcpy(&h, state, sizeof h);
    return h.records <= MOST_RECORDS && h.records <= size / sizeof(double) ? (size_t)h.records : 0;
}

/* Drops early records, and sets targets and seconds for those to come. */
static void continue_trace(ensemble *e, const state_head *h)
{
    trace *t = &e->trace;
    double *seconds = t->column[TRACE_SECONDS];
    for (size_t i = 0; i < h->records * t->replicates; i++) {
        if (!h->seconds)
            seconds[i] = NAN;
        else if (seconds[i] > e->elapsed)
            e->elapsed = seconds[i];
    }
    for (size_t r = 0; r < t->replicates; r++) {
        t->made[r] -= t->early[r];
        t->early[r] = 0;
    }
    t->kept = trace_most(t);
    e->unit = h->unit;
    uint64_t last = run_budget(&e->config);
    trace_schedule(t, e->config.record, e->unit < last ? e->unit : last, last);
    if (t->records == t->kept && last > h->budget) /* a little more than before: its end */
        t->target[t->records++] = last;
}

static bool rising(const uint64_t *target, size_t n)
{
    for (size_t k = 1; k < n; k++)
        if (target[k] <= target[k - 1])
            return false;
    return true;
}

status store_restore(ensemble *e, const void *state, size_t size)
{
    walk w = {.in = state, .size = size};
    state_head h, now = describe(e, false);
    walk_pass(&w, &h, sizeof h);
    if (w.failed || h.records != e->config.kept || h.unit == 0 || h.output > OUTPUT_RANDOM)
        return STATUS_DAMAGED;
    if (!state_is_of(&h, &now))
        return STATUS_OTHER_RUN;
    pass_body(&w, e, &h, &now);
    if (w.failed || w.at != size || !rising(e->trace.target, (size_t)h.records))
        return STATUS_DAMAGED;
    continue_trace(e, &h);
    return STATUS_OK;
}

static uint64_t hash_data(const problem *p, uint64_t h)
{
    problem_column columns[PROBLEM_COLUMNS];
    size_t n = p->type->data ? p->type->data(p, columns) : 0;
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < columns[k].rows; i++)
            h = store_hash(h, columns[k].data + i * columns[k].stride,
                           (columns[k].cols ? columns[k].cols : 1) * sizeof(double));
    return h;
}

uint64_t store_fingerprint(const problem *p)
{
    uint64_t sizes[] = {p->d, p->p, p->n, p->sample_size};
    uint64_t h = store_hash(hash_start, p->type->name, strlen(p->type->name));
    h = store_hash(h, sizes, sizeof sizes);
    h = store_hash(h, &p->l2, sizeof p->l2);
    h = store_hash(h, p->start, p->d * sizeof *p->start);
    h = store_hash(h, &p->fingerprint, sizeof p->fingerprint);
    return hash_data(p, h);
}
