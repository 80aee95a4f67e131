/* The system refuses a set that is smaller than its own, of as many as the machine could have. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "processors.h"

#include <sched.h>
#include <stdbool.h>

size_t processors_allowed(void)
{
    enum { LEAST = 1024, MOST = 1 << 20 };
    for (size_t n = LEAST; n <= MOST; n *= 2) {
        cpu_set_t *set = CPU_ALLOC(n);
        size_t size = CPU_ALLOC_SIZE(n);
        bool known = set && sched_getaffinity(0, size, set) == 0;
        int count = known ? CPU_COUNT_S(size, set) : 0;
        CPU_FREE(set);
        if (known)
            return (size_t)count;
    }
    return 0;
}
