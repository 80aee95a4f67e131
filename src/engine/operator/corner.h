/* Where along its line a function q has to be looked at closely: where what is watched of it
 * (line.h) changes its sign, touches 0 or has a narrow peak. A grid is searched; around every place
 * found it is refined by tenths, so that what depends on the place shows itself in the next search.
 */
#pragma once

#include "line.h"

enum {
    CORNERS = 256,     /* at most */
    CORNER_TENTHS = 12 /* steps of the refinement, from unit/10 on */
};

typedef struct corners {
    size_t n, points;
    double *at;    /* n of them, rising */
    double *point; /* all that was looked at, rising */
    bool complete; /* no place of a singularity was left out for there are too many */
} corners;

/* Searches grid, n rising points; unit: the size of what q is averaged over. STATUS_OK with memory
 * that corners_free gives back, also after failures. */
status corners_find(const func_line *l, size_t n, const double *grid, double unit, corners *out);
void corners_free(corners *c);
