/* Whole pages that are given back are zero when they are touched next. */
#define _DEFAULT_SOURCE /* madvise */
#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Below it clearing is cheaper than new pages. */
static const size_t LARGE = (size_t)16 << 20;
static const size_t PAGE = (size_t)2 << 20; /* a large one, and a multiple of every small one */

/* Whether pages first .. last are zero now: some systems and kinds of memory keep what was in them,
 * and say nothing. */
static bool give_back(char *first, char *last)
{
    *first = last[-1] = 1;
    return madvise(first, (size_t)(last - first), MADV_DONTNEED) == 0 && !*first && !last[-1];
}

void memory_clear(void *block, size_t bytes)
{
    char *from = block, *end = from + bytes;
    char *first = from + -(uintptr_t)from % PAGE, *last = end - (uintptr_t)end % PAGE;
    if (bytes < LARGE || !give_back(first, last)) {
        memset(block, 0, bytes);
        return;
    }
#ifdef MADV_HUGEPAGE
    madvise(first, (size_t)(last - first), MADV_HUGEPAGE);
#endif
    memset(from, 0, (size_t)(first - from));
    memset(last, 0, (size_t)(end - last));
}

bool memory_copy(void *to, const void *from, size_t bytes, const atomic_int *interrupt)
{
    for (size_t done = 0, piece; done < bytes; done += piece) {
        piece = bytes - done < LARGE ? bytes - done : LARGE;
        if (interrupt && *interrupt)
            return false;
        memcpy((char *)to + done, (const char *)from + done, piece);
    }
    return true;
}

bool memory_has(double bytes)
{
    void *volatile block = bytes < (double)SIZE_MAX ? malloc((size_t)bytes) : NULL;
    bool has = block;
    free(block);
    return has;
}

void memory_fetch(void *block, size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
    char *from = (char *)block + -(uintptr_t)block % PAGE, *end = (char *)block + bytes;
    if (from < end)
        madvise(from, (size_t)(end - from) / PAGE * PAGE, MADV_POPULATE_WRITE);
#else
    (void)block;
    (void)bytes;
#endif
}
