/* The parts of correct, in the order in which they are taken: one file each. */
#pragma once

#include "correct_job.h"

/* result->plugin <- q of the mean; b->without <- the same without each group, which are chosen.
 * STATUS_OK, or what q returns. */
status correct_plugin(correct_job *b);

/* result->plugin alone; no group of rows is left out. STATUS_OK, or what q returns. */
status correct_plugin_of_all(correct_job *b);

/* Fills b->prefix and b->pseudo, and the result's jackknife, plugin_var and tail_k (of what single
 * rows do). n > 1; takes result->plugin. STATUS_OK, or what q returns. */
status correct_jackknife(correct_job *b);

/* b->floor <- what rounding of the rows' mean and of q may do to q there and without a row; takes
 * the plug-in of two rows or more, and uses b->order. STATUS_OK, or what q returns. */
status correct_floor(correct_job *b);

/* Fills b->step, center, bend, spread. Any quadratic does: one that is not finite, that is rounding
 * or of too many columns is left out. Takes the plug-ins and b->floor, uses b->kept. STATUS_OK, or
 * what q returns. */
status correct_bend(correct_job *b);

/* Takes the quadratics from b->value at the windows of the n rows without group g (b->groups.n: all
 * rows), and puts back their means. */
void correct_bend_take(correct_job *b, const extrap *op, size_t g, size_t n);

/* The largest size of n numbers and of `most`, of those that are finite; the exponent of the power
 * of two over which numbers of that size are to be taken, 0 for moderate ones; x <- x 2^exponent.
 */
double scale_largest(const double *x, size_t n, double most);
int scale_exponent(double most);
void scale_by(double *x, size_t n, int exponent);

/* Chooses b->exponent by the largest plug-in, with and without each group, and scales these. */
void correct_scale_choose(correct_job *b);

/* The result in units of q. */
void correct_scale_undo(const correct_job *b);

/* Whether it can be had: the subsets of all sizes that the operators need can be listed, of all
 * rows and of all but one. */
bool correct_all_possible(correct_job *b);

/* b->off <- the mean over all splits; the first of b->repeat <- the same without each group. Takes
 * the plug-ins. STATUS_OK, STATUS_INTERRUPTED, or what q returns. */
status correct_all_splits(correct_job *b);

/* b->off <- config->splits random splits; b->repeat <- the first CORRECT_REPEATS of them without
 * each group. Takes the plug-ins. STATUS_OK, STATUS_INTERRUPTED with fewer
 * splits, or what q returns. */
status correct_random_splits(correct_job *b);

/* Fills the row of an operator. STATUS_OK, STATUS_INTERRUPTED (no verdict), or what q returns. */
status correct_conclude(const correct_job *b, size_t op);
