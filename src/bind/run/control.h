/* What a run asks Lua on its way: step sizes, inner batches, step rules, measures, whether to stop,
 * and to save. */
#pragma once

#include "engine/run/ensemble.h"

#include <lua.h>

/* An option, what it was to be, a step, what it was. */
#define BIND_REFUSED "option '%s': expected %s at step %I, got %s"

/* Fields of the table of calls. */
enum {
    CALL_STEP = 1,
    CALL_M,
    CALL_UPDATE,
    CALL_RECORD,
    CALL_METRICS, /* list */
    CALL_TABLES,  /* list: the replicates' tables, for update */
    CALL_SAVE,
    CALL_WATCH,
    CALL_REFUSED, /* why a step could not be made, in a sentence */
    CALL_SPEC,    /* the run's options as read */
    CALL_HANDLE   /* the block that holds the ensemble */
};

/* What was asked when a function failed. */
typedef struct bind_asked {
    const char *option, *metric; /* NULL: nothing that has a place; the name of a metric */
    uint64_t step;               /* that was under way, or after which a record was made; 0: none */
    size_t replicate;            /* from 1; 0: all */
} bind_asked;

typedef struct bind_control {
    lua_State *L;
    const char *function; /* in errors */
    int calls;            /* stack index of the table of calls */
    const problem *problem;
    uint64_t step_of, m_of; /* the steps that the next two belong to */
    uint64_t refused;       /* the step that one of them has no use for; 0: none */
    double step;
    size_t m;
    bind_asked failed;
    const char *metric_names[TRACE_EXTRA];
    /* Pushes the result so far; table: index of the table of calls. */
    void (*push_result)(lua_State *L, const ensemble *e, int table);
} bind_control;

/* Starts with the options at index 1: pushes the table of calls; where m is a function, puts a copy
 * of the options with its first value in their place. */
void bind_start_control(lua_State *L, const char *function, bind_control *c);

/* Adds to the error put aside where in the run it came: at which option, step and replicate, or
 * after which step where a function of the problem failed. */
void bind_place_failure(lua_State *L, const bind_control *c, const ensemble *e);

/* Reads the functions among the options at index 1, and CALL_SAVE, into the configuration, which
 * keeps pointers to c. Raises for values that are not functions and for wrong names of metrics. */
void bind_read_control(lua_State *L, bind_control *c, run_config *config);
