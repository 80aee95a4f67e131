/* Estimators of the gradient (or value) of F from oracle calls. One file per estimator in
 * estimator/. */
#pragma once

#include "group.h"

struct estimator_type {
    const char *name, *summary, *source;
    const param *params;
    size_t nparams;
    bool extrapolates; /* takes order or operator */
    bool steady;       /* the next estimates take the same calls each */
    /* Fills m, m_jacobian, share and the rest of e from a; returns NULL or what was expected. */
    const char *(*configure)(estimator *e, arg *a);
    /* Lays out the group's work space for this estimator; coins tossed ahead with arena_keep. */
    void (*layout)(group *g, arena *memory);
    /* Optional, as a method's: whether what replicate r keeps can be so. */
    bool (*is_sound)(const group *g, size_t r);
    /* Sets the estimate row of every live replicate to the mean of e->batch fresh estimates at its
     * x, without the penalty. */
    void (*sample)(group *g);
    /* Optional, of the value: the terms H^l of level levels.last for each live replicate, k for
     * each, one replicate after the other, and the plain estimates h^l on the same draws, all
     * without the penalty. live * k is at most most_terms. */
    size_t (*most_terms)(const problem *p);
    void (*terms)(group *g, size_t k, double *value, double *plain);
    /* Optional. Up to g->ahead steps of x <- x - step (estimate + l2 x), previous <- the old x, or
     * as the mover does them unless it is NULL, with such estimates, the same bits as by sample and
     * method_move; ends after a step to a point that is not finite. g->made: how many; false: none
     * is. */
    bool (*descend)(group *g, const mover *move);
    /* Optional. For each of n lanes adds scale[q] times the estimate at each of its points q = 0 or
     * 0, 1, on the same draws, to its out row, without the penalty; exactly nothing where the
     * points are equal and scale[1] = -scale[0] (the SPIDER difference). */
    void (*extrapolate)(group *g, size_t n, const lane *l, size_t points, const double *scale);
    /* The oracle calls that sample() makes for replicate r next; may toss its coins. */
    calls (*next_calls)(group *g, size_t r);
    /* The exact expectation of one estimate at row x, penalty included, where the problem knows it:
     * writes ld numbers (OF_VALUE: one) to out. NULL or why there is none. */
    const char *(*expected)(const estimator *e, const double *x, double *out);
};

size_t estimator_count(void);
const estimator_type *estimator_type_at(size_t i);
const estimator_type *estimator_find(const char *name);
