/* Exact expectations of extrapolation operators, without sampling (math: cumulants, generating
 * functions, quadrature, enumeration). */
#pragma once

#include "dist.h"
#include "engine/operator/extrap.h"
#include "engine/operator/func.h"

typedef struct expectation {
    double bias;     /* E operator - q(s + mean); built from the sums S_k, never as a difference */
    double value;    /* E operator */
    double error;    /* bound on the absolute error of bias, apart from the rounding of q itself */
    double rounding; /* how far bias may be off by the rounding of q, at least DBL_MIN; 0 where no
                      * values of q are subtracted: a bias of 0 is exact then */
    double size;     /* the sum of the sizes of all terms, |weight * probability * value| */
    const char *why; /* with STATUS_NO_EXACT: why there is no exact value, as a phrase */
} expectation;

/* The exact expectation of op applied to q at s with blocks of m draws of d (dim 1, q: R -> R).
 * STATUS_NO_EXACT with out->why when none is known, or when the error of out->bias would exceed
 * 1e-10 relative and it is no 0 to the rounding of its terms (then it is set to 0). */
status expect_operator(const extrap *op, const func *q, const dist *d, double m, double s,
                       expectation *out);

/* The same, for callers who want out->value: its error is at most 1e-10 relative or it is a 0 to
 * the rounding of its terms; that of out->bias may be larger. */
status expect_mean(const extrap *op, const func *q, const dist *d, double m, double s,
                   expectation *out);
