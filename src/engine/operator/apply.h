/* An operator applied to a given sample. */
#pragma once

#include "extrap.h"
#include "func.h"

/* sum_j w_j A_{n_j} of q at s + means of the K = op->draws blocks of m consecutive rows of sample
 * (K m rows of q->in numbers); s has q->in numbers, out gets q->out. */
status apply_operator(const extrap *op, const func *q, size_t m, const double *s,
                      const double *sample, double *out);
