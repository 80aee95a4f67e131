/* The least value of a problem's exact objective F. Of a convex F it is found from zero alone. Of
 * any other it is the least of the local minima found from several starts: zero, the problem's
 * start, random points far from the optimum and beside it. The starts beside it leave a saddle.
 * All starts after the first together take as many evaluations of F as may be had in about a
 * second, and at least as many as the first. */
#ifndef DEBIAS_OPTIMUM_H
#define DEBIAS_OPTIMUM_H

#include "problem.h"

/* Bytes of work space, aligned to ARENA_ALIGN. */
size_t optimum_work(const problem *p);

/* Sets p->optimum and p->least, or p->no_least; and p->not_convex, where F was seen not to be. */
void optimum_find(problem *p, void *work);

#endif
