/* The points where a compiled q is compared with plain calls. */
#pragma once

#include "engine/law/dist.h"

/* Means of draws from a law. */
typedef struct bind_blocks {
    const dist *d;
    const double *s; /* their shift, of as many numbers as a draw */
    const double *sizes;
    size_t n; /* sizes */
} bind_blocks;

/* Where q is going to be taken. */
typedef struct bind_where {
    const double *at;          /* a point that it is first called at */
    const double *s;           /* a shift of rows and block means; NULL: zeros */
    const bind_blocks *blocks; /* or NULL */
    const double *rows;        /* a sample, n rows of as many numbers as q takes, or NULL */
    size_t n;
} bind_where;

enum { TRIED_SPECIAL = 64 };

/* Numbers where a function may have a special value: 0, 1, -1, and with a law d (or NULL) its
 * numbers (its ends) and its first atoms with means of two. Returns how many, at most
 * TRIED_SPECIAL. */
size_t tried_special(const dist *d, double *x);

/* The most points. */
size_t tried_points(const bind_where *where);

/* All points: random ones around `at`, and `at`; special numbers, shifted too; draws of the law and
 * means of blocks of them, unless it calls back; rows of the sample and means of its beginning.
 * Component j of point i at s[j*n + i], n = tried_points; returns how many there are. */
size_t tried_fill(size_t in, const bind_where *where, double *s);
