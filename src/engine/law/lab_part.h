/* The parts of the bias lab, and what they share: its memory (lab_memory.c), the estimates that are
 * made (lab_draw.c), how many (lab_look.c), and what they come to (lab_result.c). */
#pragma once

#include "batch.h"
#include "engine/machine/parallel.h"
#include "lab.h"

enum {
    LAB_ROUND = 64 /* chunks dealt out before their results are merged */
};

/* The control variates of a point. */
typedef struct lab_fit {
    double *factor;      /* q->out x variates */
    factor_sums *output; /* of the pilot, by output; NULL where there are no variates */
} lab_fit;

/* Everything a run needs. */
typedef struct lab {
    const lab_config *config;
    uint64_t until;       /* so many estimates are made before the next look */
    double all;           /* and so many will be, as far as is known */
    size_t shown;         /* the point whose mean is reported */
    uint64_t pilot;       /* estimates of the last pilot */
    uint64_t first_chunk; /* of this round */
    uint64_t present;     /* the one that the calling thread is at, */
    bool fitting;         /* or whether that is the pilot */
    double *target;
    worker worker[PARALLEL_MOST];
    lab_fit *fit;     /* by point */
    lab_sum *sum;     /* by chunk of the round, then by point: q->out of them */
    lab_parts *parts; /* by chunk of the round, then by point, of one output; NULL */
    lab_parts *total; /* by point */
    lab_result *result;
} lab;

/* How many threads work; the variates of a point, 0 for none, and the most of any point. */
size_t lab_threads(const lab_config *c);
size_t lab_variates(const lab_config *c, size_t p);
size_t lab_most_variates(const lab_config *c);

/* Lays l's arrays out in `work`, of lab_work(c) doubles, with nothing made yet. */
void lab_begin(lab *l, const lab_config *c, double *work);

/* Forgets what was made of a point. */
void lab_clear(lab *l, size_t p);

/* Estimates of the pilot of so many estimates. */
uint64_t lab_pilot(uint64_t reps);

/* The points that are not done get the estimates up to number `until`, those that reps = until
 * would give: as long as the size of the pilot depends on that, all are made again. STATUS_OK,
 * STATUS_INTERRUPTED, STATUS_CALLBACK. */
status lab_draw_until(lab *l, uint64_t until);

/* Looks which points are done; returns how many estimates the others are to have, 0 where there are
 * none. */
uint64_t lab_look(lab *l);

/* target <- q(s + mean), or zero where that is unknown or not finite. STATUS_OK, or what q returns.
 */
status lab_find_target(lab *l);

/* The first worker has seen what all workers of all ranks have. */
void lab_gather(lab *l);

/* Fills the result of a point with what was seen until that ended the estimates. */
void lab_finish(lab *l, size_t p, status ended);
