/* Laws that groups of rows may have come from. The rows of a group scatter about its mean, so the
 * means of groups scatter more than the laws' own means do. A law that draws a row of the group
 * with probability 1 - pooled, and else a row of any group, has its mean nearer to the mean of all;
 * `pooled` is chosen so that these means scatter as the groups' own means are estimated to. */
#pragma once

#include "engine/law/rng.h"
#include "engine/machine/arena.h"

#include <stdbool.h>

typedef struct mixture {
    const double *data;  /* rows of in numbers, group after group */
    const size_t *start; /* groups + 1 */
    size_t groups, in;
    bool log;           /* rows hold log weights, means are logs of mean weights */
    double pooled;      /* 0 .. 1 */
    double *mean, *all; /* groups x in: of each group; in: of these means */
} mixture;

/* data .. log are filled in. */
void mixture_layout(mixture *m, arena *memory);

/* Finds the means and `pooled`. */
void mixture_find(mixture *m);

/* rows <- n rows of the law of group g, which draws `pooled` of them from all; its mean, component
 * j at mean[j*gap]. s: of words. */
void mixture_draw(const mixture *m, double pooled, size_t g, stream *s, size_t n, double *rows);
void mixture_mean(const mixture *m, double pooled, size_t g, double *mean, size_t gap);
