/* Sizes: bounded, rounded up, divided. */
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

/* The greatest common divisor. */
static inline size_t common_divisor(size_t a, size_t b)
{
    while (b) {
        size_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
