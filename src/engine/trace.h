/* What a run records: a table per column, of records x replicates, at log-spaced amounts of
 * progress. */
#ifndef DEBIAS_TRACE_H
#define DEBIAS_TRACE_H

#include "arena.h"

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
    TRACE_COLUMNS
} trace_column;

typedef struct trace {
    size_t records, replicates; /* records is the most there can be */
    uint64_t *target;           /* record k is made once a replicate's progress reaches target[k] */
    double *column[TRACE_COLUMNS]; /* row-major: record, replicate */
    size_t *made;                  /* records made, by replicate */
} trace;

/* The column's name in results: "step", "outer", .. */
const char *trace_column_name(trace_column c);

/* Lays out a trace of at most `records` + 1 records. */
void trace_layout(trace *t, size_t records, size_t replicates, arena *memory);

/* Sets targets: 0, then at most `records` multiples of unit <= last, log-spaced from unit to the
 * largest, both included. */
void trace_schedule(trace *t, uint64_t unit, uint64_t last);

/* Records that every replicate has made. */
size_t trace_rows(const trace *t);

/* The mean over replicates of one row, and the half-width of its 95% Student-t interval (NAN for
 * one). */
double trace_mean(const trace *t, trace_column c, size_t record, double *half_width);

#endif
