/* The supremum of a size |d(s)| over a range, from bounds over pieces of it: pieces are halved
 * where the bound is largest, until it is near a value that is taken. */
#pragma once

/* A bound of |d| on [low, high], INFINITY for none; with low = high the value itself. */
typedef double (*size_bound)(void *context, double low, double high);

/* An upper bound of |d| over low <= s <= high, whose ends may be infinite: at most a thousandth
 * above the supremum where the bounds allow, INFINITY where none is found. */
double supremum(size_bound bound, void *context, double low, double high);
