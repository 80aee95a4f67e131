/* Sizes: bounded, and rounded up. */
#pragma once

#include <stddef.h>

static inline size_t at_most(size_t n, size_t most)
{
    return n < most ? n : most;
}

static inline size_t round_up(size_t n, size_t to)
{
    return (n + to - 1) / to * to;
}
