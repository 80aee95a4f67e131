/* Any q under a finite law: the mean of N draws takes one value per way to write N as a sum of
 * counts k_i of the atoms v_i, with probability N! prod_i p_i^k_i / k_i!, and
 *
 *     bias = sum_j w_j sum_k P(k) [q(s + sum_i k_i v_i / N_j) - q(c)]. */
#include "expect_part.h"

#include "engine/number/array.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum {
    VALUES = 2000000, /* of block means, at most, over all terms */
    BATCH = 256
};

typedef struct atom {
    double value, prob;
} atom;

typedef struct enumeration {
    const expect_case *e;
    size_t atoms;
    atom *atom;                 /* distinct values with positive probability */
    long double *log_factorial; /* 0! .. N! */
    double draws;               /* N of the term at hand */
    size_t pending;             /* values of block means not yet given to q */
    double s[BATCH], prob[BATCH];
    long double sum, size, spread; /* of P (q - q(c)), P |q|, P |q - q(c)| */
    long double off;               /* of P times how far q may be off beyond double */
    tally values;                  /* of q, every possible value once */
    bool lost;                     /* some value is beyond double, or all rounding there */
} enumeration;

/* Distinct values of the law, rising; returns their number. */
static size_t merge(size_t n, const double *values, const double *probs, atom *out)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        out[i] = (atom){values[i], probs ? probs[i] : 1 / (double)n};
    qsort(out, n, sizeof *out, array_rising); /* by value */
    for (size_t i = 0; i < n; i++) {
        if (out[i].prob == 0)
            continue;
        if (kept && out[kept - 1].value == out[i].value)
            out[kept - 1].prob += out[i].prob;
        else
            out[kept++] = out[i];
    }
    return kept;
}

/* The number of ways to write N as a sum of `atoms` counts, or INFINITY when it is over VALUES. */
static double count_values(double draws, size_t atoms)
{
    double ways = 1;
    for (size_t i = 1; i < atoms && ways <= VALUES; i++)
        ways *= (draws + (double)i) / (double)i;
    return ways <= VALUES ? ways : INFINITY;
}

/* A number that is beyond double counts as the largest double. */
static void add_value(enumeration *x, double v, double off, tally *out)
{
    x->lost = x->lost || isinf(off);
    tally_add(out, isinf(v) && isinf(off) ? copysign(DBL_MAX, v) : v);
}

static status flush(enumeration *x)
{
    double v[BATCH], off[BATCH], at = x->e->at_center;
    status outcome = line_values(x->e->q, x->pending, x->s, v, off);
    for (size_t i = 0; i < x->pending && outcome == STATUS_OK; i++) {
        long double p = x->prob[i];
        x->sum += p * (v[i] - at);
        x->spread += p * fabs(v[i] - at);
        x->size += p * fabs(v[i]);
        x->off += p * off[i];
        add_value(x, v[i], off[i], &x->values);
    }
    x->pending = 0;
    return outcome;
}

/* Distributes the remaining draws over the atoms from `first` on; total is sum k v so far. */
static status visit(enumeration *x, size_t first, size_t remaining, long double log_prob,
                    long double total)
{
    if (remaining == 0) {
        x->s[x->pending] = (double)(x->e->s + total / x->draws);
        x->prob[x->pending++] = (double)expl(log_prob);
        return x->pending < BATCH ? STATUS_OK : flush(x);
    }
    for (size_t i = first; i < x->atoms; i++) {
        size_t least = i + 1 < x->atoms ? 1 : remaining; /* the last atom takes what is left */
        for (size_t k = least; k <= remaining; k++) {
            long double p = k * logl(x->atom[i].prob) - x->log_factorial[k];
            status outcome = visit(x, i + 1, remaining - k, log_prob + p,
                                   total + k * (long double)x->atom[i].value);
            if (outcome < 0)
                return outcome;
        }
    }
    return STATUS_OK;
}

/* Adds the term t of the operator to out. */
static status add_term(enumeration *x, const extrap_term *t, expectation *out)
{
    x->draws = t->size * x->e->m;
    x->sum = x->size = x->spread = x->off = 0;
    size_t n = (size_t)x->draws;
    status outcome = visit(x, 0, n, x->log_factorial[n], 0);
    if (outcome == STATUS_OK)
        outcome = flush(x);
    long double w = (long double)t->exact.num / t->exact.den;
    out->bias += (double)(w * x->sum);
    out->size += (double)(fabsl(w) * x->size);
    out->error +=
        (double)(fabsl(w) * (x->size * DBL_EPSILON / 2 + x->off +
                             x->spread * (DBL_EPSILON + x->log_factorial[n] * LDBL_EPSILON)));
    return outcome;
}

static void fill_factorials(enumeration *x)
{
    size_t most = (size_t)((double)x->e->op->draws * x->e->m);
    x->log_factorial[0] = 0;
    for (size_t k = 1; k <= most; k++)
        x->log_factorial[k] = x->log_factorial[k - 1] + logl((long double)k);
}

static status enumerate(enumeration *x, expectation *out)
{
    fill_factorials(x);
    out->bias = out->error = 0;
    for (size_t j = 0; j < x->e->op->terms; j++) {
        status outcome = add_term(x, &x->e->op->term[j], out);
        if (outcome < 0)
            return outcome;
    }
    if (tally_n(&x->values) > x->values.finite.n)
        return expect_refuse(out, "q is not finite at a possible value of a block mean");
    return x->lost ? expect_refuse(out, "q overflows at a possible value of a block mean")
                   : STATUS_OK;
}

static double count_all(const expect_case *e, size_t atoms)
{
    double ways = 0;
    for (size_t j = 0; j < e->op->terms; j++)
        ways += count_values(e->op->term[j].size * e->m, atoms);
    return ways;
}

/* Lays x out for e; STATUS_NO_EXACT where block means have more than `most` values in all. */
static status begin(enumeration *x, const expect_case *e, double most)
{
    const double *values, *probs;
    size_t n = e->d->type->atoms(e->d, &values, &probs);
    double draws = (double)e->op->draws * e->m;
    *x = (enumeration){.e = e, .atom = malloc(n * sizeof *x->atom)};
    if (!x->atom)
        return STATUS_NO_MEMORY;
    x->atoms = merge(n, values, probs, x->atom);
    if (!(draws <= most && count_all(e, x->atoms) <= most))
        return STATUS_NO_EXACT;
    x->log_factorial = malloc(((size_t)draws + 1) * sizeof *x->log_factorial);
    return x->log_factorial ? STATUS_OK : STATUS_NO_MEMORY;
}

static void end(enumeration *x)
{
    free(x->atom);
    free(x->log_factorial);
}

status expect_atoms(const expect_case *e, expectation *out)
{
    enumeration x;
    status outcome = begin(&x, e, VALUES);
    if (outcome == STATUS_OK)
        outcome = enumerate(&x, out);
    else if (outcome == STATUS_NO_EXACT)
        expect_refuse(out, "a block mean has over 2 million possible values");
    end(&x);
    return outcome;
}

/* The values of q where all draws of a block are the same atom. */
static status add_pure(enumeration *x, tally *out)
{
    status outcome = STATUS_OK;
    for (size_t i = 0; i < x->atoms && outcome == STATUS_OK; i++) {
        double s = x->e->s + x->atom[i].value, v = NAN, off = 0;
        outcome = line_values(x->e->q, 1, &s, &v, &off);
        add_value(x, v, off, out);
    }
    return outcome;
}

/* The values of q at all block means of the term t. */
static status add_values(enumeration *x, const extrap_term *t, tally *out)
{
    size_t n = (size_t)(t->size * x->e->m);
    x->draws = (double)n;
    x->values = (tally){0};
    status outcome = visit(x, 0, n, x->log_factorial[n], 0);
    if (outcome == STATUS_OK)
        outcome = flush(x);
    *out = x->values;
    return outcome;
}

/* A tally for each term. */
static status look(enumeration *x, bool all, tally *out)
{
    status outcome = STATUS_OK;
    if (all)
        fill_factorials(x);
    for (size_t j = 0; j < x->e->op->terms && outcome == STATUS_OK; j++) {
        out[j] = (tally){0};
        outcome = all ? add_values(x, &x->e->op->term[j], &out[j]) : add_pure(x, &out[j]);
    }
    return outcome;
}

status expect_atom_values(const expect_case *e, double most, bool *all, tally *out)
{
    enumeration x;
    status outcome = begin(&x, e, most);
    *all = outcome == STATUS_OK;
    if (*all || (outcome == STATUS_NO_EXACT && (double)x.atoms <= most))
        outcome = look(&x, *all, out);
    *all = *all && !x.lost;
    end(&x);
    return outcome;
}
