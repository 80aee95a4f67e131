/* Replicates are dealt evenly to groups and groups to hands, threads of all ranks; all meet at
 * every record, where a tolerance, a hook or an interrupt may end the run. Ranks get the points of
 * the others only for a checkpoint and at the end. */
#include "ensemble.h"

#include "engine/machine/clock.h"
#include "engine/machine/parallel.h"
#include "engine/machine/ranks.h"
#include "state.h"

#include <assert.h>

/* Seconds that a step, and then the last records, may take after an interrupt. */
static const double PATIENCE = 0.03;

/* Replicates of group k when R replicates are dealt evenly to `groups` groups. */
static size_t share(size_t R, size_t groups, size_t k)
{
    return R / groups + (k < R % groups ? 1 : 0);
}

/* As many groups as hands, or more so that none is larger than GROUP_MOST. */
static size_t count_groups(const run_config *c)
{
    size_t hands = parallel_hands(problem_threads(c->estimator->problem, c->threads));
    hands = hands < c->replicates ? hands : c->replicates;
    size_t each = (c->replicates + hands - 1) / hands;
    return hands * ((each + GROUP_MOST - 1) / GROUP_MOST);
}

/* What every run of the problem can measure; its own measures may not be known. */
static void set_known(trace *t, const problem *p, size_t metrics)
{
    bool objective = p->type->objective || !p->consumed;
    for (size_t c = 0; c < t->columns; c++)
        t->known[c] = c < TRACE_OBJECTIVE || c >= t->columns - metrics;
    t->known[TRACE_OBJECTIVE] = objective;
    t->known[TRACE_GAP] = objective && !isnan(p->least);
    t->known[TRACE_GRAD2] = problem_has_gradient(p);
    t->known[TRACE_DISTANCE] = !isnan(p->least);
}

/* Columns besides everyone's: the problem's measures, then the caller's metrics. */
static void lay_out_trace(trace *t, const run_config *c, arena *memory)
{
    const problem_type *type = c->estimator->problem->type;
    size_t n = type->nmeasures;
    assert(n <= PROBLEM_MEASURES && n + c->metrics <= TRACE_EXTRA);
    trace_layout(t, c->kept, c->record, c->replicates, n + c->metrics, memory);
    t->by_samples = c->samples > 0;
    set_known(t, c->estimator->problem, c->metrics);
    for (size_t i = 0; i < n; i++)
        t->extra[i] = type->measures[i].name;
    for (size_t i = 0; i < c->metrics; i++)
        t->extra[n + i] = c->metric_names[i];
}

/* Places the ensemble's arrays; e lies in the block, or anywhere when only measuring. */
static void lay_out(ensemble *e, const run_config *c, arena *memory)
{
    run_group measured;
    *e = (ensemble){.config = *c, .estimator = *c->estimator, .groups = count_groups(c)};
    e->config.estimator = &e->estimator;
    e->config.threads = problem_threads(c->estimator->problem, c->threads);
    if (e->config.threads > e->groups)
        e->config.threads = e->groups;
    if (e->config.threads > PARALLEL_MOST)
        e->config.threads = PARALLEL_MOST;
    e->hands = parallel_hands(e->config.threads);
    if (e->hands > e->groups)
        e->hands = e->groups;
    lay_out_trace(&e->trace, c, memory);
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
        e->group[k].clock = &e->clock;
        e->group[k].estimator = &e->estimator;
        e->group[k].group.breaker.interrupt = c->interrupt;
        e->group[k].group.breaker.patience = PATIENCE;
        run_start(&e->group[k], first, &e->trace, e->final);
        first += e->group[k].group.replicates;
    }
    group *g = &e->group[0].group;
    e->unit = c->samples ? calls_samples(g->method->next_calls(g, 0)) : 1;
    uint64_t last = run_budget(c);
    trace_schedule(&e->trace, c->record, e->unit < last ? e->unit : last, last);
    return e;
}

run_group *ensemble_find(const ensemble *e, size_t replicate, size_t *position)
{
    size_t k = 0;
    while (k + 1 < e->groups && replicate >= e->group[k + 1].group.first)
        k++;
    *position = replicate - e->group[k].group.first;
    return &e->group[k];
}

run_loss ensemble_loss(const ensemble *e, size_t replicate)
{
    size_t i;
    const run_group *r = ensemble_find(e, replicate, &i);
    const problem *p = e->config.estimator->problem;
    const double *x = group_row(&r->group, r->group.x, i);
    const double *estimate = group_row(&r->group, r->group.estimate, i);
    run_loss loss = {.step = r->steps[i] + 1, .element = 0};
    while (loss.element < p->d && isfinite(estimate[loss.element] + p->l2 * x[loss.element]))
        loss.element++;
    if (loss.element < p->d)
        loss.value = estimate[loss.element] + p->l2 * x[loss.element];
    return loss;
}

uint64_t ensemble_refused(const ensemble *e)
{
    uint64_t t = 0;
    for (size_t k = 0; k < e->groups; k++)
        t = e->group[k].group.t > t ? e->group[k].group.t : t;
    return t;
}

/* Steps that every replicate which is to take another one has taken; UINT64_MAX where none is. */
static uint64_t least_steps(const run_group *r)
{
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < r->group.replicates; i++)
        if (!r->done[i] && r->steps[i] < least)
            least = r->steps[i];
    return least;
}

uint64_t ensemble_steps(const ensemble *e)
{
    uint64_t least = UINT64_MAX;
    for (size_t k = 0; k < e->groups; k++) {
        uint64_t own = least_steps(&e->group[k]);
        least = own < least ? own : least;
    }
    return least < UINT64_MAX ? least : 0;
}

/* Where group i fails on its way to record k, in the order of one process: there a group of all
 * replicates goes step by step, and several take turns at the records. */
static uint64_t place_of(const ensemble *e, size_t i, size_t k)
{
    if (e->config.replicates > GROUP_MOST)
        return k * e->groups + i;
    return least_steps(&e->group[i]) * e->groups + i;
}

/* Brings the worker's groups to record k: one after the other, or step by step in turn where a hook
 * is asked once for a step of all. A schedule ends all at the same step. */
static status groups_to_record(ensemble *e, size_t first, size_t k)
{
    const run_hooks *hooks = &e->config.hooks;
    uint64_t most = hooks->step || hooks->m || hooks->update ? 1 : UINT64_MAX;
    status s = STATUS_OK;
    for (bool waiting = true; waiting && s == STATUS_OK;) {
        waiting = false;
        for (size_t i = first; i < e->groups && (s == STATUS_OK || s == STATUS_SCHEDULE);
             i += e->hands) {
            status one = run_to_record(&e->group[i], k, most);
            if (one < 0)
                ranks_fail_at(place_of(e, i, k));
            s = one ? one : s;
            waiting = waiting || !run_has_made(&e->group[i], k);
        }
    }
    return s;
}

/* Advances a worker's groups record by record, so that an interrupt finds them alike. */
static status work(void *context, size_t first, size_t worker)
{
    ensemble *e = context;
    status s = STATUS_OK;
    (void)worker;
    for (size_t k = 0; k <= e->upto && s == STATUS_OK; k++)
        s = groups_to_record(e, first, k);
    return s;
}

/* Passes how far a worker's groups have come, and what they have recorded: all that is needed while
 * a run goes on. */
static void news(void *context, size_t first, walk *w)
{
    ensemble *e = context;
    for (size_t k = first; k < e->groups; k += e->hands)
        state_pass_news(w, &e->group[k], e->known);
}

/* Passes their state, and whether it is of use. */
static void left(void *context, size_t first, walk *w)
{
    ensemble *e = context;
    bool torn = e->torn;
    walk_pass(w, &torn, sizeof torn);
    e->torn = e->torn || torn;
    for (size_t k = first; k < e->groups; k += e->hands)
        state_pass_group(w, &e->group[k]);
}

/* Deals work to all hands, which then know what has been recorded. */
static status deal(ensemble *e, parallel_task task)
{
    status s = parallel_deal(e->hands, e->config.threads, task, news, e);
    e->known = trace_rows(&e->trace);
    return s;
}

/* Which replicates failed, and why the run stopped. */
static void conclude(ensemble *e, status s)
{
    size_t failed = 0;
    bool done = true;
    for (size_t r = 0; r < e->config.replicates; r++) {
        size_t i;
        const run_group *g = ensemble_find(e, r, &i);
        failed += e->failed[r] = g->group.failed[i];
        done = done && g->done[i];
    }
    if (s < 0)
        e->stop = STATUS_INTERRUPTED;
    else if (failed == e->config.replicates)
        e->stop = STATUS_DIVERGED;
    else if (s > 0 && s < STATUS_PAUSED)
        e->stop = s;
    else
        e->stop = done ? STATUS_BUDGET : STATUS_INTERRUPTED;
}

static status save(ensemble *e)
{
    const run_hooks *hooks = &e->config.hooks;
    if (hooks->checkpoint)
        parallel_exchange(e->hands, left, e);
    conclude(e, STATUS_OK);
    status s = hooks->checkpoint ? hooks->checkpoint(hooks->context, e) : STATUS_OK;
    e->checkpoint = hooks->checkpoint ? ranks_seconds() + e->config.checkpoint_every : INFINITY;
    return s;
}

/* How far the run has come, and the measure that its last record shows. */
static void report(ensemble *e, double now)
{
    const run_config *c = &e->config;
    size_t rows = trace_rows(&e->trace);
    double share = 0, half = NAN, value = NAN;
    for (size_t k = 0; k < e->groups; k++)
        share += run_share(&e->group[k]) / (double)e->groups;
    if (c->timed)
        share = 1 - (e->deadline - now) / c->seconds;
    size_t column = isnan(c->estimator->problem->least) ? TRACE_OBJECTIVE : TRACE_GAP;
    if (rows)
        value = trace_mean(&e->trace, column, rows - 1, &half);
    progress_report(c->progress, share, value, half);
    e->report = now + c->progress->every;
}

/* Where the clock went back all that is due comes as much sooner by it, or it would not come for as
 * long as that. */
static void follow_clock(ensemble *e, double now)
{
    double back = fmax(e->clock.seen - now, 0);
    double *times[] = {&e->clock.start, &e->clock.half, &e->deadline, &e->checkpoint, &e->report};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        *times[i] -= back;
    e->clock.seen = now;
}

/* Brings all groups to record `upto`, with checkpoints and progress on the way. */
static status advance(ensemble *e, size_t upto)
{
    status s;
    e->upto = upto;
    do {
        e->clock.due = fmin(fmin(e->deadline, e->checkpoint), e->report);
        s = deal(e, work);
        double now = ranks_seconds();
        follow_clock(e, now);
        if (s != STATUS_PAUSED || *e->config.interrupt)
            return s;
        if (now >= e->deadline)
            return STATUS_BUDGET;
        if (now >= e->report)
            report(e, now);
        s = now >= e->checkpoint ? save(e) : STATUS_OK;
    } while (s == STATUS_OK);
    return s;
}

/* Whether the run stops at record k, which all have made. */
static status judge(ensemble *e, size_t k)
{
    const run_config *c = &e->config;
    double half, first = trace_mean(&e->trace, TRACE_GAP, 0, &half);
    if (c->tolerance > 0 && trace_mean(&e->trace, TRACE_GAP, k, &half) <= c->tolerance * first)
        return STATUS_TOL;
    return c->hooks.record ? c->hooks.record(c->hooks.context, e, k) : STATUS_OK;
}

/* The whole way, where the first `k` records are there already. */
static status advance_all(ensemble *e, size_t k)
{
    const run_config *c = &e->config;
    bool judged = c->tolerance > 0 || c->hooks.record;
    size_t last = e->trace.records - 1;
    status s;
    k = judged ? k : last;
    do {
        s = advance(e, k < last ? k : last);
        if (s == STATUS_OK && judged && k <= last)
            s = judge(e, k);
    } while (s == STATUS_OK && ++k <= last);
    return s;
}

static status record_groups(void *context, size_t first, size_t worker)
{
    ensemble *e = context;
    status s = STATUS_OK;
    (void)worker;
    for (size_t k = first; k < e->groups && s == STATUS_OK; k += e->hands)
        s = run_record_now(&e->group[k], e->record_due);
    return s;
}

/* A last record of the present state, where it is made in time: after an interrupt only what is
 * quick. A hook's failure, or STATUS_OK. */
static status record_now(ensemble *e)
{
    e->record_due = *e->config.interrupt ? clock_seconds() + PATIENCE : INFINITY;
    status s = deal(e, record_groups);
    for (size_t k = 0; k < e->groups; k++) {
        if (s == STATUS_OK)
            run_keep_early(&e->group[k]);
        else
            run_drop_early(&e->group[k]);
    }
    return s < 0 ? s : STATUS_OK;
}

status ensemble_run(ensemble *e)
{
    const run_config *c = &e->config;
    double now = ranks_seconds();
    problem_begin(c->estimator->problem);
    e->clock.start = now - e->elapsed;
    e->clock.half = now + c->seconds / 2;
    e->clock.seen = now;
    e->deadline = c->seconds > 0 ? now + c->seconds : INFINITY;
    e->checkpoint = INFINITY;
    e->report = c->progress ? now + c->progress->every : INFINITY;
    size_t rows = trace_rows(&e->trace);
    status s = advance(e, 0);
    if (s == STATUS_OK)
        s = save(e);
    if (s == STATUS_OK)
        s = advance_all(e, rows);
    e->torn = e->torn || problem_failure(c->estimator->problem) < 0;
    parallel_exchange(e->hands, left, e);
    if (s == STATUS_BUDGET || s == STATUS_INTERRUPTED || s == STATUS_PAUSED ||
        s == STATUS_STREAM_ENDED || s == STATUS_SCHEDULE) {
        status recorded = record_now(e);
        s = recorded ? recorded : s;
    }
    if (s < 0 && *c->interrupt)
        s = STATUS_INTERRUPTED;
    e->torn = e->torn || problem_failure(c->estimator->problem) < 0;
    for (size_t k = 0; k < e->groups; k++)
        e->torn = e->torn || e->group[k].group.failure || e->group[k].group.breaker.broken;
    conclude(e, s);
    return s < 0 ? s : STATUS_OK;
}
