/* What the engine takes for granted of a processor, and arithmetic of C besides: numbers have the
 * same bits on all that have it. */
#pragma once

#if !defined __SIZEOF_INT128__
#error "debias needs a 64-bit processor: this compiler has no whole numbers of 128 bits"
#endif
#if !defined __BYTE_ORDER__ || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "debias needs a little-endian processor: its files hold numbers with the lowest byte first"
#endif
#if defined __FAST_MATH__
#error "debias needs exact rounding: compile it without -ffast-math"
#endif
