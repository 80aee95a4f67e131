/* Scatter between and within groups, column by column. */
#include "mixture.h"

#include "engine/number/num.h"
#include "engine/number/stats.h"
#include "engine/split/sample.h"

#include <math.h>
#include <string.h>

void mixture_layout(mixture *m, arena *memory)
{
    m->mean = arena_take(memory, m->groups * m->in * sizeof *m->mean);
    m->all = arena_take(memory, m->in * sizeof *m->all);
}

/* What scatters: a number, or a weight relative to the column's largest mean weight. */
static double summand(const mixture *m, double x, double most)
{
    return m->log ? num_exp(x - most) : x;
}

static double largest_mean(const mixture *m, size_t j)
{
    double most = -INFINITY;
    for (size_t g = 0; g < m->groups && m->log; g++)
        most = fmax(most, m->mean[g * m->in + j]);
    return m->log && isfinite(most) ? most : 0;
}

/* The share of the scatter of column j's group means that rows within groups make; 0 where there is
 * no scatter. */
static double share_within(const mixture *m, size_t j)
{
    double most = largest_mean(m, j), squares = 0, df = 0, inverse = 0;
    moments means = {0};
    for (size_t g = 0; g < m->groups; g++) {
        moments rows = {0};
        for (size_t i = m->start[g]; i < m->start[g + 1]; i++)
            moments_add(&rows, summand(m, m->data[i * m->in + j], most));
        squares += rows.n > 1 ? moments_var(&rows) * (rows.n - 1) : 0;
        df += rows.n - 1;
        inverse += 1 / rows.n / (double)m->groups;
        moments_add(&means, rows.mean);
    }
    double within = df > 0 ? squares / df * inverse : 0, all = moments_var(&means);
    return within < all ? within / all : all > 0;
}

void mixture_find(mixture *m)
{
    double share = 0;
    for (size_t g = 0; g < m->groups; g++)
        sample_mean(m->data + m->start[g] * m->in, m->start[g + 1] - m->start[g], m->in, m->log,
                    m->mean + g * m->in, NULL);
    sample_mean(m->mean, m->groups, m->in, m->log, m->all, NULL);
    for (size_t j = 0; j < m->in; j++)
        share += share_within(m, j) / (double)m->in;
    m->pooled = 1 - sqrt(fmax(1 - share, 0));
}

/* A row of group g, or where the coin falls below `pooled` of any group. */
static size_t draw_row(const mixture *m, double pooled, size_t g, stream *s)
{
    if (pooled > 0 && stream_word_uniform(*stream_words(s, 1)) < pooled)
        g = stream_index(s, m->groups);
    return m->start[g] + stream_index(s, m->start[g + 1] - m->start[g]);
}

void mixture_draw(const mixture *m, double pooled, size_t g, stream *s, size_t n, double *rows)
{
    for (size_t i = 0; i < n; i++)
        memcpy(rows + i * m->in, m->data + draw_row(m, pooled, g, s) * m->in, m->in * sizeof *rows);
}

void mixture_mean(const mixture *m, double pooled, size_t g, double *mean, size_t gap)
{
    for (size_t j = 0; j < m->in; j++) {
        double own = m->mean[g * m->in + j], all = m->all[j];
        if (pooled == 0)
            mean[j * gap] = own;
        else if (m->log)
            mean[j * gap] = sample_combine(true, own + num_log(1 - pooled), all + num_log(pooled));
        else
            mean[j * gap] = own + pooled * (all - own);
    }
}
