/* What the levels of a multilevel estimate say of those to come, and how many terms they take
 * (Giles, Acta Numerica 2015, section 3). Levels are counted from 0; arrays go up to level `last`.
 */
#pragma once

#include "engine/run/terms.h"

enum { RATES_MOST = 20 }; /* the last level that there may be */

/* Means fall like 2^(-alpha l), variances like 2^(-beta l), costs grow like 2^(gamma l). */
typedef struct rates {
    double alpha, beta, gamma;
} rates;

/* What is known beforehand; NAN: as measured. */
typedef struct rates_given {
    double alpha, beta, gamma;
    bool nested; /* level l averages 2^l inner draws: alpha is at most 1 */
} rates_given;

/* Alpha and beta as the terms show them; NAN where fewer than two levels do. from: the first level
 * that they are fitted to. */
typedef struct rates_seen {
    double alpha, beta;
    bool has_alpha, has_beta;
    size_t from;
} rates_seen;

rates_seen rates_fit(const terms_summary *level, size_t last);

/* The rates that plans are made with: the ones given, else the ones seen as far as they are
 * believed. */
rates rates_used(const rates_seen *seen, const rates_given *given, const double *cost, size_t last);

/* var <- variances that are safe to plan with. A sample of few terms may have missed the rare ones
 * that are not zero, so from level 2 on it is mixed with what the level before lets expect; that
 * counts as many terms as the kurtosis says a variance takes. It is never less than half of what is
 * expected (Giles' mlmc.m). */
void rates_variances(const terms_summary *level, size_t last, double beta, double *var);

/* out <- the variances with a standard error on top. Terms with a long tail have a small mean where
 * they have a small variance: to stop where the variance happens to be small would bias the mean.
 */
void rates_cushion(const double *var, const terms_summary *level, size_t last, double *out);

/* The weak error that is left beyond the last level: the largest of what the last three levels say
 * of it. */
double rates_left(const terms_summary *level, size_t last, double alpha);

/* n <- the terms of each level that make the variance of the sum `wanted` at the least cost, which
 * is returned. */
double rates_counts(const double *var, const double *cost, size_t last, double wanted, double *n);
