/* Chunks of estimates, each with its own stream, are dealt to threads and merged in order. */
#include "lab.h"

#include "batch.h"
#include "engine/machine/arena.h"
#include "engine/machine/parallel.h"
#include "engine/number/rounding.h"
#include "engine/operator/window.h"

#include <string.h>

enum { ROUND = 64 /* chunks dealt out before their results are merged */ };

static size_t thread_count(const lab_config *c)
{
    return c->threads < PARALLEL_MOST ? c->threads : PARALLEL_MOST;
}

/* A linear and a quadratic variate for every term and component, while there is room for them. */
static size_t count_variates(const lab_config *c)
{
    size_t n = 2 * c->op->terms * c->q->in;
    return c->control && c->dist->mean && c->dist->var && n <= LAB_VARIATES ? n : 0;
}

static void lay_out_bench(bench *b, const lab_config *c, arena *memory)
{
    size_t row = LAB_BATCH * sizeof(double), in = c->q->in, out = c->q->out;
    b->config = c;
    b->y = arena_take(memory, window_rows(c->op) * in * row);
    b->value = arena_take(memory, c->op->windows * out * row);
    b->estimate = arena_take(memory, out * row);
    b->reduced = arena_take(memory, count_variates(c) > 0 ? out * row : 0);
    b->variate = arena_take(memory, count_variates(c) * row);
    b->draw = arena_take(memory, (in > LAB_ROWS ? in : LAB_ROWS) * row);
    b->size = arena_take(memory, out * row);
    tails_layout(&b->tails, c->reps, memory);
}

static void lay_out(lab *l, lab_result *result, const lab_config *c, arena *memory)
{
    size_t out = c->q->out;
    for (size_t i = 0; i < thread_count(c); i++)
        lay_out_bench(&l->bench[i], c, memory);
    l->chunk_raw = arena_take(memory, ROUND * out * sizeof(tally));
    l->chunk_reduced =
        count_variates(c) > 0 ? arena_take(memory, ROUND * out * sizeof(tally)) : l->chunk_raw;
    l->chunk_size = arena_take(memory, ROUND * out * sizeof(double));
    l->factor = arena_take(memory, LAB_VARIATES * out * sizeof(double));
    result->target = arena_take(memory, out * sizeof(double));
    result->rounding = arena_take(memory, out * sizeof(double));
    result->raw = arena_take(memory, out * sizeof(tally));
    result->reduced = arena_take(memory, out * sizeof(tally));
}

size_t lab_work(const lab_config *c)
{
    lab measured;
    lab_result result;
    arena memory = {0};
    lay_out(&measured, &result, c, &memory);
    return memory.used / sizeof(double) + ARENA_ALIGN / sizeof(double);
}

/* A function of the user's that an interrupt stopped has not failed. */
static status make_batch_or_stop(lab *l, bench *b)
{
    const volatile sig_atomic_t *interrupt = l->config->interrupt;
    status s = *interrupt ? STATUS_INTERRUPTED : batch_type_at(0)->make(l, b);
    return s == STATUS_CALLBACK && *interrupt ? STATUS_INTERRUPTED : s;
}

/* Looks at n estimates from number `first` on for what is not finite. */
static void look_at(bench *b, size_t n, uint64_t first)
{
    size_t out = b->config->q->out;
    if (all_finite(b->estimate, out * LAB_BATCH))
        return;
    for (size_t i = 0; i < n; i++)
        oddity_add(&b->odd, b->estimate + i, out, LAB_BATCH, first + i);
}

/* Adds the first n estimates of the batch to the tallies of each output and to the tails, and their
 * sizes. A tally waits for what it was last given: the others take their turn meanwhile. */
static void add_estimates(bench *b, size_t n, tally *raw, tally *less, double *size)
{
    size_t out = b->config->q->out;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0, at = i; k < out; k++, at += LAB_BATCH) {
            tally_add(&raw[k], b->estimate[at]);
            if (less != raw)
                tally_add(&less[k], b->reduced[at]);
            if (isfinite(b->size[at]))
                size[k] += b->size[at];
        }
        tails_add_vector(&b->tails, b->estimate + i, out, LAB_BATCH);
    }
}

/* Chunk number `chunk`: its estimates, summed up in raw and less (q->out tallies each; the same
 * ones where there are no variates), and their sizes. */
static status make_chunk(lab *l, bench *b, uint64_t chunk, tally *raw, tally *less, double *size)
{
    const lab_config *c = l->config;
    uint64_t left = c->reps - chunk * LAB_CHUNK;
    size_t n = left < LAB_CHUNK ? (size_t)left : LAB_CHUNK;
    stream_init(&b->stream, c->dist->type->kind, c->seed, chunk, PURPOSE_ESTIMATE, 0);
    for (size_t done = 0; done < n; done += LAB_BATCH) {
        status s = make_batch_or_stop(l, b);
        if (s != STATUS_OK)
            return s;
        size_t made = n - done < LAB_BATCH ? n - done : LAB_BATCH;
        if (less != raw)
            batch_type_at(0)->reduce(l, b);
        add_estimates(b, made, raw, less, size);
        look_at(b, made, chunk * LAB_CHUNK + done);
    }
    return STATUS_OK;
}

/* A chunk of the present round, by one of its workers. */
static status work_round(void *context, size_t item, size_t worker)
{
    lab *l = context;
    size_t out = l->config->q->out;
    return make_chunk(l, &l->bench[worker], l->first_chunk + item, l->chunk_raw + item * out,
                      l->chunk_reduced + item * out, l->chunk_size + item * out);
}

static void report(const lab *l, const lab_result *out, uint64_t chunks)
{
    const moments *made = &out->reduced->finite;
    bool known = l->config->q->out == 1 && made->n > 1;
    progress_report(l->config->progress, (double)l->first_chunk / (double)chunks,
                    known ? made->mean : NAN, 1.96 * moments_se(made));
}

static status make_all(lab *l, lab_result *out)
{
    const lab_config *c = l->config;
    uint64_t chunks = (c->reps + LAB_CHUNK - 1) / LAB_CHUNK;
    status s = STATUS_OK;
    for (uint64_t first = 0; first < chunks && s == STATUS_OK; first += ROUND) {
        size_t n = chunks - first < ROUND ? (size_t)(chunks - first) : ROUND;
        memset(l->chunk_raw, 0, n * c->q->out * sizeof(tally));
        memset(l->chunk_reduced, 0, n * c->q->out * sizeof(tally));
        memset(l->chunk_size, 0, n * c->q->out * sizeof(double));
        l->first_chunk = first;
        report(l, out, chunks);
        s = parallel_run(n, c->threads, work_round, l);
        for (size_t k = 0; k < n * c->q->out; k++) {
            tally_merge(&out->raw[k % c->q->out], &l->chunk_raw[k]);
            tally_merge(&out->reduced[k % c->q->out], &l->chunk_reduced[k]);
            out->rounding[k % c->q->out] += l->chunk_size[k];
        }
    }
    return s;
}

/* Sums over the pilot: of the variates, their products with each other and with the estimates. */
typedef struct sums {
    double n, variate[LAB_VARIATES], product[LAB_VARIATES][LAB_VARIATES], cross[LAB_VARIATES],
        estimate;
} sums;

static void add_to_sums(sums *a, const lab *l, const bench *b, size_t k)
{
    for (size_t i = 0; i < LAB_BATCH; i++) {
        double x = b->estimate[k * LAB_BATCH + i];
        if (!isfinite(x)) /* says nothing about the factors */
            continue;
        a->n += 1;
        a->estimate += x;
        for (size_t v = 0; v < l->variates; v++) {
            double z = b->variate[v * LAB_BATCH + i];
            a->variate[v] += z;
            a->cross[v] += z * x;
            for (size_t w = 0; w <= v; w++)
                a->product[v][w] += z * b->variate[w * LAB_BATCH + i];
        }
    }
}

/* Least squares by Cholesky's factorisation of the covariances; a variate that is constant or that
 * the ones before it explain (all linear ones are the same when every draw is used equally often)
 * gets factor 0. */
static void solve(sums *a, size_t n, double *factor)
{
    double(*L)[LAB_VARIATES] = a->product, scale[LAB_VARIATES];
    for (size_t v = 0; v < n; v++) {
        a->cross[v] -= a->variate[v] * a->estimate / a->n;
        scale[v] = L[v][v];
        for (size_t w = 0; w <= v; w++)
            L[v][w] -= a->variate[v] * a->variate[w] / a->n;
    }
    for (size_t v = 0; v < n; v++) {
        for (size_t w = 0; w <= v; w++) {
            for (size_t k = 0; k < w; k++)
                L[v][w] -= L[v][k] * L[w][k];
            if (w < v)
                L[v][w] = L[w][w] > 0 ? L[v][w] / L[w][w] : 0;
        }
        L[v][v] = L[v][v] > 1e-10 * scale[v] ? sqrt(L[v][v]) : 0;
        factor[v] = a->cross[v];
        for (size_t k = 0; k < v; k++)
            factor[v] -= L[v][k] * factor[k];
        factor[v] = L[v][v] > 0 ? factor[v] / L[v][v] : 0;
    }
    for (size_t v = n; v-- > 0;) {
        for (size_t k = v + 1; k < n; k++)
            factor[v] -= L[k][v] * factor[k];
        factor[v] = L[v][v] > 0 ? factor[v] / L[v][v] : 0;
    }
}

static uint64_t pilot_size(uint64_t reps)
{
    uint64_t n = reps / 10;
    n = n < LAB_PILOT_MOST ? n : LAB_PILOT_MOST;
    return n > 1024 ? n : 1024;
}

/* Fits the factors of every output on estimates from separate streams. */
static status fit_factors(lab *l)
{
    const lab_config *c = l->config;
    bench *b = &l->bench[0];
    for (size_t k = 0; k < c->q->out; k++) {
        sums a = {0};
        stream_init(&b->stream, c->dist->type->kind, c->seed, 0, PURPOSE_PILOT, 0);
        for (uint64_t done = 0; done < pilot_size(c->reps); done += LAB_BATCH) {
            status s = make_batch_or_stop(l, b);
            if (s != STATUS_OK)
                return s;
            add_to_sums(&a, l, b, k);
        }
        if (a.n > 0)
            solve(&a, l->variates, l->factor + k * l->variates);
    }
    return STATUS_OK;
}

/* target <- q(s + mean), or zero where that is unknown or not finite. */
static status find_target(const lab_config *c, bench *b, lab_result *out)
{
    out->has_target = c->dist->mean != NULL;
    memset(out->target, 0, c->q->out * sizeof *out->target);
    if (!out->has_target)
        return STATUS_OK;
    for (size_t j = 0; j < c->q->in; j++)
        b->y[j] = c->s[j] + c->dist->mean[j];
    status s = c->q->eval(c->q, 1, b->y, out->target, 1);
    out->has_target = s == STATUS_OK && first_not_finite(out->target, c->q->out, 1) == c->q->out;
    if (!out->has_target)
        memset(out->target, 0, c->q->out * sizeof *out->target);
    return s;
}

/* sum_k k |c_k| r^k of a polynomial, r what |argument| is like: what an argument's rounding and
 * that of Horner's rule work on, which may be far above |q|. */
static double terms_of(const lab_config *c)
{
    const func *q = c->q;
    double size = 0, power = 1, r = fabs(c->s[0]);
    if (q->kind != FUNC_POLY)
        return 0;
    r += (c->dist->mean ? fabs(c->dist->mean[0]) : 0) + (c->dist->var ? sqrt(c->dist->var[0]) : 0);
    for (size_t k = 1; k <= q->degree; k++)
        size += (double)k * fabs(q->coefficient[k]) * (power *= r);
    return size;
}

/* From sums of |q - target| to what rounding may make of the mean of all estimates. */
static void find_rounding(const lab_config *c, lab_result *out)
{
    for (size_t k = 0; k < c->q->out; k++) {
        double windows = out->raw[k].finite.n * (double)c->op->windows;
        double each = windows > 0 ? out->rounding[k] / windows : 0;
        double size = each + 2 * fabs(out->target[k]) + terms_of(c);
        out->rounding[k] =
            rounding_floor(rounding_of_mean(size, (double)c->m), c->op->amplification);
    }
}

status lab_run(const lab_config *c, double *work, lab_result *out)
{
    lab l = {.config = c, .variates = count_variates(c)};
    arena memory = {.block = arena_align(work)};
    *out = (lab_result){.variates = l.variates, .controlled = l.variates > 0};
    lay_out(&l, out, c, &memory);
    l.target = out->target;
    memset(out->raw, 0, c->q->out * sizeof *out->raw);
    memset(out->reduced, 0, c->q->out * sizeof *out->reduced);
    memset(out->rounding, 0, c->q->out * sizeof *out->rounding);
    status s = find_target(c, &l.bench[0], out);
    if (s == STATUS_OK && l.variates)
        s = fit_factors(&l);
    if (s == STATUS_OK)
        s = make_all(&l, out);
    for (size_t i = 0; i < thread_count(c); i++) {
        oddity_merge(&out->odd, &l.bench[i].odd);
        if (i > 0)
            tails_merge(&l.bench[0].tails, &l.bench[i].tails);
    }
    find_rounding(c, out);
    out->tail_k = tails_k(&l.bench[0].tails);
    return s;
}
