/* A run that is watched: a Lua function gets its records on the way, a few times a second. */
#pragma once

#include "bind/run/control.h"
#include "engine/machine/progress.h"

typedef struct bind_watch {
    progress listener;
    const progress *further; /* the next listener */
    bind_control *control;
    const ensemble *ensemble;
} bind_watch;

/* What the engine reports its progress to: `further` itself where nothing is CALL_WATCH. The
 * function gets the columns of means. What it raises is dropped, for it must not end the run. */
const progress *bind_watch_begin(bind_watch *w, bind_control *control, const ensemble *e,
                                 const progress *further);
