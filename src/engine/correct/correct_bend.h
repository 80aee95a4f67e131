/* How q bends, as a control of random splits: at windows q is lessened by a quadratic, through its
 * values beside the mean of the rows, whose mean over all splits is known and put back. What is
 * left to the splits is little where q is smooth, and nothing where q is a quadratic. Inside the
 * engine only. */
#ifndef DEBIAS_CORRECT_BEND_H
#define DEBIAS_CORRECT_BEND_H

#include "correct_job.h"

/* Fills b->step, center, bend, spread. Any quadratic does: one that is not finite, that is rounding
 * or of too many columns is left out. Takes the plug-ins and b->floor, uses b->kept. STATUS_OK, or
 * what q returns. */
status correct_bend(correct_job *b);

/* Takes the quadratics from b->value at the windows of the n rows without group g (b->groups.n: all
 * rows), and puts back their means. */
void correct_bend_take(correct_job *b, const extrap *op, size_t g, size_t n);

#endif
