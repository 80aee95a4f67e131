/* The cost of a step is known before it is made: a replicate whose budget does not cover the next
 * step is retired with the point that it has. */
#include "run.h"

#include "engine/cso/nested.h"
#include "engine/machine/clock.h"
#include "engine/number/norm.h"

#include <math.h>
#include <string.h>

enum { AHEAD_MOST = 16 };

/* Seconds by which the clocks of ranks may differ: one that goes back by more has been set back. */
static const double SKEW = 0.01;

/* Replicates step together at the same t, because something depends on it. */
static bool in_step(const run_config *c)
{
    bool varies = c->step.kind != SCHEDULE_CONSTANT && c->step.kind != SCHEDULE_NORMALISED;
    return varies || c->hooks.step || c->hooks.m || c->hooks.update;
}

/* Replicates wait for each other at every record, because all may stop there. */
static bool in_record(const run_config *c)
{
    return c->tolerance > 0 || c->hooks.record;
}

void run_layout(run_group *r, const run_config *c, size_t replicates, arena *memory)
{
    size_t row = c->estimator->problem->ld * sizeof(double);
    r->config = c;
    r->kept.n = 0;
    memory->kept = &r->kept;
    group_layout(&r->group, c->estimator, c->method, replicates, memory);
    rule_layout(&r->group, &c->rule, memory);
    memory->kept = NULL;
    r->gathered = arena_take(memory, c->output != OUTPUT_LAST ? replicates * row : 0);
    r->draws = arena_take(memory, c->output == OUTPUT_RANDOM ? replicates * sizeof(stream) : 0);
    r->output = arena_take(memory, row);
    r->gradient = arena_take(memory, row);
    r->nested = c->estimator->problem->type->objective
                    ? NULL
                    : arena_take(memory, nested_work(c->estimator->problem));
    r->point = arena_take(memory, row);
}

void run_start(run_group *r, size_t first, trace *t, double *final)
{
    const run_config *c = r->config;
    group *g = &r->group;
    r->trace = t;
    r->final = final;
    group_start(g, c->seed, first, c->x0, c->x0_stride);
    r->in_step = in_step(c);
    g->step = c->step.a;
    g->clip = c->clip;
    g->normalised = g->normalised || c->step.kind == SCHEDULE_NORMALISED;
    r->update = (update_rule){c->hooks.context, c->hooks.update};
    g->update = c->hooks.update ? &r->update : NULL;
    rule_start(g, &c->rule);
    for (size_t i = 0; i < g->replicates && c->output == OUTPUT_RANDOM; i++)
        stream_init(&r->draws[i], STREAM_WORDS, c->seed, first + i, PURPOSE_OUTPUT, 0);
}

/* What the budget is counted in. */
static uint64_t spent(const run_group *r, size_t position)
{
    return r->config->samples ? calls_samples(r->group.calls[position]) : r->steps[position];
}

double run_share(const run_group *r)
{
    double sum = 0, most = (double)run_budget(r->config);
    for (size_t i = 0; i < r->group.replicates; i++)
        sum += r->done[i] ? most : (double)spent(r, i);
    return sum / most / (double)r->group.replicates;
}

/* The output point of a replicate: its last iterate, the mean since half of the budget, or the one
 * drawn. */
static void output_point(const run_group *r, size_t position, double *out)
{
    const group *g = &r->group;
    double n = r->config->output == OUTPUT_AVERAGE ? (double)r->summed[position] : 1;
    bool last = r->config->output == OUTPUT_LAST || r->summed[position] == 0;
    const double *from = group_row(g, last ? g->x : r->gathered, position);
    for (size_t j = 0; j < g->ld; j++)
        out[j] = last ? from[j] : from[j] / n;
}

static double square(const double *a, size_t n)
{
    double sum = 0;
    for (size_t j = 0; j < n; j++)
        sum += a[j] * a[j];
    return sum;
}

/* |a - b|, with a scratch row. */
static double distance(const double *a, const double *b, size_t n, double *scratch)
{
    for (size_t j = 0; j < n; j++)
        scratch[j] = a[j] - b[j];
    return norm_value(norm_of(scratch, n, 1));
}

/* F at r->output, and its gradient where that is exact; NAN where F is not known. */
static double objective_of(run_group *r)
{
    const problem *p = r->group.estimator->problem;
    if (p->type->objective)
        return p->type->objective(p, r->output, r->gradient);
    return p->consumed ? NAN : nested_objective(p, r->output, r->nested, NULL);
}

/* What the problem measures at the output point. All replicates may stand at one, as at the start.
 */
static void measure_point(run_group *r)
{
    const problem *p = r->group.estimator->problem;
    double *seen = r->seen;
    seen[TRACE_OBJECTIVE] = objective_of(r);
    seen[TRACE_GAP] = seen[TRACE_OBJECTIVE] - p->least;
    seen[TRACE_GRAD2] = problem_has_gradient(p) ? square(r->gradient, p->d) : NAN;
    seen[TRACE_DISTANCE] =
        isnan(p->least) ? NAN : distance(r->output, p->optimum, p->d, r->gradient);
    if (p->type->measure)
        p->type->measure(p, r->output, seen + TRACE_COLUMNS);
    memcpy(r->point, r->output, r->group.ld * sizeof(double));
    r->known = problem_failure(p) == STATUS_OK;
}

/* The record of a replicate's present state. */
static void measure(run_group *r, size_t position, double row[TRACE_MOST])
{
    const problem *p = r->group.estimator->problem;
    const run_hooks *hooks = &r->config->hooks;
    const calls *n = &r->group.calls[position];
    output_point(r, position, r->output);
    row[TRACE_STEP] = (double)r->steps[position];
    row[TRACE_OUTER] = (double)n->outer;
    row[TRACE_G] = (double)n->g;
    row[TRACE_JACOBIAN] = (double)n->jacobian;
    row[TRACE_SAMPLES] = (double)calls_samples(*n);
    row[TRACE_SECONDS] = clock_seconds() - r->clock->start;
    if (!r->known || memcmp(r->point, r->output, r->group.ld * sizeof(double)) != 0)
        measure_point(r);
    memcpy(row + TRACE_OBJECTIVE, r->seen + TRACE_OBJECTIVE,
           (TRACE_COLUMNS + p->type->nmeasures - TRACE_OBJECTIVE) * sizeof(double));
    if (hooks->metrics && r->failure == STATUS_OK)
        r->failure = hooks->metrics(hooks->context, r->group.first + position, r->steps[position],
                                    r->output, row + TRACE_COLUMNS + p->type->nmeasures);
}

/* Makes the records of a replicate up to `upto` (excluded), all of its present state. */
static void fill_records(run_group *r, size_t position, size_t upto)
{
    trace *t = r->trace;
    size_t replicate = r->group.first + position, *made = &t->made[replicate];
    double row[TRACE_MOST];
    measure(r, position, row);
    for (; *made < upto && r->failure == STATUS_OK; ++*made)
        for (size_t c = 0; c < t->columns; c++)
            t->column[c][*made * t->replicates + replicate] = row[c];
}

/* The replicate's point in the results: its present one. */
static void keep_point(run_group *r, size_t position)
{
    output_point(r, position, r->final + (r->group.first + position) * r->group.ld);
}

static void make_records(run_group *r, size_t position, size_t upto)
{
    if (r->trace->made[r->group.first + position] >= upto)
        return;
    fill_records(r, position, upto);
    if (r->failure == STATUS_OK)
        keep_point(r, position);
}

/* How many records a replicate has earned by its progress; the last is made when it stops. */
static size_t earned(const run_group *r, size_t position)
{
    const trace *t = r->trace;
    size_t k = t->made[r->group.first + position];
    while (k + 1 < t->records && t->target[k] <= spent(r, position))
        k++;
    return k;
}

static size_t made(const run_group *r, size_t position)
{
    return r->trace->made[r->group.first + position];
}

/* Lists as live the replicates that step next, where not all do: those that have not made the
 * record that all wait for and, of these, those that have taken the fewest steps. One that has made
 * all records, as a saved run may have, is still to be found at its end. */
static void choose_live(run_group *r, size_t record)
{
    group *g = &r->group;
    bool same_step = r->in_step, wait = in_record(r->config);
    uint64_t least = UINT64_MAX;
    if (!same_step && !wait)
        return;
    g->live = g->listed = 0;
    for (size_t i = 0; i < g->replicates; i++) {
        bool waits = wait && made(r, i) > record && made(r, i) < r->trace->records;
        if (r->done[i] || waits)
            continue;
        if (same_step && r->steps[i] < least)
            g->live = 0;
        if (same_step && r->steps[i] > least)
            continue;
        least = r->steps[i];
        g->live_replicate[g->live++] = i;
    }
}

/* Sets the inner batch of the coming step, on which its price depends. */
static void set_batch(run_group *r)
{
    const run_config *c = r->config;
    const group *g = &r->group;
    size_t m;
    if (!c->hooks.m || g->live == 0 || spent(r, g->live_replicate[0]) >= run_budget(c))
        return;
    r->failure = c->hooks.m(c->hooks.context, r->steps[g->live_replicate[0]] + 1, &m);
    if (r->failure)
        return;
    r->estimator->m = m;
    if (c->m_jacobian_follows)
        r->estimator->m_jacobian = m;
}

/* Sets the size of the coming step. */
static status set_size(run_group *r)
{
    const run_config *c = r->config;
    group *g = &r->group;
    if (!r->in_step)
        return STATUS_OK;
    g->t = r->steps[g->live_replicate[0]] + 1;
    g->step = schedule_at(&c->step, g->t);
    if (c->hooks.step)
        return c->hooks.step(c->hooks.context, g->t, &g->step);
    return isfinite(g->step) ? STATUS_OK : STATUS_SCHEDULE;
}

/* The samples or steps that the replicate's next step takes from its budget. */
static uint64_t price(run_group *r, size_t position)
{
    group *g = &r->group;
    return r->config->samples ? calls_samples(g->method->next_calls(g, position)) : 1;
}

/* Takes off the live list those that failed or cannot afford another step; their records are
 * completed. */
static void retire_spent(run_group *r)
{
    group *g = &r->group;
    for (size_t i = 0; i < g->live && r->failure == STATUS_OK;) {
        size_t position = g->live_replicate[i];
        if (!g->failed[position] &&
            spent(r, position) + price(r, position) <= run_budget(r->config)) {
            i++;
            continue;
        }
        make_records(r, position, r->trace->records);
        if (r->failure)
            return;
        r->trace->lost[g->first + position] = g->failed[position];
        r->done[position] = true;
        group_retire(g, i);
    }
}

static void add_to_average(run_group *r, size_t position)
{
    double *sum = group_row(&r->group, r->gathered, position);
    const double *x = group_row(&r->group, r->group.x, position);
    if (r->config->timed ? !r->late : 2 * spent(r, position) < run_budget(r->config))
        return;
    for (size_t j = 0; j < r->group.ld; j++)
        sum[j] += x[j];
    r->summed[position]++;
}

/* The point that the step started from takes the place of the one drawn so far with probability
 * one over the number of points so far: each is as likely as any other. */
static void draw_iterate(run_group *r, size_t position)
{
    const group *g = &r->group;
    if (stream_index(&r->draws[position], ++r->summed[position]) == 0)
        memcpy(group_row(g, r->gathered, position), group_row(g, g->previous, position),
               g->ld * sizeof(double));
}

/* The stream ended during this step, so undo it: every point is what it was before. */
static void take_back(group *g)
{
    for (size_t i = 0; i < g->live; i++)
        memcpy(group_row(g, g->x, g->live_replicate[i]),
               group_row(g, g->previous, g->live_replicate[i]), g->ld * sizeof(double));
}

/* Counts the steps of a replicate, but for one that failed, and gathers its point where points are.
 */
static void count_steps(run_group *r, size_t position)
{
    group *g = &r->group;
    g->failed[position] = g->failed[position] && !g->breaker.broken;
    bool lost = g->failed[position] || g->breaker.broken;
    r->steps[position] += g->made - lost;
    if (lost) {
        r->quiet = 0;
        return;
    }
    if (r->config->output == OUTPUT_AVERAGE)
        add_to_average(r, position);
    else if (r->config->output == OUTPUT_RANDOM)
        draw_iterate(r, position);
}

/* Steps that may be made at once, so that an interrupt need not wait long, before anyone looks. */
static size_t steps_ahead(const run_group *r, uint64_t most)
{
    uint64_t quiet = r->config->output == OUTPUT_LAST ? r->quiet : 0;
    most = most < AHEAD_MOST ? most : AHEAD_MOST;
    return (size_t)(quiet + 1 < most ? quiet + 1 : most);
}

/* A step of all who are live, or up to `most` of them; returns how many. */
static size_t step(run_group *r, uint64_t most)
{
    group *g = &r->group;
    g->made = 1;
    r->failure = set_size(r);
    if (r->failure)
        return 1;
    g->breaker.give_up = 0;
    g->failing = false;
    g->ahead = steps_ahead(r, most);
    g->method->step(g);
    r->quiet -= g->made - 1;
    r->failure = g->failure ? g->failure : problem_failure(g->estimator->problem);
    if (r->failure == STATUS_STREAM_ENDED)
        take_back(g);
    bool usual = !g->failing && !g->breaker.broken && r->config->output == OUTPUT_LAST;
    for (size_t i = 0; i < g->live && r->failure == STATUS_OK; i++)
        if (usual)
            r->steps[g->live_replicate[i]] += g->made;
        else
            count_steps(r, g->live_replicate[i]);
    return g->made;
}

/* Looks at the clock now and then. */
static bool is_due(run_group *r)
{
    if (r->clock->due == INFINITY || r->polls++ % 16 != 0)
        return false;
    double now = clock_seconds();
    r->late = now >= r->clock->half;
    return now >= r->clock->due || now < r->clock->seen - SKEW;
}

bool run_has_made(const run_group *r, size_t record)
{
    for (size_t i = 0; i < r->group.replicates; i++)
        if (!r->done[i] && made(r, i) <= record)
            return false;
    return true;
}

/* How many more steps the live replicates can take, each at the same price, until one of them earns
 * a record or may have spent its budget; 0 where that is not known. */
static uint64_t quiet_steps(run_group *r)
{
    const group *g = &r->group;
    const trace *t = r->trace;
    uint64_t quiet = g->live ? UINT64_MAX : 0;
    if (r->in_step || !r->estimator->steady)
        return 0;
    for (size_t i = 0; i < g->live; i++) {
        size_t position = g->live_replicate[i], k = made(r, position);
        uint64_t now = spent(r, position), each = price(r, position);
        uint64_t record = k + 1 < t->records ? (t->target[k] - now - 1) / each : quiet;
        uint64_t end = (run_budget(r->config) - now) / each - 1;
        quiet = record < quiet ? record : quiet;
        quiet = end < quiet ? end : quiet;
    }
    return quiet;
}

/* Makes the records that are due and lists who steps next. */
static void look(run_group *r, size_t record)
{
    group *g = &r->group;
    for (size_t i = 0; i < g->live && !*r->config->interrupt; i++)
        make_records(r, g->live_replicate[i], earned(r, g->live_replicate[i]));
    choose_live(r, record);
    if (r->failure == STATUS_OK)
        set_batch(r);
    retire_spent(r);
    if (r->failure == STATUS_OK && !*r->config->interrupt)
        r->quiet = quiet_steps(r);
}

status run_to_record(run_group *r, size_t record, uint64_t most)
{
    group *g = &r->group;
    r->quiet = 0;
    for (;; most--) {
        if (r->quiet > 0)
            r->quiet--;
        else
            look(r, record);
        if (r->failure)
            return r->failure;
        if (most == 0 || (r->quiet == 0 && run_has_made(r, record)))
            return STATUS_OK;
        if (*r->config->interrupt)
            return STATUS_INTERRUPTED;
        if (is_due(r))
            return STATUS_PAUSED;
        if (g->live > 0)
            most -= step(r, most) - 1;
    }
}

status run_record_now(run_group *r, double due)
{
    if (r->failure > 0)
        r->failure = STATUS_OK; /* an end, after which the state is as good as before */
    for (size_t i = 0; i < r->group.replicates && r->failure == STATUS_OK; i++) {
        if (r->done[i] || made(r, i) == r->trace->records)
            continue;
        if (r->group.breaker.broken || clock_seconds() > due)
            return STATUS_PAUSED;
        fill_records(r, i, made(r, i) + 1);
        r->trace->early[r->group.first + i] = r->failure == STATUS_OK;
    }
    return r->failure;
}

void run_keep_early(run_group *r)
{
    for (size_t i = 0; i < r->group.replicates; i++)
        if (r->trace->early[r->group.first + i])
            keep_point(r, i);
}

void run_drop_early(run_group *r)
{
    for (size_t i = r->group.first; i < r->group.first + r->group.replicates; i++) {
        r->trace->made[i] -= r->trace->early[i];
        r->trace->early[i] = 0;
    }
}
