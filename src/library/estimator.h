/* A method with its options, as users call it, on a problem. */
#pragma once

#include "engine/cso/algorithm.h"
#include "library/debias.h"

typedef struct library_estimator {
    algorithm algorithm;
    estimator estimator;
    debias_operator *own; /* the operator, where the caller gave none */
} library_estimator;

/* Of a zeroed *e; op: instead of an option "order", or NULL. 0, or -1 with an error; end it in both
 * cases. */
int library_estimator_make(library_estimator *e, const debias_problem *p, estimate_of of,
                           const char *method, const debias_option *options,
                           const debias_operator *op, debias_error *error);
void library_estimator_end(library_estimator *e);
