/* Progress on standard error: once a computation has taken a second, or as many as DEBIAS_PROGRESS
 * in the environment says, a line that says how far it is, how fast, how long it has still to go,
 * and its present estimate. On a terminal the line is rewritten; elsewhere there is one for every
 * 10 percent. None with --quiet. It is also when a host of the module can end the call. */
#pragma once

#include "bind/host.h"
#include "engine/machine/progress.h"
#include "engine/machine/status.h"

#include <lua.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct bind_meter bind_meter;

/* One engine call, which may be a part of an experiment of several. */
typedef struct bind_progress {
    progress listener;
    bind_meter *meter;
    const char *function; /* named in errors */
    const char *value;    /* what the estimate is called */
    const char *unit;     /* and what the work is counted in: "samples" */
    double units;         /* of them in all; NAN where that is not known */
    double goal;          /* the standard error that ends it; 0 = the units do */
    bool silent;          /* shows nothing */
    double began;
    bind_host host;
} bind_progress;

/* What shows the line, and "" when all is done; NULL: standard error. */
extern void (*bind_progress_shown)(const char *line);

/* Of a worker: how far its piece of work is, 0 to 1, is told there from now on. What covers the
 * whole of an experiment is that piece. */
void bind_progress_tell(lua_State *L, _Atomic double *done);

/* Begins the call; returns what the engine reports to. bind_progress_end must follow before
 * anything is raised; it raises where the call has failed. */
const progress *bind_progress_begin(lua_State *L, bind_progress *b, const char *function);
void bind_progress_end(lua_State *L, bind_progress *b, status done);

/* The same for a call that has a result as far as it came, where has_some: returns whether a
 * function of the user's has failed then. Its error is put aside (bind_keep_error). */
bool bind_progress_keep(lua_State *L, bind_progress *b, status done, bool has_some);
