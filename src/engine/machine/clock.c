/* The clock that no change of the date moves. */
#include "clock.h"

#include <time.h>

static double origin;

double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec - origin;
}

void clock_set(double now)
{
    origin += clock_seconds() - now;
}
