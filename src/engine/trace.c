#include "trace.h"

#include "num.h"
#include "stats.h"

const char *trace_column_name(trace_column c)
{
    static const char *const names[] = {"step",    "outer",     "g",   "jac",   "samples",
                                        "seconds", "objective", "gap", "grad2", "distance"};
    return names[c];
}

void trace_layout(trace *t, size_t records, size_t replicates, arena *memory)
{
    *t = (trace){.records = records + 1, .replicates = replicates};
    t->target = arena_take(memory, t->records * sizeof *t->target);
    t->made = arena_take(memory, replicates * sizeof *t->made);
    for (int c = 0; c < TRACE_COLUMNS; c++)
        t->column[c] = arena_take(memory, t->records * replicates * sizeof(double));
}

void trace_schedule(trace *t, uint64_t unit, uint64_t last)
{
    size_t most = t->records - 1, k = 0;
    double log_units = num_log((double)(last / unit));
    t->target[k++] = 0;
    for (size_t i = 0; i < most; i++) {
        double share = most > 1 ? (double)i / (double)(most - 1) : 1;
        uint64_t units = (uint64_t)floor(num_exp(share * log_units) + 0.5);
        uint64_t target = i + 1 < most && units < last / unit ? units * unit : last / unit * unit;
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

double trace_mean(const trace *t, trace_column c, size_t record, double *half_width)
{
    return stats_mean(t->column[c] + record * t->replicates, t->replicates, 1, half_width);
}
