/* What becomes of a process that crashes once memory has run out. */
#pragma once

#include <stdbool.h>

enum { CRASH_EXCUSED = 77 }; /* the exit code of a try that need not succeed */

/* Whether the request that failed was one of a library that may crash then, or lose a part of what
 * it makes, without a word: cairo 1.16, pixman 0.42, readline 8.2 and tinfo 6.4. No caller can help
 * that; what keeps it from happening is that the program asks for room before it draws. */
bool crash_is_excused(void);

/* From now on the process says where it crashes, also where its stack is full, or ends with that
 * code. */
void crash_guard(void);
