/* Whether two ways of computing the same numbers agree: the one tolerance for compiled functions
 * against plain ones. */
#pragma once

#include <stddef.h>

/* The first of n numbers that differ, or n. Numbers that are computed together are a group (the
 * next `group` ones): each may be off by 1e-9 of the largest of its group, and by as much of 1, or
 * of the largest of all where that is smaller. NANs are equal, and so are infinities of one sign.
 */
size_t agree_until(const double *a, const double *b, size_t n, size_t group);
