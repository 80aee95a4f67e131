/* How many numbers to draw where not their number is asked for but the standard error of their
 * mean: looks at what was drawn, at numbers of draws that depend on the draws alone. */
#pragma once

#include "tally.h"

#include <math.h>

#define GOAL_GROWTH 16.0 /* the most times as many at the next look */

/* How many times `se` the largest standard error of n outputs is; 0 where no number of draws would
 * do: some are not finite, or all are equal. raw: the outputs as drawn; value: with less variance.
 */
static inline double goal_excess(double se, const tally *raw, const tally *value, size_t n)
{
    double worst = 0;
    for (size_t j = 0; j < n; j++) {
        tally_fault fault = tally_check(&raw[j]);
        if (fault != TALLY_FINE && fault != TALLY_EQUAL)
            return 0;
        if (fault == TALLY_FINE)
            worst = fmax(worst, moments_se(&value[j].finite) / se);
    }
    return worst;
}

/* How many draws it takes, by 1/sqrt(n), after n of that excess. */
static inline double goal_need(double n, double excess)
{
    return n * excess * excess;
}

/* At how many to look next, after n whose excess is above 1: so many as it takes and 2 percent
 * more, in whole chunks, at most `most`. */
static inline uint64_t goal_next(uint64_t n, double excess, uint64_t chunk, uint64_t most)
{
    double need = fmin(1.02 * goal_need((double)n, excess), GOAL_GROWTH * (double)n);
    need = fmin(fmax(need, (double)(n + 1)), (double)most);
    uint64_t whole = ((uint64_t)need + chunk - 1) / chunk * chunk;
    return whole < most ? whole : most;
}
