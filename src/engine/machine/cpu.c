/* The best set that the processor has, or a lesser one that DEBIAS_CPU names. */
#include "cpu.h"

#include <stdlib.h>
#include <string.h>

#ifdef __x86_64__
static const char *const names[] = {"avx512", "avx2", "plain"};

static int best(void)
{
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return 0;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2"))
        return 1;
    return 2;
}
#else
static const char *const names[] = {"plain"};

static int best(void)
{
    return 0;
}
#endif

int cpu_level(void)
{
    const char *forced = getenv("DEBIAS_CPU");
    int level = best();
    for (int i = level; forced && i < (int)(sizeof names / sizeof *names); i++)
        if (strcmp(forced, names[i]) == 0)
            return i;
    return level;
}

const char *cpu_name(void)
{
    return names[cpu_level()];
}
