/* Work over threads, dealt out statically: what is computed does not depend on who computes it. */
#pragma once

#include "engine/machine/status.h"

#include <stddef.h>

enum { PARALLEL_MOST = 64 };

/* Number `item` of the work, done by worker 0 .. threads-1. */
typedef status (*parallel_task)(void *context, size_t item, size_t worker);

/* Runs task for items 0 .. items-1; worker w takes w, w + threads, .. in order and stops at its
 * first status other than STATUS_OK. Each has its own thread, worker 0 the calling one; those for
 * which the system starts none come on the calling thread, one after the other, so that no worker
 * may wait for another. threads is cut to items and PARALLEL_MOST. Returns the worst status: a
 * failure, else an interrupt, else STATUS_OK. */
status parallel_run(size_t items, size_t threads, parallel_task task, void *context);

/* The machine's processors. */
size_t parallel_processors(void);
