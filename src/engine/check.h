/* A problem's derivatives against differences of what they belong to, along random directions. */
#ifndef DEBIAS_CHECK_H
#define DEBIAS_CHECK_H

#include "problem.h"

typedef enum check_part {
    CHECK_F,         /* grad f against f, at block means of g */
    CHECK_G,         /* the Jacobian of g against g, on the same inner draws */
    CHECK_OBJECTIVE, /* the gradient of F against F; NAN where F is not known exactly */
    CHECK_PARTS
} check_part;

/* Bytes of work space, aligned to ARENA_ALIGN and zeroed by the caller. */
size_t check_work(const problem *p);

/* error[part] <- the largest difference between derivatives along a direction at row x, as a part
 * of the largest of them. Where the Jacobian is taken to be the identity (identity_jacobian), the
 * true one is checked. NAN where a derivative is not finite, and for dim 0 all but f. */
void check_run(const problem *p, const double *x, uint64_t seed, void *work,
               double error[CHECK_PARTS]);

/* difference[0 .. 2] <- the largest differences between p's own calls and those of another record
 * on the same draws: of outer samples, block means of g and values of f, at eight random points
 * around the start in each of the rounds; as a part of the largest number of a round. */
void check_compare(const problem *p, const problem_type *other, size_t rounds, uint64_t seed,
                   void *work, double difference[3]);

#endif
