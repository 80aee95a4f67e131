/* Numbers and the ends of axes, anywhere among the doubles. */
#pragma once

#include "draw/scale/scale.h"

#include <stdint.h>
#include <string.h>

/* Numbers from a plain generator: 0 <= u < 1. */
static double uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

/* The double with that place in the order of all positive ones, 0 = 0. */
static double nth(uint64_t place)
{
    double x;
    memcpy(&x, &place, sizeof x);
    return x;
}

/* Ends of an axis anywhere in the range of doubles: far apart, near, next to each other. */
static scale_range anywhere(scale_kind kind, uint64_t *seed)
{
    static const uint64_t gaps[] = {1, 2, 3, 7, 20, 1000, 1u << 20, 1ull << 40, 1ull << 52};
    const uint64_t infinity = 0x7ffull << 52;
    double part = uniform(seed);
    uint64_t lo = (uint64_t)(uniform(seed) * (double)infinity);
    lo = part < 0.2 ? lo >> 12 : part < 0.3 ? lo % 50 : part < 0.4 ? infinity - 2 - lo % 50 : lo;
    if (kind != SCALE_LINEAR && lo == 0)
        lo = 1;
    uint64_t hi = lo + gaps[(size_t)(9 * uniform(seed))];
    scale_range r = {nth(lo), nth(hi < infinity ? hi : infinity - 1)};
    if (uniform(seed) < 0.2)
        r.hi = nth(infinity - 1 - (uint64_t)(uniform(seed) * (double)(infinity - 1 - lo)));
    if (kind == SCALE_LINEAR && uniform(seed) < 0.3)
        r = (scale_range){-r.hi, uniform(seed) < 0.5 ? -r.lo : nth(lo / 2)};
    return r;
}
