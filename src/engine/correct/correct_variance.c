#include "correct_variance.h"

#include <math.h>

/* Of one output of one operator, by group: how far the plug-in without the group is from their
 * mean, how far what is taken off is, and the part of the latter's square that is the splits'
 * noise. */
typedef struct deviation {
    double plugin, off, noise;
} deviation;

/* Splits that were made without each group. */
static size_t repeats_made(const correct_job *b)
{
    size_t made = b->exact ? 1 : b->result->splits;
    return made < b->repeats ? made : b->repeats;
}

/* Puts the splits' mean into each group's `off`, and the groups' mean into center, by split. */
static void average_repeats(const correct_job *b, size_t op, size_t l, size_t R, deviation *d,
                            double *center)
{
    for (size_t g = 0; g < b->groups.n; g++) {
        double share = b->groups.weight[g] / b->groups.all;
        d[g] = (deviation){.plugin = b->without[g * b->out + l]};
        for (size_t s = 0; s < R; s++) {
            double x = correct_job_repeat(b, op, s, g)[l];
            d[g].off += x / (double)R;
            center[s] += x * share;
        }
    }
}

/* Takes the groups' means from both values. */
static void take_means(const correct_job *b, deviation *d)
{
    double plugin = 0, off = 0;
    for (size_t g = 0; g < b->groups.n; g++) {
        double share = b->groups.weight[g] / b->groups.all;
        plugin += d[g].plugin * share;
        off += d[g].off * share;
    }
    for (size_t g = 0; g < b->groups.n; g++) {
        d[g].plugin -= plugin;
        d[g].off -= off;
    }
}

static void find_deviations(const correct_job *b, size_t op, size_t l, deviation *d)
{
    size_t R = repeats_made(b);
    double center[CORRECT_REPEATS] = {0};
    average_repeats(b, op, l, R, d, center);
    take_means(b, d);
    for (size_t g = 0; g < b->groups.n; g++)
        for (size_t s = 0; s < R && R > 1; s++) {
            double away = correct_job_repeat(b, op, s, g)[l] - center[s] - d[g].off;
            d[g].noise += away * away / (double)(R * (R - 1));
        }
}

double correct_split_noise(const correct_job *b, const moments *off)
{
    return b->exact ? 0 : moments_var(off) / off->n;
}

double correct_tally_add(const correct_job *b, size_t op, size_t l, correct_tally *t)
{
    deviation d[CORRECT_GROUPS];
    const correct_groups *G = &b->groups;
    const moments *off = &b->off[op * b->out + l];
    double factor = (G->all - 1) / G->all, off_var = 0, added = 0;
    double noise = correct_split_noise(b, off), own = moments_var(&b->pseudo[l]) / (double)b->n;
    find_deviations(b, op, l, d);
    for (size_t g = 0; g < G->n; g++) {
        double both = d[g].plugin + d[g].off;
        double more = both * both - d[g].noise - d[g].plugin * d[g].plugin;
        off_var += G->weight[g] * factor * (d[g].off * d[g].off - d[g].noise);
        added += G->weight[g] * factor * more;
        t->group[g] += factor * more;
    }
    off_var = fmax(off_var, 0) + noise;
    t->saved += off->mean * off->mean - off_var;
    t->saved_var += 4 * off->mean * off->mean * off_var + 2 * off_var * off_var;
    t->added += added + noise;
    t->rounding += 2 * correct_job_floor(b, op, l) * (fabs(off->mean) + sqrt(G->all * own));
    return own + added + noise;
}

double correct_uncertainty(const correct_job *b, const correct_tally *t)
{
    const correct_groups *G = &b->groups;
    moments shares = {0};
    for (size_t g = 0; g < G->n; g++)
        for (double k = 0; k < G->weight[g]; k++)
            moments_add(&shares, t->group[g]);
    double spread = G->all * moments_var(&shares);
    return stats_t_quantile(0.95, G->all - 1) * sqrt(t->saved_var + spread);
}
