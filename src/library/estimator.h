/* A method with its options, as users call it, on a problem. */
#pragma once

#include "engine/cso/algorithm.h"
#include "library/debias.h"

typedef struct library_estimator {
    algorithm algorithm;
    estimator estimator;
    debias_operator *own; /* the operator, where the caller gave none */
} library_estimator;

/* Options beside the method's, n of a table, and what they are read into. */
typedef struct library_more {
    const param *table;
    size_t n;
    arg *given;
} library_more;

/* Of a zeroed *e; op: instead of an option "order", or NULL. 0, or -1 with an error; end it in both
 * cases. */
int library_estimator_make(library_estimator *e, const debias_problem *p, estimate_of of,
                           const char *method, const debias_option *options,
                           const debias_operator *op, debias_error *error);

/* The same with more options (NULL: none). */
int library_estimator_read(library_estimator *e, const debias_problem *p, estimate_of of,
                           const char *method, const debias_option *options,
                           const library_more *more, const debias_operator *op,
                           debias_error *error);
void library_estimator_end(library_estimator *e);
