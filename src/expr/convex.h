/* Proofs from a graph: that its outputs are convex functions of some of their inputs, by the rules
 * of disciplined convex programming (Grant, Boyd and Ye, 2006), and which values they can have.
 * What is not proved may hold all the same. */
#pragma once

#include "interval.h"

enum {
    SHAPE_CONVEX = EXPR_CONVEX, /* on its domain, which is convex, too */
    SHAPE_CONCAVE = EXPR_CONCAVE,
    SHAPE_AFFINE = SHAPE_CONVEX | SHAPE_CONCAVE,
    SHAPE_CONSTANT = 256,     /* does not depend on the variables */
    SHAPE_LOG_CONVEX = 512,   /* positive, and its logarithm is convex */
    SHAPE_ROOT_CONVEX = 1024, /* not negative, and its square root is convex: a sum of squares */
    SHAPE_TOTAL = 2048,       /* a number wherever the variables are */
    SHAPE_ANALYTIC = 4096     /* without kinks or steps, and total */
};

typedef struct shape {
    interval range;
    unsigned traits;
} shape;

/* A variable with values in the range; a constant between lo and hi. */
shape shape_variable(interval range);
shape shape_number(double lo, double hi);

/* out[k] <- what is proved of output k, when input column j has shape input[j]; columns from
 * `inputs` on may be any number. False without memory. */
bool shape_prove(const graph *g, size_t inputs, const shape *input, size_t outputs,
                 const expr *output, shape *out);
