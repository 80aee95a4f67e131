/* Worker k of n does items k, k + n, k + 2n, ..; the caller's thread is the first, and each other
 * one that the system does not start. */
#include "parallel.h"

#include <pthread.h>
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

size_t parallel_processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (size_t)n : 1;
}
