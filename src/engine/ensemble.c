#include "ensemble.h"

#include "parallel.h"

/* Replicates of group k when R replicates are dealt evenly to `groups` groups. */
static size_t share(size_t R, size_t groups, size_t k)
{
    return R / groups + (k < R % groups ? 1 : 0);
}

/* As many groups as threads, or more so that none is larger than GROUP_MOST. */
static size_t count_groups(const run_config *c)
{
    size_t threads = c->threads < c->replicates ? c->threads : c->replicates;
    size_t each = (c->replicates + threads - 1) / threads;
    return threads * ((each + GROUP_MOST - 1) / GROUP_MOST);
}

/* Places the ensemble's arrays; e lies in the block, or anywhere when only measuring. */
static void lay_out(ensemble *e, const run_config *c, arena *memory)
{
    run_group measured;
    *e = (ensemble){.config = *c, .groups = count_groups(c)};
    if (e->config.threads > e->groups)
        e->config.threads = e->groups;
    if (e->config.threads > PARALLEL_MOST)
        e->config.threads = PARALLEL_MOST;
    trace_layout(&e->trace, c->record, c->replicates, memory);
    e->final = arena_take(memory, c->replicates * c->estimator->problem->ld * sizeof(double));
    e->failed = arena_take(memory, c->replicates * sizeof *e->failed);
    e->group = arena_take(memory, e->groups * sizeof *e->group);
    for (size_t k = 0; k < e->groups; k++)
        run_layout(e->group ? &e->group[k] : &measured, &e->config,
                   share(c->replicates, e->groups, k), memory);
}

size_t ensemble_size(const run_config *c)
{
    ensemble measured;
    arena memory = {0};
    lay_out(&measured, c, &memory);
    return memory.used + round_up(sizeof measured, ARENA_ALIGN);
}

ensemble *ensemble_init(void *block, const run_config *c)
{
    arena memory = {.block = block};
    ensemble *e = arena_take(&memory, sizeof *e);
    size_t first = 0;
    lay_out(e, c, &memory);
    for (size_t k = 0; k < e->groups; k++) {
        run_start(&e->group[k], first, &e->trace, e->final);
        first += e->group[k].group.replicates;
    }
    group *g = &e->group[0].group;
    uint64_t last = c->samples ? c->samples : c->steps;
    e->first_samples = g->method->next_samples(g, 0);
    uint64_t unit = c->samples ? e->first_samples : 1;
    trace_schedule(&e->trace, unit < last ? unit : last, last);
    return e;
}

/* Advances a worker's groups record by record, so that an interrupt finds them alike. */
static status work(void *context, size_t first, size_t worker)
{
    ensemble *e = context;
    status s = STATUS_OK;
    (void)worker;
    for (size_t k = 0; k < e->trace.records && s == STATUS_OK; k++)
        for (size_t i = first; i < e->groups && s == STATUS_OK; i += e->config.threads)
            s = run_to_record(&e->group[i], k, e->start_seconds);
    for (size_t i = first; i < e->groups && s == STATUS_INTERRUPTED; i += e->config.threads)
        run_record_now(&e->group[i], e->start_seconds);
    return STATUS_OK;
}

/* Which replicates failed, and why the run stopped. */
static void conclude(ensemble *e)
{
    size_t failed = 0, replicate = 0;
    bool live = false;
    for (size_t k = 0; k < e->groups; k++) {
        const group *g = &e->group[k].group;
        live = live || g->live > 0;
        for (size_t i = 0; i < g->replicates; i++, replicate++)
            failed += e->failed[replicate] = g->failed[i];
    }
    e->stop = live                             ? STATUS_INTERRUPTED
              : failed == e->config.replicates ? STATUS_DIVERGED
                                               : STATUS_BUDGET;
}

status ensemble_run(ensemble *e)
{
    e->start_seconds = run_seconds();
    status s = parallel_run(e->config.threads, e->config.threads, work, e);
    conclude(e);
    return s;
}
