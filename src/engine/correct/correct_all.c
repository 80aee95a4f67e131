/* What operators take off on the mean over all splits of the sample, by listing subsets
 * (subsets.h). */
#include "correct_part.h"

#include "correct_groups.h"
#include "engine/split/deal.h"

#include <string.h>

/* b->needed <- the sizes of the operators' windows when n rows are dealt. */
static void find_sizes(correct_job *b, size_t n)
{
    memset(b->needed, 0, (b->n + 1) * sizeof *b->needed);
    for (size_t i = 0; i < b->config->ops; i++) {
        const extrap *op = b->config->op[i];
        for (size_t e = 0; e < deal_windows(op) && op->draws <= n; e++)
            b->needed[deal_rows(op, e, n)] = true;
    }
}

static bool can_list(correct_job *b, size_t n)
{
    find_sizes(b, n);
    for (size_t r = 1; r <= n; r++)
        if (b->needed[r] && subsets_count(&b->subsets, r, b->ways) > b->listed)
            return false;
    return true;
}

bool correct_all_possible(correct_job *b)
{
    return b->subsets.distinct > 0 && can_list(b, b->n) && can_list(b, b->n - 1);
}

/* Subsets of r rows that wait for their evaluation, n of them. */
typedef struct listing {
    correct_job *b;
    const double *from;
    size_t r, n;
    double *sum;
} listing;

static status add_waiting(listing *a)
{
    correct_job *b = a->b;
    status s = *b->config->interrupt ? STATUS_INTERRUPTED : correct_job_evaluate(b, a->n);
    for (size_t l = 0; l < b->out && s == STATUS_OK; l++)
        for (size_t i = 0; i < a->n; i++)
            a->sum[l] += b->share[i] * (b->value[l * b->gap + i] - a->from[l]);
    a->n = 0;
    return s;
}

static status visit(void *context, const subsets *s, double share)
{
    listing *a = context;
    if (share == 0) /* out of range: it takes no part */
        return STATUS_OK;
    a->b->share[a->n] = share;
    subsets_mean_met(s, a->r, a->b->point + a->n, a->b->gap);
    return ++a->n == CORRECT_BATCH ? add_waiting(a) : STATUS_OK;
}

/* b->average <- over all subsets of the rows that are left, for every size that is needed: of q
 * minus `from`. */
static status average_subsets(correct_job *b, const double *from)
{
    status s = STATUS_OK;
    find_sizes(b, b->subsets.n);
    memset(b->average, 0, (b->n + 1) * b->out * sizeof *b->average);
    for (size_t r = 1; r < b->subsets.n && s == STATUS_OK; r++) {
        listing a = {.b = b, .from = from, .r = r, .sum = b->average + r * b->out};
        if (!b->needed[r])
            continue;
        s = subsets_walk(&b->subsets, r, b->ways, visit, &a);
        if (s == STATUS_OK && a.n > 0)
            s = add_waiting(&a);
    }
    return s;
}

/* out <- what the operator takes off the rows that are left, from the averages over subsets. */
static void combine_subsets(correct_job *b, const extrap *op, double *out)
{
    size_t n = b->subsets.n;
    for (size_t e = 0; e < deal_windows(op); e++)
        for (size_t l = 0; l < b->out; l++)
            b->value[l * b->gap + e] = b->average[deal_rows(op, e, n) * b->out + l];
    deal_combine(op, n, b->value, b->gap, NULL, b->out, out);
}

/* All operators that the rows are enough for, without one of the g-th distinct rows. */
static status leave_out(correct_job *b, size_t g)
{
    const correct_config *c = b->config;
    correct_groups_take(b, g);
    status s = average_subsets(b, b->without + g * b->out);
    for (size_t i = 0; i < c->ops && s == STATUS_OK; i++)
        if (c->op[i]->draws <= b->subsets.n)
            combine_subsets(b, c->op[i], correct_job_repeat(b, i, 0, g));
    correct_groups_put_back(b, g);
    return s;
}

status correct_all_splits(correct_job *b)
{
    const correct_config *c = b->config;
    status s = average_subsets(b, b->result->plugin);
    for (size_t i = 0; i < c->ops && s == STATUS_OK; i++) {
        combine_subsets(b, c->op[i], b->result->row[i].value);
        correct_job_add_split(b, i, b->result->row[i].value);
    }
    for (size_t g = 0; g < b->groups.n && s == STATUS_OK; g++) {
        s = leave_out(b, g);
        b->left_out += s == STATUS_OK;
    }
    return s;
}
