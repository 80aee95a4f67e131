/* Giles' diagnostics of a multilevel estimate (Giles, Acta Numerica 2015, section 3): the terms H^l
 * and the plain estimates h^l, on the same draws, level by level; the rates at which they fall, and
 * what they say about cost.
 *
 * Estimates are vectors: a mean is the norm of the mean (a number keeps its sign), a variance the
 * sum over coordinates, a kurtosis the largest over coordinates. */
#pragma once

#include "sampling.h"

enum { LEVELS_MOST = 20 }; /* the last level of a table */

typedef struct level_row {
    double scale;            /* a power of two, the same in all rows: mean, se, plain and rounding
                              * are of the values times it, and so are the variances */
    double mean, se;         /* of H^l; se: root of the sum of the squared standard errors, NAN
                              * where all are equal or some are not finite */
    double var, kurtosis;    /* of one H^l */
    double cost;             /* samples of one H^l */
    double plain, plain_var; /* mean and variance of h^l */
    double rounding;         /* the largest mean of H^l that rounding alone may make */
    double consistency;      /* |a - b + c| / (3 (se a + se b + se c)), a = mean H^l, b = mean
                              * h^l, c = mean h^(l-1) of other draws; 0 where that is rounding,
                              * NAN for level 0 */
    double sd, plain_sd;     /* as numbers, by levels_unscale */
    double not_finite;       /* how many of H^l and h^l are not finite, and the first of them */
    oddity odd;
} level_row;

typedef struct levels_config {
    const estimator *estimator; /* says the problem and what is estimated */
    const double *x;            /* row */
    size_t last;                /* levels 0 .. last <= LEVELS_MOST */
    uint64_t reps, seed;
    size_t threads;
    const atomic_int *interrupt;
    const progress *progress; /* or NULL */
} levels_config;

/* Bytes of work space, aligned to ARENA_ALIGN. */
size_t levels_work(const levels_config *c);

/* Fills row[0 .. last]; *made <- how many rows. Statuses as sampling_run. */
status levels_run(const levels_config *c, void *work, level_row *row, size_t *made);

/* The row as numbers: with scale 1; a variance beyond the range of double is NAN. */
level_row levels_unscale(const level_row *row);

/* mean_l ~ 2^(-alpha l), var_l ~ 2^(-beta l), cost_l ~ 2^(gamma l) over levels from .. to, the
 * upper half of the table. Means below 3 standard errors, without one or no larger than rounding
 * are left out; NAN where fewer than two levels are left. */
typedef struct level_rates {
    double alpha, alpha_half_width, beta, beta_half_width, gamma;
    double beta_before;           /* over levels 1 .. from */
    bool alpha_known, beta_known; /* they say something (slope_doubt) */
    size_t from, to;
    size_t left_out; /* means */
    bool constant;   /* no term above level 0 is more than rounding */
    bool flat;       /* the means do not fall yet: the rates have not begun */
    bool gone;       /* the variance has come to an end: the last level has none */
} level_rates;

level_rates levels_fit(const level_row *row, size_t rows);

/* The cheapest estimate with root mean square error eps: levels 0 .. last, n[l] terms each, half of
 * eps^2 for bias^2 and half for variance; and plain Monte Carlo's with the same bias. */
typedef struct level_plan {
    size_t last;
    bool extrapolated; /* last is beyond the table: by the rates */
    double n[LEVEL_MOST + 1], cost, plain_cost;
} level_plan;

/* NULL, or why there is none. */
const char *levels_plan(const level_row *row, size_t rows, const level_rates *r, double eps,
                        level_plan *out);
