#include "correct_plugin.h"

#include "correct_groups.h"
#include "engine/number/rounding.h"

#include <math.h>
#include <string.h>

/* out <- q at the mean of n rows: those numbered, or the first n. */
static status plug_in_rows(correct_job *b, const uint32_t *number, size_t n, double *out)
{
    sample_mean_of_rows(&b->rows, number, n, b->point, b->gap);
    return correct_job_evaluate_one(b, out);
}

/* The same without one of the g-th distinct rows. */
static status plug_in_distinct(correct_job *b, size_t g, double *out)
{
    subsets *s = &b->subsets;
    correct_groups_take(b, g);
    memcpy(s->taken, s->count, sizeof s->taken);
    subsets_mean(s, s->n, b->point, b->gap);
    correct_groups_put_back(b, g);
    return correct_job_evaluate_one(b, out);
}

status correct_plugin(correct_job *b)
{
    status s = plug_in_rows(b, NULL, b->n, b->result->plugin);
    correct_groups_choose(b);
    for (size_t g = 0; g < b->groups.n && s == STATUS_OK; g++) {
        double *without = b->without + g * b->out;
        s = b->exact ? plug_in_distinct(b, g, without)
                     : plug_in_rows(b, b->kept, correct_groups_keep(b, g), without);
    }
    return s;
}

/* How far from the exact mean of column j the computed one may be. */
static double mean_floor(const correct_job *b, size_t j, double mean)
{
    double size = 0, sum = 1 + sqrt((double)b->n) / ROUNDING_ULPS;
    if (b->rows.log)
        return rounding_floor(1 + fabs(mean), sum);
    for (size_t i = 0; i < b->n; i++)
        size += fabs(b->rows.rows[i * b->in + j]) / (double)b->n;
    return rounding_floor(size, sum);
}

/* The first two points <- the mean with component k as far below and above as rounding may put it.
 */
static void put_beside(correct_job *b, size_t k)
{
    for (size_t j = 0; j < b->in; j++) {
        double mean = sample_mean_of(b->rows.log, b->prefix[b->n * b->in + j], (double)b->n);
        double h = j == k ? mean_floor(b, j, mean) : 0;
        b->point[j * b->gap] = mean - h;
        b->point[j * b->gap + 1] = mean + h;
    }
}

/* How far output l is from the plug-in at these: at the nearer one, for q may jump. */
static double distance(const correct_job *b, size_t l)
{
    double plugin = b->result->plugin[l];
    const double *beside = b->value + l * b->gap;
    double least = fmin(fabs(beside[0] - plugin), fabs(beside[1] - plugin));
    return isfinite(least) ? least : 0;
}

status correct_plugin_floor(correct_job *b)
{
    status s = STATUS_OK;
    for (size_t l = 0; l < b->out; l++)
        b->floor[l] = rounding_floor(fabs(b->result->plugin[l]), 1);
    for (size_t k = 0; k < b->in && s == STATUS_OK; k++) {
        put_beside(b, k);
        s = correct_job_evaluate(b, 2);
        for (size_t l = 0; l < b->out && s == STATUS_OK; l++)
            b->floor[l] += distance(b, l);
    }
    return s;
}
