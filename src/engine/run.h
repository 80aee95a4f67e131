/* The one loop: a group of replicates steps until its budget is spent, and records on the way. */
#ifndef DEBIAS_RUN_H
#define DEBIAS_RUN_H

#include "estimator.h"
#include "method.h"
#include "trace.h"

#include <signal.h>

typedef enum run_output { OUTPUT_LAST, OUTPUT_AVERAGE } run_output;

typedef struct run_config {
    const estimator *estimator;
    const method_type *method;
    double step;             /* step size */
    uint64_t samples, steps; /* the budget of one replicate: samples, or steps when samples is 0 */
    size_t record;           /* records besides the start */
    run_output output;
    uint64_t seed;
    size_t replicates, threads;
    const double *x0; /* row of replicate 0 */
    size_t x0_stride; /* from one replicate's start to the next; 0 = one start for all */
    const volatile sig_atomic_t *interrupt; /* polled; non-zero stops the run */
} run_config;

/* A group on its way through a run. */
typedef struct run_group {
    const run_config *config;
    trace *trace;
    group group;
    size_t first;                /* the replicate of the group's position 0 */
    uint64_t steps[GROUP_MOST];  /* taken, by position */
    uint64_t summed[GROUP_MOST]; /* iterates in sum */
    double *sum;                 /* rows: sum of the iterates of the second half of the budget */
    double *output, *gradient;   /* scratch rows */
    double *final;               /* ensemble's rows of output points */
} run_group;

void run_layout(run_group *r, const run_config *c, size_t replicates, arena *memory);
void run_start(run_group *r, size_t first, trace *t, double *final);

/* Steps until every live replicate has made record `record`; returns STATUS_OK, or
 * STATUS_INTERRUPTED. */
status run_to_record(run_group *r, size_t record, double start_seconds);

/* Records the present state of the replicates that still step, as their next record. */
void run_record_now(run_group *r, double start_seconds);

/* Monotonic wall time in seconds. */
double run_seconds(void);

#endif
