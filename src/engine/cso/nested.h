/* F by nested Monte Carlo, for problems whose objective is not known: from fixed streams, so that
 * two points are compared on the same samples. */
#pragma once

#include "problem.h"

enum {
    NESTED_BATCHES = 8, /* independent estimates, whose scatter gives the standard error */
    NESTED_OUTER = 128, /* outer samples of each: all of a finite set that is no larger */
    NESTED_INNER = 64   /* inner draws for each, in two blocks: f is extrapolated from them */
};

/* Bytes of work space, aligned to ARENA_ALIGN and zeroed by the caller. */
size_t nested_work(const problem *p);

/* F at row x, penalty included; *se, unless NULL, its standard error. The remaining bias is that of
 * the extrapolated estimate, O(NESTED_INNER^-2). */
double nested_objective(const problem *p, const double *x, void *work, double *se);
