/* An ensemble: all replicates of a run, in groups over threads. The result depends on neither. */
#ifndef DEBIAS_ENSEMBLE_H
#define DEBIAS_ENSEMBLE_H

#include "run.h"

typedef struct ensemble {
    run_config config;
    trace trace;
    double *final; /* replicates x ld: output points */
    bool *failed;  /* by replicate: met a non-finite point and stays at its last finite one */
    size_t groups; /* */
    run_group *group;
    double start_seconds;
    uint64_t first_samples; /* what the first replicate's first step takes */
    status stop; /* STATUS_BUDGET, STATUS_INTERRUPTED or STATUS_DIVERGED (all replicates) */
} ensemble;

/* Bytes for a run of this configuration, and its start in such a block (zeroed, aligned to
 * ARENA_ALIGN). The configuration is copied; what it points to must outlive the ensemble. */
size_t ensemble_size(const run_config *c);
ensemble *ensemble_init(void *block, const run_config *c);

/* Runs to the end of the budget or to an interrupt. STATUS_OK or STATUS_NO_THREAD. */
status ensemble_run(ensemble *e);

#endif
