#include "correct.h"

#include "arena.h"
#include "deal.h"
#include "rounding.h"
#include "stats.h"
#include "subsets.h"
#include "tail.h"
#include "trial.h"

#include <math.h>
#include <string.h>

enum { BATCH = 128 }; /* points at which q is evaluated together */

#define NEGLIGIBLE 0.01 /* of the mean square error: no verdict hangs on less */
#define MODERATE 1e100  /* values of q beyond this, or all below its inverse, are scaled */

/* Work space. Points and values of q are columns `gap` apart. */
typedef struct job {
    const correct_config *config;
    correct_result *result;
    func q;       /* config->q, times scale: counted while counting */
    double scale; /* a power of two that keeps squares within range */
    bool counting;
    size_t n, in, out, gap;
    size_t groups;                       /* that are left out in turn */
    double group_weight[CORRECT_GROUPS]; /* equal ones among them */
    double weight;                       /* of all groups */
    size_t repeats;                      /* splits that are made without each group */
    bool exact;                          /* the mean over all splits is had */
    sample rows;
    subsets subsets;
    uint32_t *order, *kept; /* row numbers: of a split, of those left */
    uint8_t *group;         /* by row */
    bool *needed;           /* by size, up to n: whether its subsets are */
    double *average;        /* (n + 1) x out: of q at subsets of that size, less the plug-in */
    double *ways;           /* room for n + SUBSETS_DISTINCT numbers */
    double *share;          /* of the subsets that are evaluated together */
    double *prefix;         /* totals of the first 0 .. n rows */
    double *total;          /* in numbers for each of K blocks, then of one window */
    double *point, *value;
    double *floor;   /* out: what rounding may do to q, for an amplification of 1 */
    double *without; /* groups x out: the plug-in without each group */
    moments *pseudo; /* by output: of the jackknife's pseudo-values */
    moments *off;    /* ops x out: over splits, of the value less the plug-in */
    double *repeat;  /* ops x CORRECT_REPEATS x groups x out: values without each group */
    void *trial;     /* work space of a trial */
    tail_pair tails;
} job;

void correct_mean(const double *data, size_t n, size_t in, bool log, double *out)
{
    sample_mean(data, n, in, log, out);
}

static size_t most_windows(const correct_config *c)
{
    size_t most = BATCH;
    for (size_t i = 0; i < c->ops; i++)
        most = c->op[i]->windows > most ? c->op[i]->windows : most;
    return most;
}

/* The most that a trial of an operator takes. */
static size_t trial_room(const job *b)
{
    size_t most = 0;
    for (size_t i = 0; i < b->config->ops; i++) {
        trial_config t = {.rows = &b->rows, .q = b->config->q, .op = b->config->op[i]};
        size_t room = trial_work(&t);
        most = room > most ? room : most;
    }
    return most;
}

static void lay_out_rows(correct_row *r, size_t out, arena *memory)
{
    r->value = arena_take(memory, out * sizeof(double));
    r->removed = arena_take(memory, out * sizeof(double));
    r->se = arena_take(memory, out * sizeof(double));
    r->split_se = arena_take(memory, out * sizeof(double));
}

static void lay_out(job *b, correct_result *r, const correct_config *c, arena *memory)
{
    size_t n = c->n, in = c->q->in, out = c->q->out, real = sizeof(double),
           number = sizeof(uint32_t);
    size_t groups = n < CORRECT_GROUPS ? n : CORRECT_GROUPS;
    *b = (job){.config = c, .result = r, .n = n, .in = in, .out = out, .groups = groups};
    b->scale = 1;
    b->gap = (most_windows(c) + 7) / 8 * 8;
    sample_layout(&b->rows, c->log, n, in, memory);
    b->order = arena_take(memory, n * number);
    b->kept = arena_take(memory, n * number);
    b->group = arena_take(memory, n);
    b->needed = arena_take(memory, (n + 1) * sizeof *b->needed);
    b->average = arena_take(memory, (n + 1) * out * real);
    b->ways = arena_take(memory, (n + SUBSETS_DISTINCT) * real);
    b->share = arena_take(memory, BATCH * real);
    b->prefix = arena_take(memory, (n + 1) * in * real);
    b->total = arena_take(memory, (EXTRAP_DRAWS + 1) * in * real);
    b->point = arena_take(memory, in * b->gap * real);
    b->value = arena_take(memory, out * b->gap * real);
    b->floor = arena_take(memory, out * real);
    b->without = arena_take(memory, groups * out * real);
    b->pseudo = arena_take(memory, out * sizeof *b->pseudo);
    b->off = arena_take(memory, c->ops * out * sizeof *b->off);
    b->repeat = arena_take(memory, c->ops * CORRECT_REPEATS * groups * out * real);
    b->trial = arena_take(memory, trial_room(b));
    r->plugin = arena_take(memory, out * real);
    r->jackknife = arena_take(memory, out * real);
    for (size_t i = 0; i < c->ops; i++)
        lay_out_rows(&r->row[i], out, memory);
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

static void count(job *b, size_t n, const double *s, const double *y, size_t gap)
{
    correct_result *r = b->result;
    for (size_t l = 0; l < b->out; l++)
        for (size_t i = 0; i < n; i++) {
            double value = y[l * gap + i];
            if (!isfinite(value) && r->not_finite++ == 0) {
                r->first_value = value;
                r->first_point = s[i];
            }
        }
    r->seen += (double)n;
}

/* config->q, scaled. */
static status evaluate(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    job *b = q->context;
    status done = b->config->q->eval(b->config->q, n, s, y, gap);
    if (done != STATUS_OK)
        return done;
    if (b->counting)
        count(b, n, s, y, gap);
    for (size_t l = 0; l < b->out && b->scale != 1; l++)
        for (size_t i = 0; i < n; i++)
            y[l * gap + i] *= b->scale;
    return done;
}

static status evaluate_points(job *b, size_t n)
{
    return b->q.eval(&b->q, n, b->point, b->value, b->gap);
}

/* A random order of all rows, the number-th one. */
static void shuffle(job *b, uint64_t number)
{
    stream s;
    stream_init(&s, STREAM_WORDS, b->config->seed, number, PURPOSE_SPLIT, 0);
    for (size_t i = 0; i < b->n; i++)
        b->order[i] = (uint32_t)i;
    sample_shuffle(&s, b->order, b->n);
}

static void deal_groups(job *b)
{
    shuffle(b, 0);
    for (size_t i = 0; i < b->n; i++)
        b->group[b->order[i]] = (uint8_t)(i % b->groups);
    for (size_t g = 0; g < b->groups; g++)
        b->group_weight[g] = 1;
    b->weight = (double)b->groups;
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

/* out <- q at the point that was put first. */
static status plug_in(job *b, double *out)
{
    status s = evaluate_points(b, 1);
    for (size_t l = 0; l < b->out && s == STATUS_OK; l++)
        out[l] = b->value[l * b->gap];
    return s;
}

/* out <- q at the mean of n rows. */
static status plug_in_rows(job *b, const uint32_t *number, size_t n, double *out)
{
    for (size_t j = 0; j < b->in; j++)
        b->point[j * b->gap] =
            sample_mean_of(b->rows.log, sample_total(&b->rows, number, n, j), (double)n);
    return plug_in(b, out);
}

/* out <- q at the mean of the rows that are left. */
static status plug_in_left(job *b, double *out)
{
    memcpy(b->subsets.taken, b->subsets.count, sizeof b->subsets.taken);
    subsets_mean(&b->subsets, b->subsets.n, b->point, b->gap);
    return plug_in(b, out);
}

/* Leaves out one of the g-th distinct rows; puts it back. */
static void take_row(job *b, size_t g)
{
    b->subsets.n--;
    b->subsets.count[g]--;
}

static void put_back_row(job *b, size_t g)
{
    b->subsets.n++;
    b->subsets.count[g]++;
}

/* out <- the operator on n rows, in this order, less `from`, q at the mean of all of them. */
static status apply(job *b, const extrap *op, const uint32_t *number, size_t n, const double *from,
                    double *out)
{
    deal_points(&b->rows, op, number, n, b->total, b->point, b->gap);
    status s = evaluate_points(b, deal_windows(op));
    if (s == STATUS_OK)
        deal_combine(op, n, b->value, b->gap, from, b->out, out);
    return s;
}

/* Whether the subsets of all sizes that the operators need, of n rows, can be listed. */
static bool can_list(job *b, size_t n)
{
    memset(b->needed, 0, (b->n + 1) * sizeof *b->needed);
    for (size_t i = 0; i < b->config->ops; i++) {
        const extrap *op = b->config->op[i];
        for (size_t e = 0; e < deal_windows(op) && op->draws <= n; e++)
            b->needed[deal_rows(op, e, n)] = true;
    }
    for (size_t r = 1; r <= n; r++)
        if (b->needed[r] && subsets_count(&b->subsets, r, b->ways) > SUBSETS_MOST)
            return false;
    return true;
}

/* Subsets that wait for their evaluation. */
typedef struct listing {
    job *b;
    const double *from;
    size_t r, n; /* rows of each; subsets that wait */
    double *sum;
} listing;

static status add_waiting(listing *a)
{
    job *b = a->b;
    status s = *b->config->interrupt ? STATUS_INTERRUPTED : evaluate_points(b, a->n);
    for (size_t l = 0; l < b->out && s == STATUS_OK; l++)
        for (size_t i = 0; i < a->n; i++)
            a->sum[l] += b->share[i] * (b->value[l * b->gap + i] - a->from[l]);
    a->n = 0;
    return s;
}

static status visit(void *context, const subsets *s, double share)
{
    listing *a = context;
    if (share == 0) /* out of range: it takes no part */
        return STATUS_OK;
    a->b->share[a->n] = share;
    subsets_mean(s, a->r, a->b->point + a->n, a->b->gap);
    return ++a->n == BATCH ? add_waiting(a) : STATUS_OK;
}

/* b->average <- over all subsets of the rows that are left, for every size that is needed. */
static status average_subsets(job *b, const double *from)
{
    status s = STATUS_OK;
    can_list(b, b->subsets.n);
    memset(b->average, 0, (b->n + 1) * b->out * sizeof *b->average);
    for (size_t r = 1; r < b->subsets.n && s == STATUS_OK; r++) {
        listing a = {.b = b, .from = from, .r = r, .sum = b->average + r * b->out};
        if (!b->needed[r])
            continue;
        s = subsets_walk(&b->subsets, r, b->ways, visit, &a);
        if (s == STATUS_OK && a.n > 0)
            s = add_waiting(&a);
    }
    return s;
}

/* out <- the mean over all splits of n rows, from the averages over subsets. */
static void combine_subsets(job *b, const extrap *op, size_t n, double *out)
{
    for (size_t e = 0; e < deal_windows(op); e++)
        for (size_t l = 0; l < b->out; l++)
            b->value[l * b->gap + e] = b->average[deal_rows(op, e, n) * b->out + l];
    deal_combine(op, n, b->value, b->gap, NULL, b->out, out);
}

/* Puts the means without each of the rows first, first-1, .. into the points, n <= BATCH of them;
 * suffix: the total of the rows behind, moved on. */
static void leave_each_out(job *b, size_t first, size_t n, double *suffix)
{
    bool log = b->rows.log;
    for (size_t i = 0; i < n; i++) {
        size_t row = first - i;
        for (size_t j = 0; j < b->in; j++) {
            double rest = sample_combine(log, b->prefix[row * b->in + j], suffix[j]);
            b->point[j * b->gap + i] = sample_mean_of(log, rest, (double)(b->n - 1));
            suffix[j] = sample_combine(log, suffix[j], b->rows.rows[row * b->in + j]);
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
    bool log = b->rows.log;
    double *suffix = b->total;
    status s = STATUS_OK;
    for (size_t j = 0; j < b->in; j++) {
        suffix[j] = b->prefix[j] = sample_empty(log);
        for (size_t i = 0; i < b->n; i++)
            b->prefix[(i + 1) * b->in + j] =
                sample_combine(log, b->prefix[i * b->in + j], b->rows.rows[i * b->in + j]);
    }
    for (size_t left = b->n, made; left > 0 && s == STATUS_OK; left -= made) {
        made = left < BATCH ? left : BATCH;
        leave_each_out(b, left - 1, made, suffix);
        s = evaluate_points(b, made);
        if (s == STATUS_OK)
            take_pseudo_values(b, made);
    }
    for (size_t l = 0; l < b->out; l++)
        b->result->jackknife[l] = b->pseudo[l].mean;
    b->result->tail_k = tails_k(&b->tails);
    return s;
}

/* The scale that keeps squares of q's values within range: for the largest of those without a
 * group. */
static void choose_scale(job *b)
{
    double most = 0;
    int exponent;
    for (size_t l = 0; l < b->out; l++)
        most = isfinite(b->result->plugin[l]) ? fmax(most, fabs(b->result->plugin[l])) : most;
    for (size_t i = 0; i < b->groups * b->out && b->n > 1; i++)
        most = isfinite(b->without[i]) ? fmax(most, fabs(b->without[i])) : most;
    if (most == 0 || (most < MODERATE && most > 1 / MODERATE))
        return;
    frexp(most, &exponent);
    b->scale = ldexp(1, -exponent);
    for (size_t l = 0; l < b->out; l++)
        b->result->plugin[l] *= b->scale;
    for (size_t i = 0; i < b->groups * b->out && b->n > 1; i++)
        b->without[i] *= b->scale;
}

/* The groups that are left out: single rows where all splits are had. */
static void choose_groups(job *b)
{
    subsets_of(&b->subsets, &b->rows);
    b->exact = b->subsets.distinct > 0 && can_list(b, b->n) && can_list(b, b->n - 1);
    b->repeats = b->exact ? 1 : CORRECT_REPEATS;
    if (!b->exact) {
        deal_groups(b);
        return;
    }
    b->groups = b->subsets.distinct;
    b->weight = (double)b->n;
    for (size_t g = 0; g < b->groups; g++)
        b->group_weight[g] = (double)b->subsets.count[g];
}

/* The plug-in without group g. */
static status plug_in_without(job *b, size_t g, double *out)
{
    if (!b->exact)
        return plug_in_rows(b, b->kept, leave_out(b, g), out);
    take_row(b, g);
    status s = plug_in_left(b, out);
    put_back_row(b, g);
    return s;
}

/* How far from the exact mean of column j the computed one may be. */
static double mean_floor(const job *b, size_t j, double mean)
{
    double size = 0, sum = 1 + sqrt((double)b->n) / ROUNDING_ULPS;
    if (b->rows.log)
        return rounding_floor(1 + fabs(mean), sum);
    for (size_t i = 0; i < b->n; i++)
        size += fabs(b->rows.rows[i * b->in + j]) / (double)b->n;
    return rounding_floor(size, sum);
}

/* b->floor <- what rounding may do to q at the mean: its own, and that of the mean. At a jump the
 * smaller side counts. */
static status find_floor(job *b)
{
    status s = STATUS_OK;
    for (size_t l = 0; l < b->out; l++)
        b->floor[l] = rounding_floor(fabs(b->result->plugin[l]), 1);
    for (size_t k = 0; k < b->in && s == STATUS_OK; k++) {
        for (size_t j = 0; j < b->in; j++) {
            double mean = sample_mean_of(b->rows.log, b->prefix[b->n * b->in + j], (double)b->n);
            double h = j == k ? mean_floor(b, j, mean) : 0;
            b->point[j * b->gap] = mean - h;
            b->point[j * b->gap + 1] = mean + h;
        }
        s = evaluate_points(b, 2);
        for (size_t l = 0; l < b->out && s == STATUS_OK; l++) {
            double plugin = b->result->plugin[l];
            double side =
                fmin(fabs(b->value[l * b->gap] - plugin), fabs(b->value[l * b->gap + 1] - plugin));
            b->floor[l] += isfinite(side) ? side : 0;
        }
    }
    return s;
}

/* Everything that needs no split: the plug-in, with and without each group and each row. */
static status make_plug_ins(job *b)
{
    status s = plug_in_rows(b, NULL, b->n, b->result->plugin);
    if (b->n > 1)
        choose_groups(b);
    else
        b->exact = true;
    for (size_t g = 0; g < b->groups && s == STATUS_OK && b->n > 1; g++)
        s = plug_in_without(b, g, b->without + g * b->out);
    if (s == STATUS_OK)
        choose_scale(b);
    if (s == STATUS_OK && b->n > 1)
        s = jackknife(b);
    return s == STATUS_OK && b->n > 1 ? find_floor(b) : s;
}

static double *repeat_at(const job *b, size_t op, size_t split, size_t g)
{
    return b->repeat + ((op * CORRECT_REPEATS + split) * b->groups + g) * b->out;
}

/* Rows left without the largest group. */
static size_t fewest_left(const job *b)
{
    return b->exact ? b->n - 1 : b->n - (b->n + b->groups - 1) / b->groups;
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

static void add_split(job *b, size_t op, const double *off)
{
    for (size_t l = 0; l < b->out; l++)
        moments_add(&b->off[op * b->out + l], off[l]);
}

static status make_split(job *b, size_t split)
{
    const correct_config *c = b->config;
    status s = STATUS_OK;
    shuffle(b, split + 1);
    for (size_t i = 0; i < c->ops && s == STATUS_OK; i++) {
        double *off =
            b->result->row[i].value; /* not filled in yet: room for what a split takes off */
        s = apply(b, c->op[i], b->order, b->n, b->result->plugin, off);
        add_split(b, i, off);
    }
    return s == STATUS_OK && split < b->repeats ? repeat_split(b, split) : s;
}

static status make_random_splits(job *b)
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

/* The mean over all splits of the rows, with and without each distinct one. */
static status make_all_splits(job *b)
{
    const correct_config *c = b->config;
    status s = average_subsets(b, b->result->plugin);
    for (size_t i = 0; i < c->ops && s == STATUS_OK; i++) {
        combine_subsets(b, c->op[i], b->n, b->result->row[i].value);
        add_split(b, i, b->result->row[i].value);
    }
    for (size_t g = 0; g < b->groups && s == STATUS_OK; g++) {
        take_row(b, g);
        s = average_subsets(b, b->without + g * b->out);
        for (size_t i = 0; i < c->ops && s == STATUS_OK; i++)
            if (c->op[i]->draws <= b->n - 1)
                combine_subsets(b, c->op[i], b->n - 1, repeat_at(b, i, 0, g));
        put_back_row(b, g);
    }
    return s == STATUS_CALLBACK && *c->interrupt ? STATUS_INTERRUPTED : s;
}

static status make_splits(job *b)
{
    b->counting = true;
    status s = b->exact ? make_all_splits(b) : make_random_splits(b);
    b->counting = false;
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
    size_t G = b->groups, made = b->exact ? 1 : b->result->splits,
           R = made < b->repeats ? made : b->repeats;
    double center[CORRECT_REPEATS] = {0}, plugin = 0, off = 0;
    for (size_t g = 0; g < G; g++) {
        double share = b->group_weight[g] / b->weight;
        d[g] = (deviation){.plugin = b->without[g * b->out + l]};
        for (size_t s = 0; s < R; s++) {
            double x = repeat_at(b, op, s, g)[l];
            d[g].off += x / (double)R;
            center[s] += x * share;
        }
        plugin += d[g].plugin * share;
        off += d[g].off * share;
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
    double rounding;              /* what it may do to saved - added */
    double group[CORRECT_GROUPS]; /* each group's share of `added`, less the splits' noise */
} tally;

/* The variance that the splits give to what is taken off. */
static double split_noise(const job *b, const moments *off)
{
    return b->exact ? 0 : moments_var(off) / off->n;
}

static void add_output(const job *b, size_t op, size_t l, tally *t, double *variance)
{
    deviation d[CORRECT_GROUPS];
    const moments *off = &b->off[op * b->out + l];
    double factor = (b->weight - 1) / b->weight, off_var = 0, added = 0;
    double noise = split_noise(b, off), own = moments_var(&b->pseudo[l]) / (double)b->n;
    double floor = b->floor[l] * b->config->op[op]->amplification;
    find_deviations(b, op, l, d);
    for (size_t g = 0; g < b->groups; g++) {
        double both = d[g].plugin + d[g].off;
        double more = both * both - d[g].noise - d[g].plugin * d[g].plugin;
        off_var += b->group_weight[g] * factor * (d[g].off * d[g].off - d[g].noise);
        added += b->group_weight[g] * factor * more;
        t->group[g] += factor * more;
    }
    off_var = fmax(off_var, 0) + noise;
    t->saved += off->mean * off->mean - off_var;
    t->saved_var += 4 * off->mean * off->mean * off_var + 2 * off_var * off_var;
    t->added += added + noise;
    t->rounding += 2 * floor * (fabs(off->mean) + sqrt(b->weight * own));
    *variance = own + added + noise;
}

/* 95% limits of saved - added. */
static double uncertainty_of(const job *b, const tally *t)
{
    moments shares = {0};
    for (size_t g = 0; g < b->groups; g++)
        for (double k = 0; k < b->group_weight[g]; k++)
            moments_add(&shares, t->group[g]);
    double spread = b->weight * moments_var(&shares);
    return stats_t_quantile(0.95, b->weight - 1) * sqrt(t->saved_var + spread);
}

/* A standard error, or why there is none; least: what rounding may make of one. */
static double root_of(double variance, double least, correct_reason *why)
{
    if (variance > least * least && isfinite(variance))
        return sqrt(variance);
    if (fabs(variance) <= least * least)
        *why = CORRECT_EQUAL;
    else
        *why = variance < 0 ? CORRECT_NEGATIVE : CORRECT_NOT_FINITE;
    return NAN;
}

/* Whether a trial gives the verdict in every world. */
static status confirm(const job *b, size_t op, correct_row *r)
{
    const correct_config *c = b->config;
    bool agreed;
    trial_config t = {.rows = &b->rows,
                      .q = &b->q,
                      .op = c->op[op],
                      .removed = r->removed,
                      .splits = b->exact ? INFINITY : (double)c->splits,
                      .interrupt = c->interrupt};
    status s = trial_run(&t, r->verdict == CORRECT_HELPS ? 1 : -1, b->trial, &agreed);
    if (s == STATUS_OK && agreed)
        return s;
    r->verdict = CORRECT_NONE;
    r->why = CORRECT_DISAGREE;
    return s;
}

static status judge(const job *b, size_t op, const tally *t)
{
    correct_row *r = &b->result->row[op];
    double gain = r->saved - r->added;
    double least = fmax(r->uncertainty, NEGLIGIBLE * (fmax(r->saved, 0) + b->result->plugin_var));
    r->why = CORRECT_SMALL;
    if (!(fabs(gain) > fmax(least, t->rounding)) || (gain > 0 && !(r->saved > 0)))
        return STATUS_OK;
    r->why = CORRECT_TAIL;
    if (gain > 0 && b->result->tail_k > TAIL_HEAVY)
        return STATUS_OK;
    r->why = CORRECT_CLEAR;
    r->verdict = gain > 0 ? CORRECT_HELPS : CORRECT_HURTS;
    return confirm(b, op, r);
}

/* Takes what is rounding for nothing; returns whether that is all. */
static bool drop_rounding(const job *b, size_t op)
{
    correct_row *r = &b->result->row[op];
    size_t dropped = 0;
    for (size_t l = 0; l < b->out; l++) {
        if (!(fabs(r->removed[l]) <= b->floor[l] * b->config->op[op]->amplification))
            continue;
        r->removed[l] = 0;
        r->value[l] = b->result->plugin[l];
        dropped++;
    }
    return dropped == b->out;
}

static status weigh(const job *b, size_t op)
{
    correct_row *r = &b->result->row[op];
    tally t = {0};
    bool nothing = drop_rounding(b, op);
    for (size_t l = 0; l < b->out; l++) {
        double variance, floor = b->floor[l] * b->config->op[op]->amplification;
        add_output(b, op, l, &t, &variance);
        r->se[l] = root_of(variance, floor * sqrt(b->weight), &r->why_se);
    }
    r->saved = nothing ? 0 : t.saved;
    r->added = nothing ? 0 : t.added;
    r->uncertainty = nothing ? 0 : uncertainty_of(b, &t);
    r->why = b->subsets.distinct == 1 ? CORRECT_EQUAL : CORRECT_ROUNDING;
    if (nothing)
        return STATUS_OK;
    r->why = CORRECT_NOT_FINITE;
    if (!isfinite(r->saved) || !isfinite(r->added) || !isfinite(r->uncertainty))
        return STATUS_OK;
    return judge(b, op, &t);
}

static bool all_finite(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

static void find_value(const job *b, size_t op)
{
    correct_row *r = &b->result->row[op];
    for (size_t l = 0; l < b->out; l++) {
        const moments *off = &b->off[op * b->out + l];
        r->removed[l] = off->n > 0 ? -off->mean : 0;
        r->value[l] = b->result->plugin[l] - r->removed[l];
        r->split_se[l] = sqrt(split_noise(b, off));
        r->se[l] = NAN;
    }
}

/* The row of an operator, after the splits. A value that is not finite where the plug-in is one
 * hurts; variances take rows to leave out. */
static status conclude(const job *b, size_t op)
{
    correct_row *r = &b->result->row[op];
    r->saved = r->added = r->uncertainty = NAN;
    r->verdict = CORRECT_NONE;
    r->why = r->why_se = CORRECT_CLEAR;
    find_value(b, op);
    if (!all_finite(r->value, b->out)) {
        r->why = r->why_se = CORRECT_NOT_FINITE;
        if (all_finite(b->result->plugin, b->out))
            r->verdict = CORRECT_HURTS;
    } else if (b->n < 2 || b->config->op[op]->draws > fewest_left(b))
        r->why = r->why_se = CORRECT_FEW;
    else if (!b->exact && b->result->splits < 2)
        r->why = r->why_se = CORRECT_ONE_SPLIT;
    else
        return weigh(b, op);
    return STATUS_OK;
}

static void scale_back(double *x, size_t n, double scale)
{
    for (size_t i = 0; i < n; i++)
        x[i] /= scale;
}

/* Results in units of q. */
static void undo_scale(const job *b)
{
    correct_result *out = b->result;
    scale_back(out->plugin, b->out, b->scale);
    scale_back(out->jackknife, b->out, b->scale);
    out->plugin_var = out->plugin_var / b->scale / b->scale;
    for (size_t i = 0; i < b->config->ops; i++) {
        correct_row *r = &out->row[i];
        scale_back(r->value, b->out, b->scale);
        scale_back(r->removed, b->out, b->scale);
        scale_back(r->se, b->out, b->scale);
        scale_back(r->split_se, b->out, b->scale);
        r->saved = r->saved / b->scale / b->scale;
        r->added = r->added / b->scale / b->scale;
        r->uncertainty = r->uncertainty / b->scale / b->scale;
    }
}

status correct_run(const correct_config *c, void *work, correct_result *out)
{
    job b;
    arena memory = {.block = work};
    *out = (correct_result){.tail_k = NAN};
    lay_out(&b, out, c, &memory);
    b.q = (func){.kind = c->q->kind == FUNC_GENERAL ? FUNC_GENERAL : FUNC_COMPILED,
                 .in = b.in,
                 .out = b.out,
                 .eval = evaluate,
                 .context = &b};
    memset(b.pseudo, 0, b.out * sizeof *b.pseudo);
    memset(b.off, 0, c->ops * b.out * sizeof *b.off);
    sample_read(&b.rows, c->data, b.order, b.kept);
    status s = make_plug_ins(&b);
    if (s == STATUS_OK)
        s = b.n > 1 ? make_splits(&b) : STATUS_OK;
    for (size_t l = 0; l < b.out; l++) {
        out->plugin_var += b.n > 1 ? moments_var(&b.pseudo[l]) / (double)b.n : NAN;
        if (b.n < 2)
            out->jackknife[l] = NAN;
    }
    for (size_t i = 0; i < c->ops && (s == STATUS_OK || s == STATUS_INTERRUPTED); i++) {
        status judged = conclude(&b, i);
        s = s == STATUS_OK ? judged : s;
    }
    undo_scale(&b);
    return s;
}
