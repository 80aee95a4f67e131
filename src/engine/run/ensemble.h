/* An ensemble: all replicates of a run, in groups over threads. The result depends on neither. */
#pragma once

#include "run.h"

struct ensemble {
    run_config config;
    estimator estimator; /* the configuration's own */
    trace trace;
    double *final; /* replicates x ld: output points */
    bool *failed;  /* by replicate: met a non-finite point and stays at its last finite one */
    size_t groups;
    size_t hands; /* which groups are dealt to: threads of all ranks */
    run_group *group;
    run_clock clock;
    double elapsed;    /* seconds of earlier calls */
    double deadline;   /* absolute: seconds are spent */
    double checkpoint; /* absolute: when the next one is due */
    double report;     /* absolute: when progress is to be reported */
    size_t upto;       /* the record to be made by all */
    size_t known;      /* records of which all ranks have those of all replicates */
    uint64_t unit;     /* what the first replicate's first step takes of the budget */
    bool torn;         /* broken off in the middle of a step: the state is of no use */
    double record_due; /* absolute: the last record is to be made by then */
    status stop;       /* STATUS_BUDGET, _TOL, _ON_RECORD, _SCHEDULE, _INTERRUPTED or _DIVERGED (all
                          replicates) */
};

/* Bytes for a run of this configuration, and its start in such a block (zeroed, aligned to
 * ARENA_ALIGN). The configuration is copied; what it points to must outlive the ensemble. */
size_t ensemble_size(const run_config *c);
ensemble *ensemble_init(void *block, const run_config *c);

/* Runs to the end of the budget or another reason to stop. STATUS_OK or the failure of a hook or of
 * a function of the problem, which leaves what an interrupt would; one that happens after an
 * interrupt counts as the interrupt. */
status ensemble_run(ensemble *e);

/* How many steps had been taken by every replicate that was to take another one when a function of
 * the problem failed; some may have taken more. */
uint64_t ensemble_steps(const ensemble *e);

/* Where a replicate that failed met a point that is not finite: in step `step`, whose direction is
 * `value` at `element` (from 0; the problem's d: the direction is finite, the new point is not). */
typedef struct run_loss {
    uint64_t step;
    size_t element;
    double value;
} run_loss;

run_loss ensemble_loss(const ensemble *e, size_t replicate);

/* The step that the configuration's schedule gave no size for, where the run ended there. */
uint64_t ensemble_refused(const ensemble *e);

/* The group that holds a replicate, and its position there. */
run_group *ensemble_find(const ensemble *e, size_t replicate, size_t *position);
