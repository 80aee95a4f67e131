/* Jackknife sums over groups, minus the noise of the random splits. */
#include "correct_variance.h"

#include <math.h>
#include <string.h>

#define UNSEEN 50

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

/* A variance from n values that may each be off by `least`; 0 where that makes it. */
static double above_rounding(double variance, double least, double n)
{
    return fabs(variance) <= n * least * least ? 0 : variance;
}

/* The plug-in's variance of output l, by the jackknife over single rows. */
static double own_variance(const correct_job *b, size_t l)
{
    double n = (double)b->n;
    return above_rounding(moments_var(&b->pseudo[l]) / n, b->floor[l], n);
}

/* Values in a range have at most a quarter of its square as variance. Where leaving out a row steps
 * over a jump, the jackknife says about all of it; single rows of a small sample may say as much as
 * the quarter, so the line is drawn between. */
static bool is_possible(const correct_job *b, size_t l)
{
    double range = b->most[l] - b->least[l];
    return !(range > 0) || own_variance(b, l) <= range * range / 2;
}

double correct_plugin_variance(const correct_job *b)
{
    double sum = 0;
    for (size_t l = 0; l < b->out; l++)
        sum += is_possible(b, l) ? own_variance(b, l) : NAN;
    return sum;
}

/* Few values of a long tail often lack it: then their mean is off, and its variance is understated.
 * The square of Student's t is 1 + (3 + 2 skewness^2) / n on average, where skewness^2 is less than
 * the kurtosis; UNSEEN is that of fourth powers of normal numbers, about what a quadratic leaves.
 */
double correct_split_noise(const correct_job *b, size_t op, size_t l)
{
    const moments *off = &b->off[op * b->out + l];
    if (b->exact)
        return 0;
    double tail = UNSEEN + fmax(moments_kurtosis(off), 0); /* NAN where all are equal */
    double noise = moments_var(off) / off->n * (1 + 2 * tail / off->n);
    return above_rounding(noise, correct_job_floor(b, op, l), 1);
}

/* Variances of one output of one operator. */
typedef struct variances {
    double own, off, added; /* of the plug-in; of what is taken off; what that adds, */
    double splits;          /* and the standard error that the splits give to that */
    double group[CORRECT_GROUPS];
} variances;

/* The standard error of what is added, to first order in what each split puts to the deviations. */
static double split_error(const correct_job *b, size_t op, size_t l, const deviation *d)
{
    moments added = {0};
    for (size_t s = 0; s < repeats_made(b); s++) {
        double sum = 0;
        for (size_t g = 0; g < b->groups.n; g++)
            sum +=
                b->groups.weight[g] * (d[g].plugin + d[g].off) * correct_job_repeat(b, op, s, g)[l];
        moments_add(&added, 2 * sum * (b->groups.all - 1) / b->groups.all);
    }
    return added.n > 1 ? sqrt(moments_var(&added) / added.n) : 0;
}

static variances sum_deviations(const correct_job *b, size_t op, size_t l)
{
    deviation d[CORRECT_GROUPS];
    const correct_groups *G = &b->groups;
    variances v = {.own = own_variance(b, l)};
    double factor = (G->all - 1) / G->all;
    find_deviations(b, op, l, d);
    for (size_t g = 0; g < G->n; g++) {
        double both = d[g].plugin + d[g].off;
        v.group[g] = factor * (both * both - d[g].noise - d[g].plugin * d[g].plugin);
        v.off += G->weight[g] * factor * (d[g].off * d[g].off - d[g].noise);
        v.added += G->weight[g] * v.group[g];
    }
    v.splits = split_error(b, op, l, d);
    return v;
}

/* Rounding moves each deviation by `least`, and so their squares by the deviation's size. */
static void drop_rounding(const correct_job *b, double least, variances *v)
{
    double all = b->groups.all, deviations = sqrt(v->own) + sqrt(fmax(v->own + v->added, 0));
    v->off = above_rounding(fmax(v->off, 0), least, all);
    if (!(fabs(v->added) <= least * (2 * sqrt(all) * deviations + all * least)))
        return;
    v->added = v->splits = 0;
    memset(v->group, 0, sizeof v->group);
}

double correct_tally_add(const correct_job *b, size_t op, size_t l, correct_tally *t)
{
    double off = b->off[op * b->out + l].mean, least = correct_job_floor(b, op, l);
    double noise = correct_split_noise(b, op, l);
    variances v = sum_deviations(b, op, l);
    drop_rounding(b, least, &v);
    v.off += noise;
    for (size_t g = 0; g < b->groups.n; g++)
        t->group[g] += v.group[g];
    t->saved += off * off - v.off;
    t->saved_var += 4 * off * off * v.off + 2 * v.off * v.off;
    t->added += v.added + noise;
    t->splits += v.splits + 2 * fabs(off) * sqrt(noise);
    t->rounding += 2 * least * (fabs(off) + sqrt(b->groups.all * v.own));
    return v.own + v.added + noise;
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
