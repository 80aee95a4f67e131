/* The one loop: a group of replicates steps until its budget is spent, and records on the way. */
#pragma once

#include "engine/cso/estimator.h"
#include "engine/cso/method.h"
#include "engine/machine/progress.h"
#include "engine/rule/rule.h"
#include "schedule.h"
#include "trace.h"

#include <stdatomic.h>

typedef enum run_output { OUTPUT_LAST, OUTPUT_AVERAGE, OUTPUT_RANDOM } run_output;

typedef struct ensemble ensemble;

/* What a run asks its caller on the way, each NULL for nothing to ask. A negative status ends the
 * run; STATUS_SCHEDULE from step or m says that the step cannot be made, and ends it before that
 * step with the result so far. With step, m, update or metrics the run must have one thread:
 * replicates are asked in order, on the calling thread. The others are called on it between the
 * steps of all replicates. */
typedef struct run_hooks {
    void *context;
    status (*step)(void *context, uint64_t t, double *size); /* instead of config.step */
    status (*m)(void *context, uint64_t t, size_t *m);       /* inner batch of step t = 1, 2, .. */
    status (*update)(void *context, size_t replicate, uint64_t t, const double *x, const double *v,
                     double *out); /* as update_rule's */
    status (*metrics)(void *context, size_t replicate, uint64_t t, const double *x,
                      double *value); /* of the output point after step t */
    status (*record)(void *context, const ensemble *e, size_t record); /* STATUS_ON_RECORD stops */
    status (*checkpoint)(void *context, const ensemble *e);
} run_hooks;

typedef struct run_config {
    const estimator *estimator;
    const method_type *method;
    schedule step;           /* step sizes */
    step_rule rule;          /* what steps do */
    double clip;             /* the most that the norm of a step's direction may be; 0 = any */
    bool m_jacobian_follows; /* with hooks.m: the Jacobian takes as many draws */
    uint64_t samples, steps; /* the budget of one replicate: samples, or steps when samples is 0 */
    double seconds;          /* wall time of one call of ensemble_run; 0 = any */
    bool timed;              /* seconds are the only budget; steps is large then */
    double tolerance;        /* stop at this mean gap, as a part of the first; 0 = never */
    size_t record;           /* records besides the start */
    size_t kept;             /* records of a saved run that goes on: store_records */
    run_output output;
    uint64_t seed;
    size_t replicates, threads;
    const double *x0; /* row of replicate 0 */
    size_t x0_stride; /* from one replicate's start to the next; 0 = one start for all */
    size_t metrics;   /* the caller's; with the problem's measures at most TRACE_EXTRA */
    const char *const *metric_names;
    double checkpoint_every; /* seconds between checkpoints */
    run_hooks hooks;
    const atomic_int *interrupt; /* polled; non-zero stops the run */
    const progress *progress; /* or NULL; gets the mean gap of the last record, or the objective */
} run_config;

/* The budget in the unit of the records' targets: samples or steps. */
static inline uint64_t run_budget(const run_config *c)
{
    return c->samples ? c->samples : c->steps;
}

/* When a run looks up: absolute times in seconds. */
typedef struct run_clock {
    double start; /* what the column seconds counts from */
    double half;  /* the second half of a timed budget begins */
    double due;   /* groups return STATUS_PAUSED */
    double seen;  /* what the clock showed when these were last set right */
} run_clock;

/* A group on its way through a run. */
typedef struct run_group {
    const run_config *config;
    estimator *estimator; /* the configuration's, whose inner batch hooks.m changes */
    const run_clock *clock;
    trace *trace;
    group group;
    arena_kept kept;             /* the group's part of a saved run */
    update_rule update;          /* the configuration's */
    status failure;              /* of a hook */
    bool known;                  /* `seen` holds the measures of the point `point`: */
    double *point;               /* row */
    double seen[TRACE_MOST];     /* from TRACE_OBJECTIVE to those of the problem */
    bool in_step;                /* replicates step together at the same t */
    unsigned polls;              /* of the clock */
    uint64_t quiet;              /* steps after which no replicate has earned a record or ended */
    bool late;                   /* the second half of a timed budget has begun */
    bool done[GROUP_MOST];       /* by position: has spent its budget, or failed */
    uint64_t steps[GROUP_MOST];  /* taken */
    uint64_t summed[GROUP_MOST]; /* iterates in `gathered` */
    double *gathered;            /* rows: sum of the iterates of the second half of the budget, or
                                    one drawn among all so far */
    stream *draws;               /* by position: which iterate is drawn */
    double *output, *gradient;   /* scratch rows */
    void *nested;                /* work space where the objective is not known */
    double *final;               /* ensemble's rows of output points */
} run_group;

void run_layout(run_group *r, const run_config *c, size_t replicates, arena *memory);
void run_start(run_group *r, size_t first, trace *t, double *final);

/* Steps, at most `most` times, until every replicate has made record `record` or is done.
 * STATUS_OK, STATUS_INTERRUPTED, STATUS_PAUSED (the clock's due time has come), STATUS_SCHEDULE
 * (the next step has no size or batch) or a hook's failure.
 */
status run_to_record(run_group *r, size_t record, uint64_t most);

/* What the group has spent of its budget in samples or steps, 0 to 1. */
double run_share(const run_group *r);

/* Every replicate has made that record. */
bool run_has_made(const run_group *r, size_t record);

/* Records the present state of the replicates that are not done, as an early record, without their
 * points: run_keep_early or run_drop_early must follow. STATUS_OK; STATUS_PAUSED when it takes
 * longer than to `due` (absolute seconds) or the state is of no use; or a hook's failure. */
status run_record_now(run_group *r, double due);
void run_keep_early(run_group *r);
void run_drop_early(run_group *r);
