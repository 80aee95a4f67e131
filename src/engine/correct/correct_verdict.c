#include "correct_verdict.h"

#include "correct_groups.h"
#include "correct_variance.h"
#include "engine/number/tally.h"
#include "trial.h"

#include <math.h>

#define NEGLIGIBLE 0.01 /* of the mean square error: no verdict hangs on less */

/* Whether a trial gives the verdict in every world. */
static status confirm(const correct_job *b, size_t op, correct_row *r)
{
    const correct_config *c = b->config;
    bool agreed;
    trial_config t = {.rows = &b->rows,
                      .q = &b->q,
                      .op = c->op[op],
                      .removed = r->removed,
                      .splits = b->exact ? INFINITY : (double)c->splits,
                      .interrupt = c->interrupt};
    status s = trial_run(&t, r->verdict == CORRECT_HELPS ? 1 : -1, b->trial, &agreed);
    if (s == STATUS_OK && agreed)
        return s;
    r->verdict = CORRECT_NONE;
    r->why = CORRECT_DISAGREE;
    return s;
}

static status judge(const correct_job *b, size_t op, const correct_tally *t)
{
    correct_row *r = &b->result->row[op];
    double gain = r->saved - r->added;
    double least = fmax(r->uncertainty, NEGLIGIBLE * (fmax(r->saved, 0) + b->result->plugin_var));
    r->why = CORRECT_SMALL;
    if (!(fabs(gain) > fmax(least, t->rounding)) || (gain > 0 && !(r->saved > 0)))
        return STATUS_OK;
    r->why = CORRECT_TAIL;
    if (gain > 0 && b->result->tail_k > TAIL_HEAVY)
        return STATUS_OK;
    r->why = CORRECT_CLEAR;
    r->verdict = gain > 0 ? CORRECT_HELPS : CORRECT_HURTS;
    return confirm(b, op, r);
}

/* Takes what is rounding for nothing; returns whether that is all. */
static bool drop_rounding(const correct_job *b, size_t op)
{
    correct_row *r = &b->result->row[op];
    size_t dropped = 0;
    for (size_t l = 0; l < b->out; l++) {
        if (!(fabs(r->removed[l]) <= correct_job_floor(b, op, l)))
            continue;
        r->removed[l] = 0;
        r->value[l] = b->result->plugin[l];
        dropped++;
    }
    return dropped == b->out;
}

/* A standard error, or why there is none; least: what rounding may make of one. */
static double root_of(double variance, double least, correct_reason *why)
{
    if (variance > least * least && isfinite(variance))
        return sqrt(variance);
    if (fabs(variance) <= least * least)
        *why = CORRECT_EQUAL;
    else
        *why = variance < 0 ? CORRECT_NEGATIVE : CORRECT_NOT_FINITE;
    return NAN;
}

/* The standard errors, and what all outputs add up to. */
static void find_errors(const correct_job *b, size_t op, correct_tally *t)
{
    correct_row *r = &b->result->row[op];
    for (size_t l = 0; l < b->out; l++) {
        double least = correct_job_floor(b, op, l) * sqrt(b->groups.all);
        r->se[l] = root_of(correct_tally_add(b, op, l, t), least, &r->why_se);
    }
}

static status weigh(const correct_job *b, size_t op)
{
    correct_row *r = &b->result->row[op];
    correct_tally t = {0};
    bool nothing = drop_rounding(b, op);
    find_errors(b, op, &t);
    if (nothing) {
        r->saved = r->added = r->uncertainty = 0;
        r->why = b->subsets.distinct == 1 ? CORRECT_EQUAL : CORRECT_ROUNDING;
        return STATUS_OK;
    }
    r->saved = t.saved;
    r->added = t.added;
    r->uncertainty = correct_uncertainty(b, &t);
    r->why = CORRECT_NOT_FINITE;
    if (!isfinite(r->saved) || !isfinite(r->added) || !isfinite(r->uncertainty))
        return STATUS_OK;
    return judge(b, op, &t);
}

static bool all_finite(const double *x, size_t n)
{
    return first_not_finite(x, n, 1) == n;
}

static void find_value(const correct_job *b, size_t op)
{
    correct_row *r = &b->result->row[op];
    for (size_t l = 0; l < b->out; l++) {
        const moments *off = &b->off[op * b->out + l];
        r->removed[l] = off->n > 0 ? -off->mean : 0;
        r->value[l] = b->result->plugin[l] - r->removed[l];
        r->split_se[l] = sqrt(correct_split_noise(b, off));
        r->se[l] = NAN;
    }
}

/* A value that is not finite where the plug-in is one hurts; variances take rows to leave out. */
status correct_conclude(const correct_job *b, size_t op)
{
    correct_row *r = &b->result->row[op];
    r->saved = r->added = r->uncertainty = NAN;
    r->verdict = CORRECT_NONE;
    r->why = r->why_se = CORRECT_CLEAR;
    find_value(b, op);
    if (!all_finite(r->value, b->out)) {
        r->why = r->why_se = CORRECT_NOT_FINITE;
        if (all_finite(b->result->plugin, b->out))
            r->verdict = CORRECT_HURTS;
    } else if (b->n < 2 || b->config->op[op]->draws > correct_groups_fewest(b))
        r->why = r->why_se = CORRECT_FEW;
    else if (!b->exact && b->result->splits < 2)
        r->why = r->why_se = CORRECT_ONE_SPLIT;
    else
        return weigh(b, op);
    return STATUS_OK;
}
