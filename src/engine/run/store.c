/* One pass over the state serves measuring, saving and loading, so that they cannot disagree. */
#include "store.h"

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

/* One walk through a state measures, writes and reads it, so that all three agree. */
typedef struct walk {
    unsigned char *out;      /* writes there, or */
    const unsigned char *in; /* reads from there; neither: only measures */
    size_t at, size;
    bool failed; /* the state is too short, or says what cannot be */
} walk;

static void pass(walk *w, void *data, size_t n)
{
    if (w->out)
        memcpy(w->out + w->at, data, n);
    if (w->in && n > w->size - w->at) {
        w->failed = true;
        return;
    }
    if (w->in && data)
        memcpy(data, w->in + w->at, n);
    w->at += n;
}

/* A whole number that may be 0 .. most. */
static void pass_count(walk *w, uint64_t *count, uint64_t most)
{
    pass(w, count, sizeof *count);
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

/* What a state says of itself first. */
typedef struct head {
    uint64_t replicates, ld, columns, streams; /* the same in the run that goes on */
    uint64_t records;
    uint64_t by_samples, budget, unit;
    uint64_t output, seconds;
    uint64_t parts, bytes[ARENA_KEPT];
} head;

enum { MOST_RECORDS = 1 << 24, OWN_PARTS = 3 }; /* points, previous points, estimates */

static size_t most_made(const trace *t)
{
    size_t most = 0;
    for (size_t r = 0; r < t->replicates; r++)
        most = t->made[r] > most ? t->made[r] : most;
    return most;
}

static head describe(const ensemble *e, bool seconds)
{
    const run_group *g = &e->group[0];
    head h = {.replicates = e->config.replicates,
              .ld = g->group.ld,
              .columns = e->trace.columns,
              .streams = group_streams(&g->group),
              .records = most_made(&e->trace),
              .by_samples = e->config.samples > 0,
              .budget = run_budget(&e->config),
              .unit = e->unit,
              .output = e->config.output,
              .seconds = seconds,
              .parts = g->kept.n};
    for (size_t i = 0; i < g->kept.n; i++)
        h.bytes[i] = g->kept.part[i].bytes;
    return h;
}

/* The parts after the group's own fit the method as it is laid out now. */
static bool same_parts(const head *saved, const head *now)
{
    return saved->parts == now->parts && memcmp(saved->bytes, now->bytes, sizeof now->bytes) == 0;
}

static bool same_run(const head *saved, const head *now)
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
    pass(w, s->state, sizeof s->state);
    pass(w, s->tail, sizeof s->tail);
    pass_count(w, &unread, STREAM_MOST + STREAM_BLOCK);
    if (w->failed)
        return;
    if (w->in) {
        s->end = STREAM_MOST + STREAM_BLOCK;
        s->next = s->end - (uint32_t)unread;
    }
    pass(w, s->block.word + s->next, unread * sizeof *s->block.word);
    w->failed = w->failed || (w->in && !stream_is_sound(s));
}

/* The method's state and the group's rows of one replicate; parts that do not fit are passed over.
 */
static void pass_parts(walk *w, run_group *g, size_t i, const head *h, bool fits)
{
    for (size_t k = 0; k < h->parts; k++) {
        char *rows = fits || k < OWN_PARTS ? g->kept.part[k].rows : NULL;
        pass(w, rows ? rows + i * h->bytes[k] : NULL, (size_t)h->bytes[k]);
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
static void pass_output(walk *w, run_group *g, size_t i, const head *h, const head *now)
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
    pass(w, fits ? group_row(&g->group, g->gathered, i) : NULL, h->ld * sizeof(double));
    g->summed[i] = fits ? summed : 0;
    if (h->output == OUTPUT_RANDOM)
        pass_stream(w, same ? &g->draws[i] : &unused);
}

static void pass_replicate(walk *w, const ensemble *e, size_t replicate, const head *h,
                           const head *now)
{
    size_t i;
    run_group *g = ensemble_find(e, replicate, &i);
    pass(w, &g->group.calls[i], sizeof(calls));
    pass_count(w, &g->steps[i], UINT64_MAX);
    pass_flag(w, &g->group.failed[i]);
    e->trace.lost[replicate] = g->group.failed[i];
    pass_size(w, &e->trace.made[replicate], h->records);
    pass_size(w, &e->trace.early[replicate], e->trace.made[replicate] > 0);
    for (size_t k = 0; k < h->streams; k++)
        pass_stream(w, group_stream(&g->group, i, k));
    pass_parts(w, g, i, h, same_parts(h, now));
    pass_output(w, g, i, h, now);
    pass(w, e->final + replicate * h->ld, h->ld * sizeof(double));
    if (w->in)
        rule_settle(&g->group, i);
    w->failed = w->failed || (w->in && !is_sound(g, i));
}

static void pass_trace(walk *w, trace *t, const head *h)
{
    pass(w, t->target, h->records * sizeof *t->target);
    for (size_t c = 0; c < h->columns; c++)
        if (c != TRACE_SECONDS || h->seconds)
            pass(w, t->column[c], h->records * h->replicates * sizeof(double));
}

static void pass_body(walk *w, ensemble *e, const head *h, const head *now)
{
    for (size_t r = 0; r < h->replicates && !w->failed; r++)
        pass_replicate(w, e, r, h, now);
    if (!w->failed)
        pass_trace(w, &e->trace, h);
}

size_t store_state(const ensemble *e, bool seconds, void *out)
{
    walk w = {.out = out};
    head h = describe(e, seconds);
    pass(&w, &h, sizeof h);
    pass_body(&w, (ensemble *)e, &h, &h); /* a walk that writes changes nothing */
    return w.at;
}

size_t store_records(const void *state, size_t size)
{
    head h;
    if (size < sizeof h)
        return 0;
    memcpy(&h, state, sizeof h);
    return h.records <= MOST_RECORDS && h.records <= size / sizeof(double) ? (size_t)h.records : 0;
}

/* Drops early records, and sets targets and seconds for those to come. */
static void continue_trace(ensemble *e, const head *h)
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
    t->kept = most_made(t);
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
    head h, now = describe(e, false);
    pass(&w, &h, sizeof h);
    if (w.failed || h.records != e->config.kept || h.unit == 0 || h.output > OUTPUT_RANDOM)
        return STATUS_DAMAGED;
    if (!same_run(&h, &now))
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
