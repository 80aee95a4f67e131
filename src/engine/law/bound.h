/* Bounds on the bias of operators, for q of one number with bounded derivatives (paper,
 * prop:1st_error, prop:2nd_error and their proofs; the footnote to L1): a_l = sup |q^(l)|. */
#pragma once

#include "dist.h"
#include "engine/operator/extrap.h"

enum { BOUND_DERIVATIVES = DIST_MOMENTS }; /* the highest that are used */

/* 2k for an operator of order k; a number beyond BOUND_DERIVATIVES where no bound is known. */
size_t bound_derivatives(const extrap *op);

/* How far E operator, with blocks of m draws, is from q(s + E delta) at most, by the Taylor series
 * up to a[2k], k the operator's order: for L1 and L2 the propositions' bounds. a[2 .. 2k], each may
 * be INFINITY, which counts where it is multiplied by no 0. NAN where moments of the law are not
 * known. */
double bound_smooth(const extrap *op, const dist *d, double m, const double *a);

/* The same for q that is a1-Lipschitz: for L1 the footnote's bound. */
double bound_lipschitz(const extrap *op, const dist *d, double m, double a1);
