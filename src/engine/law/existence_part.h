/* What endangers the moments of q at a block mean, one place each: inside the engine only. */
#ifndef DEBIAS_EXISTENCE_PART_H
#define DEBIAS_EXISTENCE_PART_H

#include "existence.h"
#include "expect_part.h"

enum { DANGERS = 32 };

/* E |q|^r of the mean of N draws is infinite from r strength = threshold on, threshold = base, or
 * base N. A pole |x - a|^-strength meets a density ~ |x - a|^(threshold - 1); growth like
 * exp(strength x^k) one that falls like exp(-threshold x^k). */
typedef struct danger {
    existence_cause cause;
    double strength, base;
    bool scales;
    double slack;           /* strength is known within this part of the threshold */
    bool nan, above, below; /* the values there */
} danger;

typedef struct dangers {
    size_t n;
    danger list[DANGERS];
    bool complete; /* there are no others */
} dangers;

static inline void dangers_add(dangers *all, danger d)
{
    if (all->n < DANGERS)
        all->list[all->n++] = d;
    else
        all->complete = false;
}

/* Looks for them at all places where block means of e can be; the law has a support. */
status existence_scan(const expect_case *e, dangers *out);

#endif
