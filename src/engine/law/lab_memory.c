/* The bias lab's memory: what its workers, pilots and results need, in one block. */
#include "engine/machine/arena.h"
#include "engine/machine/size.h"
#include "lab_part.h"

#include <math.h>
#include <string.h>

enum {
    TOGETHER = 4 << 20 /* bytes of work space that several points may need together */
};

size_t lab_threads(const lab_config *c)
{
    return at_most(c->threads, PARALLEL_MOST);
}

/* A linear and a quadratic variate for every term and component, while there is room for them. */
size_t lab_variates(const lab_config *c, size_t p)
{
    size_t n = 2 * c->point[p].op->terms * c->q->in;
    return c->control && c->dist->mean && c->dist->var && n <= FACTORS_MOST ? n : 0;
}

size_t lab_most_variates(const lab_config *c)
{
    size_t most = 0;
    for (size_t p = 0; p < c->points; p++)
        most = lab_variates(c, p) > most ? lab_variates(c, p) : most;
    return most;
}

static point_sums lay_out_point(const lab_config *c, size_t p, arena *memory)
{
    size_t row = LAB_BATCH * sizeof(double), in = c->q->in, out = c->q->out;
    point_sums t = {.point = &c->point[p], .variates = lab_variates(c, p)};
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
           variates = lab_most_variates(c);
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

static lab_fit lay_out_fit(const lab_config *c, size_t p, arena *memory)
{
    size_t out = c->q->out, variates = lab_variates(c, p);
    lab_fit f = {arena_take(memory, out * variates * sizeof(double)), NULL};
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
    size_t out = c->q->out, variates = lab_variates(c, p);
    lab_result r = {.variates = variates, .controlled = variates > 0};
    r.rounding = arena_take(memory, out * sizeof(double));
    r.moved = out == 1 ? arena_take(memory, LAB_PARTS * sizeof(double)) : NULL;
    r.raw = arena_take(memory, out * sizeof(tally));
    r.reduced = arena_take(memory, out * sizeof(tally));
    return r;
}

/* The most chunks that are dealt out together. */
static size_t chunks_together(const lab_config *c)
{
    return at_most((c->reps - 1) / LAB_CHUNK + 1, LAB_ROUND);
}

static void lay_out(lab *l, const lab_config *c, arena *memory)
{
    size_t out = c->q->out, chunks = chunks_together(c);
    for (size_t i = 0; i < lab_threads(c); i++)
        lay_out_worker(&l->worker[i], c, memory);
    l->target = arena_take(memory, out * sizeof(double));
    l->sum = arena_take(memory, chunks * c->points * out * sizeof(lab_sum));
    l->parts = out == 1 ? arena_take(memory, chunks * c->points * sizeof(lab_parts)) : NULL;
    l->total = out == 1 ? arena_take(memory, c->points * sizeof(lab_parts)) : NULL;
    l->fit = arena_take(memory, c->points * sizeof(lab_fit));
    for (size_t p = 0; p < c->points; p++) {
        lab_fit f = lay_out_fit(c, p, memory);
        lab_result r = lay_out_result(c, p, memory);
        if (memory->block) {
            r.factor = f.factor;
            r.unit = l->worker[0].unit;
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

void lab_clear(lab *l, size_t p)
{
    const size_t out = l->config->q->out;
    lab_result *r = &l->result[p];
    memset(r->rounding, 0, out * sizeof *r->rounding);
    memset(r->raw, 0, out * sizeof *r->raw);
    memset(r->reduced, 0, out * sizeof *r->reduced);
    if (l->total)
        l->total[p] = (lab_parts){{0}, {0}};
    memset(l->fit[p].factor, 0, out * r->variates * sizeof(double));
    for (size_t k = 0; k < out && r->variates; k++)
        factor_clear(&l->fit[p].output[k]);
    for (size_t i = 0; i < lab_threads(l->config); i++) {
        tails_clear(&l->worker[i].point[p].tails);
        l->worker[i].point[p].odd = (oddity){0};
    }
}

/* What draws of that variance are multiplied with, so that the fourth powers of variates are
 * numbers: the factors undo it. */
static double variate_scale(double var)
{
    double scale = scale_for(sqrt(var));
    return scale > 0 ? scale : 1;
}

void lab_begin(lab *l, const lab_config *c, double *work)
{
    arena memory = {.block = arena_align(work)};
    lay_out(l, c, &memory);
    for (size_t i = 0; i < lab_threads(c); i++) {
        l->worker[i].target = l->target;
        for (size_t j = 0; j < c->q->in; j++)
            l->worker[i].unit[j] = c->dist->var ? variate_scale(c->dist->var[j]) : 1;
        for (size_t p = 0; p < c->points; p++)
            l->worker[i].point[p].factor = l->fit[p].factor;
    }
    for (size_t p = 0; p < c->points; p++)
        lab_clear(l, p);
}
