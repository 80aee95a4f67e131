/* Operators as things to compute with: sums sum_j w_j A_{n_j}, whatever their weights sum to.
 *
 * Sums and multiples are those of the weights. Scaled by k, every block has k times the draws:
 * A_n becomes A_{kn}. F of G puts G's estimates in the place of q: sum_j v_j G(n_j) with G(n) = G
 * scaled by n, so that every power of 1/m that either cancels stays cancelled, and no other does:
 * S_k = S_k(F) S_k(G). */
#pragma once

#include "extrap.h"

typedef struct combination {
    bool disjoint;                  /* as of an operator */
    size_t terms;                   /* 0: nothing at all */
    uint32_t sizes[EXTRAP_TERMS];   /* rising */
    fraction weights[EXTRAP_TERMS]; /* not 0 */
} combination;

typedef enum combine_status {
    COMBINE_OK,
    COMBINE_BLOCKS,  /* cyclic windows and disjoint blocks */
    COMBINE_TERMS,   /* more than EXTRAP_TERMS */
    COMBINE_DRAWS,   /* more than EXTRAP_DRAWS */
    COMBINE_FRACTION /* a weight that does not fit */
} combine_status;

/* The terms of an operator. */
combination combine_of(const extrap *op);

/* a <- a + b, factor a, a with blocks of k times the draws, a of b */
combine_status combine_add(combination *a, const combination *b);
combine_status combine_times(combination *a, fraction factor);
combine_status combine_scale(combination *a, uint64_t k);
combine_status combine_compose(combination *a, const combination *b);

/* The sum of the weights; false when it does not fit. */
bool combine_sum(const combination *a, fraction *sum);

/* Whether both have the same terms and blocks. */
bool combine_equal(const combination *a, const combination *b);
