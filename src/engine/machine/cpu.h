/* Which set of compiled kernels to use. */
#pragma once

/* The index of the instruction set to use in LEVELS of the Makefile (avx512, avx2, plain on x86-64;
 * plain elsewhere): the best this machine has, or the one named by DEBIAS_CPU in the environment if
 * it has it. All give the same bits. */
int cpu_level(void);

/* Its name: "avx512", "avx2" or "plain". */
const char *cpu_name(void);
