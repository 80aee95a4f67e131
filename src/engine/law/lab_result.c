/* What the bias lab's estimates come to: their target, and what rounding may make of them. */
#include "engine/number/rounding.h"
#include "lab_part.h"
#include "rare.h"
#include "trust.h"

#include <math.h>
#include <string.h>

status lab_find_target(lab *l)
{
    const lab_config *c = l->config;
    double *at = l->worker[0].mean;
    bool known = c->dist->mean != NULL;
    status s = STATUS_OK;
    memset(l->target, 0, c->q->out * sizeof *l->target);
    for (size_t j = 0; j < c->q->in && known; j++)
        at[j] = c->s[j] + c->dist->mean[j];
    if (known)
        s = c->q->eval(c->q, 1, at, l->target, 1);
    known = known && s == STATUS_OK && first_not_finite(l->target, c->q->out, 1) == c->q->out;
    if (!known)
        memset(l->target, 0, c->q->out * sizeof *l->target);
    for (size_t p = 0; p < c->points; p++) {
        l->result[p].has_target = known;
        l->result[p].target = l->target;
    }
    return s;
}

/* sum_k k |c_k| r^k of a polynomial, r what |argument| is like: what an argument's rounding and
 * that of Horner's rule work on, which may be far above |q|. */
static double terms_of(const lab_config *c)
{
    const func *q = c->q;
    double size = 0, power = 1, r = fabs(c->s[0]);
    if (q->kind != FUNC_POLY)
        return 0;
    r += (c->dist->mean ? fabs(c->dist->mean[0]) : 0) + (c->dist->var ? sqrt(c->dist->var[0]) : 0);
    for (size_t k = 1; k <= q->degree; k++)
        size += (double)k * fabs(q->coefficient[k]) * (power *= r);
    return size;
}

/* From sums of |q - target| to what rounding may make of the mean of all estimates. */
static void find_rounding(const lab_config *c, const lab_point *point, lab_result *out)
{
    for (size_t k = 0; k < c->q->out; k++) {
        double windows = out->raw[k].finite.n * (double)point->op->windows;
        double each = windows > 0 ? out->rounding[k] / windows : 0;
        double size = each + 2 * fabs(out->target[k]) + terms_of(c);
        out->rounding[k] =
            rounding_floor(rounding_of_mean(size, (double)point->m), point->op->amplification);
    }
}

/* Fills r->moved from the sums of the estimates by part; NULL where there are too few of these, or
 * some are not finite. Where fewer than LAB_BATCH are left at the end, the first parts have made
 * one more. */
static void find_moved(lab_result *r, const double *sum)
{
    double n = tally_n(r->reduced), mean = tally_mean(r->reduced);
    double batches = floor(n / LAB_BATCH), rest = n - batches * LAB_BATCH;
    for (size_t i = 0; i < LAB_PARTS; i++) {
        double more = ceil((rest - (double)i) / LAB_PARTS);
        double made = batches * (LAB_BATCH / LAB_PARTS) + fmax(more, 0);
        r->moved[i] = (sum[i] - made * mean) / n;
    }
    if (n < 2 * LAB_PARTS || !all_finite(r->moved, LAB_PARTS))
        r->moved = NULL;
}

/* What a rank saw, with its first worker. */
static void left(void *context, size_t rank, walk *w)
{
    lab *l = context;
    (void)rank;
    for (size_t p = 0; p < l->config->points; p++) {
        oddity_pass(&l->worker[0].point[p].odd, w);
        tails_pass(&l->worker[0].point[p].tails, w);
    }
}

void lab_gather(lab *l)
{
    const lab_config *c = l->config;
    for (size_t p = 0; p < c->points; p++)
        for (size_t i = 1; i < lab_threads(c); i++) {
            oddity_merge(&l->worker[0].point[p].odd, &l->worker[i].point[p].odd);
            tails_merge(&l->worker[0].point[p].tails, &l->worker[i].point[p].tails);
        }
    parallel_share(left, l);
}

void lab_finish(lab *l, size_t p, status ended)
{
    const lab_config *c = l->config;
    point_sums *first = &l->worker[0].point[p];
    lab_result *r = &l->result[p];
    r->odd = first->odd;
    find_rounding(c, &c->point[p], r);
    r->controlled = trust_variates(c, &c->point[p], r, r->rounding, ended == STATUS_OK);
    if (!r->controlled)
        memcpy(r->reduced, r->raw, c->q->out * sizeof *r->raw);
    if (l->total)
        find_moved(r, r->controlled ? l->total[p].reduced : l->total[p].raw);
    if (!r->controlled && ended == STATUS_OK)
        r->rare = rare_find(c, &c->point[p], r, false, true);
    tails_shorten(&first->tails, r->reps);
    r->tail_k = tails_k(&first->tails);
}
