/* Where a run's records lie, and their means over the replicates. */
#include "trace.h"

#include "engine/number/num.h"
#include "engine/number/stats.h"

#include <math.h>

const char *trace_column_name(const trace *t, size_t c)
{
    static const char *const names[] = {"step",    "outer",     "g",   "jac",   "samples",
                                        "seconds", "objective", "gap", "grad2", "distance"};
    return c < TRACE_COLUMNS ? names[c] : t->extra[c - TRACE_COLUMNS];
}

void trace_layout(trace *t, size_t kept, size_t records, size_t replicates, size_t extra,
                  arena *memory)
{
    *t = (trace){
        .records = kept + records + 1, .replicates = replicates, .columns = TRACE_COLUMNS + extra};
    t->quantile = replicates > 1 ? stats_t_quantile(0.95, (double)replicates - 1) : NAN;
    t->target = arena_take(memory, t->records * sizeof *t->target);
    t->made = arena_take(memory, replicates * sizeof *t->made);
    t->early = arena_take(memory, replicates * sizeof *t->early);
    t->lost = arena_take(memory, replicates * sizeof *t->lost);
    t->living = arena_take(memory, replicates * sizeof *t->living);
    for (size_t c = 0; c < t->columns; c++)
        t->column[c] = arena_take(memory, t->records * replicates * sizeof(double));
}

/* Multiple i = 0 .. most - 1 of unit <= last, log-spaced. */
static uint64_t spaced(size_t i, size_t most, uint64_t unit, uint64_t last)
{
    uint64_t all = last / unit;
    double share = most > 1 ? (double)i / (double)(most - 1) : 1;
    uint64_t units = (uint64_t)floor(num_exp(share * num_log((double)all)) + 0.5);
    return i + 1 < most && units < all ? units * unit : all * unit;
}

void trace_schedule(trace *t, size_t most, uint64_t unit, uint64_t last)
{
    size_t k = t->kept;
    if (k == 0)
        t->target[k++] = 0;
    for (size_t i = 0; i < most; i++) {
        uint64_t target = spaced(i, most, unit, last);
        if (target > t->target[k - 1])
            t->target[k++] = target;
    }
    t->records = k;
}

size_t trace_rows(const trace *t)
{
    size_t rows = t->records;
    for (size_t r = 0; r < t->replicates; r++)
        rows = t->made[r] < rows ? t->made[r] : rows;
    return rows;
}

size_t trace_most(const trace *t)
{
    size_t most = 0;
    for (size_t r = 0; r < t->replicates; r++)
        most = t->made[r] > most ? t->made[r] : most;
    return most;
}

/* Whether the replicate had not failed yet when that record was made. */
static bool lives(const trace *t, size_t replicate, size_t record)
{
    const double *progress = t->column[t->by_samples ? TRACE_SAMPLES : TRACE_STEP];
    return !t->lost[replicate] ||
           progress[record * t->replicates + replicate] >= (double)t->target[record];
}

/* Gathers the row's values of those that live in t->living; returns how many. */
static size_t gather(const trace *t, const double *row, size_t record)
{
    size_t n = 0;
    for (size_t r = 0; r < t->replicates; r++)
        if (lives(t, r, record))
            t->living[n++] = row[r];
    return n;
}

double trace_mean(const trace *t, size_t c, size_t record, double *half_width)
{
    const double *row = t->column[c] + record * t->replicates;
    size_t n = gather(t, row, record);
    if (n > 0 && n < t->replicates)
        return stats_mean(t->living, n, 1, half_width);
    double mean = stats_mean_t(row, t->replicates, 1, t->quantile, half_width);
    if (n > 0 || c < TRACE_OBJECTIVE)
        return mean;
    *half_width = NAN;
    return NAN;
}
