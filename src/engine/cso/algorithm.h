/* A method as users call it: its step rule, its estimator, and the options of both. */
#pragma once

#include "estimator.h"
#include "method.h"

enum {
    ALGORITHM_PARAMS = 32, /* the most options of a method and its estimator */
    ALGORITHM_WHY = 200
};

typedef struct algorithm {
    const method_name *name;
    const method_type *method;
    const estimator_type *estimator;
    bool ordered; /* takes an order or an operator */
    /* The options: those of the step rule, from `of_estimator` on those of the estimator, and at
     * `order`, where it takes them, an order and an operator. */
    size_t n, of_estimator, order;
    param params[ALGORITHM_PARAMS];
    char why[ALGORITHM_WHY]; /* room for what algorithm_configure returns */
} algorithm;

/* The two options of an order and an operator instead of it. */
enum { ALGORITHM_ORDER, ALGORITHM_OPERATOR, ALGORITHM_ORDERS };
extern const param algorithm_order_params[ALGORITHM_ORDERS];

/* Fills r for the method called name; false when there is none. */
bool algorithm_find(algorithm *r, const char *name);

/* Sets e from the options a[0 .. r->n-1], and settles those of them that were left out; its type,
 * problem, of and op are set before. NULL, or what is wrong, which may lie in r. */
const char *algorithm_configure(algorithm *r, estimator *e, arg *a);
