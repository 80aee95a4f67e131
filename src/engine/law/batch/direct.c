/* Batches from draws that are made one by one: these, their block means and windows, q at these,
 * and the control variates. */
#include "engine/law/batch.h"
#include "engine/machine/level.h"
#include "engine/machine/size.h"
#include "engine/operator/window.h"
#include "lanes.h"
#include "pilot.h"

#include <float.h>
#include <string.h>

enum { REPORT = 1024 /* rows of draws between two reports */ };

/* ---- Block means ---- */

/* y <- `before` or y, plus n rows of draws one after the other; ended: shift + that times `share`
 * or, where 1/m is no number, over m. */
typedef struct block_part {
    bool begins, ends, exact;
    v8 share, m;
} block_part;

V8_INLINE void add_rows(const block_part *p, double *y, const double *draw, size_t width, size_t n,
                        v8 shift)
{
    for (size_t i = 0; i < LAB_BATCH; i += 8) {
        v8 sum = p->begins ? v8_set1(0) : v8_load(y + i);
        for (size_t k = 0; k < n; k++)
            sum = v8_add(sum, v8_load(draw + k * width + i));
        if (p->ends)
            sum = v8_add(shift, p->exact ? v8_mul(sum, p->share) : v8_div(sum, p->m));
        v8_store(y + i, sum);
    }
}

/* n rows of draws for the present block, which has room for them. */
static void add_draws(const worker *w, point_sums *t, const double *draw, size_t n)
{
    const size_t in = w->config->q->in, width = in * LAB_BATCH, m = t->point->m;
    double *y = t->y + t->block * width;
    const block_part p = {t->filled == 0, t->filled + n == m, (m & (m - 1)) == 0,
                          v8_set1(1 / (double)m), v8_set1((double)m)};
    for (size_t j = 0; j < in; j++, y += LAB_BATCH, draw += LAB_BATCH) {
        const v8 shift = v8_set1(w->config->s[j]);
        if (in == 1 && n == LAB_ROWS)
            add_rows(&p, y, draw, LAB_BATCH, LAB_ROWS, shift);
        else
            add_rows(&p, y, draw, width, n, shift);
    }
    t->filled += n;
}

/* ---- Estimates ---- */

/* The means of n windows from window e on, all of one size: rows of q->in components. */
static const double *find_means(const worker *w, const point_sums *t, size_t e, size_t n)
{
    const extrap_window *window = t->point->op->window + e;
    const size_t width = w->config->q->in * LAB_BATCH;
    if (window->size == 1)
        return t->y + window->start * width;
    const v8 scale = v8_set1(1.0 / window->size);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < width; i += 8)
            v8_store(w->mean + k * width + i,
                     v8_mul(scale, window_sum(t->point->op, window[k], t->y + i, width)));
    return w->mean;
}

/* q at the means of n windows. */
static status find_values(const worker *w, const double *mean, size_t n)
{
    const func *q = w->config->q;
    status s = STATUS_OK;
    if (q->in == 1 && q->out == 1)
        return q->eval(q, n * LAB_BATCH, mean, w->value, n * LAB_BATCH);
    for (size_t k = 0; k < n && s >= 0; k++)
        s = q->eval(q, LAB_BATCH, mean + k * q->in * LAB_BATCH, w->value + k * q->out * LAB_BATCH,
                    LAB_BATCH);
    return s;
}

/* Adds n values less the target to the estimates, with a weight, and their sizes; the first ones
 * begin them. */
static void add_values(const worker *w, point_sums *t, size_t n, double weight, bool first)
{
    const size_t width = w->config->q->out * LAB_BATCH;
    const v8 share = v8_set1(weight), zero = v8_set1(0);
    for (size_t i = 0; i < width; i += 8) {
        const v8 target = v8_set1(w->target[i / LAB_BATCH]);
        v8 sum = first ? zero : v8_load(t->estimate + i),
           size = first ? zero : v8_load(t->size + i);
        for (size_t k = 0; k < n; k++) {
            v8 away = v8_sub(v8_load(w->value + k * width + i), target);
            size = v8_add(size, v8_abs(away));
            sum = v8_fma(share, away, sum);
        }
        v8_store(t->estimate + i, sum);
        v8_store(t->size + i, size);
    }
}

/* Adds n windows of a term to its variates of component j, rows 2 (term in + j) and the next; the
 * first ones begin them. */
static void add_variates(const worker *w, const point_sums *t, size_t term, size_t j,
                         const double *mean, size_t n, bool begins)
{
    const lab_config *c = w->config;
    const extrap_term *of = &t->point->op->term[term];
    const double unit = w->unit[j], draws = (double)(of->size * t->point->m);
    double *linear = w->variate + 2 * (term * c->q->in + j) * LAB_BATCH,
           *square = linear + LAB_BATCH;
    const v8 share = v8_set1(1.0 / of->windows), scale = v8_set1(unit), zero = v8_set1(0);
    const v8 middle = v8_set1(c->s[j] + c->dist->mean[j]);
    const v8 var = v8_set1(c->dist->var[j] * unit * unit / draws);
    for (size_t i = 0; i < LAB_BATCH; i += 8) {
        v8 first = begins ? zero : v8_load(linear + i),
           second = begins ? zero : v8_load(square + i);
        for (size_t k = 0; k < n; k++) {
            v8 y = v8_load(mean + (k * c->q->in + j) * LAB_BATCH + i);
            v8 away = v8_mul(scale, v8_sub(y, middle)), excess = v8_sub(v8_mul(away, away), var);
            first = v8_fma(share, away, first);
            second = v8_fma(share, excess, second);
        }
        v8_store(linear + i, first);
        v8_store(square + i, second);
    }
}

/* The estimates, their sizes and variates from the block means. */
static status estimate(const worker *w, point_sums *t)
{
    const extrap *op = t->point->op;
    const size_t in = w->config->q->in;
    for (size_t term = 0, e = 0, n; term < op->terms; term++) {
        const size_t begin = e, end = e + op->term[term].windows;
        for (; e < end; e += n) {
            n = at_most(end - e, LAB_WINDOWS);
            const double *mean = find_means(w, t, e, n);
            status s = find_values(w, mean, n);
            if (s < 0)
                return s;
            add_values(w, t, n, op->window[e].weight, e == 0);
            for (size_t j = 0; j < in && t->variates; j++)
                add_variates(w, t, term, j, mean, n, e == begin);
        }
    }
    return STATUS_OK;
}

/* Four vectors of estimates from i on: the control variates are taken off. */
V8_INLINE void reduce_from(const worker *w, const point_sums *t, size_t k, size_t i)
{
    v8 x[4];
    for (size_t j = 0; j < 4; j++)
        x[j] = v8_load(t->estimate + k * LAB_BATCH + i + 8 * j);
    for (size_t v = 0; v < t->variates; v++) {
        const v8 factor = v8_set1(t->factor[k * t->variates + v]);
        const double *variate = w->variate + v * LAB_BATCH + i;
        for (size_t j = 0; j < 4; j++)
            x[j] = v8_sub(x[j], v8_mul(factor, v8_load(variate + 8 * j)));
    }
    for (size_t j = 0; j < 4; j++)
        v8_store(t->reduced + k * LAB_BATCH + i + 8 * j, x[j]);
}

static void reduce(const worker *w, const point_sums *t)
{
    for (size_t k = 0; k < w->config->q->out; k++)
        for (size_t i = 0; i < LAB_BATCH; i += 32)
            reduce_from(w, t, k, i);
}

/* ---- Sums ---- */

/* Up to 16 columns that are added together. */
typedef struct queue {
    column column[16];
    size_t n;
} queue;

static void add_queue(queue *q)
{
    for (size_t k = q->n; k < 16 && q->n > 0; k++)
        q->column[k] = q->column[q->n - 1];
    if (q->n > 8)
        lanes_tally(q->column, q->n, 2);
    else if (q->n > 0)
        lanes_tally(q->column, q->n, 1);
    q->n = 0;
}

static void add_tally(queue *q, point_sums *t, const double *x, tally *to)
{
    column c = {.x = x, .tally = to};
    if (t->made == LAB_BATCH && lanes_hold(&c)) {
        lanes_open(to);
        q->column[q->n++] = c;
        if (q->n == 16)
            add_queue(q);
        return;
    }
    for (size_t i = 0; i < t->made; i++)
        tally_add(to, x[i]);
}

/* The tallies of all points' last batches. */
static void add_tallies(const worker *w)
{
    queue q = {.n = 0};
    for (point_sums *t = w->point; t < w->point + w->config->points; t++)
        for (size_t k = 0; k < w->config->q->out && t->made; k++) {
            add_tally(&q, t, t->estimate + k * LAB_BATCH, &t->sum[k].raw);
            if (t->reduced)
                add_tally(&q, t, t->reduced + k * LAB_BATCH, &t->sum[k].reduced);
        }
    add_queue(&q);
}

static void add_size_queue(queue *q)
{
    for (size_t k = q->n; k < 8 && q->n > 0; k++)
        q->column[k] = q->column[q->n - 1];
    if (q->n > 0)
        lanes_sum(q->column, q->n);
    q->n = 0;
}

/* Their sizes. */
static void add_sizes(const worker *w)
{
    queue q = {.n = 0};
    for (point_sums *t = w->point; t < w->point + w->config->points; t++)
        for (size_t k = 0; k < w->config->q->out && t->made; k++) {
            double *size = t->size + k * LAB_BATCH;
            memset(size + t->made, 0, (LAB_BATCH - t->made) * sizeof *size);
            q.column[q.n++] = (column){.x = size, .sum = &t->sum[k].size};
            if (q.n == 8)
                add_size_queue(&q);
        }
    add_size_queue(&q);
}

/* Adds estimates to the sums of the parts that they are made from. */
static void add_parts(const double *x, size_t n, double *sum)
{
    size_t i = 0;
    for (; i + LAB_PARTS <= n; i += LAB_PARTS)
        for (size_t k = 0; k < LAB_PARTS; k += 8)
            v8_store(sum + k, v8_add(v8_load(sum + k), v8_load(x + i + k)));
    for (; i < n; i++)
        sum[i % LAB_PARTS] += x[i];
}

/* Which of the eight numbers belong to a tail or are not finite, a bit each. */
V8_INLINE unsigned find_extremes(const point_sums *t, const double *x)
{
    const v8 high = v8_set1(fmin(t->tails.high.floor, DBL_MAX)),
             low = v8_set1(fmax(-t->tails.low.floor, -DBL_MAX));
    v8 y = v8_load(x);
    return ~u8_top_bits(u8_and(v8_less_equal(y, high), v8_less_equal(low, y))) & 0xff;
}

/* A point's last batch to its tails, and to what is not finite. */
static void add_extremes(const worker *w, point_sums *t)
{
    const size_t out = w->config->q->out;
    for (size_t i = 0; i < t->made; i += 8) {
        unsigned all = (1u << at_most(8, t->made - i)) - 1;
        if (out == 1)
            all &= find_extremes(t, t->estimate + i);
        for (; all; all &= all - 1) {
            size_t at = i + (size_t)__builtin_ctz(all);
            tails_add_vector(&t->tails, t->estimate + at, out, LAB_BATCH);
            oddity_add(&t->odd, t->estimate + at, out, LAB_BATCH, t->first + at);
        }
    }
    t->first += t->made;
}

/* Adds all points' last batches to their sums. */
static void add_up(worker *w)
{
    add_tallies(w);
    add_sizes(w);
    for (point_sums *t = w->point; t < w->point + w->config->points; t++) {
        add_extremes(w, t);
        if (t->parts)
            add_parts(t->estimate, t->made, t->parts->raw);
        if (t->parts && t->reduced)
            add_parts(t->reduced, t->made, t->parts->reduced);
        t->made = 0;
    }
}

/* ---- All points ---- */

static status end_batch(worker *w, point_sums *t)
{
    if (t->made)
        add_up(w);
    status s = estimate(w, t);
    if (s < 0)
        return s;
    size_t n = (size_t)(t->left < LAB_BATCH ? t->left : LAB_BATCH);
    t->left -= n;
    t->block = 0;
    if (t->pilot) {
        pilot_add(w, t);
        return STATUS_OK;
    }
    if (t->reduced)
        reduce(w, t);
    t->made = n;
    return STATUS_OK;
}

/* Gives a point rows of draws, as far as it needs them. */
static status take(worker *w, point_sums *t, size_t rows)
{
    const size_t width = w->config->q->in * LAB_BATCH;
    for (size_t row = 0, n; row < rows && t->left > 0; row += n) {
        n = at_most(rows - row, t->point->m - t->filled);
        add_draws(w, t, w->draw + row * width, n);
        if (t->filled < t->point->m)
            continue;
        t->filled = 0;
        t->block++;
        status s = t->block == t->point->op->draws ? end_batch(w, t) : STATUS_OK;
        if (s < 0)
            return s;
    }
    return STATUS_OK;
}

/* How many rows of draws some point still needs. */
static size_t rows_left(const worker *w)
{
    size_t most = 0;
    for (const point_sums *t = w->point; t < w->point + w->config->points; t++) {
        size_t batches = (size_t)((t->left + LAB_BATCH - 1) / LAB_BATCH);
        size_t blocks = batches * t->point->op->draws - t->block;
        size_t rows = blocks * t->point->m - t->filled;
        most = rows > most ? rows : most;
    }
    return most;
}

static status make_rows(worker *w, size_t rows)
{
    const dist *d = w->config->dist;
    const size_t width = d->dim * LAB_BATCH, most = d->dim == 1 ? STREAM_MOST / LAB_BATCH : 1;
    status s = STATUS_OK;
    for (size_t row = 0, n; row < rows && s >= 0; row += n) {
        n = at_most(rows - row, most);
        s = d->type->draw(d, &w->stream, n * LAB_BATCH, w->draw + row * width, LAB_BATCH);
    }
    return s;
}

/* Some rows of draws to all points. */
static status serve(worker *w, size_t rows)
{
    status s = make_rows(w, rows);
    for (size_t p = 0; p < w->config->points && s >= 0; p++)
        s = take(w, &w->point[p], rows);
    return s;
}

static status make(worker *w)
{
    const size_t all = rows_left(w), most = lab_rows(w->config);
    status s = STATUS_OK;
    for (size_t row = 0, n; row < all && s == STATUS_OK; row += n) {
        n = at_most(all - row, most);
        s = *w->config->interrupt ? STATUS_INTERRUPTED : serve(w, n);
        if (w->report && row % REPORT < n)
            w->report(w->context, (double)row / (double)all);
    }
    add_up(w);
    return s;
}

const batch_type TYPE(batch, direct) = {.name = "direct", .make = make};
