/* Chunks of estimates, each with its own stream, are dealt to threads and merged in order. */
#include "lab.h"

#include "batch.h"
#include "engine/machine/arena.h"
#include "engine/machine/parallel.h"
#include "engine/machine/size.h"
#include "engine/number/goal.h"
#include "engine/number/rounding.h"
#include "trust.h"

#include <string.h>

enum {
    ROUND = 64,        /* chunks dealt out before their results are merged */
    TOGETHER = 4 << 20 /* bytes of work space that several points may need together */
};

/* The control variates of a point. */
typedef struct fit {
    double *factor;      /* q->out x variates */
    factor_sums *output; /* of the pilot, by output; NULL where there are no variates */
} fit;

/* Everything a run needs. */
typedef struct lab {
    const lab_config *config;
    uint64_t until;       /* so many estimates are made before the next look */
    double all;           /* and so many will be, as far as is known */
    size_t shown;         /* the point whose mean is reported */
    uint64_t pilot;       /* estimates of the last pilot */
    uint64_t first_chunk; /* of this round */
    uint64_t present;     /* the one that the calling thread is at, */
    bool fitting;         /* or whether that is the pilot */
    double *target;
    worker worker[PARALLEL_MOST];
    fit *fit;     /* by point */
    lab_sum *sum; /* by chunk of the round, then by point: q->out of them */
    lab_result *result;
} lab;

/* ---- Memory ---- */

static size_t thread_count(const lab_config *c)
{
    return at_most(c->threads, PARALLEL_MOST);
}

/* A linear and a quadratic variate for every term and component, while there is room for them. */
static size_t count_variates(const lab_config *c, size_t p)
{
    size_t n = 2 * c->point[p].op->terms * c->q->in;
    return c->control && c->dist->mean && c->dist->var && n <= FACTORS_MOST ? n : 0;
}

static size_t most_variates(const lab_config *c)
{
    size_t most = 0;
    for (size_t p = 0; p < c->points; p++)
        most = count_variates(c, p) > most ? count_variates(c, p) : most;
    return most;
}

static point_sums lay_out_point(const lab_config *c, size_t p, arena *memory)
{
    size_t row = LAB_BATCH * sizeof(double), in = c->q->in, out = c->q->out;
    point_sums t = {.point = &c->point[p], .variates = count_variates(c, p)};
    t.y = arena_take(memory, t.point->op->draws * in * row);
    t.estimate = arena_take(memory, out * row);
    t.size = arena_take(memory, out * row);
    if (t.variates)
        t.reduced = arena_take(memory, out * row);
    tails_layout(&t.tails, c->reps, memory);
    return t;
}

static void lay_out_worker(worker *w, const lab_config *c, arena *memory)
{
    size_t row = LAB_BATCH * sizeof(double), in = c->q->in, out = c->q->out,
           variates = most_variates(c);
    w->config = c;
    w->draw = arena_take(memory, lab_rows(c) * in * row);
    w->mean = arena_take(memory, LAB_WINDOWS * in * row);
    w->value = arena_take(memory, LAB_WINDOWS * out * row);
    w->variate = arena_take(memory, variates * row);
    w->unit = arena_take(memory, in * sizeof(double));
    w->transpose = arena_take(memory, variates ? factor_gap(variates) * row : 0);
    w->point = arena_take(memory, c->points * sizeof(point_sums));
    for (size_t p = 0; p < c->points; p++) {
        point_sums t = lay_out_point(c, p, memory);
        if (w->point)
            w->point[p] = t;
    }
}

static fit lay_out_fit(const lab_config *c, size_t p, arena *memory)
{
    size_t out = c->q->out, variates = count_variates(c, p);
    fit f = {arena_take(memory, out * variates * sizeof(double)), NULL};
    if (variates)
        f.output = arena_take(memory, out * sizeof(factor_sums));
    for (size_t k = 0; k < out && variates; k++) {
        factor_sums sums;
        factor_layout(&sums, variates, memory);
        if (f.output)
            f.output[k] = sums;
    }
    return f;
}

static lab_result lay_out_result(const lab_config *c, size_t p, arena *memory)
{
    size_t out = c->q->out, variates = count_variates(c, p);
    lab_result r = {.variates = variates, .controlled = variates > 0};
    r.rounding = arena_take(memory, out * sizeof(double));
    r.raw = arena_take(memory, out * sizeof(tally));
    r.reduced = arena_take(memory, out * sizeof(tally));
    return r;
}

static void lay_out(lab *l, const lab_config *c, arena *memory)
{
    size_t out = c->q->out;
    for (size_t i = 0; i < thread_count(c); i++)
        lay_out_worker(&l->worker[i], c, memory);
    l->target = arena_take(memory, out * sizeof(double));
    l->sum = arena_take(memory, ROUND * c->points * out * sizeof(lab_sum));
    l->fit = arena_take(memory, c->points * sizeof(fit));
    for (size_t p = 0; p < c->points; p++) {
        fit f = lay_out_fit(c, p, memory);
        lab_result r = lay_out_result(c, p, memory);
        if (memory->block) {
            l->fit[p] = f;
            l->result[p] = r;
        }
    }
}

size_t lab_work(const lab_config *c)
{
    lab measured;
    arena memory = {0};
    lay_out(&measured, c, &memory);
    return memory.used / sizeof(double) + ARENA_ALIGN / sizeof(double);
}

size_t lab_points_together(const lab_config *c)
{
    lab_config some = *c;
    for (some.points = 1; some.points < c->points; some.points++) {
        lab_config more = some;
        more.points++;
        if (lab_work(&more) > TOGETHER / sizeof(double))
            break;
    }
    return some.points;
}

/* ---- Estimates ---- */

/* Makes estimates from a stream: `n` of each point that is to have any. */
static status make(const lab *l, worker *w, purpose use, uint64_t chunk, uint64_t n)
{
    const lab_config *c = w->config;
    stream_init(&w->stream, c->dist->type->kind, c->seed, chunk, use, 0);
    for (size_t p = 0; p < c->points; p++) {
        point_sums *t = &w->point[p];
        bool none = l->result[p].done || (use == PURPOSE_PILOT && !t->pilot);
        t->first = chunk * LAB_CHUNK;
        t->left = none ? 0 : n;
        t->block = t->filled = 0;
    }
    status s = batch_type_at(0)->make(w);
    /* a function of the user's that an interrupt stopped has not failed */
    return s == STATUS_CALLBACK && *c->interrupt ? STATUS_INTERRUPTED : s;
}

/* A chunk of the present round, by a worker. */
static status make_chunk(void *context, size_t item, size_t thread)
{
    lab *l = context;
    const lab_config *c = l->config;
    worker *w = &l->worker[thread];
    uint64_t chunk = l->first_chunk + item, left = l->until - chunk * LAB_CHUNK;
    for (size_t p = 0; p < c->points; p++)
        w->point[p].sum = l->sum + (item * c->points + p) * c->q->out;
    if (thread == 0)
        l->present = chunk;
    return make(l, w, PURPOSE_ESTIMATE, chunk, left < LAB_CHUNK ? left : LAB_CHUNK);
}

static void report(void *context, double share)
{
    const lab *l = context;
    const moments *made = &l->result[l->shown].reduced->finite;
    bool known = l->config->q->out == 1 && made->n > 1;
    double done = l->fitting ? 0 : ((double)l->present + share) * LAB_CHUNK;
    progress_report(l->config->progress, fmin(done / l->all, 1), known ? made->mean : NAN,
                    1.96 * moments_se(made));
}

static void merge(lab_result *r, size_t k, const lab_sum *a)
{
    tally_merge(&r->raw[k], &a->raw);
    tally_merge(&r->reduced[k], r->controlled ? &a->reduced : &a->raw);
    r->rounding[k] += a->size;
}

/* The estimates up to number l->until. */
static status make_all(lab *l)
{
    const lab_config *c = l->config;
    const size_t out = c->q->out, each = c->points * out;
    const uint64_t chunks = (l->until + LAB_CHUNK - 1) / LAB_CHUNK;
    status s = STATUS_OK;
    while (l->first_chunk < chunks && s == STATUS_OK) {
        uint64_t left = chunks - l->first_chunk;
        size_t n = left < ROUND ? (size_t)left : ROUND;
        memset(l->sum, 0, n * each * sizeof *l->sum);
        s = parallel_run(n, c->threads, make_chunk, l);
        for (size_t k = 0; k < n * each; k++)
            merge(&l->result[k % each / out], k % out, &l->sum[k]);
        l->first_chunk += n;
    }
    return s;
}

static uint64_t pilot_size(uint64_t reps)
{
    uint64_t n = reps / 10;
    n = n < LAB_PILOT_MOST ? n : LAB_PILOT_MOST;
    return n > 1024 ? n : 1024;
}

/* Fits the factors of every point and output on estimates from a stream of their own. */
static status fit_factors(lab *l)
{
    const lab_config *c = l->config;
    worker *w = &l->worker[0];
    for (size_t p = 0; p < c->points; p++)
        w->point[p].pilot = l->fit[p].output;
    l->fitting = true;
    status s = make(l, w, PURPOSE_PILOT, 0, l->pilot);
    l->fitting = false;
    for (size_t p = 0; p < c->points && s == STATUS_OK; p++) {
        size_t variates = l->result[p].done ? 0 : w->point[p].variates;
        for (size_t k = 0; k < c->q->out && variates; k++)
            factor_fit(&l->fit[p].output[k], l->fit[p].factor + k * variates);
        w->point[p].pilot = NULL;
    }
    return s;
}

/* ---- Looks ---- */

/* Forgets what was made of a point. */
static void clear_point(lab *l, size_t p)
{
    const size_t out = l->config->q->out;
    lab_result *r = &l->result[p];
    memset(r->rounding, 0, out * sizeof *r->rounding);
    memset(r->raw, 0, out * sizeof *r->raw);
    memset(r->reduced, 0, out * sizeof *r->reduced);
    memset(l->fit[p].factor, 0, out * r->variates * sizeof(double));
    for (size_t k = 0; k < out && r->variates; k++)
        factor_clear(&l->fit[p].output[k]);
    for (size_t i = 0; i < thread_count(l->config); i++) {
        tails_clear(&l->worker[i].point[p].tails);
        l->worker[i].point[p].odd = (oddity){0};
    }
}

/* Begins the points that are not done anew, with the factors of a pilot of that size. */
static status begin_again(lab *l, uint64_t pilot)
{
    for (size_t p = 0; p < l->config->points; p++)
        if (!l->result[p].done)
            clear_point(l, p);
    l->first_chunk = 0;
    l->pilot = pilot;
    return fit_factors(l);
}

/* The points that are not done get the estimates up to number `until`, those that reps = until
 * would give: as long as the size of the pilot depends on that, all are made again. */
static status draw_until(lab *l, uint64_t until)
{
    status s = STATUS_OK;
    l->until = until;
    for (size_t p = 0; p < l->config->points; p++)
        l->result[p].reps = l->result[p].done ? l->result[p].reps : until;
    if (most_variates(l->config) && pilot_size(until) != l->pilot)
        s = begin_again(l, pilot_size(until));
    return s == STATUS_OK ? make_all(l) : s;
}

/* How many estimates the points that are not done have at the next look: what the nearest to its
 * standard error needs; twice as many where all are made again. */
static uint64_t next_look(const lab *l, double excess)
{
    const lab_config *c = l->config;
    uint64_t next = goal_next(l->until, excess, LAB_CHUNK, c->reps);
    bool again = most_variates(c) && pilot_size(next) != l->pilot;
    if (again && next < 2 * l->until)
        next = 2 * l->until;
    return next < c->reps ? next : c->reps;
}

/* Looks which points are done; returns how many estimates the others are to have, 0 where there are
 * none. */
static uint64_t look(lab *l)
{
    const lab_config *c = l->config;
    double least = INFINITY, most = 0;
    for (size_t p = 0; p < c->points; p++) {
        lab_result *r = &l->result[p];
        const tally *value = trust_variates(c, &c->point[p], r, NULL) ? r->reduced : r->raw;
        double excess = r->done ? 0 : goal_excess(c->se, r->raw, value, c->q->out);
        r->done = c->point[p].endless || l->until == c->reps || excess <= 1;
        if (r->done)
            continue;
        l->shown = excess > most ? p : l->shown;
        least = fmin(least, excess);
        most = fmax(most, excess);
    }
    l->all = fmin(goal_need((double)l->until, most), (double)c->reps);
    return most > 0 ? next_look(l, least) : 0;
}

/* ---- Results ---- */

/* target <- q(s + mean), or zero where that is unknown or not finite. */
static status find_target(lab *l)
{
    const lab_config *c = l->config;
    double *at = l->worker[0].mean;
    bool known = c->dist->mean != NULL;
    status s = STATUS_OK;
    memset(l->target, 0, c->q->out * sizeof *l->target);
    for (size_t j = 0; j < c->q->in && known; j++)
        at[j] = c->s[j] + c->dist->mean[j];
    if (known)
        s = c->q->eval(c->q, 1, at, l->target, 1);
    known = known && s == STATUS_OK && first_not_finite(l->target, c->q->out, 1) == c->q->out;
    if (!known)
        memset(l->target, 0, c->q->out * sizeof *l->target);
    for (size_t p = 0; p < c->points; p++) {
        l->result[p].has_target = known;
        l->result[p].target = l->target;
    }
    return s;
}

/* sum_k k |c_k| r^k of a polynomial, r what |argument| is like: what an argument's rounding and
 * that of Horner's rule work on, which may be far above |q|. */
static double terms_of(const lab_config *c)
{
    const func *q = c->q;
    double size = 0, power = 1, r = fabs(c->s[0]);
    if (q->kind != FUNC_POLY)
        return 0;
    r += (c->dist->mean ? fabs(c->dist->mean[0]) : 0) + (c->dist->var ? sqrt(c->dist->var[0]) : 0);
    for (size_t k = 1; k <= q->degree; k++)
        size += (double)k * fabs(q->coefficient[k]) * (power *= r);
    return size;
}

/* From sums of |q - target| to what rounding may make of the mean of all estimates. */
static void find_rounding(const lab_config *c, const lab_point *point, lab_result *out)
{
    for (size_t k = 0; k < c->q->out; k++) {
        double windows = out->raw[k].finite.n * (double)point->op->windows;
        double each = windows > 0 ? out->rounding[k] / windows : 0;
        double size = each + 2 * fabs(out->target[k]) + terms_of(c);
        out->rounding[k] =
            rounding_floor(rounding_of_mean(size, (double)point->m), point->op->amplification);
    }
}

/* What the threads found at a point. */
static void finish(lab *l, size_t p)
{
    const lab_config *c = l->config;
    point_sums *first = &l->worker[0].point[p];
    lab_result *r = &l->result[p];
    for (size_t i = 0; i < thread_count(c); i++) {
        oddity_merge(&r->odd, &l->worker[i].point[p].odd);
        if (i > 0)
            tails_merge(&first->tails, &l->worker[i].point[p].tails);
    }
    find_rounding(c, &c->point[p], r);
    r->controlled = trust_variates(c, &c->point[p], r, r->rounding);
    if (!r->controlled)
        memcpy(r->reduced, r->raw, c->q->out * sizeof *r->raw);
    tails_shorten(&first->tails, r->reps);
    r->tail_k = tails_k(&first->tails);
}

/* What draws of that variance are multiplied with, so that the fourth powers of variates are
 * numbers: the factors undo it. */
static double variate_scale(double var)
{
    double scale = scale_for(sqrt(var));
    return scale > 0 ? scale : 1;
}

static void begin(lab *l, const lab_config *c, double *work)
{
    arena memory = {.block = arena_align(work)};
    lay_out(l, c, &memory);
    for (size_t i = 0; i < thread_count(c); i++) {
        l->worker[i].target = l->target;
        for (size_t j = 0; j < c->q->in; j++)
            l->worker[i].unit[j] = c->dist->var ? variate_scale(c->dist->var[j]) : 1;
        for (size_t p = 0; p < c->points; p++)
            l->worker[i].point[p].factor = l->fit[p].factor;
    }
    for (size_t p = 0; p < c->points; p++)
        clear_point(l, p);
    l->worker[0].context = l;
    l->worker[0].report = report;
}

status lab_run(const lab_config *c, double *work, lab_result *out)
{
    lab l = {.config = c, .all = (double)c->reps, .shown = c->points - 1, .result = out};
    uint64_t next = c->se > 0 && c->reps > LAB_CHUNK ? LAB_CHUNK : c->reps;
    begin(&l, c, work);
    status s = find_target(&l);
    while (s == STATUS_OK && next > 0) {
        s = draw_until(&l, next);
        next = s == STATUS_OK ? look(&l) : 0;
    }
    for (size_t p = 0; p < c->points; p++)
        finish(&l, p);
    return s;
}
