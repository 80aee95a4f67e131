#include "run.h"

#include <string.h>
#include <time.h>

double run_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void run_layout(run_group *r, const run_config *c, size_t replicates, arena *memory)
{
    size_t row = c->estimator->problem->ld * sizeof(double);
    r->config = c;
    group_layout(&r->group, c->estimator, c->method, replicates, memory);
    r->sum = arena_take(memory, c->output == OUTPUT_AVERAGE ? replicates * row : 0);
    r->output = arena_take(memory, row);
    r->gradient = arena_take(memory, row);
}

void run_start(run_group *r, size_t first, trace *t, double *final)
{
    const run_config *c = r->config;
    r->first = first;
    r->trace = t;
    r->final = final;
    group_start(&r->group, c->seed, first, c->x0, c->x0_stride);
    r->group.step = c->step;
}

/* What the budget is counted in. */
static uint64_t progress(const run_group *r, size_t position)
{
    return r->config->samples ? calls_samples(r->group.calls[position]) : r->steps[position];
}

static uint64_t budget(const run_config *c)
{
    return c->samples ? c->samples : c->steps;
}

/* The output point of a replicate: its last iterate, or the mean since half of the budget. */
static void output_point(const run_group *r, size_t position, double *out)
{
    const double *x = group_row(&r->group, r->group.x, position);
    memcpy(out, x, r->group.ld * sizeof *out);
    if (r->config->output == OUTPUT_AVERAGE && r->summed[position])
        for (size_t j = 0; j < r->group.ld; j++)
            out[j] = group_row(&r->group, r->sum, position)[j] / (double)r->summed[position];
}

static double square_distance(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t j = 0; j < n; j++)
        sum += (a[j] - (b ? b[j] : 0)) * (a[j] - (b ? b[j] : 0));
    return sum;
}

/* The record of a replicate's present state. */
static void measure(run_group *r, size_t position, double seconds, double row[TRACE_COLUMNS])
{
    const problem *p = r->group.estimator->problem;
    const calls *n = &r->group.calls[position];
    output_point(r, position, r->output);
    row[TRACE_STEP] = (double)r->steps[position];
    row[TRACE_OUTER] = (double)n->outer;
    row[TRACE_G] = (double)n->g;
    row[TRACE_JACOBIAN] = (double)n->jacobian;
    row[TRACE_SAMPLES] = (double)calls_samples(*n);
    row[TRACE_SECONDS] = seconds;
    row[TRACE_OBJECTIVE] = p->type->objective ? p->type->objective(p, r->output, r->gradient) : NAN;
    row[TRACE_GAP] = row[TRACE_OBJECTIVE] - p->least;
    row[TRACE_GRAD2] = p->type->objective ? square_distance(r->gradient, NULL, p->d) : NAN;
    row[TRACE_DISTANCE] =
        isnan(p->least) ? NAN : sqrt(square_distance(r->output, p->optimum, p->d));
}

/* Makes the records of a replicate up to `upto` (excluded), all of its present state. */
static void make_records(run_group *r, size_t position, size_t upto, double start_seconds)
{
    size_t replicate = r->first + position, *made = &r->trace->made[replicate];
    double row[TRACE_COLUMNS];
    if (*made >= upto)
        return;
    measure(r, position, run_seconds() - start_seconds, row);
    memcpy(r->final + replicate * r->group.ld, r->output, r->group.ld * sizeof(double));
    for (; *made < upto; ++*made)
        for (int c = 0; c < TRACE_COLUMNS; c++)
            r->trace->column[c][*made * r->trace->replicates + replicate] = row[c];
}

/* How many records a replicate has earned by its progress; the last is made when it stops. */
static size_t earned(const run_group *r, size_t position)
{
    const trace *t = r->trace;
    size_t k = t->made[r->first + position];
    while (k + 1 < t->records && t->target[k] <= progress(r, position))
        k++;
    return k;
}

/* Takes off the live list those that failed or cannot afford another step; their records are
 * completed. */
static void retire_spent(run_group *r, double start_seconds)
{
    group *g = &r->group;
    for (size_t i = 0; i < g->live;) {
        size_t position = g->live_replicate[i];
        uint64_t next = r->config->samples ? g->method->next_samples(g, position) : 1;
        if (!g->failed[position] && progress(r, position) + next <= budget(r->config)) {
            i++;
            continue;
        }
        make_records(r, position, r->trace->records, start_seconds);
        group_retire(g, i);
    }
}

static void add_to_average(run_group *r, size_t position)
{
    double *sum = group_row(&r->group, r->sum, position);
    const double *x = group_row(&r->group, r->group.x, position);
    if (2 * progress(r, position) < budget(r->config))
        return;
    for (size_t j = 0; j < r->group.ld; j++)
        sum[j] += x[j];
    r->summed[position]++;
}

static void step(run_group *r)
{
    group *g = &r->group;
    g->method->step(g);
    for (size_t i = 0; i < g->live; i++) {
        size_t position = g->live_replicate[i];
        r->steps[position] += !g->failed[position];
        if (r->config->output == OUTPUT_AVERAGE && !g->failed[position])
            add_to_average(r, position);
    }
}

/* The least number of records among the live replicates; all of them when none is live. */
static size_t least_made(const run_group *r)
{
    size_t least = r->trace->records;
    for (size_t i = 0; i < r->group.live; i++) {
        size_t made = r->trace->made[r->first + r->group.live_replicate[i]];
        least = made < least ? made : least;
    }
    return least;
}

status run_to_record(run_group *r, size_t record, double start_seconds)
{
    group *g = &r->group;
    for (;;) {
        for (size_t i = 0; i < g->live; i++)
            make_records(r, g->live_replicate[i], earned(r, g->live_replicate[i]), start_seconds);
        retire_spent(r, start_seconds);
        if (least_made(r) > record)
            return STATUS_OK;
        if (*r->config->interrupt)
            return STATUS_INTERRUPTED;
        step(r);
    }
}

void run_record_now(run_group *r, double start_seconds)
{
    for (size_t i = 0; i < r->group.live; i++) {
        size_t position = r->group.live_replicate[i];
        size_t made = r->trace->made[r->first + position];
        make_records(r, position, made < r->trace->records ? made + 1 : made, start_seconds);
    }
}
