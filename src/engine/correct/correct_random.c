/* What operators take off on the mean over random splits of the sample. */
#include "correct_part.h"

#include "correct_groups.h"
#include "engine/split/deal.h"

#include <math.h>

/* out <- the operator on n rows, of whose blocks these are the totals, minus `from`, q at the mean
 * of all of them: the rows without group g. */
static status apply(correct_job *b, const extrap *op, const double *total, size_t n, size_t g,
                    const double *from, double *out)
{
    deal_points(&b->dealt, op, n, total, b->point, b->gap);
    status s = correct_job_evaluate(b, deal_windows(op));
    if (s != STATUS_OK)
        return s;
    correct_bend_take(b, op, g, n);
    deal_combine(op, n, b->value, b->gap, from, b->out, out);
    return s;
}

/* b->left <- the totals of the present split's blocks without each group, operator by operator.
 * The order of the split is no longer needed. STATUS_OK or STATUS_INTERRUPTED. */
static status leave_out(correct_job *b)
{
    const correct_config *c = b->config;
    double *total = b->left;
    correct_groups_deal(b);
    status s = correct_job_look(b);
    for (size_t i = 0; i < c->ops && s == STATUS_OK; i++) {
        leave_totals(&b->leave, &b->dealt, deal_blocks(c->op[i]), b->order, total);
        total += b->groups.n * deal_blocks(c->op[i]) * b->in;
        s = correct_job_look(b);
    }
    return s;
}

/* Every operator that has rows enough without group g. */
static status repeat_without(correct_job *b, size_t split, size_t g)
{
    const correct_config *c = b->config;
    const double *total = b->left;
    size_t n = b->n - leave_rows(&b->leave, g);
    status s = STATUS_OK;
    for (size_t i = 0; i < c->ops && s == STATUS_OK; i++) {
        size_t each = deal_blocks(c->op[i]) * b->in;
        if (c->op[i]->draws <= correct_groups_fewest(b))
            s = apply(b, c->op[i], total + g * each, n, g, b->without + g * b->out,
                      correct_job_repeat(b, i, split, g));
        total += b->groups.n * each;
    }
    return s;
}

/* The present split without each group. */
static status repeat_split(correct_job *b, size_t split)
{
    status s = leave_out(b);
    for (size_t g = 0; g < b->groups.n && s == STATUS_OK; g++)
        s = repeat_without(b, split, g);
    return s;
}

static status make_split(correct_job *b, size_t split)
{
    const correct_config *c = b->config;
    correct_groups_shuffle(b, split + 1);
    status s = correct_job_look(b);
    if (s == STATUS_OK)
        sample_take(&b->dealt, &b->rows, b->order, b->n);
    for (size_t i = 0; i < c->ops && s == STATUS_OK; i++) {
        double *off = b->result->row[i].value; /* not filled in yet: room for a split's */
        deal_totals(&b->dealt, deal_blocks(c->op[i]), b->n, b->total);
        s = apply(b, c->op[i], b->total, b->n, b->groups.n, b->result->plugin, off);
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
