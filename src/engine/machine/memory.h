/* Large blocks of memory: cleared without being touched, in large pages where the system has them,
 * and brought in ahead of their first use. */
#pragma once

#include <stddef.h>

/* Sets a block of memory to zero. */
void memory_clear(void *block, size_t bytes);

/* Makes the pages of a cleared block present. Only a matter of time: another thread may fill the
 * block meanwhile. */
void memory_fetch(void *block, size_t bytes);
