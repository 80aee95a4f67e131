/* How heavy the tail of a sample is: the shape k of a generalized Pareto law fitted to its largest
 * values (Zhang and Stephens, 2009), weakly drawn to 1/2 for few of them, as Pareto smoothed
 * importance sampling does (Vehtari et al., 2024). Moments of order r exist for k < 1/r; above 0.7
 * means and standard errors of any practical sample size are not to be trusted.
 *
 * A tail keeps the largest values that it is shown; which ones these are depends on no order. */
#pragma once

#include "engine/machine/arena.h"
#include "engine/machine/walk.h"
#include "engine/number/norm.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

enum { TAIL_MOST = 1024 }; /* the most exceedances that are fitted */

/* How a shape is fitted: a file of tail/. */
typedef struct tail_type {
    const char *name;
    /* Of n > 0 exceedances, descending from 1, with zeros up to the next multiple of 8. */
    double (*shape)(const double *x, size_t n);
} tail_type;

const tail_type *tail_type_at(size_t i);

#define TAIL_HEAVY 0.7 /* warn above */

typedef struct tail_sample {
    size_t keep;   /* how many values it is about: exceedances and the one they exceed */
    size_t n;      /* values held, < 2 keep */
    double floor;  /* values up to this one do not belong to it */
    double *value; /* 2 keep of them */
} tail_sample;

/* A tail of a sample of n values: min(n/5, 3 sqrt(n), TAIL_MOST) exceedances. */
void tail_layout(tail_sample *t, uint64_t n, arena *memory);

/* Forgets all values. */
void tail_clear(tail_sample *t);

/* Keeps the `keep` largest only. */
void tail_cut(tail_sample *t);

/* Shows it a value. NAN is ignored. */
static inline void tail_add(tail_sample *t, double x)
{
    if (!(x > t->floor))
        return;
    t->value[t->n++] = x;
    if (t->n == 2 * t->keep)
        tail_cut(t);
}

/* Shows a all values that b holds. */
void tail_merge(tail_sample *a, const tail_sample *b);

/* Makes it a tail of a smaller sample of n values: what it holds is of those. */
void tail_shorten(tail_sample *t, uint64_t n);

/* k; INFINITY where values are infinite, NAN with fewer than 5 exceedances. Sorts what it holds. */
double tail_k(tail_sample *t);

/* Both tails of a sample. */
typedef struct tail_pair {
    tail_sample high, low; /* low: of the negated values */
} tail_pair;

void tails_layout(tail_pair *t, uint64_t n, arena *memory);
void tails_clear(tail_pair *t);
void tails_merge(tail_pair *a, const tail_pair *b);
void tails_pass(tail_pair *t, walk *w); /* what it holds; where w reads, is merged with it */
void tails_shorten(tail_pair *t, uint64_t n);
double tails_k(tail_pair *t); /* the larger one; NAN where neither is known */

static inline void tails_add(tail_pair *t, double x)
{
    tail_add(&t->high, x);
    tail_add(&t->low, -x);
}

/* A sample of vectors: estimate row j at x + j*stride; a number's two tails, else its norm's. */
static inline void tails_add_vector(tail_pair *t, const double *x, size_t n, size_t stride)
{
    if (n == 1)
        tails_add(t, *x);
    else
        tail_add(&t->high, norm_value(norm_of(x, n, stride)));
}
