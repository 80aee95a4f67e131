/* What rounding may do to q of the sample: below it a difference counts as zero (rounding.h). */
#include "correct_part.h"

#include "engine/number/rounding.h"

#include <math.h>

/* Where rounding is looked at: the mean, the mean without the first row and that without the last.
 * Points come in fours: as far below and above such a center as rounding may put it, and twice as
 * far. The center takes no part, for q may have an odd value there. */
enum { CENTERS = 3, PLACES = 4, POINTS = PLACES * CENTERS };

_Static_assert((int)POINTS <= (int)CORRECT_BATCH, "all points are evaluated together");

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

static void put_centers(correct_job *b)
{
    for (size_t i = 0; i < b->n; i++)
        b->order[i] = (uint32_t)i;
    sample_mean_of_rows(&b->rows, b->order, b->n, b->point, b->gap);
    sample_mean_of_rows(&b->rows, b->order + 1, b->n - 1, b->point + PLACES, b->gap);
    sample_mean_of_rows(&b->rows, b->order, b->n - 1, b->point + 2 * PLACES, b->gap);
}

/* The points with component k of the centers moved. */
static void put_beside(correct_job *b, size_t k)
{
    put_centers(b);
    for (size_t j = 0; j < b->in; j++) {
        double *at = b->point + j * b->gap;
        double h = j == k ? mean_floor(b, j, at[0]) : 0;
        for (size_t c = 0; c < POINTS; c += PLACES) {
            at[c + 1] = at[c] - h;
            at[c + 2] = at[c] + h;
            at[c + 3] = at[c] + 2 * h;
            at[c] -= 2 * h;
        }
    }
}

/* How far rounding moves q beside a center: on the side where it moves q less, for q may jump. */
static double distance(const double *value)
{
    double least = fmin(fabs(value[1] - value[0]), fabs(value[3] - value[2]));
    return isfinite(least) ? least : 0;
}

static double farthest(const double *value)
{
    double most = 0;
    for (size_t c = 0; c < POINTS; c += PLACES)
        most = fmax(most, distance(value + c));
    return most;
}

status correct_floor(correct_job *b)
{
    status s = STATUS_OK;
    for (size_t l = 0; l < b->out; l++)
        b->floor[l] = rounding_floor(fabs(b->result->plugin[l]), 1);
    for (size_t k = 0; k < b->in && s == STATUS_OK; k++) {
        put_beside(b, k);
        s = correct_job_evaluate(b, POINTS);
        for (size_t l = 0; l < b->out && s == STATUS_OK; l++)
            b->floor[l] += farthest(b->value + l * b->gap);
    }
    return s;
}
