/* What the estimates of a point of the bias lab say beside an exact bias: whether they contradict
 * it, whether there is a bias at all, and their mean square error. A number that is not known is
 * NAN. */
#pragma once

#include "lab.h"

typedef enum judge_zero {
    ZERO_NOT,
    ZERO_EXACT,   /* the exact bias is zero */
    ZERO_ROUNDING /* what is known of the bias is no more than rounding makes */
} judge_zero;

typedef struct judge_seen {
    double mean, bias, se, sd, rounding; /* of the estimates; for a vector, sizes */
    double tail;                         /* Pareto k */
    double expected;                     /* the exact expectation, beside a doubtful sample */
    double exact, exact_rounding;        /* the exact bias */
    bool number;                         /* the estimates are numbers */
    bool equal;                          /* and all of them the same */
    bool sum; /* exact is a sum over all values of the law: a sample that contradicts it has missed
               * some */
} judge_seen;

typedef struct judged {
    double exact, exact_rounding; /* NAN where the sample contradicts it */
    double expected;              /* as seen, or what a sample has missed */
    double contradicted; /* NAN, or by how many standard errors; where exact is a sum, too */
    double mse;          /* bias^2 + sd^2; NAN beyond the range of double */
    judge_zero zero;
} judged;

judged judge(const judge_seen *s);

/* Whether estimates that are all equal, or have a heavy tail, may have missed what decides their
 * mean: then *expected <- the exact expectation, where it is known. */
bool judge_expectation(const lab_config *c, const lab_point *point, const lab_result *r,
                       double *expected);
