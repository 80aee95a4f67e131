/* A trial: groups drawn from known laws (mixture.h), whose truth is q of the law's mean. It finds
 * where a correction does more harm than the scatter of groups shows: where q bends or jumps within
 * the error of a group's mean. */
#include "correct_by_part.h"

#include "engine/correct/correct_part.h"
#include "engine/machine/parallel.h"

#include <math.h>
#include <string.h>

enum {
    TRIALS = 2000,      /* groups, about; */
    LEAST = 200,        /* where they are large no fewer than these, */
    MOST_ROWS = 500000, /* and no more than have so many rows */
    SPLITS = 20,
    STREAM_TRIAL = 4 /* trial.c has those before */
};

/* As many from each group, or one from every so many-th. */
size_t by_trials(const correct_by_config *c)
{
    size_t n = MOST_ROWS / (c->start[c->groups] / c->groups + 1);
    n = n < TRIALS ? n : TRIALS;
    n = n > LEAST ? n : LEAST;
    return c->groups < n ? (n + c->groups - 1) / c->groups * c->groups : n;
}

static size_t group_of(const by_job *b, size_t trial)
{
    return (size_t)((uint64_t)trial * b->config->groups / b->tried.n);
}

/* b->truth <- q at the mean of the law of group g. */
static status find_truth(const by_job *b, by_worker *w, size_t g, size_t trial)
{
    correct_job *one = &w->job;
    mixture_mean(&b->mixture, b->pooled, g, one->point, one->gap);
    status s = correct_job_evaluate(one, 1);
    for (size_t l = 0; l < one->out && s == STATUS_OK; l++)
        b->truth[l * b->tried.n + trial] = one->value[l * one->gap];
    return s;
}

static status try_item(void *context, size_t trial, size_t worker)
{
    by_job *b = context;
    const correct_by_config *c = b->config;
    by_worker *w = &b->worker[worker];
    size_t g = group_of(b, trial), n = c->start[g + 1] - c->start[g];
    stream s;
    if (*c->interrupt)
        return STATUS_INTERRUPTED;
    stream_init(&s, STREAM_WORDS, 0, trial, PURPOSE_SPLIT, STREAM_TRIAL);
    mixture_draw(&b->mixture, b->pooled, g, &s, n, w->rows);
    w->config.splits = SPLITS;
    w->config.seed = 0;
    status done = by_correct_group(b, w, w->rows, n, trial, &b->tried, trial);
    return done == STATUS_OK ? find_truth(b, w, g, trial) : done;
}

void by_pass(const by_job *b, const by_values *v, size_t at, walk *w)
{
    size_t out = b->config->q->out;
    for (size_t l = 0; l < out; l++)
        walk_pass(w, v->plugin + l * v->n + at, sizeof *v->plugin);
    for (size_t l = 0; l < b->config->ops * out; l++)
        walk_pass(w, v->removed + l * v->n + at, sizeof *v->removed);
}

static void left(void *context, size_t trial, walk *w)
{
    by_job *b = context;
    by_pass(b, &b->tried, trial, w);
    for (size_t l = 0; l < b->config->q->out; l++)
        walk_pass(w, b->truth + l * b->tried.n + trial, sizeof *b->truth);
}

status by_try(by_job *b, double pooled)
{
    b->pooled = pooled;
    status s = parallel_deal(b->tried.n, b->threads, try_item, left, b);
    if (s == STATUS_OK) {
        by_scale(b, &b->tried, -b->exponent);
        scale_by(b->truth, b->tried.n * b->config->q->out, -b->exponent);
    }
    return s;
}

/* Of output l: means of the plug-in, of its error, and of what is taken off. */
typedef struct center {
    double plugin, error, removed;
} center;

static double error_of(const by_job *b, size_t l, size_t k)
{
    return b->tried.plugin[l * b->tried.n + k] - b->truth[l * b->tried.n + k];
}

static center find_center(const by_job *b, size_t op, size_t l)
{
    const double *removed = by_removed(b, &b->tried, op, l);
    double n = (double)b->tried.n;
    center c = {0};
    for (size_t k = 0; k < b->tried.n; k++) {
        c.plugin += b->tried.plugin[l * b->tried.n + k] / n;
        c.error += error_of(b, l, k) / n;
        c.removed += removed[k] / n;
    }
    return c;
}

/* Adds output l: the squared error of the mean that the correction takes away, and to b->effect
 * what each group does to it. With e the plug-in's error: mean(R) (2 mean(e) - mean(R)), minus
 * cov(R, R - 2P)/G. */
static double add_gain(const by_job *b, size_t op, size_t l)
{
    const double *removed = by_removed(b, &b->tried, op, l);
    center c = find_center(b, op, l);
    double groups = (double)b->config->groups, n = (double)b->tried.n, added = 0;
    for (size_t k = 0; k < b->tried.n; k++) {
        double p = b->tried.plugin[l * b->tried.n + k] - c.plugin, r = removed[k] - c.removed;
        double e = error_of(b, l, k) - c.error;
        added += r * (r - 2 * p) / n;
        b->effect[k] +=
            r * (2 * c.error - c.removed) + c.removed * (2 * e - r) - r * (r - 2 * p) / groups;
    }
    return c.removed * (2 * c.error - c.removed) - added / groups;
}

bool by_agrees(const by_job *b, size_t op, int sign)
{
    double gain = 0;
    moments effect = {0};
    memset(b->effect, 0, b->tried.n * sizeof *b->effect);
    for (size_t l = 0; l < b->config->q->out; l++)
        gain += add_gain(b, op, l);
    for (size_t k = 0; k < b->tried.n; k++)
        moments_add(&effect, b->effect[k]);
    return gain * sign > 2 * moments_se(&effect);
}
