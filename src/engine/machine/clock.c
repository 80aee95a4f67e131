/* The clock that no change of the date moves. */
#include "clock.h"

#include <time.h>

static time_t origin;

double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - origin) + 1e-9 * (double)now.tv_nsec;
}

void clock_begin(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    origin = now.tv_sec;
}
