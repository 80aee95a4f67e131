/* Extrapolation operators: a combination of q at means of blocks of different sizes whose 1/m terms
 * cancel.
 *
 * delta ~ D; D_m is the law of the mean of m draws of D. An operator takes K draws of D_m and
 * returns sum_j w_j A_{n_j}, A_n = the mean of q(s + window mean) over windows of n of the K draws.
 * For smooth q, E A_n = q(s + E delta) + c1/(n m) + c2/(n m)^2 + ..; the weights sum to 1 and
 * cancel the first terms (paper, section 2; Richardson extrapolation for `order`). */
#pragma once

#include "engine/machine/status.h"
#include "fraction.h"

enum {
    EXTRAP_NAME = 80,    /* bytes of a name with its end */
    EXTRAP_TERMS = 16,   /* the most terms of an operator */
    EXTRAP_DRAWS = 1024, /* the most draws K of an operator */
    EXTRAP_ORDERS = 11,  /* the highest order with the sizes 1, 2, 4, .. EXTRAP_DRAWS */
    EXTRAP_POWERS = 24   /* sums S_k are known for k = 0..EXTRAP_POWERS */
};

typedef struct extrap_term {
    uint32_t size;    /* n_j, in draws of D_m */
    fraction exact;   /* w_j */
    double weight;    /* w_j rounded */
    uint32_t windows; /* how many windows its A_n averages */
} extrap_term;

/* A window: the mean of `size` cyclically consecutive block means from `start`, taken with
 * `weight`. */
typedef struct extrap_window {
    uint16_t start, size;
    double weight; /* w_j / windows of the term */
} extrap_window;

typedef struct extrap {
    char name[EXTRAP_NAME]; /* "paper 3", "order 2", "order 3 (1, 3, 5)", "custom" */
    size_t terms;
    extrap_term term[EXTRAP_TERMS]; /* sizes rising */
    bool disjoint;                  /* floor(K/n) disjoint blocks instead of cyclic windows */
    size_t draws;                   /* K = the largest size */
    size_t order;                   /* the first k >= 1 with S_k != 0: the bias is O(m^-order) */
    double amplification;           /* sum |w_j| */
    double power_sum[EXTRAP_POWERS +
                     1]; /* S_k = sum_j w_j / n_j^k, correctly rounded; exactly 0 if it is */
    bool small;          /* K and E are at most 8: the windows side by side, the rest zero */
    uint64_t window_start[8], window_size[8];
    double window_scale[8]; /* 1 / size */
    size_t windows;         /* E */
    extrap_window window[]; /* by size: the E windows; size-1 windows first */
} extrap;

/* Bytes of an operator with these sizes. Sizes must rise and be in 1..EXTRAP_DRAWS, 1..EXTRAP_TERMS
 * of them. */
size_t extrap_size(const uint32_t *sizes, size_t terms, bool disjoint);

/* An operator with given sizes and weights (terms that sum to exactly 1: the caller checks with
 * fraction_sum_is_one); an operator of order `terms` with Richardson's weights for these sizes.
 * STATUS_TOO_LARGE when a weight does not fit in a fraction. */
status extrap_init(extrap *op, const char *name, const uint32_t *sizes, const fraction *weights,
                   size_t terms, bool disjoint);
status extrap_richardson(const uint32_t *sizes, size_t terms, fraction *weights);

/* The operators L1, L2, L3 as printed in the paper (definitions 2nd-order and prop:higherorder);
 * returns the number of terms, 0 for another k. */
size_t extrap_paper(int k, uint32_t sizes[EXTRAP_TERMS], fraction weights[EXTRAP_TERMS]);

/* The least common multiple of the draws of n operators, at which all can have equal costs; above
 * EXTRAP_COMMON it stays at some number beyond that. */
#define EXTRAP_COMMON 1000000000000
uint64_t extrap_common(const extrap *const *op, size_t n);

/* sum of the n fractions is exactly 1. */
bool fraction_sum_is_one(const fraction *f, size_t n);

/* sizes[j] <- how many draws the blocks of term j average, EXTRAP_TERMS at most; returns their
 * number. */
size_t extrap_sizes(const extrap *op, double m, double *sizes);
