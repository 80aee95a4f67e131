/* Work over threads, and over ranks (ranks.h), dealt out statically: what is computed does not
 * depend on who computes it. */
#pragma once

#include "engine/machine/status.h"
#include "engine/machine/walk.h"

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

/* What item `item` left in memory, which the walk passes: all that is read after the work. */
typedef void (*parallel_left)(void *context, size_t item, walk *w);

/* The same over ranks: rank r of R takes items r, r + R, .., on so many threads of its own; then
 * every rank has what all items left. Any rank's failure or interrupt is everyone's, and what was
 * left until then is gathered too. */
status parallel_deal(size_t items, size_t threads, parallel_task task, parallel_left left,
                     void *context);

/* Every rank gets what the items of the others left, dealt as above. */
void parallel_exchange(size_t items, parallel_left left, void *context);

/* Every rank passes what its threads saw of all items, as left(context, its rank, w); the others
 * add it to what theirs did, so that in the end all have seen the same. */
void parallel_share(parallel_left left, void *context);

/* Items that are made at a time: threads of this rank times ranks. */
size_t parallel_hands(size_t threads);

/* The machine's processors; where there are ranks, as many for each as none lacks. */
size_t parallel_processors(void);
