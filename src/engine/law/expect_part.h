/* The cases of expect.c that sum over values of q: inside the engine only. */
#pragma once

#include "engine/number/tally.h"
#include "engine/operator/line.h"
#include "expect.h"

/* What is asked: the bias of op for q at center = s + mean, with blocks of m draws of d. */
typedef struct expect_case {
    const extrap *op;
    const func *q;
    const dist *d;
    double m, s, center, at_center; /* at_center = q(center) */
} expect_case;

/* Fill bias and error of out. STATUS_NO_EXACT sets out->why; others are q's. */
status expect_normal(const expect_case *e, expectation *out);
status expect_atoms(const expect_case *e, expectation *out);
status expect_density(const expect_case *e, expectation *out);
status expect_counts(const expect_case *e, expectation *out);

/* Under a law of atoms: out[j] <- the values of q at all block means of term j where these are at
 * most `most` in all terms and none is lost beyond double (*all); else those at blocks of one atom
 * only, or STATUS_NO_EXACT where there are more atoms than that. */
status expect_atom_values(const expect_case *e, double most, bool *all, tally *out);

/* Under a law of whole numbers: out[j] <- the values of q at the block means of term j that count;
 * STATUS_NO_EXACT where there are too many. */
status expect_count_values(const expect_case *e, tally *out);

/* STATUS_NO_EXACT, saying why. */
static inline status expect_refuse(expectation *out, const char *why)
{
    out->why = why;
    return STATUS_NO_EXACT;
}
