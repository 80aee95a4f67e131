/* The vector instructions of x86-64 that v8.h uses. immintrin.h declares those of all processors,
 * and reading it takes longer than compiling most files that need it. Where no level needs more,
 * emmintrin.h is read alone, and with the compilers whose headers are known to do without the
 * others, only those headers that the level has instructions of. */
#pragma once

#ifndef __AVX__
#include <emmintrin.h>
#elif (__GNUC__ == 11 || __GNUC__ == 12) && !defined __clang__
#define _IMMINTRIN_H_INCLUDED /* what these headers ask for */
#include <smmintrin.h>

#include <avxintrin.h>

#include <avx2intrin.h>
#include <fmaintrin.h>
#ifdef __AVX512F__
#include <avx512fintrin.h>

#include <avx512dqintrin.h>
#endif
#else
#include <immintrin.h>
#endif
