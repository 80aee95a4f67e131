/* Worker k of n does items k, k + n, k + 2n, ..; the caller's thread is the first, and each other
 * one that the system does not start. */
#include "parallel.h"

#include "engine/machine/ranks.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct worker {
    size_t number, threads, items;
    parallel_task task;
    void *context;
    status status;
    pthread_t thread;
} worker;

static void *work(void *argument)
{
    worker *w = argument;
    for (size_t i = w->number; i < w->items && w->status == STATUS_OK; i += w->threads)
        w->status = w->task(w->context, i, w->number);
    return NULL;
}

static status worse(status a, status b)
{
    return a < 0 || (b >= 0 && a > b) ? a : b;
}

status parallel_run(size_t items, size_t threads, parallel_task task, void *context)
{
    worker workers[PARALLEL_MOST];
    size_t most = items < PARALLEL_MOST ? items : PARALLEL_MOST, started = 1;
    size_t n = threads < most ? threads : most;
    status s = STATUS_OK;
    for (size_t i = 0; i < n; i++)
        workers[i] = (worker){i, n, items, task, context, STATUS_OK, 0};
    while (started < n &&
           pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    for (size_t i = 0; i < n; i = i == 0 ? started : i + 1)
        work(&workers[i]);
    for (size_t i = 1; i < started && i < n; i++)
        pthread_join(workers[i].thread, NULL);
    for (size_t i = 0; i < n; i++)
        s = worse(workers[i].status, s);
    return s;
}

typedef struct dealt {
    size_t items, rank, ranks;
    parallel_task task;
    parallel_left left;
    void *context;
} dealt;

static status make_mine(void *context, size_t i, size_t thread)
{
    const dealt *d = context;
    size_t item = d->rank + i * d->ranks;
    ranks_fail_at(item); /* unless the task knows better */
    return d->task(d->context, item, thread);
}

static size_t items_of(const dealt *d, size_t rank)
{
    return rank < d->items ? (d->items - rank + d->ranks - 1) / d->ranks : 0;
}

static void pass_items(const dealt *d, size_t rank, walk *w)
{
    for (size_t i = rank; i < d->items; i += d->ranks)
        d->left(d->context, i, w);
}

/* Takes what the other ranks sent. */
static void take_others(const dealt *d, const ranks_pieces *all)
{
    walk w = {.in = all->bytes};
    for (size_t r = 0; r < d->ranks; r++) {
        w.size = w.at + all->sizes[r];
        if (r == d->rank)
            w.at = w.size;
        else
            pass_items(d, r, &w);
        if (w.failed || w.at != w.size)
            ranks_give_up("what another rank sent cannot be read");
    }
}

/* Sends what this rank's items left, and takes what those of the others did. */
static status exchange(const dealt *d, status s)
{
    walk w = {0};
    ranks_pieces all;
    pass_items(d, d->rank, &w);
    w.out = ranks_room(w.at);
    w.at = 0;
    pass_items(d, d->rank, &w);
    s = ranks_gather("pieces", d->items, s, w.out, w.at, &all);
    take_others(d, &all);
    free(all.bytes);
    return s;
}

status parallel_deal(size_t items, size_t threads, parallel_task task, parallel_left left,
                     void *context)
{
    dealt d = {items, ranks_rank(), ranks_size(), task, left, context};
    if (d.ranks == 1)
        return parallel_run(items, threads, task, context);
    ranks_alone(true);
    status s = parallel_run(items_of(&d, d.rank), threads, make_mine, &d);
    ranks_alone(false);
    return exchange(&d, s);
}

void parallel_exchange(size_t items, parallel_left left, void *context)
{
    dealt d = {items, ranks_rank(), ranks_size(), NULL, left, context};
    if (d.ranks > 1)
        exchange(&d, STATUS_OK);
}

void parallel_share(parallel_left left, void *context)
{
    parallel_exchange(ranks_size(), left, context);
}

size_t parallel_hands(size_t threads)
{
    return threads * ranks_size();
}

size_t parallel_processors(void)
{
    long n = ranks_are_joined() ? (long)ranks_processors() : sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (size_t)n : 1;
}
