/* What is said of an operator once the splits are made: its value, errors and verdict. */
#include "correct_part.h"

#include "correct_groups.h"
#include "correct_variance.h"
#include "engine/number/num.h"
#include "engine/number/tally.h"
#include "trial.h"

#include <math.h>

#define DOUBT 2 /* errors of the splits: a verdict that they may change is withheld */

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
    status s = b->failed ? STATUS_INTERRUPTED
                         : trial_run(&t, r->verdict == CORRECT_HELPS ? 1 : -1, b->trial, &agreed);
    if (s == STATUS_OK && agreed)
        return s;
    r->verdict = s == STATUS_OK ? CORRECT_NONE : CORRECT_UNKNOWN;
    r->why = s == STATUS_OK ? CORRECT_DISAGREE : CORRECT_STOPPED;
    return s;
}

static status judge(const correct_job *b, size_t op, const correct_tally *t)
{
    correct_row *r = &b->result->row[op];
    double gain = r->saved - r->added;
    double least =
        fmax(r->uncertainty, CORRECT_NEGLIGIBLE * (fmax(r->saved, 0) + b->result->plugin_var));
    double above = fabs(gain) - fmax(least, t->rounding), doubt = DOUBT * t->splits;
    r->why = CORRECT_SMALL;
    r->verdict = CORRECT_NONE;
    if (!(above > -doubt) || (gain > 0 && !(r->saved > 0)))
        return STATUS_OK;
    r->why = CORRECT_TAIL;
    if (gain > 0 && b->result->tail_k > TAIL_HEAVY)
        return STATUS_OK;
    r->why = CORRECT_CLEAR;
    r->verdict = gain > 0 ? CORRECT_HELPS : CORRECT_HURTS;
    status s = confirm(b, op, r);
    if (r->why == CORRECT_CLEAR && !(above > doubt)) {
        r->verdict = CORRECT_UNKNOWN;
        r->why = CORRECT_SPLITS;
    }
    return s;
}

/* Sets what is only rounding to 0; returns whether nothing else is left. */
static bool drop_rounding(const correct_job *b, size_t op)
{
    correct_row *r = &b->result->row[op];
    size_t dropped = 0;
    for (size_t l = 0; l < b->out; l++) {
        if (!(fabs(r->removed[l]) <= correct_job_floor(b, op, l)))
            continue;
        r->removed[l] = 0;
        r->value[l] = b->result->plugin[l];
        r->split_se[l] = 0;
        dropped++;
    }
    return dropped == b->out;
}

/* A standard error, or why there is none; least: what rounding alone may make it. */
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
    double sum = 0, rounding = 0;
    correct_reason unused;
    for (size_t l = 0; l < b->out; l++) {
        double least = correct_job_floor(b, op, l) * sqrt(b->groups.all);
        double variance = correct_tally_add(b, op, l, t);
        r->se[l] = root_of(variance, least, &r->why_se);
        sum += variance;
        rounding = num_hypot(rounding, least);
    }
    r->all_se = root_of(sum, rounding, &unused);
}

/* Without a standard error there is no verdict but "no difference" where nothing is taken off. */
static status weigh(const correct_job *b, size_t op)
{
    correct_row *r = &b->result->row[op];
    correct_tally t = {0};
    bool nothing = drop_rounding(b, op);
    find_errors(b, op, &t);
    r->saved = nothing ? 0 : t.saved;
    r->added = nothing ? 0 : t.added;
    r->uncertainty = nothing ? 0 : correct_uncertainty(b, &t);
    r->why = CORRECT_ROUNDING;
    r->verdict = CORRECT_NONE;
    if (nothing)
        return STATUS_OK;
    r->verdict = CORRECT_UNKNOWN;
    r->why = CORRECT_NOT_FINITE;
    if (!isfinite(r->saved) || !isfinite(r->added) || !isfinite(r->uncertainty))
        return STATUS_OK;
    r->why = r->why_se;
    return isnan(r->all_se) ? STATUS_OK : judge(b, op, &t);
}

static void find_value(const correct_job *b, size_t op)
{
    correct_row *r = &b->result->row[op];
    for (size_t l = 0; l < b->out; l++) {
        const moments *off = &b->off[op * b->out + l];
        if (off->n > 0)
            r->removed[l] = -off->mean;
        else
            r->removed[l] = b->n > 1 ? NAN : 0;
        r->value[l] = b->result->plugin[l] - r->removed[l];
        r->split_se[l] = sqrt(correct_split_noise(b, op, l));
        r->se[l] = NAN;
    }
}

/* Why nothing can be weighed, CORRECT_CLEAR if it can; variances take rows to leave out. */
static correct_reason find_obstacle(const correct_job *b, size_t op)
{
    if (b->n > 1 && b->off[op * b->out].n == 0)
        return CORRECT_STOPPED;
    if (!all_finite(b->result->row[op].value, b->out))
        return CORRECT_NOT_FINITE;
    if (b->n < 2 || b->config->op[op]->draws > correct_groups_fewest(b))
        return CORRECT_FEW;
    if (b->exact && b->left_out < b->groups.n)
        return CORRECT_STOPPED;
    if (!b->exact && b->result->splits < 2)
        return CORRECT_ONE_SPLIT;
    return isnan(b->result->plugin_var) ? CORRECT_JUMP : CORRECT_CLEAR;
}

status correct_conclude(const correct_job *b, size_t op)
{
    correct_row *r = &b->result->row[op];
    r->saved = r->added = r->uncertainty = r->all_se = NAN;
    r->verdict = CORRECT_UNKNOWN;
    find_value(b, op);
    r->why = r->why_se = find_obstacle(b, op);
    return r->why == CORRECT_CLEAR ? weigh(b, op) : STATUS_OK;
}
