/* A stable sort of the numbers of n things, which an interrupt ends where qsort would go on. Runs
 * of doubled length are merged. Inline, so that the comparison is. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether thing a may stand before thing b. */
typedef bool order_before(const void *things, uint32_t a, uint32_t b);

/* Merges the runs from `first` and from `middle` on, which ends at `end`; false once interrupted.
 */
static inline bool order_merge(const uint32_t *from, uint32_t *to, size_t first, size_t middle,
                               size_t end, order_before *before, const void *things,
                               const atomic_int *interrupt)
{
    enum { BETWEEN_LOOKS = 1 << 12 };
    for (size_t i = first, j = middle, k = first; k < end; k++) {
        if (k % BETWEEN_LOOKS == 0 && *interrupt)
            return false;
        bool left = i < middle && (j == end || before(things, from[i], from[j]));
        to[k] = from[left ? i++ : j++];
    }
    return true;
}

/* Returns 0 .. n-1 in order, which lie in `from` or in `to`: room for n numbers each; NULL once
 * interrupted. */
static inline uint32_t *order_sort(size_t n, order_before *before, const void *things,
                                   uint32_t *from, uint32_t *to, const atomic_int *interrupt)
{
    for (size_t i = 0; i < n; i++)
        from[i] = (uint32_t)i;
    for (size_t run = 1; run < n; run *= 2) {
        for (size_t start = 0; start < n; start += 2 * run) {
            size_t middle = start + run < n ? start + run : n;
            size_t end = start + 2 * run < n ? start + 2 * run : n;
            if (!order_merge(from, to, start, middle, end, before, things, interrupt))
                return NULL;
        }
        uint32_t *other = from;
        from = to;
        to = other;
    }
    return from;
}
