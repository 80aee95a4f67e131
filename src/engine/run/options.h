/* The options of a run besides those of its method, estimator and step rule, which the prompt and
 * the library read. */
#pragma once

#include "run.h"

enum {
    RUN_PROBLEM,
    RUN_SAMPLES,
    RUN_STEPS,
    RUN_SECONDS,
    RUN_STEP,
    RUN_UPDATE,
    RUN_PROX,
    RUN_CLIP,
    RUN_REPS,
    RUN_SEED,
    RUN_X0,
    RUN_RECORD,
    RUN_OUTPUT,
    RUN_METRICS,
    RUN_ON_RECORD,
    RUN_TOL,
    RUN_CHECKPOINT,
    RUN_CHECKPOINT_EVERY,
    RUN_THREADS,
    RUN_PROGRESS,
    RUN_WATCH,
    RUN_PARAMS
};

extern const param run_params[RUN_PARAMS];

/* Whether the name is that of a column of every run on such a problem, or of a limit of one. */
bool run_has_column(const char *name, const problem_type *type);

/* What is wrong with them for a run on p, or NULL. */
const char *run_options_wrong(const arg a[RUN_PARAMS], const problem *p);

/* Sets the budget, ends, records and replicates of *c. */
void run_options_set(run_config *c, const arg a[RUN_PARAMS]);
