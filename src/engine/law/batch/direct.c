/* A batch from draws that are made one by one: these, their block means and windows, q at these,
 * and the control variates. */
#include "engine/law/batch.h"
#include "engine/machine/level.h"
#include "engine/number/norm.h"
#include "engine/operator/window.h"

#include <string.h>

enum { POLL = 4096 /* draws of a block before the interrupt is looked at */ };

/* y[i] += the i-th numbers of `rows` rows, one after the other. */
V8_INLINE void add_rows(double *y, const double *draw, size_t width, size_t rows)
{
    for (size_t i = 0; i < width; i += 8) {
        v8 sum = v8_load(y + i);
        for (size_t k = 0; k < rows; k++)
            sum = v8_add(sum, v8_load(draw + k * width + i));
        v8_store(y + i, sum);
    }
}

/* One block: component rows of s + the mean of m draws, for LAB_BATCH estimates. An interrupt does
 * not wait for the end of a large one. */
static status block_means(bench *b, double *y)
{
    const lab_config *c = b->config;
    const dist_type *law = c->dist->type;
    size_t width = c->q->in * LAB_BATCH, most = c->q->in == 1 && !law->calls_back ? LAB_ROWS : 1;
    memset(y, 0, width * sizeof *y);
    for (size_t t = 0, rows; t < c->m; t += rows) {
        rows = c->m - t < most ? 1 : most;
        status s = law->draw(c->dist, &b->stream, rows * LAB_BATCH, b->draw, LAB_BATCH);
        if (s < 0)
            return s;
        if (t % POLL >= POLL - rows && *c->interrupt)
            return STATUS_INTERRUPTED;
        if (rows == 1)
            add_rows(y, b->draw, width, 1);
        else
            add_rows(y, b->draw, width, LAB_ROWS);
    }
    for (size_t j = 0; j < c->q->in; j++)
        for (size_t i = 0; i < LAB_BATCH; i++)
            y[j * LAB_BATCH + i] = c->s[j] + y[j * LAB_BATCH + i] / (double)c->m;
    return STATUS_OK;
}

/* The term whose windows include window e. */
static size_t term_of(const extrap *op, size_t e)
{
    size_t j = 0;
    while (op->term[j].size != op->window[e].size)
        j++;
    return j;
}

/* What draws of that variance are multiplied with, so that the fourth powers of variates are
 * numbers: the factors undo it. */
static double variate_scale(double var)
{
    double scale = scale_for(sqrt(var));
    return scale > 0 ? scale : 1;
}

/* Variates of component j of term t: rows 2 (t in + j) and the next. */
static void add_variates(bench *b, size_t e, const double *y)
{
    const lab_config *c = b->config;
    size_t term = term_of(c->op, e), size = c->op->window[e].size;
    const v8 share = v8_set1(1.0 / c->op->term[term].windows);
    for (size_t j = 0; j < c->q->in; j++) {
        double *linear = b->variate + 2 * (term * c->q->in + j) * LAB_BATCH,
               *square = linear + LAB_BATCH;
        const double unit = variate_scale(c->dist->var[j]);
        const v8 mean = v8_set1(c->s[j] + c->dist->mean[j]), scale = v8_set1(unit);
        const v8 var = v8_set1(c->dist->var[j] * unit * unit / (double)(size * c->m));
        for (size_t i = 0; i < LAB_BATCH; i += 8) {
            v8 away = v8_mul(scale, v8_sub(v8_load(y + j * LAB_BATCH + i), mean));
            v8 excess = v8_sub(v8_mul(away, away), var);
            v8_store(linear + i, v8_fma(share, away, v8_load(linear + i)));
            v8_store(square + i, v8_fma(share, excess, v8_load(square + i)));
        }
    }
}

/* Takes the target off q at a window, and adds the sizes of what is left. */
static void center(const lab *l, const bench *b, double *value)
{
    for (size_t k = 0; k < b->config->q->out; k++)
        for (size_t i = k * LAB_BATCH; i < (k + 1) * LAB_BATCH; i++) {
            value[i] -= l->target[k];
            b->size[i] += fabs(value[i]);
        }
}

static status make(lab *l, bench *b)
{
    const lab_config *c = b->config;
    size_t in = c->q->in * LAB_BATCH, out = c->q->out * LAB_BATCH;
    for (size_t k = 0; k < c->op->draws; k++) {
        status s = block_means(b, b->y + k * in);
        if (s != STATUS_OK)
            return s;
    }
    window_means(c->op, in, b->y, in);
    memset(b->size, 0, out * sizeof(double));
    memset(b->variate, 0, l->variates * LAB_BATCH * sizeof(double));
    const double *y = b->y + window_first_row(c->op) * in;
    for (size_t e = 0; e < c->op->windows; e++, y += in) {
        status s = c->q->eval(c->q, LAB_BATCH, y, b->value + e * out, LAB_BATCH);
        if (s < 0)
            return s;
        center(l, b, b->value + e * out);
        if (l->variates)
            add_variates(b, e, y);
    }
    window_combine(c->op, out, b->value, out, 1, b->estimate);
    return STATUS_OK;
}

static void reduce(const lab *l, bench *b)
{
    for (size_t k = 0; k < l->config->q->out; k++)
        for (size_t i = 0; i < LAB_BATCH; i += 8) {
            v8 x = v8_load(b->estimate + k * LAB_BATCH + i);
            for (size_t v = 0; v < l->variates; v++) {
                v8 factor = v8_set1(l->factor[k * l->variates + v]);
                x = v8_sub(x, v8_mul(factor, v8_load(b->variate + v * LAB_BATCH + i)));
            }
            v8_store(b->reduced + k * LAB_BATCH + i, x);
        }
}

const batch_type TYPE(batch, direct) = {.name = "direct", .make = make, .reduce = reduce};
