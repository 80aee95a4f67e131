/* The least F of a large data set, F convex: L-BFGS on samples of its rows, each 16 times as large
 * as the one before, and at last on all of them. Each starts where the one before has ended, with
 * the curvature that was seen there, so that few passes over all rows are left to make. Sums are
 * taken part by part (parts.h), on as many threads as there are.
 *
 * Columns may be of any sizes: the search is for z_j = s_j x_j, s_j^2 the mean square of the
 * Jacobian's column j and l2, so that F bends by about as much along each z_j. */
#include "engine/machine/parallel.h"
#include "engine/number/minimize.h"
#include "engine/number/norm.h"
#include "optimum_part.h"
#include "parts.h"

#include <string.h>

enum {
    GROWTH = 16,
    FEWEST = 4,        /* rows of a sample for each coordinate, */
    FEWEST_ROWS = 1024 /* and in all */
};
/* A sample's F is minimized to within this part of what it may be off by, some d/n of it. */
#define SAMPLE_ENOUGH 0.01
/* The root mean square of a coordinate of the gradient in z at the least F: what rounding leaves of
 * sums of numbers of size 1. */
#define STEEPEST 1e-12

/* F of every `every`-th block of rows; part k's gradients are summed at row k of s->parts. */
typedef struct rows_sum {
    search *s;
    size_t every;
    double *scale; /* row: s_j */
    double *x;     /* row: z_j / s_j */
    struct {
        double sum;
        size_t rows;
    } part[PARTS_MOST];
    double zero; /* F at 0, of the first sample; a later one that starts above has been misled */
    bool begun;  /* F has been evaluated on this sample */
    double first, slope; /* |gradient| at 0 and at the last point */
} rows_sum;

bool search_has_parts(const problem *p)
{
    return p->type->row_sum && parts_count(p) > 1;
}

static status sum_part(void *context, size_t k, size_t worker)
{
    rows_sum *r = context;
    const problem *p = r->s->p;
    size_t from = k * parts_rows(p), end = at_most(from + parts_rows(p), p->n);
    size_t block = r->every > 1 ? PART_BLOCK : end - from;
    double *gradient = r->s->parts + k * p->ld;
    (void)worker;
    r->part[k].sum = 0;
    r->part[k].rows = 0;
    memset(gradient, 0, p->ld * sizeof *gradient);
    for (; from < end && !problem_interrupted(p); from += block * r->every) {
        size_t n = at_most(block, end - from);
        r->part[k].sum += p->type->row_sum(p, from, n, r->x, gradient);
        r->part[k].rows += n;
    }
    return STATUS_OK;
}

/* Each part by its task; on this thread alone where no other one starts. */
static void run_parts(rows_sum *r, parallel_task task)
{
    const problem *p = r->s->p;
    if (parallel_run(parts_count(p), problem_makers(p), task, r) == STATUS_NO_THREAD)
        parallel_run(parts_count(p), 1, task, r);
}

/* out <- the sum of the parts' rows. */
static void add_parts(const rows_sum *r, double *out)
{
    size_t ld = r->s->p->ld;
    memset(out, 0, ld * sizeof *out);
    for (size_t k = 0; k < parts_count(r->s->p); k++)
        for (size_t j = 0; j < ld; j++)
            out[j] += r->s->parts[k * ld + j];
}

/* F of the sample's rows at r->x. */
static double sum_rows(rows_sum *r, double *gradient)
{
    const problem *p = r->s->p;
    size_t rows = 0;
    double sum = 0;
    run_parts(r, sum_part);
    add_parts(r, gradient);
    for (size_t k = 0; k < parts_count(p); k++) {
        sum += r->part[k].sum;
        rows += r->part[k].rows;
    }
    return p->type->row_mean(p, rows, r->x, sum, gradient);
}

static status square_part(void *context, size_t k, size_t worker)
{
    rows_sum *r = context;
    const problem *p = r->s->p;
    size_t from = k * parts_rows(p), n = at_most(p->n - from, parts_rows(p));
    double *sum = r->s->parts + k * p->ld;
    (void)worker;
    memset(sum, 0, p->ld * sizeof *sum);
    for (size_t i = 0; i < n && !problem_interrupted(p); i += PART_BLOCK)
        p->type->row_squares(p, from + i, at_most(n - i, PART_BLOCK), r->x, sum);
    return STATUS_OK;
}

static void square_rows(rows_sum *r)
{
    run_parts(r, square_part);
    add_parts(r, r->scale);
}

/* Sums of squares that overflow or lose digits are formed again in other units, r->x. */
static void find_scale(rows_sum *r)
{
    const problem *p = r->s->p;
    bool again = false;
    for (size_t j = 0; j < p->d; j++)
        r->x[j] = 1;
    square_rows(r);
    for (size_t j = 0; j < p->d; j++) {
        r->x[j] = norm_scale(r->scale[j]);
        again = again || r->x[j] != 1;
    }
    if (again)
        square_rows(r);
    for (size_t j = 0; j < p->d; j++) {
        double size = sqrt(r->scale[j] / (double)p->n) / r->x[j], s = hypot(size, sqrt(p->l2));
        r->scale[j] = s > 0 ? s : 1;
    }
}

/* How far the search has come, by the digits that the gradient has lost. */
static void report(rows_sum *r)
{
    double lost = log(r->slope / r->first) / log(1e-14);
    problem_report(r->s->p, 0.4 + 0.6 * fmin(fmax(lost, 0), 0.99));
}

/* r->x <- z / s */
static void place_at(rows_sum *r, const double *z)
{
    for (size_t j = 0; j < r->s->p->d; j++)
        r->x[j] = z[j] / r->scale[j];
}

static double objective(const void *context, const double *z, double *gradient)
{
    rows_sum *r = (rows_sum *)context;
    const problem *p = r->s->p;
    if (problem_interrupted(p))
        return NAN;
    place_at(r, z);
    double value = sum_rows(r, gradient);
    for (size_t j = 0; j < p->d; j++)
        gradient[j] /= r->scale[j];
    r->s->evaluations++;
    r->slope = norm_value(norm_of(gradient, p->d, 1));
    if (isnan(r->zero)) {
        r->zero = value;
        r->first = r->slope;
    }
    report(r);
    bool misled = !r->begun && value > r->zero;
    r->begun = true;
    return misled ? NAN : value;
}

/* Minimizes from row s->x on every `every`-th block; from 0 where that is lower. */
static double descend(rows_sum *r, minimize_history *h, size_t every)
{
    search *s = r->s;
    const problem *p = s->p;
    double off = SAMPLE_ENOUGH * (double)p->d * (double)every / (double)p->n;
    double enough = every > 1 ? off : DBL_EPSILON;
    r->every = every;
    r->begun = false;
    double value = minimize_on(h, objective, r, s->x, enough);
    if (!isnan(value) || problem_interrupted(p))
        return value;
    minimize_forget(h, p->ld, s->minimizing);
    memset(s->x, 0, p->ld * sizeof *s->x);
    return minimize_on(h, objective, r, s->x, enough);
}

/* On samples, then on all rows: until no more than rounding of F is left, and then until the
 * gradient is small, too. */
static double descend_all(rows_sum *r)
{
    const problem *p = r->s->p;
    minimize_history h;
    size_t every = 1;
    minimize_forget(&h, p->ld, r->s->minimizing);
    while (p->n / (every * GROWTH) >= FEWEST * p->d && p->n / (every * GROWTH) >= FEWEST_ROWS)
        every *= GROWTH;
    for (; every > 1; every /= GROWTH)
        descend(r, &h, every);
    double value = minimize_refine(&h, objective, r, r->s->x, descend(r, &h, 1));
    r->slope = h.norm;
    return value;
}

void search_rows(search *s)
{
    problem *p = s->p;
    rows_sum r = {.s = s, .scale = s->between, .x = s->y, .zero = NAN};
    find_scale(&r);
    double value = descend_all(&r);
    place_at(&r, s->x);
    if (value == -INFINITY)
        search_bottomless(s, r.x);
    if (!isfinite(value))
        return;
    p->proved = r.slope <= STEEPEST * sqrt((double)p->d);
    p->least = value;
    memcpy(p->optimum, r.x, p->ld * sizeof *r.x);
}
