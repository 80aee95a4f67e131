/* The workloads on the engine. Prints `NAME nanoseconds check`, one line per workload. */
#include "work.h"

#include "engine/rng.h"

#include <stdio.h>

static void time_normals(void)
{
    static stream s;
    stream_init(&s, STREAM_NORMALS, 1, 0, PURPOSE_USER, 0);
    double sum = 0, start = seconds();
    for (size_t i = 0; i < NORMALS; i += STREAM_MOST)
        sum += *stream_normals(&s, STREAM_MOST);
    printf("normals %.4f %.4f\n", 1e9 * (seconds() - start) / NORMALS, sum * STREAM_MOST / NORMALS);
}

int main(void)
{
    time_normals();
}
