/* What a run records: a table per column, of records x replicates, at log-spaced amounts of
 * progress. */
#pragma once

#include "engine/machine/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum trace_column {
    TRACE_STEP,
    TRACE_OUTER,     /* outer samples drawn */
    TRACE_G,         /* evaluations of g */
    TRACE_JACOBIAN,  /* evaluations of the Jacobian of g */
    TRACE_SAMPLES,   /* g + Jacobian evaluations: the budget's unit */
    TRACE_SECONDS,   /* wall time since the start */
    TRACE_OBJECTIVE, /* F at the output point */
    TRACE_GAP,       /* F - least F; NAN where the least is unknown */
    TRACE_GRAD2,     /* |grad F|^2 */
    TRACE_DISTANCE,  /* |x - optimum| */
    TRACE_COLUMNS    /* from here on the extra ones */
} trace_column;

enum {
    TRACE_EXTRA = 16, /* the most extra columns: the problem's measures, then metrics */
    TRACE_MOST = TRACE_COLUMNS + TRACE_EXTRA
};

typedef struct trace {
    size_t records, replicates; /* records is the most there can be */
    double quantile;            /* Student's t of the means' 95% intervals; NAN for one replicate */
    size_t kept;                /* the first so many came from a saved run */
    uint64_t *target;           /* record k is made once a replicate's progress reaches target[k] */
    size_t columns;             /* with the extra ones */
    double *column[TRACE_MOST]; /* row-major: record, replicate */
    bool known[TRACE_MOST];     /* NAN is a value of the column, not one that nobody knows */
    const char *extra[TRACE_EXTRA]; /* names of the extra columns */
    size_t *made;                   /* records made, by replicate */
    size_t *early;   /* 1 where the last one was made before its target was reached */
    bool by_samples; /* targets are in samples, not in steps */
    bool *lost;      /* by replicate: failed; the records whose targets it did not reach repeat */
    double *living;  /* scratch */
} trace;

/* The column's name in results: "step", "outer", .. */
const char *trace_column_name(const trace *t, size_t c);

/* Lays out a trace of at most `kept` records of a saved run and `records` + 1 more, with so many
 * extra columns. */
void trace_layout(trace *t, size_t kept, size_t records, size_t replicates, size_t extra,
                  arena *memory);

/* Sets the targets after those of the t->kept first: 0, then at most `most` multiples of unit
 * <= last, log-spaced from unit to the largest, both included; of these, the ones beyond the last
 * kept. */
void trace_schedule(trace *t, size_t most, uint64_t unit, uint64_t last);

/* Records that every replicate has made. */
size_t trace_rows(const trace *t);

/* Records that any replicate has made. */
size_t trace_most(const trace *t);

/* The mean over replicates of one row, and the half-width of its 95% Student-t interval (NAN for
 * one). Those that were lost before do not count; where none is left a measure is NAN, and what is
 * counted is that of all. */
double trace_mean(const trace *t, size_t c, size_t record, double *half_width);
