/* The vector instructions of x86-64 that v8.h uses. immintrin.h declares those of all processors,
 * and reading it takes longer than compiling most files that need it. So the headers of those that
 * no level has are left out by the names of their guards, with the compilers whose headers are
 * known not to need each other's types. */
#pragma once

#if (__GNUC__ == 11 || __GNUC__ == 12) && !defined __clang__

#ifndef __AVX512F__
#define _AVX512FINTRIN_H_INCLUDED
#define _AVX512DQINTRIN_H_INCLUDED
#endif

#define _AVX5124FMAPSINTRIN_H_INCLUDED
#define _AVX5124VNNIWINTRIN_H_INCLUDED
#define _AVX512BF16INTRIN_H_INCLUDED
#define _AVX512BF16VLINTRIN_H_INCLUDED
#define _AVX512BITALGINTRIN_H_INCLUDED
#define _AVX512BWINTRIN_H_INCLUDED
#define _AVX512CDINTRIN_H_INCLUDED
#define _AVX512ERINTRIN_H_INCLUDED
#define _AVX512IFMAINTRIN_H_INCLUDED
#define _AVX512IFMAVLINTRIN_H_INCLUDED
#define _AVX512PFINTRIN_H_INCLUDED
#define _AVX512VBMIINTRIN_H_INCLUDED
#define _AVX512VBMIVLINTRIN_H_INCLUDED
#define _AVX512VLBWINTRIN_H_INCLUDED
#define _AVX512VLDQINTRIN_H_INCLUDED
#define _AVX512VLINTRIN_H_INCLUDED
#define _AVX512VNNIVLINTRIN_H_INCLUDED
#define _AVX512VP2INTERSECTINTRIN_H_INCLUDED
#define _AVX512VP2INTERSECTVLINTRIN_H_INCLUDED
#define _AVX512VPOPCNTDQINTRIN_H_INCLUDED
#define _AVX512VPOPCNTDQVLINTRIN_H_INCLUDED
#define __AVX512FP16INTRIN_H_INCLUDED
#define __AVX512FP16VLINTRIN_H_INCLUDED
#define __AVX512VBMI2INTRIN_H_INCLUDED
#define _AVX512VBMI2VLINTRIN_H_INCLUDED
#define __AVX512VNNIINTRIN_H_INCLUDED
#define _GFNIINTRIN_H_INCLUDED
#define __VAESINTRIN_H_INCLUDED
#define _VPCLMULQDQINTRIN_H_INCLUDED

#endif

#include <immintrin.h>
