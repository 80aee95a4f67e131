/* What operators take off on the mean over random splits of the sample. */
#include "correct_part.h"

#include "correct_groups.h"
#include "engine/split/deal.h"

#include <math.h>

/* out <- the operator on n rows, in this order, minus `from`, q at the mean of all of them: the
 * rows without group g. */
static status apply(correct_job *b, const extrap *op, const uint32_t *number, size_t n, size_t g,
                    const double *from, double *out)
{
    deal_points(&b->rows, op, number, n, b->total, b->point, b->gap);
    status s = correct_job_evaluate(b, deal_windows(op));
    if (s != STATUS_OK)
        return s;
    correct_bend_take(b, op, g, n);
    deal_combine(op, n, b->value, b->gap, from, b->out, out);
    return s;
}

/* The present split without each group, for every operator that it leaves enough rows. */
static status repeat_split(correct_job *b, size_t split)
{
    const correct_config *c = b->config;
    status s = STATUS_OK;
    for (size_t g = 0; g < b->groups.n; g++) {
        size_t n = correct_groups_keep(b, g);
        for (size_t i = 0; i < c->ops && s == STATUS_OK; i++)
            if (c->op[i]->draws <= correct_groups_fewest(b))
                s = apply(b, c->op[i], b->kept, n, g, b->without + g * b->out,
                          correct_job_repeat(b, i, split, g));
    }
    return s;
}

static status make_split(correct_job *b, size_t split)
{
    const correct_config *c = b->config;
    status s = STATUS_OK;
    correct_groups_shuffle(b, split + 1);
    for (size_t i = 0; i < c->ops && s == STATUS_OK; i++) {
        double *off = b->result->row[i].value; /* not filled in yet: room for a split's */
        s = apply(b, c->op[i], b->order, b->n, b->groups.n, b->result->plugin, off);
        if (s == STATUS_OK)
            correct_job_add_split(b, i, off);
    }
    return s == STATUS_OK && split < b->repeats ? repeat_split(b, split) : s;
}

status correct_random_splits(correct_job *b)
{
    const correct_config *c = b->config;
    status s = STATUS_OK;
    for (size_t split = 0; split < c->splits && s == STATUS_OK; split++) {
        progress_report(c->progress, (double)split / (double)c->splits, NAN, NAN);
        s = *c->interrupt ? STATUS_INTERRUPTED : make_split(b, split);
        if (s == STATUS_OK)
            b->result->splits = split + 1;
    }
    return s;
}
