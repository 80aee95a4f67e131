#include "correct.h"

#include "arena.h"
#include "num.h"
#include "rng.h"
#include "stats.h"
#include "tail.h"

#include <math.h>
#include <string.h>

enum { BATCH = 128 }; /* points at which q is evaluated together */

#define VANISHING 1e-280 /* sums of relative weights that have lost digits to underflow */
#define NEGLIGIBLE 0.01  /* of the mean square error: no verdict hangs on less */

/* Work space. Points and values of q are columns `gap` apart. */
typedef struct job {
    const correct_config *config;
    correct_result *result;
    size_t n, in, out, groups, gap;
    double *rows;                     /* in canonical order */
    double *weight, *largest;         /* with log: exp(row - largest), the columns' largest */
    uint32_t *order, *kept, *scratch; /* row numbers: of a split, of those left, for sorting */
    uint8_t *group;                   /* by row */
    double *prefix;                   /* totals of the first 0 .. n rows */
    double *total;                    /* in numbers for each of K blocks, then of one window */
    double *point, *value;
    double *without;     /* groups x out: the plug-in without each group */
    double *window_rows; /* rows of each window */
    moments *pseudo;     /* by output: of the jackknife's pseudo-values */
    moments *off;        /* ops x out: over splits, of the value less the plug-in */
    double *repeat;      /* ops x CORRECT_REPEATS x groups x out: values without each group */
    tail_pair tails;
} job;

/* Totals: sums of rows, or logs of sums of weights. */
static double combine(bool log, double a, double b)
{
    double high = fmax(a, b), low = fmin(a, b);
    if (!log)
        return a + b;
    return isinf(high) ? high : high + num_log(1 + num_exp(low - high));
}

static double empty(bool log)
{
    return log ? -INFINITY : 0;
}

static double mean_of_total(bool log, double total, double n)
{
    return log ? total - num_log(n) : total / n;
}

/* Column j's total over n rows: those numbered, or the first n. */
static double exact_total(bool log, const double *rows, const uint32_t *number, size_t n, size_t in,
                          size_t j)
{
    double most = -INFINITY, sum = 0;
    for (size_t i = 0; log && i < n; i++)
        most = fmax(most, rows[(number ? number[i] : i) * in + j]);
    if (log && isinf(most))
        return most;
    for (size_t i = 0; i < n; i++) {
        double x = rows[(number ? number[i] : i) * in + j];
        sum += log ? num_exp(x - most) : x;
    }
    return log ? most + num_log(sum) : sum;
}

void correct_mean(const double *data, size_t n, size_t in, bool log, double *out)
{
    for (size_t j = 0; j < in; j++)
        out[j] = mean_of_total(log, exact_total(log, data, NULL, n, in, j), (double)n);
}

/* The same for the job's rows. Weights are kept relative to their column's largest, so that a sum
 * of logs takes no exp, unless all of these vanish beside that one. */
static double column_total(const job *b, const uint32_t *number, size_t n, size_t j)
{
    double sum = 0;
    if (b->config->log)
        for (size_t i = 0; i < n; i++)
            sum += b->weight[(number ? number[i] : i) * b->in + j];
    return sum > VANISHING ? b->largest[j] + num_log(sum)
                           : exact_total(b->config->log, b->rows, number, n, b->in, j);
}

static size_t most_windows(const correct_config *c)
{
    size_t most = BATCH;
    for (size_t i = 0; i < c->ops; i++)
        most = c->op[i]->windows > most ? c->op[i]->windows : most;
    return most;
}

static void lay_out(job *b, correct_result *r, const correct_config *c, arena *memory)
{
    size_t n = c->n, in = c->q->in, out = c->q->out, real = sizeof(double),
           number = sizeof(uint32_t);
    size_t groups = n < CORRECT_GROUPS ? n : CORRECT_GROUPS;
    *b = (job){.config = c, .result = r, .n = n, .in = in, .out = out, .groups = groups};
    b->gap = (most_windows(c) + 7) / 8 * 8;
    b->rows = arena_take(memory, n * in * real);
    b->weight = arena_take(memory, c->log ? n * in * real : 0);
    b->largest = arena_take(memory, in * real);
    b->order = arena_take(memory, n * number);
    b->kept = arena_take(memory, n * number);
    b->scratch = arena_take(memory, n * number);
    b->group = arena_take(memory, n);
    b->prefix = arena_take(memory, (n + 1) * in * real);
    b->total = arena_take(memory, (EXTRAP_DRAWS + 1) * in * real);
    b->point = arena_take(memory, in * b->gap * real);
    b->value = arena_take(memory, out * b->gap * real);
    b->without = arena_take(memory, groups * out * real);
    b->window_rows = arena_take(memory, b->gap * real);
    b->pseudo = arena_take(memory, out * sizeof *b->pseudo);
    b->off = arena_take(memory, c->ops * out * sizeof *b->off);
    b->repeat = arena_take(memory, c->ops * CORRECT_REPEATS * groups * out * real);
    r->plugin = arena_take(memory, out * real);
    r->jackknife = arena_take(memory, out * real);
    for (size_t i = 0; i < c->ops; i++) {
        r->row[i].value = arena_take(memory, out * real);
        r->row[i].removed = arena_take(memory, out * real);
        r->row[i].se = arena_take(memory, out * real);
    }
    tails_layout(&b->tails, n, memory);
}

size_t correct_work(const correct_config *c)
{
    job measured;
    correct_result unused;
    arena memory = {0};
    lay_out(&measured, &unused, c, &memory);
    return memory.used;
}

/* -1, 0, 1: how row a compares with row b, column by column. */
static int compare(const double *a, const double *b, size_t in)
{
    for (size_t j = 0; j < in; j++)
        if (a[j] != b[j])
            return a[j] < b[j] ? -1 : 1;
    return 0;
}

/* Sorts row numbers by merging runs of doubled length; the result is in b->order. */
static void sort_rows(job *b, const double *data)
{
    uint32_t *from = b->order, *to = b->scratch;
    for (size_t run = 1; run < b->n; run *= 2) {
        for (size_t start = 0; start < b->n; start += 2 * run) {
            size_t middle = start + run < b->n ? start + run : b->n;
            size_t end = start + 2 * run < b->n ? start + 2 * run : b->n;
            for (size_t i = start, j = middle, k = start; k < end; k++) {
                bool first = i < middle &&
                             (j == end ||
                              compare(data + from[i] * b->in, data + from[j] * b->in, b->in) <= 0);
                to[k] = from[first ? i++ : j++];
            }
        }
        uint32_t *other = from;
        from = to;
        to = other;
    }
    if (from != b->order)
        memcpy(b->order, from, b->n * sizeof *from);
}

static void put_in_order(job *b)
{
    const double *data = b->config->data;
    for (size_t i = 0; i < b->n; i++)
        b->order[i] = (uint32_t)i;
    sort_rows(b, data);
    for (size_t i = 0; i < b->n; i++)
        for (size_t j = 0; j < b->in; j++)
            b->rows[i * b->in + j] = data[b->order[i] * b->in + j];
}

static void make_weights(job *b)
{
    for (size_t j = 0; j < b->in; j++) {
        b->largest[j] = -INFINITY;
        for (size_t i = 0; i < b->n; i++)
            b->largest[j] = fmax(b->largest[j], b->rows[i * b->in + j]);
        for (size_t i = 0; i < b->n && !isinf(b->largest[j]); i++)
            b->weight[i * b->in + j] = num_exp(b->rows[i * b->in + j] - b->largest[j]);
    }
}

/* A random order of all rows, the number-th one. */
static void shuffle(job *b, uint64_t number)
{
    stream s;
    stream_init(&s, STREAM_WORDS, b->config->seed, number, PURPOSE_SPLIT, 0);
    for (size_t i = 0; i < b->n; i++)
        b->order[i] = (uint32_t)i;
    for (size_t i = b->n; i > 1; i--) {
        size_t k = (size_t)stream_index(&s, i);
        uint32_t swap = b->order[k];
        b->order[k] = b->order[i - 1];
        b->order[i - 1] = swap;
    }
}

static void deal_groups(job *b)
{
    shuffle(b, 0);
    for (size_t i = 0; i < b->n; i++)
        b->group[b->order[i]] = (uint8_t)(i % b->groups);
}

/* b->kept <- the split's rows without group g; returns how many. */
static size_t leave_out(job *b, size_t g)
{
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++)
        if (b->group[b->order[i]] != g)
            b->kept[n++] = b->order[i];
    return n;
}

/* out <- q at the mean of n rows. */
static status plug_in(job *b, const uint32_t *number, size_t n, double *out)
{
    bool log = b->config->log;
    for (size_t j = 0; j < b->in; j++)
        b->point[j * b->gap] = mean_of_total(log, column_total(b, number, n, j), (double)n);
    status s = b->config->q->eval(b->config->q, 1, b->point, b->value, b->gap);
    for (size_t l = 0; l < b->out && s == STATUS_OK; l++)
        out[l] = b->value[l * b->gap];
    return s;
}

/* The first row of block k when n rows are dealt to K. */
static size_t block_start(size_t n, size_t K, size_t k)
{
    return (size_t)((uint64_t)k * n / K);
}

static void make_totals(job *b, size_t K, const uint32_t *number, size_t n)
{
    for (size_t k = 0; k < K; k++) {
        size_t first = block_start(n, K, k), end = block_start(n, K, k + 1);
        for (size_t j = 0; j < b->in; j++)
            b->total[k * b->in + j] = column_total(b, number + first, end - first, j);
    }
}

/* Puts the mean of window e into the points; returns its number of rows. */
static double make_window(job *b, const extrap *op, size_t e, size_t n)
{
    bool log = b->config->log;
    size_t K = op->draws, rows = 0;
    double *sum = b->total + K * b->in;
    for (size_t j = 0; j < b->in; j++)
        sum[j] = empty(log);
    for (size_t i = 0; i < op->window[e].size; i++) {
        size_t k = (op->window[e].start + i) % K;
        rows += block_start(n, K, k + 1) - block_start(n, K, k);
        for (size_t j = 0; j < b->in; j++)
            sum[j] = combine(log, sum[j], b->total[k * b->in + j]);
    }
    for (size_t j = 0; j < b->in; j++)
        b->point[j * b->gap + e] = mean_of_total(log, sum[j], (double)rows);
    return (double)rows;
}

static double term_weight(const extrap *op, size_t size)
{
    size_t t = 0;
    while (op->term[t].size != size)
        t++;
    return op->term[t].weight;
}

/* out <- the operator on n rows, in this order, less `from`, q at the mean of all of them: a window
 * of all blocks is that, whatever the order. */
static status apply(job *b, const extrap *op, const uint32_t *number, size_t n, const double *from,
                    double *out)
{
    double all[EXTRAP_DRAWS + 1] = {0}; /* rows of a term's windows, by window size */
    make_totals(b, op->draws, number, n);
    for (size_t e = 0; e < op->windows; e++) {
        b->window_rows[e] = make_window(b, op, e, n);
        all[op->window[e].size] += b->window_rows[e];
    }
    memset(out, 0, b->out * sizeof *out);
    status s = b->config->q->eval(b->config->q, op->windows, b->point, b->value, b->gap);
    for (size_t e = 0; e < op->windows && s == STATUS_OK; e++) {
        if (op->window[e].size == op->draws)
            continue;
        double weight = term_weight(op, op->window[e].size) * b->window_rows[e];
        for (size_t l = 0; l < b->out; l++)
            out[l] += weight / all[op->window[e].size] * (b->value[l * b->gap + e] - from[l]);
    }
    return s;
}

/* Puts the means without each of the rows first, first-1, .. into the points, n <= BATCH of them;
 * suffix: the total of the rows behind, moved on. */
static void leave_each_out(job *b, size_t first, size_t n, double *suffix)
{
    bool log = b->config->log;
    for (size_t i = 0; i < n; i++) {
        size_t row = first - i;
        for (size_t j = 0; j < b->in; j++) {
            double rest = combine(log, b->prefix[row * b->in + j], suffix[j]);
            b->point[j * b->gap + i] = mean_of_total(log, rest, (double)(b->n - 1));
            suffix[j] = combine(log, suffix[j], b->rows[row * b->in + j]);
        }
    }
}

/* Turns n values of q without a row into pseudo-values: n q - (n-1) q without it. */
static void take_pseudo_values(job *b, size_t n)
{
    for (size_t l = 0; l < b->out; l++)
        for (size_t i = 0; i < n; i++) {
            double *value = &b->value[l * b->gap + i], plugin = b->result->plugin[l];
            *value = plugin + (double)(b->n - 1) * (plugin - *value);
            moments_add(&b->pseudo[l], *value);
        }
    for (size_t i = 0; i < n; i++)
        tails_add_vector(&b->tails, b->value + i, b->out, b->gap);
}

/* The delete-one jackknife: its value, the plug-in's variance, the tail of what single rows do. */
static status jackknife(job *b)
{
    bool log = b->config->log;
    double *suffix = b->total;
    status s = STATUS_OK;
    for (size_t j = 0; j < b->in; j++) {
        suffix[j] = b->prefix[j] = empty(log);
        for (size_t i = 0; i < b->n; i++)
            b->prefix[(i + 1) * b->in + j] =
                combine(log, b->prefix[i * b->in + j], b->rows[i * b->in + j]);
    }
    for (size_t left = b->n, made; left > 0 && s == STATUS_OK; left -= made) {
        made = left < BATCH ? left : BATCH;
        leave_each_out(b, left - 1, made, suffix);
        s = b->config->q->eval(b->config->q, made, b->point, b->value, b->gap);
        if (s == STATUS_OK)
            take_pseudo_values(b, made);
    }
    for (size_t l = 0; l < b->out; l++)
        b->result->jackknife[l] = b->pseudo[l].mean;
    b->result->tail_k = tails_k(&b->tails);
    return s;
}

/* Everything that needs no split: the plug-in, with and without each group and each row. */
static status make_plug_ins(job *b)
{
    status s = plug_in(b, NULL, b->n, b->result->plugin);
    if (s != STATUS_OK || b->n < 2)
        return s;
    deal_groups(b);
    for (size_t g = 0; g < b->groups && s == STATUS_OK; g++) {
        size_t n = leave_out(b, g);
        s = plug_in(b, b->kept, n, b->without + g * b->out);
    }
    return s == STATUS_OK ? jackknife(b) : s;
}

static double *repeat_at(const job *b, size_t op, size_t split, size_t g)
{
    return b->repeat + ((op * CORRECT_REPEATS + split) * b->groups + g) * b->out;
}

/* Rows left without the largest group. */
static size_t fewest_left(const job *b)
{
    return b->n - (b->n + b->groups - 1) / b->groups;
}

/* The present split without each group, for every operator that it leaves enough rows. */
static status repeat_split(job *b, size_t split)
{
    const correct_config *c = b->config;
    status s = STATUS_OK;
    for (size_t g = 0; g < b->groups; g++) {
        size_t n = leave_out(b, g);
        for (size_t i = 0; i < c->ops && s == STATUS_OK; i++)
            if (c->op[i]->draws <= fewest_left(b))
                s = apply(b, c->op[i], b->kept, n, b->without + g * b->out,
                          repeat_at(b, i, split, g));
    }
    return s;
}

static status make_split(job *b, size_t split)
{
    const correct_config *c = b->config;
    status s = STATUS_OK;
    shuffle(b, split + 1);
    for (size_t i = 0; i < c->ops && s == STATUS_OK; i++) {
        double *off = b->result->row[i].value; /* not filled in yet: room for what a split takes off */
        s = apply(b, c->op[i], b->order, b->n, b->result->plugin, off);
        for (size_t l = 0; l < b->out; l++)
            moments_add(&b->off[i * b->out + l], off[l]);
    }
    return s == STATUS_OK && split < CORRECT_REPEATS ? repeat_split(b, split) : s;
}

static status make_splits(job *b)
{
    const correct_config *c = b->config;
    status s = STATUS_OK;
    for (size_t split = 0; split < c->splits; split++) {
        progress_tell(c->progress, (double)split / (double)c->splits, NAN, NAN);
        s = *c->interrupt ? STATUS_INTERRUPTED : make_split(b, split);
        if (s != STATUS_OK)
            return s == STATUS_CALLBACK && *c->interrupt ? STATUS_INTERRUPTED : s;
        b->result->splits = split + 1;
    }
    return s;
}

/* Of one output of one operator, by group: how far the plug-in without the group is from their
 * mean, how far what is taken off is, and the part of the latter's square that is the splits'
 * noise. */
typedef struct deviation {
    double plugin, off, noise;
} deviation;

static void find_deviations(const job *b, size_t op, size_t l, deviation *d)
{
    size_t G = b->groups,
           R = b->result->splits < CORRECT_REPEATS ? b->result->splits : CORRECT_REPEATS;
    double center[CORRECT_REPEATS] = {0}, plugin = 0, off = 0;
    for (size_t g = 0; g < G; g++) {
        d[g] = (deviation){.plugin = b->without[g * b->out + l]};
        for (size_t s = 0; s < R; s++) {
            double x = repeat_at(b, op, s, g)[l];
            d[g].off += x / (double)R;
            center[s] += x / (double)G;
        }
        plugin += d[g].plugin / (double)G;
        off += d[g].off / (double)G;
    }
    for (size_t g = 0; g < G; g++) {
        d[g].plugin -= plugin;
        d[g].off -= off;
        for (size_t s = 0; s < R && R > 1; s++) {
            double away = repeat_at(b, op, s, g)[l] - center[s] - d[g].off;
            d[g].noise += away * away / (double)(R * (R - 1));
        }
    }
}

/* What the outputs of an operator add up to. */
typedef struct tally {
    double saved, saved_var, added;
    double group[CORRECT_GROUPS]; /* each group's share of `added`, less the splits' noise */
} tally;

static void add_output(const job *b, size_t op, size_t l, tally *t, double *se)
{
    deviation d[CORRECT_GROUPS];
    const moments *off = &b->off[op * b->out + l];
    double factor = ((double)b->groups - 1) / (double)b->groups, off_var = 0, added = 0;
    double noise = off->n > 1 ? moments_var(off) / off->n : 0;
    find_deviations(b, op, l, d);
    for (size_t g = 0; g < b->groups; g++) {
        double both = d[g].plugin + d[g].off;
        double more = both * both - d[g].noise - d[g].plugin * d[g].plugin;
        off_var += factor * (d[g].off * d[g].off - d[g].noise);
        added += factor * more;
        t->group[g] += factor * more;
    }
    off_var = fmax(off_var, 0) + noise;
    t->saved += off->mean * off->mean - off_var;
    t->saved_var += 4 * off->mean * off->mean * off_var + 2 * off_var * off_var;
    t->added += added + noise;
    *se = sqrt(fmax(moments_var(&b->pseudo[l]) / (double)b->n + added + noise, 0));
}

static correct_verdict judge(const correct_row *r, double plugin_var, double tail_k)
{
    double gain = r->saved - r->added;
    double least = fmax(r->uncertainty, NEGLIGIBLE * (fmax(r->saved, 0) + plugin_var));
    if (gain < -least)
        return CORRECT_HURTS;
    return gain > least && !(tail_k > TAIL_HEAVY) ? CORRECT_HELPS : CORRECT_NONE;
}

static void weigh(const job *b, size_t op)
{
    correct_row *r = &b->result->row[op];
    double G = (double)b->groups, spread;
    tally t = {0};
    moments shares = {0};
    for (size_t l = 0; l < b->out; l++)
        add_output(b, op, l, &t, &r->se[l]);
    for (size_t g = 0; g < b->groups; g++)
        moments_add(&shares, t.group[g]);
    spread = G * moments_var(&shares);
    r->saved = t.saved;
    r->added = t.added;
    r->uncertainty = stats_t_quantile(0.95, G - 1) * sqrt(t.saved_var + spread);
    r->verdict = judge(r, b->result->plugin_var, b->result->tail_k);
}

/* The row of an operator, after the splits. A value that is not finite where the plug-in is one
 * hurts; variances take rows to leave out. */
static void conclude(const job *b, size_t op)
{
    correct_row *r = &b->result->row[op];
    bool finite = true;
    r->saved = r->added = r->uncertainty = NAN;
    r->verdict = CORRECT_NONE;
    for (size_t l = 0; l < b->out; l++) {
        r->removed[l] = -b->off[op * b->out + l].mean;
        r->value[l] = b->result->plugin[l] - r->removed[l];
        r->se[l] = NAN;
        finite = finite && (isfinite(r->value[l]) || !isfinite(b->result->plugin[l]));
    }
    if (!finite)
        r->verdict = CORRECT_HURTS;
    else if (b->groups > 1 && b->config->op[op]->draws <= fewest_left(b) && b->result->splits > 0)
        weigh(b, op);
}

status correct_run(const correct_config *c, void *work, correct_result *out)
{
    job b;
    arena memory = {.block = work};
    *out = (correct_result){.tail_k = NAN};
    lay_out(&b, out, c, &memory);
    put_in_order(&b);
    if (c->log)
        make_weights(&b);
    status s = make_plug_ins(&b);
    if (s == STATUS_OK)
        s = make_splits(&b);
    for (size_t l = 0; l < b.out; l++) {
        out->plugin_var += b.n > 1 ? moments_var(&b.pseudo[l]) / (double)b.n : NAN;
        if (b.n < 2)
            out->jackknife[l] = NAN;
    }
    for (size_t i = 0; i < c->ops; i++)
        conclude(&b, i);
    return s;
}
