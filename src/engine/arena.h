/* Carves arrays out of one block of memory that the caller owns. A dry run with a NULL block only
 * measures: the same layout function gives the size and then places the parts. */
#ifndef DEBIAS_ARENA_H
#define DEBIAS_ARENA_H

#include <stddef.h>
#include <stdint.h>

enum { ARENA_ALIGN = 128 };

typedef struct arena {
    char *block; /* aligned to ARENA_ALIGN, or NULL to measure */
    size_t used;
} arena;

/* `bytes` more, aligned to ARENA_ALIGN; NULL when measuring. */
static inline void *arena_take(arena *a, size_t bytes)
{
    void *part = a->block ? a->block + a->used : NULL;
    a->used += (bytes + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
    return part;
}

/* The first aligned address in a block that has ARENA_ALIGN bytes to spare. */
static inline void *arena_align(void *block)
{
    return (void *)(((uintptr_t)block + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN);
}

#endif
