/* The mean over all splits, without splits. In a split every window of r rows is a subset of the
 * rows, and over all orders of the rows each subset of r is met equally often: the mean of q over
 * all splits is the mean over all subsets of r rows, for each r that the operator's windows have.
 *
 * Equal rows are counted, not distinguished: a subset is how many it has of each distinct row, with
 * its share (hypergeometric) of all subsets. So a table of zeros and ones has few of them at any n.
 */
#pragma once

#include "engine/operator/func.h"
#include "sample.h"

#include <signal.h>

enum {
    SUBSETS_MOST = 16384, /* subsets of one size are listed up to this many */
    SUBSETS_DISTINCT = 25 /* of at most this many distinct rows */
};

typedef struct subsets {
    const sample *rows;
    size_t n;        /* rows that are left */
    size_t distinct; /* distinct rows; 0 where there are more than SUBSETS_DISTINCT */
    size_t first[SUBSETS_DISTINCT]; /* of each distinct row: where it is in the sample, */
    size_t count[SUBSETS_DISTINCT]; /* how many of it are left, */
    size_t taken[SUBSETS_DISTINCT]; /* and how many the present subset has */
    const double *sum; /* of a walk: the total of the present subset's summands, by column */
} subsets;

/* All rows of the sample. */
void subsets_of(subsets *s, const sample *rows);

/* How many there are of r rows, at most SUBSETS_MOST + 1. work: room for r + 1 numbers. */
size_t subsets_count(const subsets *s, size_t r, double *work);

/* Calls visit for every subset of r rows with its share of all; stops at the first status that is
 * not STATUS_OK. work: room for n + distinct + (distinct + 1) times rows->in numbers. */
typedef status subsets_visit(void *context, const subsets *s, double share);
status subsets_walk(subsets *s, size_t r, double *work, subsets_visit *visit, void *context);

/* Puts the mean of the present subset, of r rows, into point[j*gap]. */
void subsets_mean(const subsets *s, size_t r, double *point, size_t gap);

/* The same of the subset that a walk is at. */
void subsets_mean_met(const subsets *s, size_t r, double *point, size_t gap);
