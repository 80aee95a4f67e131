/* Means over groups, their errors, and what they say of the gain: the squared error of the mean
 * that the correction takes away, bias^2 saved minus variance added (correct_by.h). */
#include "correct_by_part.h"

#include "engine/correct/correct_part.h"
#include "engine/number/num.h"
#include "engine/number/rounding.h"
#include "engine/number/tally.h"

#include <math.h>
#include <string.h>

/* Of output l of an operator over G groups: means, and variances of one group. */
typedef struct scatter {
    double plugin, removed;
    double of_plugin, of_removed, of_value;
    double added, other; /* cov(R, R - 2P); var(R - 2P) */
} scatter;

static double mean_of(const double *x, size_t n)
{
    double sum = 0;
    for (size_t g = 0; g < n; g++)
        sum += x[g];
    return sum / (double)n;
}

static scatter find_scatter(const by_job *b, size_t op, size_t l)
{
    size_t G = b->result->groups;
    const double *plugin = b->own.plugin + l * b->own.n, *removed = by_removed(b, &b->own, op, l);
    scatter s = {.plugin = mean_of(plugin, G), .removed = mean_of(removed, G)};
    double df = (double)G - 1;
    for (size_t g = 0; g < G && G > 1; g++) {
        double p = plugin[g] - s.plugin, r = removed[g] - s.removed;
        s.of_plugin += p * p / df;
        s.of_removed += r * r / df;
        s.of_value += (p - r) * (p - r) / df;
        s.added += r * (r - 2 * p) / df;
        s.other += (r - 2 * p) * (r - 2 * p) / df;
    }
    return s;
}

/* Adds to b->effect what each group does to the gain. */
static void add_effects(const by_job *b, size_t op, size_t l, const scatter *s)
{
    size_t G = b->result->groups;
    const double *plugin = b->own.plugin + l * b->own.n, *removed = by_removed(b, &b->own, op, l);
    for (size_t g = 0; g < G; g++) {
        double p = plugin[g] - s->plugin, r = removed[g] - s->removed;
        b->effect[g] += 2 * s->removed * r - (r * (r - 2 * p) + r * r) / (double)G;
    }
}

/* The variance of the gain in two ways, of which the larger counts: by the groups' effects, and by
 * that of normal numbers, for the scatter of few groups says little of its own error. */
typedef struct doubt {
    double square, normal;
} doubt;

static void add_output(const by_job *b, size_t op, size_t l, doubt *d)
{
    correct_by_row *r = &b->result->row[op];
    double G = (double)b->result->groups;
    scatter s = find_scatter(b, op, l);
    double noise = s.of_removed / G;
    r->saved += s.removed * s.removed - noise;
    r->added += s.added / G;
    d->square += 2 * noise * noise;
    d->normal += 4 * s.removed * s.removed * noise + 2 * noise * noise +
                 (s.of_removed * s.other + s.added * s.added) / ((G - 1) * G * G);
    add_effects(b, op, l, &s);
}

static double find_uncertainty(const by_job *b, const doubt *d)
{
    size_t G = b->result->groups;
    moments effect = {0};
    for (size_t g = 0; g < G; g++)
        moments_add(&effect, b->effect[g]);
    double seen = moments_var(&effect) / (double)G + d->square;
    return stats_t_quantile(0.95, (double)G - 1) * sqrt(fmax(seen, d->normal));
}

/* Saved, added, and how sure their difference is. */
static void weigh(const by_job *b, size_t op)
{
    correct_by_row *r = &b->result->row[op];
    doubt d = {0};
    r->saved = r->added = 0;
    memset(b->effect, 0, b->result->groups * sizeof *b->effect);
    for (size_t l = 0; l < b->config->q->out; l++)
        add_output(b, op, l, &d);
    r->uncertainty = find_uncertainty(b, &d);
}

/* A standard error; NAN where all groups are the same, to rounding. */
static double root_of(double variance, double size)
{
    double least = rounding_floor(size, 1);
    return variance > least * least ? sqrt(variance) : NAN;
}

/* The means and their errors. */
static void find_means(const by_job *b, size_t op)
{
    correct_by_row *r = &b->result->row[op];
    double G = (double)b->result->groups, sum = 0, size = 0;
    for (size_t l = 0; l < b->config->q->out; l++) {
        scatter s = find_scatter(b, op, l);
        b->result->plugin[l] = s.plugin;
        r->removed[l] = s.removed;
        r->value[l] = s.plugin - s.removed;
        r->se[l] = G > 1 ? root_of(s.of_value / G, fabs(s.plugin)) : NAN;
        sum += s.of_value / G;
        size = num_hypot(size, s.plugin);
    }
    r->all_se = G > 1 ? root_of(sum, size) : NAN;
}

/* Whether nothing but rounding is taken off any group. */
static bool is_nothing(const by_job *b, size_t op)
{
    for (size_t l = 0; l < b->config->q->out; l++)
        for (size_t g = 0; g < b->result->groups; g++)
            if (by_removed(b, &b->own, op, l)[g] != 0)
                return false;
    return true;
}

/* Why nothing can be weighed, CORRECT_CLEAR if it can. */
static correct_reason find_obstacle(const by_job *b, size_t op, bool stopped)
{
    const correct_by_row *r = &b->result->row[op];
    if (stopped)
        return CORRECT_STOPPED;
    if (!all_finite(r->value, b->config->q->out))
        return CORRECT_NOT_FINITE;
    if (is_nothing(b, op))
        return CORRECT_ROUNDING;
    if (b->result->groups < 2)
        return CORRECT_FEW;
    return isnan(r->all_se) ? CORRECT_EQUAL : CORRECT_CLEAR;
}

static void judge(const by_job *b, correct_by_row *r)
{
    double gain = r->saved - r->added;
    double least =
        fmax(r->uncertainty, CORRECT_NEGLIGIBLE * (fmax(r->saved, 0) + b->result->plugin_var));
    r->verdict = CORRECT_NONE;
    r->why = CORRECT_SMALL;
    if (!(fabs(gain) > least) || (gain > 0 && !(r->saved > 0)))
        return;
    r->why = CORRECT_TAIL;
    if (gain > 0 && b->result->tail_k > TAIL_HEAVY)
        return;
    r->why = CORRECT_CLEAR;
    r->verdict = gain > 0 ? CORRECT_HELPS : CORRECT_HURTS;
}

static void conclude(const by_job *b, size_t op, bool stopped)
{
    correct_by_row *r = &b->result->row[op];
    r->saved = r->added = r->uncertainty = NAN;
    r->verdict = CORRECT_UNKNOWN;
    r->why = find_obstacle(b, op, stopped);
    if (r->why == CORRECT_ROUNDING) {
        r->saved = r->added = r->uncertainty = 0;
        r->verdict = CORRECT_NONE;
    } else if (r->why == CORRECT_CLEAR) {
        weigh(b, op);
        judge(b, r);
    }
}

static bool has_sign(const correct_by_row *r)
{
    return r->verdict == CORRECT_HELPS || r->verdict == CORRECT_HURTS;
}

/* Withdraws the verdicts that the trial does not confirm. */
static void withdraw(by_job *b, status done)
{
    for (size_t i = 0; i < b->config->ops; i++) {
        correct_by_row *r = &b->result->row[i];
        if (!has_sign(r) ||
            (done == STATUS_OK && by_agrees(b, i, r->verdict == CORRECT_HELPS ? 1 : -1)))
            continue;
        r->verdict = done == STATUS_OK ? CORRECT_NONE : CORRECT_UNKNOWN;
        r->why = done == STATUS_OK ? CORRECT_DISAGREE : CORRECT_STOPPED;
    }
}

static bool any_has_sign(const by_job *b)
{
    for (size_t i = 0; i < b->config->ops; i++)
        if (has_sign(&b->result->row[i]))
            return true;
    return false;
}

/* Tries laws that are the groups as they are, then such whose means scatter less, then one law. */
static status confirm(by_job *b)
{
    status s = STATUS_OK;
    if (!any_has_sign(b))
        return s;
    mixture_find(&b->mixture);
    const double pooled[] = {0, b->mixture.pooled, 1};
    for (size_t t = 0; t < 3 && any_has_sign(b) && s == STATUS_OK; t++) {
        s = by_try(b, pooled[t]);
        withdraw(b, s);
    }
    return s;
}

/* Of the plug-ins: the variance of their mean, and their tail. */
static void look_at_plugins(by_job *b)
{
    correct_by_result *r = b->result;
    double G = (double)r->groups;
    for (size_t g = 0; g < r->groups; g++) {
        r->random += r->is_random[g];
        tails_add_vector(&b->tails, b->own.plugin + g, b->config->q->out, b->own.n);
    }
    r->tail_k = tails_k(&b->tails);
    r->plugin_var = 0;
    for (size_t l = 0; l < b->config->q->out; l++)
        r->plugin_var += find_scatter(b, 0, l).of_plugin / G;
}

static void count_kept(by_job *b)
{
    const correct_by_config *c = b->config;
    for (size_t i = 0; i < c->ops; i++)
        for (size_t g = 0; g < b->result->groups; g++)
            b->result->row[i].kept += c->start[g + 1] - c->start[g] < c->op[i]->draws;
}

/* The power of two that keeps squares of the groups' values within range, of the means in it. */
static void choose_scale(by_job *b)
{
    size_t out = b->config->q->out, G = b->result->groups;
    double most = 0;
    for (size_t l = 0; l < out; l++)
        most = scale_largest(b->own.plugin + l * b->own.n, G, most);
    for (size_t l = 0; l < out * b->config->ops; l++)
        most = scale_largest(b->own.removed + l * b->own.n, G, most);
    b->exponent = scale_exponent(most);
}

static void undo_scale(by_job *b)
{
    correct_by_result *r = b->result;
    size_t out = b->config->q->out;
    int e = b->exponent;
    by_scale(b, &b->own, e);
    scale_by(r->plugin, out, e);
    r->plugin_var = ldexp(r->plugin_var, 2 * e);
    for (size_t i = 0; i < b->config->ops; i++) {
        correct_by_row *row = &r->row[i];
        scale_by(row->value, out, e);
        scale_by(row->removed, out, e);
        scale_by(row->se, out, e);
        row->all_se = ldexp(row->all_se, e);
        row->saved = ldexp(row->saved, 2 * e);
        row->added = ldexp(row->added, 2 * e);
        row->uncertainty = ldexp(row->uncertainty, 2 * e);
    }
}

status by_conclude(by_job *b, bool stopped)
{
    choose_scale(b);
    by_scale(b, &b->own, -b->exponent);
    look_at_plugins(b);
    count_kept(b);
    for (size_t i = 0; i < b->config->ops; i++) {
        find_means(b, i);
        conclude(b, i, stopped);
    }
    status s = confirm(b);
    undo_scale(b);
    return s;
}
