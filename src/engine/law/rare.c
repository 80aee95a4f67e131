/* With N the number of a block's m draws that have the value a of probability p, of the law's mean
 * mu: P(N = i) is binomial, the block's mean is then about (i a + (m - i) mu')/m, mu' the mean of
 * the other values. The estimate there, other blocks at mu, less the mean of all is R; n K P
 * estimates of n by K blocks are expected to be so. Of the events with the largest R^2, as many as
 * FEW estimates are expected to have add the sum of K P R^2 to the variance. */
#include "rare.h"

#include <math.h>
#include <stdlib.h>

enum {
    VALUES = 128, /* the most that a law of few values has */
    TIMES = 8,    /* the most times that a value is looked for in a block */
    FEW = 5       /* estimates */
};

/* SHARE: of the variance that was seen, what may be missing. NOTHING: of the raw scatter, an R that
 * is rounding. */
static const double SHARE = 0.5, NOTHING = 1e-10;

typedef struct event {
    lab_rare what;
    double square; /* R^2, over the raw variance */
} event;

typedef struct sample {
    const lab_config *config;
    const lab_point *point;
    const lab_result *result;
    bool controlled, asks;
} sample;

/* Of the windows of a term of the operator: how many have the first block. */
static size_t count_with_first(const extrap *op, size_t first, size_t windows)
{
    size_t n = 0;
    for (size_t e = first; e < first + windows; e++) {
        const extrap_window *w = &op->window[e];
        n += w->start == 0 || w->start + w->size > op->draws;
    }
    return n;
}

/* q at one number less the target; NAN where it fails, or is not asked. */
static double value_at(const sample *x, double s)
{
    double y;
    bool done = x->asks && x->config->q->eval(x->config->q, 1, &s, &y, 1) == STATUS_OK;
    return done ? y - *x->result->target : (double)NAN;
}

/* The estimate whose first block is `away` from the mean, and all others at it, with the control
 * variates taken off. */
static double estimate_at(const sample *x, double away)
{
    const lab_config *c = x->config;
    const lab_point *point = x->point;
    const extrap *op = point->op;
    const double *factor = x->result->factor, unit = *x->result->unit;
    double sum = 0, mean = c->s[0] + c->dist->mean[0];
    for (size_t t = 0, first = 0; t < op->terms; first += op->term[t].windows, t++) {
        const extrap_term *term = &op->term[t];
        double all = term->windows, with = (double)count_with_first(op, first, term->windows) / all;
        double off = away / term->size, scaled = unit * off;
        double var = c->dist->var[0] * unit * unit / ((double)term->size * (double)point->m);
        sum += term->weight * with * value_at(x, mean + off);
        if (with < 1)
            sum += term->weight * (1 - with) * value_at(x, mean);
        if (!x->controlled)
            continue;
        sum -= factor[2 * t] * with * scaled;
        sum -= factor[2 * t + 1] * (with * scaled * scaled - var);
    }
    return sum;
}

static const moments *seen(const sample *x)
{
    return x->controlled ? &x->result->reduced->finite : &x->result->raw->finite;
}

/* The events of one value; returns how many. */
static size_t find_events(const sample *x, double a, double p, event *out)
{
    const lab_point *point = x->point;
    double m = (double)point->m, blocks = tally_n(x->result->raw) * (double)point->op->draws;
    double mu = x->config->dist->mean[0], other = (mu - p * a) / (1 - p),
           chance = exp(m * log1p(-p));
    double raw = moments_sd(&x->result->raw->finite);
    size_t n = 0;
    for (size_t i = 0; i <= TIMES && i <= point->m && p < 1; i++) {
        double times = (double)i, expected = blocks * chance;
        if (expected > 0 && expected < FEW) {
            double away = (times * (a - mu) + (m - times) * (other - mu)) / m;
            double R = (estimate_at(x, away) - seen(x)->mean) / raw;
            if (!(fabs(R) <= NOTHING))
                out[n++] = (event){{a, times, expected}, isnan(R) ? INFINITY : R * R};
        }
        chance *= (m - times) / (times + 1) * p / (1 - p);
    }
    return n;
}

static int by_square(const void *a, const void *b)
{
    double x = ((const event *)a)->square, y = ((const event *)b)->square;
    return (x < y) - (x > y);
}

/* The last of the events that are expected so seldom together, in their order, where they scatter
 * too much. */
static lab_rare find_hidden(const sample *x, const event *list, size_t n)
{
    double left = moments_sd(seen(x)) / moments_sd(&x->result->raw->finite), expected = 0, sum = 0;
    double most = SHARE * tally_n(x->result->raw) * left * left;
    for (size_t i = 0; i < n && (expected += list[i].what.expected) < FEW; i++) {
        sum += list[i].what.expected * list[i].square;
        if (!(sum <= most))
            return list[i].what;
    }
    return (lab_rare){0};
}

lab_rare rare_find(const lab_config *c, const lab_point *point, const lab_result *r,
                   bool controlled, bool asks)
{
    event list[VALUES * (TIMES + 1)];
    const sample x = {c, point, r, controlled, asks};
    const double *values, *probs;
    bool known = c->dist->type->atoms && c->dist->mean && c->dist->var && c->q->in == 1;
    size_t atoms = known ? c->dist->type->atoms(c->dist, &values, &probs) : 0, n = 0;
    if (atoms > VALUES || c->q->out > 1)
        return (lab_rare){0};
    for (size_t j = 0; j < atoms; j++)
        n += find_events(&x, values[j], probs ? probs[j] : 1 / (double)atoms, list + n);
    qsort(list, n, sizeof *list, by_square);
    return find_hidden(&x, list, n);
}
