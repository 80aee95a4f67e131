/* The least value of a problem's exact objective F. Of a built-in problem with a convex F it is
 * found from zero alone. Of the user's own, the least is taken of the minima that are found from
 * several starts: zero, the problem's start, low points of lines, random points beside the optimum
 * and far from it. It is proved to be the least of all where F is (expr/convex.h) and second
 * derivatives or rays show a minimum. All starts after the first two together take as many
 * evaluations of F as may be had in some 50 ms where F is cheap, and about as many as those where
 * it is not. */
#pragma once

#include "problem.h"

/* Bytes of work space, aligned to ARENA_ALIGN. */
size_t optimum_work(const problem *p);

/* Sets p->optimum, p->least and p->proved, or p->no_least; and p->not_convex, where F was seen not
 * to be. */
void optimum_find(problem *p, void *work);
