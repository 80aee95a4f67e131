/* Estimates as they come, some of which may not be finite: the moments of the finite ones,
 * how many others there are, and whether a standard error follows. */
#pragma once

#include "engine/machine/arena.h"
#include "engine/machine/walk.h"
#include "stats.h"

#include <stdint.h>

/* Of one output; zero-initialised = no values. */
typedef struct tally {
    moments finite;
    double low, high;         /* the least and the largest finite one */
    double nan, above, below; /* how many are NaN, +infinity, -infinity */
} tally;

void tally_add(tally *a, double x);
void tally_merge(tally *a, const tally *b);

/* How many; their mean: an infinity where some are that one, NAN where both are met or a NAN. */
double tally_n(const tally *a);
double tally_mean(const tally *a);

/* Why their scatter gives no standard error. */
typedef enum tally_fault {
    TALLY_FINE,
    TALLY_FEW,        /* fewer than two */
    TALLY_NOT_FINITE, /* some are not finite */
    TALLY_EQUAL,      /* all are equal: nothing is known of how they scatter */
    TALLY_UNDERFLOW,  /* it is there, but too small for a double */
    TALLY_OVERFLOW    /* or too large */
} tally_fault;

tally_fault tally_check(const tally *a);

/* Of one estimate; NAN where tally_check finds a fault, and where a variance is beyond the range of
 * double. */
double tally_var(const tally *a);
double tally_sd(const tally *a);
double tally_kurtosis(const tally *a);

/* Many of them side by side: number `field` of tally i, in the order of the struct, at
 * at[field * width + i]. */
typedef struct tallies {
    size_t n, width;
    double *at;
} tallies;

enum { TALLY_FIELDS = sizeof(tally) / sizeof(double) };

void tallies_layout(tallies *t, size_t n, arena *memory);
void tallies_clear(tallies *t);
tally tallies_get(const tallies *t, size_t i);
void tallies_set(tallies *t, size_t i, const tally *a);

/* How values are added: a file of tally/. */
typedef struct tally_type {
    const char *name;
    /* Adds value k to tally first + k, for n values, with the bits of tally_add. */
    void (*add)(tallies *t, size_t first, size_t n, const double *x);
} tally_type;

const tally_type *tally_type_at(size_t i);

bool all_finite(const double *x, size_t n);

/* The place of the first of n numbers that is not finite, each `stride` after the last; n where all
 * are. */
size_t first_not_finite(const double *x, size_t n, size_t stride);

/* Estimates (numbers or vectors) that are not finite, in the order of their numbers. */
typedef struct oddity {
    uint64_t n;   /* how many */
    uint64_t at;  /* the number of the first one, from 0 */
    double first; /* its first value that is not finite */
} oddity;

/* Estimate number `at`, row j at x + j*stride. */
void oddity_add(oddity *a, const double *x, size_t n, size_t stride, uint64_t at);
void oddity_merge(oddity *a, const oddity *b);
void oddity_pass(oddity *a, walk *w); /* where w reads, what it reads is merged with it */
