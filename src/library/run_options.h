/* The options of a run, by name and as settings. */
#pragma once

#include "engine/run/options.h"
#include "library/estimator.h"
#include "library/hooks.h"

typedef struct library_run_options {
    arg given[RUN_PARAMS];
    schedule step;
    step_rule rule;
    library_estimator by;
} library_run_options;

/* Reads hooks->options, the method's too, into a zeroed *o, whose estimator is to be ended in both
 * cases. settings may be NULL. 0, or -1 with an error. */
int library_run_options_read(library_run_options *o, const debias_problem *p, const char *method,
                             const library_hooks *hooks, const debias_settings *settings,
                             debias_error *error);
