/* Each world's samples are dealt from one plan, so that worlds differ by their law alone. */
#include "trial.h"

#include "engine/number/stats.h"
#include "engine/split/deal.h"
#include "worlds.h"

#include <math.h>
#include <string.h>

enum { STREAM_ROWS = 1, STREAM_PLAN, STREAM_WORLDS }; /* indices of the streams */

typedef struct job {
    const trial_config *config;
    sample rows; /* the data's, or means of several of them */
    worlds worlds;
    size_t n, in, out, windows, gap;
    uint32_t *all;  /* the data's rows, in the order in which they are put together */
    uint32_t *deal; /* TRIAL_SAMPLES x TRIAL_SPLITS x n: places in a world of the samples' rows */
    const uint32_t *world; /* the rows at the present world's places */
    uint32_t *number;      /* n: rows of the present sample, as dealt; */
    sample dealt;          /* and these */
    double *truth;         /* out: q at the present world's mean */
    double *from;          /* out: q at the present sample's mean */
    double *off;           /* TRIAL_SPLITS x out: what a split's correction adds to that */
    double *total, *point, *value;
} job;

static size_t rows_of(const trial_config *c)
{
    size_t most = c->op->draws > TRIAL_ROWS ? c->op->draws : TRIAL_ROWS;
    return c->rows->n < most ? c->rows->n : most;
}

static void lay_out(job *b, const trial_config *c, arena *memory)
{
    size_t real = sizeof(double), number = sizeof(uint32_t);
    *b = (job){.config = c, .n = rows_of(c), .in = c->q->in, .out = c->q->out};
    b->windows = deal_windows(c->op);
    b->gap = (1 + TRIAL_SPLITS * b->windows + 7) / 8 * 8;
    sample_layout(&b->rows, c->rows->log, b->n, b->in, memory);
    worlds_layout(&b->worlds, &b->rows, b->n, c->q, memory);
    b->all = arena_take(memory, c->rows->n * number);
    b->deal = arena_take(memory, TRIAL_SAMPLES * TRIAL_SPLITS * b->n * number);
    b->number = arena_take(memory, b->n * number);
    sample_layout(&b->dealt, c->rows->log, b->n, b->in, memory);
    b->truth = arena_take(memory, b->out * real);
    b->from = arena_take(memory, b->out * real);
    b->off = arena_take(memory, TRIAL_SPLITS * b->out * real);
    b->total = arena_take(memory, c->op->draws * b->in * real);
    b->point = arena_take(memory, b->in * b->gap * real);
    b->value = arena_take(memory, b->out * b->gap * real);
}

size_t trial_work(const trial_config *c)
{
    job measured;
    arena memory = {0};
    lay_out(&measured, c, &memory);
    return memory.used;
}

static stream start(uint64_t index)
{
    stream s;
    stream_init(&s, STREAM_WORDS, 0, 0, PURPOSE_SPLIT, index);
    return s;
}

/* The rows that are resampled: all, or the means of as many as there is room for. */
static void gather_rows(job *b)
{
    const sample *data = b->config->rows;
    stream s = start(STREAM_ROWS);
    for (size_t i = 0; i < data->n; i++)
        b->all[i] = (uint32_t)i;
    if (b->n < data->n)
        sample_shuffle(&s, b->all, data->n);
    for (size_t i = 0; i < b->n; i++) {
        size_t first = (size_t)((uint64_t)i * data->n / b->n);
        size_t end = (size_t)((uint64_t)(i + 1) * data->n / b->n);
        sample_mean_of_rows(data, b->all + first, end - first, b->rows.rows + i * b->in, 1);
    }
    sample_weigh(&b->rows);
}

_Static_assert(TRIAL_SAMPLES % WORLDS_PLACES == 0, "places are dealt equally often");

static uint32_t *deal_at(const job *b, size_t i, size_t k)
{
    return b->deal + (i * TRIAL_SPLITS + k) * b->n;
}

/* The samples, as places in a world, the same for every world. Every place occurs equally often in
 * all samples together (a balanced bootstrap): the mean of their means is the world's, which takes
 * the largest part of the noise from the gains. */
static void deal_samples(job *b)
{
    stream s = start(STREAM_PLAN);
    size_t rows = TRIAL_SAMPLES * b->n;
    for (size_t i = 0; i < rows; i++)
        b->deal[i] = (uint32_t)(i % b->worlds.places);
    sample_shuffle(&s, b->deal, rows);
    for (size_t i = TRIAL_SAMPLES; i-- > 0;) {
        memmove(deal_at(b, i, 0), b->deal + i * b->n, b->n * sizeof *b->deal);
        for (size_t k = 1; k < TRIAL_SPLITS; k++) {
            memcpy(deal_at(b, i, k), deal_at(b, i, k - 1), b->n * sizeof *b->deal);
            sample_shuffle(&s, deal_at(b, i, k), b->n);
        }
    }
}

/* The mean of the i-th sample from the world, then the windows of its splits. */
static void make_points(job *b, size_t i)
{
    for (size_t k = 0; k < TRIAL_SPLITS; k++) {
        const uint32_t *place = deal_at(b, i, k);
        for (size_t j = 0; j < b->n; j++)
            b->number[j] = b->world[place[j]];
        sample_take(&b->dealt, &b->rows, b->number, b->n);
        if (k == 0)
            sample_mean_of_rows(&b->dealt, NULL, b->n, b->point, b->gap);
        deal_totals(&b->dealt, b->config->op->draws, b->n, b->total);
        deal_points(&b->dealt, b->config->op, b->n, b->total, b->point + 1 + k * b->windows,
                    b->gap);
    }
}

/* What a sample says of output l: the squared error of the plug-in minus that of the corrected
 * value, for as many splits as the correction has. */
static double gain_of(const job *b, size_t l)
{
    moments off = {0};
    double error = b->from[l] - b->truth[l];
    for (size_t k = 0; k < TRIAL_SPLITS; k++)
        moments_add(&off, b->off[k * b->out + l]);
    double noise = moments_var(&off) * (1.0 / TRIAL_SPLITS - 1 / b->config->splits);
    return noise - off.mean * (2 * error + off.mean);
}

/* Adds the i-th sample's gain to those of the world. A sample whose plug-in is not finite says
 * nothing; a correction that is not, where the plug-in is, loses everything. */
static status try_sample(job *b, size_t i, moments *gain)
{
    double more = 0;
    bool finite = true;
    make_points(b, i);
    status done =
        b->config->q->eval(b->config->q, 1 + TRIAL_SPLITS * b->windows, b->point, b->value, b->gap);
    if (done != STATUS_OK)
        return done;
    for (size_t l = 0; l < b->out; l++) {
        b->from[l] = b->value[l * b->gap];
        finite = finite && isfinite(b->from[l]);
    }
    for (size_t k = 0; k < TRIAL_SPLITS; k++)
        deal_combine(b->config->op, b->n, b->value + 1 + k * b->windows, b->gap, b->from, b->out,
                     b->off + k * b->out);
    for (size_t l = 0; l < b->out; l++)
        more += gain_of(b, l);
    if (finite)
        moments_add(gain, isnan(more) ? -INFINITY : more);
    return STATUS_OK;
}

static status try_world(job *b, size_t w, moments *gain)
{
    status done = worlds_go(&b->worlds, w, &b->world, b->truth);
    *gain = (moments){0};
    for (size_t i = 0; i < TRIAL_SAMPLES && done == STATUS_OK; i++)
        done = *b->config->interrupt ? STATUS_INTERRUPTED : try_sample(b, i, gain);
    return done;
}

/* Whether the gain has this sign by more than its standard error. A world where all samples are the
 * same says nothing; one where a correction is not finite loses. */
static bool has_sign(const moments *gain, int sign)
{
    double sum = gain->n * gain->mean, error = sqrt(gain->n * moments_var(gain));
    if (gain->n < 2 || sum == 0)
        return true;
    return isfinite(sum) ? sum * sign > error : sign < 0;
}

status trial_run(const trial_config *c, int sign, void *work, bool *agreed)
{
    job b;
    arena memory = {.block = work};
    *agreed = false;
    if (*c->interrupt)
        return STATUS_INTERRUPTED;
    lay_out(&b, c, &memory);
    gather_rows(&b);
    deal_samples(&b);
    stream s = start(STREAM_WORLDS);
    status done = worlds_make(&b.worlds, c->removed, &s);
    *agreed = b.worlds.possible > 0;
    for (size_t w = 0; w < WORLDS_N && *agreed && done == STATUS_OK; w++) {
        moments gain;
        done = try_world(&b, w, &gain);
        *agreed = has_sign(&gain, sign);
    }
    return done;
}
