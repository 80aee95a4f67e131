#include "expect_split.h"

#include "engine/number/array.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum {
    EIGHTHS = 12, /* splits on one side of a corner */
    SPLITS = 6000 /* beyond so many the corners alone are split at */
};

status expect_split_room(expect_split *s, size_t corners)
{
    size_t room = corners * (2 * EIGHTHS + 1);
    s->eighths = room <= SPLITS;
    s->at = malloc((room + 1) * sizeof *s->at);
    return s->at ? STATUS_OK : STATUS_NO_MEMORY;
}

void expect_split_around(expect_split *s, double corner)
{
    s->at[s->n++] = corner;
    for (double k = 0, d = 0.125; s->eighths && k < EIGHTHS; k++, d /= 8) {
        s->at[s->n++] = corner - d;
        s->at[s->n++] = corner + d;
    }
}

void expect_split_sort(expect_split *s)
{
    qsort(s->at, s->n, sizeof *s->at, array_rising);
}

status expect_split_add(quad *q, const expect_split *s, double low, double high, size_t *next,
                        double *size)
{
    double part;
    *size = 0;
    while (low < high) {
        while (*next < s->n && s->at[*next] <= low)
            ++*next;
        double to = *next < s->n ? fmin(high, s->at[*next]) : high;
        status outcome = quad_add(q, low, to, &part);
        if (outcome < 0)
            return outcome;
        *size += part;
        low = to;
    }
    return STATUS_OK;
}

status expect_split_end(quad *q, expect_split *s, status outcome, const char *unsettled,
                        expectation *out)
{
    out->bias = q->value;
    out->error = q->error + q->rounding;
    out->size = q->rounding / (DBL_EPSILON / 2);
    quad_free(q);
    free(s->at);
    if (!s->finite)
        return expect_refuse(out, s->too_large ? "q overflows under the density"
                                               : "q is not finite everywhere under the density");
    return outcome == STATUS_NO_CONVERGENCE ? expect_refuse(out, unsettled) : outcome;
}
