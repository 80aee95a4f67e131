/* The work space is laid out once; q is evaluated in batches of points, scaled. */
#include "correct_job.h"

#include "trial.h"

#include <math.h>
#include <string.h>

static size_t most_windows(const correct_config *c)
{
    size_t most = CORRECT_BATCH;
    for (size_t i = 0; i < c->ops; i++)
        most = c->op[i]->windows > most ? c->op[i]->windows : most;
    return most;
}

/* The most that a trial of an operator takes. */
static size_t trial_room(const correct_job *b)
{
    size_t most = 0;
    for (size_t i = 0; i < b->config->ops; i++) {
        trial_config t = {.rows = &b->rows, .q = b->config->q, .op = b->config->op[i]};
        size_t room = trial_work(&t);
        most = room > most ? room : most;
    }
    return most;
}

static void lay_out_result(correct_result *r, size_t ops, size_t out, arena *memory)
{
    size_t bytes = out * sizeof(double);
    r->plugin = arena_take(memory, bytes);
    r->jackknife = arena_take(memory, bytes);
    for (size_t i = 0; i < ops; i++) {
        r->row[i].value = arena_take(memory, bytes);
        r->row[i].removed = arena_take(memory, bytes);
        r->row[i].se = arena_take(memory, bytes);
        r->row[i].split_se = arena_take(memory, bytes);
    }
}

/* Blocks of all operators. */
static size_t count_blocks(const correct_config *c)
{
    size_t sum = 0;
    for (size_t i = 0; i < c->ops; i++)
        sum += deal_blocks(c->op[i]);
    return sum;
}

/* What splits take. */
static void lay_out_splits(correct_job *b, size_t groups, arena *memory)
{
    sample_layout(&b->dealt, b->config->log, b->n, b->in, memory);
    leave_layout(&b->leave, b->n, groups, memory);
    b->total = arena_take(memory, EXTRAP_DRAWS * b->in * sizeof(double));
    b->left = arena_take(memory, groups * count_blocks(b->config) * b->in * sizeof(double));
}

/* Rows, groups and subsets of them. */
static void lay_out_rows(correct_job *b, arena *memory)
{
    size_t n = b->n, real = sizeof(double), number = sizeof(uint32_t);
    sample_layout(&b->rows, b->config->log, n, b->in, memory);
    b->order = arena_take(memory, n * number);
    b->kept = arena_take(memory, n * number);
    b->groups.of_row = arena_take(memory, n);
    b->prefix = arena_take(memory, (n + 1) * b->in * real);
    b->needed = arena_take(memory, (n + 1) * sizeof *b->needed);
    b->ways = arena_take(memory, (n + SUBSETS_DISTINCT + (SUBSETS_DISTINCT + 1) * b->in) * real);
    b->share = arena_take(memory, CORRECT_BATCH * real);
}

/* Values of q and what is made of them. */
static void lay_out_values(correct_job *b, size_t groups, arena *memory)
{
    size_t out = b->out, ops = b->config->ops, real = sizeof(double);
    b->point = arena_take(memory, b->in * b->gap * real);
    b->value = arena_take(memory, out * b->gap * real);
    b->origin = arena_take(memory, b->in * real);
    b->step = arena_take(memory, b->in * real);
    b->bend =
        arena_take(memory, b->in <= CORRECT_BENDS ? (groups + 1) * out * b->in * b->in * real : 0);
    b->center = arena_take(memory, (groups + 1) * b->in * real);
    b->spread = arena_take(memory, (groups + 1) * out * real);
    b->floor = arena_take(memory, out * real);
    b->least = arena_take(memory, out * real);
    b->most = arena_take(memory, out * real);
    b->pseudo = arena_take(memory, out * sizeof *b->pseudo);
    tails_layout(&b->tails, b->n, memory);
    b->without = arena_take(memory, groups * out * real);
    b->off = arena_take(memory, ops * out * sizeof *b->off);
    b->repeat = arena_take(memory, ops * b->repeats * groups * out * real);
    b->average = arena_take(memory, (b->n + 1) * out * real);
}

/* Of many rows few are needed: splits differ little. */
static size_t count_repeats(const correct_config *c)
{
    size_t most = CORRECT_REPEATED_ROWS / c->n;
    most = most > CORRECT_REPEATS_LEAST ? most : CORRECT_REPEATS_LEAST;
    most = most < CORRECT_REPEATS ? most : CORRECT_REPEATS;
    return c->splits < most ? c->splits : most;
}

void correct_job_layout(correct_job *b, const correct_config *c, correct_result *r, arena *memory)
{
    *b = (correct_job){.config = c, .result = r, .n = c->n, .in = c->q->in, .out = c->q->out};
    size_t groups = c->n < CORRECT_GROUPS ? c->n : CORRECT_GROUPS;
    b->listed = SUBSETS_MOST;
    b->repeats = count_repeats(c);
    b->gap = (most_windows(c) + 7) / 8 * 8;
    lay_out_rows(b, memory);
    lay_out_splits(b, groups, memory);
    lay_out_values(b, groups, memory);
    b->trial = arena_take(memory, trial_room(b));
    lay_out_result(r, c->ops, b->out, memory);
}

static void count(correct_job *b, size_t n, const double *s, const double *y, size_t gap)
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

static void widen_range(correct_job *b, size_t n, const double *y, size_t gap)
{
    for (size_t l = 0; l < b->out; l++)
        for (size_t i = 0; i < n; i++)
            if (isfinite(y[l * gap + i])) {
                b->least[l] = fmin(b->least[l], y[l * gap + i]);
                b->most[l] = fmax(b->most[l], y[l * gap + i]);
            }
}

/* config->q, scaled. */
static status evaluate(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    correct_job *b = q->context;
    status done = correct_job_look(b);
    if (done == STATUS_OK)
        done = b->config->q->eval(b->config->q, n, s, y, gap);
    if (done != STATUS_OK)
        return done;
    if (b->counting)
        count(b, n, s, y, gap);
    for (size_t l = 0; l < b->out && b->exponent != 0; l++)
        for (size_t i = 0; i < n; i++)
            y[l * gap + i] = ldexp(y[l * gap + i], -b->exponent);
    if (b->counting)
        widen_range(b, n, y, gap);
    return done;
}

status correct_job_begin(correct_job *b, size_t n)
{
    const correct_config *c = b->config;
    b->n = b->rows.n = b->dealt.n = b->leave.n = n;
    b->q = (func){.kind = c->q->kind == FUNC_GENERAL ? FUNC_GENERAL : FUNC_COMPILED,
                  .in = b->in,
                  .out = b->out,
                  .eval = evaluate,
                  .context = b};
    for (size_t l = 0; l < b->out; l++) {
        b->result->jackknife[l] = NAN;
        b->least[l] = INFINITY;
        b->most[l] = -INFINITY;
    }
    memset(b->pseudo, 0, b->out * sizeof *b->pseudo);
    memset(b->off, 0, c->ops * b->out * sizeof *b->off);
    if (!sample_read(&b->rows, c->data, b->order, b->kept, c->interrupt))
        return STATUS_INTERRUPTED;
    subsets_of(&b->subsets, &b->rows);
    return STATUS_OK;
}

status correct_job_evaluate(correct_job *b, size_t n)
{
    return b->q.eval(&b->q, n, b->point, b->value, b->gap);
}

status correct_job_evaluate_one(correct_job *b, double *out)
{
    status s = correct_job_evaluate(b, 1);
    for (size_t l = 0; l < b->out && s == STATUS_OK; l++)
        out[l] = b->value[l * b->gap];
    return s;
}

void correct_job_add_split(correct_job *b, size_t op, const double *off)
{
    for (size_t l = 0; l < b->out; l++)
        moments_add(&b->off[op * b->out + l], off[l]);
}

double *correct_job_repeat(const correct_job *b, size_t op, size_t split, size_t g)
{
    return b->repeat + ((op * b->repeats + split) * b->groups.n + g) * b->out;
}

double *correct_job_bend(const correct_job *b, size_t g, size_t l)
{
    return b->bend + (g * b->out + l) * b->in * b->in;
}

double correct_job_floor(const correct_job *b, size_t op, size_t l)
{
    return b->floor[l] * b->config->op[op]->amplification;
}
