/* Any q under a law of whole numbers whose sums have a known law: the mean of N draws is k/N with
 * the probability P_N(k) of the sum, and
 *
 *     bias = sum_j w_j sum_k P_Nj(k) (q(s + k/N_j) - q(c)),
 *
 * over all k whose probability a double can hold, and over 0. */
#include "expect_part.h"

#include <float.h>
#include <math.h>

enum {
    VALUES = 200000, /* of block means, at most, in one term */
    BATCH = 256,
    REACH = 42, /* standard deviations of a sum, */
    MORE = 800  /* and so many more: beyond, probabilities are below the smallest double */
};

typedef struct counting {
    const expect_case *e;
    dist sum; /* the law of the sum of N draws */
    double draws, s[BATCH], prob[BATCH];
    size_t pending;
    long double total, size, spread, off; /* as in expect_atoms.c */
    long double last;                     /* |P (q - q(c))| of the largest value */
    tally values;                         /* of q */
    bool finite, too_large;
} counting;

static status flush(counting *x)
{
    double v[BATCH], off[BATCH], at = x->e->at_center;
    status outcome = line_values(x->e->q, x->pending, x->s, v, off);
    for (size_t i = 0; i < x->pending && outcome == STATUS_OK; i++) {
        long double p = x->prob[i];
        x->total += p * (v[i] - at);
        x->spread += x->last = p * fabs(v[i] - at);
        x->size += p * fabs(v[i]);
        x->off += p * off[i];
        x->too_large = x->too_large || isinf(off[i]);
        x->finite = x->finite && isfinite(v[i]);
        tally_add(&x->values, isinf(v[i]) && isinf(off[i]) ? copysign(DBL_MAX, v[i]) : v[i]);
    }
    x->pending = 0;
    return outcome;
}

static status add_count(counting *x, double k)
{
    double p = x->sum.type->pdf(&x->sum, k);
    if (p == 0 && k > 0)
        return STATUS_OK;
    x->s[x->pending] = x->e->s + k / x->draws;
    x->prob[x->pending++] = p;
    return x->pending < BATCH ? STATUS_OK : flush(x);
}

/* Adds the term t of the operator to out. */
static status add_term(counting *x, const extrap_term *t, expectation *out)
{
    x->draws = t->size * x->e->m;
    x->sum = (dist){0};
    x->e->d->type->sum(x->e->d, x->draws, &x->sum);
    double mean = x->sum.mean[0], reach = ceil(REACH * sqrt(x->sum.var[0])) + MORE;
    double low = fmax(0, floor(mean) - reach), high = floor(mean) + reach;
    x->total = x->size = x->spread = x->off = 0;
    status outcome = high - low < VALUES ? add_count(x, 0) : STATUS_NO_EXACT;
    for (double k = fmax(low, 1); k <= high && outcome == STATUS_OK; k++)
        outcome = add_count(x, k);
    if (outcome == STATUS_OK)
        outcome = flush(x);
    long double w = fabsl((long double)t->exact.num / t->exact.den);
    out->bias += (double)((long double)t->exact.num / t->exact.den * x->total);
    out->size += (double)(w * x->size);
    out->error += (double)(w * (x->size * DBL_EPSILON / 2 + x->off + 2 * DBL_EPSILON * x->spread));
    return outcome;
}

status expect_counts(const expect_case *e, expectation *out)
{
    counting x = {.e = e, .finite = true};
    status outcome = STATUS_OK;
    bool settled = true;
    out->bias = out->error = 0;
    for (size_t j = 0; j < e->op->terms && outcome == STATUS_OK; j++) {
        outcome = add_term(&x, &e->op->term[j], out);
        settled = settled && x.last <= 1e-18L * x.spread;
    }
    if (outcome == STATUS_NO_EXACT)
        return expect_refuse(out, "a block mean has over 200000 values that count");
    if (outcome == STATUS_OK && !x.finite)
        return expect_refuse(out, x.too_large
                                      ? "q overflows at a possible value of a block mean"
                                      : "q is not finite at a possible value of a block mean");
    if (outcome == STATUS_OK && !settled)
        return expect_refuse(out, "q grows as fast as the probabilities of block means fall");
    return outcome;
}

status expect_count_values(const expect_case *e, tally *out)
{
    counting x = {.e = e};
    expectation unused = {0};
    status outcome = STATUS_OK;
    for (size_t j = 0; j < e->op->terms && outcome == STATUS_OK; j++) {
        x.values = (tally){0};
        outcome = add_term(&x, &e->op->term[j], &unused);
        out[j] = x.values;
    }
    return outcome;
}
