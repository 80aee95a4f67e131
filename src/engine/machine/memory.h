/* Large blocks of memory: cleared without being touched, in large pages where the system has them,
 * and brought in ahead of their first use. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Sets a block of memory to zero. */
void memory_clear(void *block, size_t bytes);

/* Copies a block; false once *interrupt is set (NULL: never), with a part of it. */
bool memory_copy(void *to, const void *from, size_t bytes, const atomic_int *interrupt);

/* Whether that many bytes could be had now; nothing is kept. */
bool memory_has(double bytes);

/* Makes the pages of a cleared block present. Only a matter of time: another thread may fill the
 * block meanwhile. */
void memory_fetch(void *block, size_t bytes);
