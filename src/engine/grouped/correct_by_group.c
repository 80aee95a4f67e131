/* One group: a small job of correct's, of its plug-in and splits alone. */
#include "correct_by_part.h"

#include "engine/correct/correct_part.h"

#include <math.h>

/* The plug-in, and where the group has rows enough for any operator, its splits. */
static status make_group(correct_job *b)
{
    b->exact = correct_all_possible(b);
    status s = correct_plugin_of_all(b);
    if (s != STATUS_OK || b->config->ops == 0)
        return s;
    s = correct_floor(b);
    if (s == STATUS_OK)
        s = correct_bend(b);
    if (s != STATUS_OK)
        return s;
    return b->exact ? correct_all_splits(b) : correct_random_splits(b);
}

/* What the i-th operator takes off, 0 where it is rounding. */
static double taken_off(const correct_job *b, size_t i, size_t l)
{
    double removed = -b->off[i * b->out + l].mean;
    return fabs(removed) <= correct_job_floor(b, i, l) ? 0 : removed;
}

static void put_values(const by_job *all, const correct_job *b, const by_values *to, size_t at)
{
    size_t possible = 0;
    for (size_t l = 0; l < b->out; l++)
        to->plugin[l * to->n + at] = b->result->plugin[l];
    for (size_t i = 0; i < all->config->ops; i++) {
        bool is_kept = b->n < 2 || all->config->op[i]->draws > b->n;
        for (size_t l = 0; l < b->out; l++)
            to->removed[(i * b->out + l) * to->n + at] = is_kept ? 0 : taken_off(b, possible, l);
        possible += !is_kept;
    }
}

status by_correct_group(const by_job *b, by_worker *w, const double *rows, size_t n, size_t number,
                        const by_values *to, size_t at)
{
    const correct_by_config *c = b->config;
    w->config.data = rows;
    w->config.n = n;
    w->config.group = number;
    w->config.ops = 0;
    for (size_t i = 0; i < c->ops && n > 1; i++)
        if (c->op[i]->draws <= n)
            w->op[w->config.ops++] = c->op[i];
    status s = correct_job_begin(&w->job, n);
    if (s == STATUS_OK)
        s = make_group(&w->job);
    if (s == STATUS_OK)
        put_values(b, &w->job, to, at);
    return s == STATUS_CALLBACK && *c->interrupt ? STATUS_INTERRUPTED : s;
}

void by_scale(const by_job *b, const by_values *v, int exponent)
{
    size_t out = b->config->q->out;
    scale_by(v->plugin, v->n * out, exponent);
    scale_by(v->removed, v->n * out * b->config->ops, exponent);
}
