/* How q bends, as a control of random splits: at windows a quadratic is taken off q, through
 * q's values beside the mean of the rows; its mean over all splits is known and added again. What
 * is left to the splits is little where q is smooth, and nothing where q is a quadratic.
 *
 * With d the distances of a point from the mean of n rows, in standard errors of the sample's mean,
 * and D q's second differences there (over two steps), the quadratic is d'Dd/8. Over all subsets of
 * r of the rows its mean is 1/r - 1/n times its sum over rows by n - 1. Distances of log weights
 * are of weights. */
#include "correct_part.h"

#include "correct_groups.h"
#include "engine/number/num.h"
#include "engine/split/deal.h"

#include <math.h>
#include <string.h>

/* A row's number in column j, or its weight relative to the mean weight. */
static double weight(const correct_job *b, size_t j, double x)
{
    return b->rows.log ? num_exp(x - b->origin[j]) : x;
}

static double away(const correct_job *b, size_t j, double x, double center)
{
    return (weight(b, j, x) - center) / b->step[j];
}

/* The quadratic of output l at x, whose components are gap apart, without group g. */
static double quadratic(const correct_job *b, size_t g, size_t l, const double *x, size_t gap)
{
    const double *bend = correct_job_bend(b, g, l), *center = b->center + g * b->in;
    double sum = 0;
    for (size_t i = 0; i < b->in; i++)
        for (size_t j = 0; j < b->in; j++)
            if (bend[i * b->in + j] != 0)
                sum += bend[i * b->in + j] * away(b, i, x[i * gap], center[i]) *
                       away(b, j, x[j * gap], center[j]);
    return sum;
}

/* b->center <- the mean of the rows without group g; returns how many they are. */
static size_t find_center(correct_job *b, size_t g)
{
    size_t n = correct_groups_keep(b, g);
    sample_mean_of_rows(&b->rows, b->kept, n, b->point, 1);
    for (size_t j = 0; j < b->in; j++)
        b->center[g * b->in + j] = weight(b, j, b->point[j]);
    return n;
}

/* The standard errors of the mean. */
static void find_steps(correct_job *b)
{
    double n = (double)b->n, *center = b->center + b->groups.n * b->in;
    sample_mean_of_rows(&b->rows, NULL, b->n, b->origin, 1);
    find_center(b, b->groups.n);
    for (size_t j = 0; j < b->in; j++) {
        double sum = 0;
        b->step[j] = sqrt(n * (n - 1));
        for (size_t i = 0; i < b->n && !correct_job_stops(b, i); i++)
            sum = num_hypot(sum, away(b, j, b->rows.rows[i * b->in + j], center[j]));
        b->step[j] = sum;
    }
}

/* Four points: the center with columns i and j each moved by a step, up and down. */
static void put_beside(correct_job *b, const double *center, size_t i, size_t j)
{
    for (size_t p = 0; p < 4; p++)
        for (size_t k = 0; k < b->in; k++) {
            double one = p < 2 ? 1 : -1, other = p % 2 == 0 ? 1 : -1;
            double x = center[k] + b->step[k] * ((k == i) * one + (k == j) * other);
            b->point[k * b->gap + p] = b->rows.log ? b->origin[k] + num_log(x) : x;
        }
}

/* Whether output l is another one without some group; taken for granted where none is left out. */
static bool moves(const correct_job *b, size_t l)
{
    for (size_t g = 0; g < b->groups.n; g++)
        if (fabs(b->without[g * b->out + l] - b->result->plugin[l]) > b->floor[l])
            return true;
    return b->groups.n == 0;
}

/* An eighth of the second differences along columns i and j; 0 where these are nothing. */
static status find_bend(correct_job *b, size_t g, size_t i, size_t j)
{
    put_beside(b, b->center + g * b->in, i, j);
    status s = correct_job_evaluate(b, 4);
    for (size_t l = 0; l < b->out && s == STATUS_OK; l++) {
        const double *value = b->value + l * b->gap;
        double second = value[0] - value[1] - value[2] + value[3];
        bool bends = isfinite(second) && fabs(second) > 4 * b->floor[l] && moves(b, l);
        correct_job_bend(b, g, l)[i * b->in + j] = bends ? second / 8 : 0;
    }
    return s;
}

static void find_spread(correct_job *b, size_t g, size_t n)
{
    for (size_t l = 0; l < b->out; l++) {
        double sum = 0;
        for (size_t i = 0; i < n && !correct_job_stops(b, i); i++)
            sum += quadratic(b, g, l, b->rows.rows + b->kept[i] * b->in, 1);
        b->spread[g * b->out + l] = sum / (double)(n - 1);
    }
}

/* All of the rows without group g. */
static status find_group(correct_job *b, size_t g)
{
    size_t n = find_center(b, g);
    status s = STATUS_OK;
    for (size_t i = 0; i < b->in; i++)
        for (size_t j = 0; j < b->in && s == STATUS_OK; j++)
            s = find_bend(b, g, i, j);
    if (s == STATUS_OK)
        find_spread(b, g, n);
    return s == STATUS_OK ? correct_job_look(b) : s;
}

status correct_bend(correct_job *b)
{
    status s = STATUS_OK;
    b->bends = !b->exact && b->in <= CORRECT_BENDS;
    if (b->bends)
        find_steps(b);
    for (size_t g = 0; g <= b->groups.n && b->bends && s == STATUS_OK; g++)
        s = find_group(b, g);
    return s;
}

void correct_bend_take(correct_job *b, const extrap *op, size_t g, size_t n)
{
    for (size_t e = 0; e < deal_windows(op) && b->bends; e++) {
        double share = 1 / (double)deal_rows(op, e, n) - 1 / (double)n;
        for (size_t l = 0; l < b->out; l++)
            b->value[l * b->gap + e] +=
                share * b->spread[g * b->out + l] - quadratic(b, g, l, b->point + e, b->gap);
    }
}
