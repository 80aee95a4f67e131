/* A problem's derivatives against differences of what they belong to, along random directions. */
#pragma once

#include "problem.h"

#include <stdbool.h>

typedef enum check_part {
    CHECK_F,         /* grad f against f, at block means of g */
    CHECK_G,         /* the Jacobian of g against g, on the same inner draws */
    CHECK_OBJECTIVE, /* the gradient of F against F */
    CHECK_PARTS
} check_part;

/* Bytes of work space, aligned to ARENA_ALIGN and zeroed by the caller. */
size_t check_work(const problem *p);

/* A derivative is right when it is off by no more than 1e-6 beyond what the differences themselves
 * may be off by; where they hide an error of 1e-4, it cannot be checked. */
typedef enum check_verdict { CHECK_RIGHT, CHECK_WRONG, CHECK_HIDDEN } check_verdict;

/* Parts of the largest derivative along a direction. NAN where one is not finite, for dim 0 all but
 * f, and where F is not known exactly. */
typedef struct check_result {
    double error;  /* the largest difference between derivatives */
    double unsure; /* how far the differences may be off: by the size of the values differenced and
                    * the step, and by what halving the step changes */
} check_result;

/* result[part] <- the derivatives at row x. Where the Jacobian is taken to be the identity
 * (identity_jacobian), the true one is checked. */
void check_run(const problem *p, const double *x, uint64_t seed, void *work,
               check_result result[CHECK_PARTS]);

check_verdict check_judge(check_result r);

/* differs[0 .. 2] <- whether p's own calls and those of another type differ (agree.h) on the same
 * draws: in outer samples, block means of g and values of f, at eight random points around the
 * start in each of the rounds. */
void check_compare(const problem *p, const problem_type *other, size_t rounds, uint64_t seed,
                   void *work, bool differs[3]);
