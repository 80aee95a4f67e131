/* Carves arrays out of one block of memory that the caller owns. A dry run with a NULL block only
 * measures: the same layout function gives the size and then places the parts.
 *
 * A group's memory is of two kinds. Work space, and anything with a pointer in it, is taken
 * (arena_take) and laid out again when a saved run goes on. What must be the same then (points,
 * estimates, a method's state, coins tossed ahead) is kept (arena_keep): as many equal rows as
 * there are replicates, so that a saved run does not depend on the groups it was in. */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ARENA_ALIGN = 128,
    ARENA_KEPT = 16 /* the most parts that are kept */
};

/* The parts that a saved run holds: rows of `bytes` bytes without gaps, a row for each replicate.
 */
typedef struct arena_kept {
    size_t n;
    struct {
        void *rows;
        size_t bytes;
    } part[ARENA_KEPT];
} arena_kept;

typedef struct arena {
    char *block; /* aligned to ARENA_ALIGN, or NULL to measure */
    size_t used;
    arena_kept *kept; /* lists what is kept, unless NULL */
} arena;

/* `bytes` more, aligned to ARENA_ALIGN; NULL when measuring. */
static inline void *arena_take(arena *a, size_t bytes)
{
    void *part = a->block ? a->block + a->used : NULL;
    a->used += (bytes + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
    return part;
}

/* The same for `rows` rows of `bytes` bytes that hold no pointer and are part of a saved run. */
static inline void *arena_keep(arena *a, size_t rows, size_t bytes)
{
    void *part = arena_take(a, rows * bytes);
    if (a->kept) {
        assert(a->kept->n < ARENA_KEPT);
        a->kept->part[a->kept->n].rows = part;
        a->kept->part[a->kept->n++].bytes = bytes;
    }
    return part;
}

/* Whether each of n flags that were read from a file is one: a byte 0 or 1. */
static inline bool arena_flags(const bool *flags, size_t n)
{
    const unsigned char *byte = (const unsigned char *)flags;
    while (n > 0 && byte[n - 1] <= 1)
        n--;
    return n == 0;
}

/* The first aligned address in a block that has ARENA_ALIGN bytes to spare. */
static inline void *arena_align(void *block)
{
    return (void *)(((uintptr_t)block + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN);
}
