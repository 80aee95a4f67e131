/* The least F of a large data set, F convex: L-BFGS on samples of its rows, each 16 times as large
 * as the one before, and at last on all of them. Each starts where the one before has ended, with
 * the curvature that was seen there, so that few passes over all rows are left to make. Sums are
 * taken part by part (parts.h), on as many threads as there are. */
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

/* F of every `every`-th block of rows. */
typedef struct rows_sum {
    search *s;
    size_t every;
    const double *x;
    bool sloped; /* with gradients, part k's at row k of s->parts */
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
    double *gradient = r->sloped ? r->s->parts + k * p->ld : NULL;
    (void)worker;
    r->part[k].sum = 0;
    r->part[k].rows = 0;
    if (gradient)
        memset(gradient, 0, p->ld * sizeof *gradient);
    for (; from < end && !problem_interrupted(p); from += block * r->every) {
        size_t n = at_most(block, end - from);
        r->part[k].sum += p->type->row_sum(p, from, n, r->x, gradient);
        r->part[k].rows += n;
    }
    return STATUS_OK;
}

/* F of the sample's rows at x. */
static double sum_rows(rows_sum *r, const double *x, double *gradient)
{
    const problem *p = r->s->p;
    size_t parts = parts_count(p), rows = 0;
    double sum = 0;
    r->x = x;
    r->sloped = gradient != NULL;
    if (parallel_run(parts, problem_makers(p), sum_part, r) != STATUS_OK)
        return NAN;
    if (gradient)
        memset(gradient, 0, p->ld * sizeof *gradient);
    for (size_t k = 0; k < parts; k++) {
        sum += r->part[k].sum;
        rows += r->part[k].rows;
        for (size_t j = 0; gradient && j < p->ld; j++)
            gradient[j] += r->s->parts[k * p->ld + j];
    }
    return p->type->row_mean(p, rows, x, sum, gradient);
}

/* How far the search has come, by the digits that the gradient has lost. */
static void report(rows_sum *r)
{
    double lost = log(r->slope / r->first) / log(1e-9);
    problem_report(r->s->p, 0.4 + 0.6 * fmin(fmax(lost, 0), 0.99));
}

static double objective(const void *context, const double *x, double *gradient)
{
    rows_sum *r = (rows_sum *)context;
    if (problem_interrupted(r->s->p))
        return NAN;
    double value = sum_rows(r, x, gradient);
    r->s->evaluations++;
    r->slope = norm_value(norm_of(gradient, r->s->p->d, 1));
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
    double enough = SAMPLE_ENOUGH * (double)p->d * (double)every / (double)p->n;
    r->every = every;
    r->begun = false;
    double value = minimize_on(h, objective, r, s->x, every > 1 ? enough : DBL_EPSILON);
    if (!isnan(value) || problem_interrupted(p))
        return value;
    minimize_forget(h, p->ld, s->minimizing);
    memset(s->x, 0, p->ld * sizeof *s->x);
    return minimize_on(h, objective, r, s->x, every > 1 ? enough : DBL_EPSILON);
}

/* Where no more than rounding of F is left, the gradient is small, too; else the descent goes on
 * until rounding stops it. */
void search_rows(search *s)
{
    problem *p = s->p;
    rows_sum r = {.s = s, .zero = NAN};
    minimize_history h;
    size_t every = 1;
    minimize_forget(&h, p->ld, s->minimizing);
    while (p->n / (every * GROWTH) >= FEWEST * p->d && p->n / (every * GROWTH) >= FEWEST_ROWS)
        every *= GROWTH;
    for (; every > 1; every /= GROWTH)
        descend(&r, &h, every);
    double value = descend(&r, &h, 1);
    if (r.slope > 1e-7 * (1 + r.first))
        value = minimize_on(&h, objective, &r, s->x, 0);
    if (value == -INFINITY)
        search_bottomless(s, s->x);
    if (!isfinite(value))
        return;
    p->least = value;
    memcpy(p->optimum, s->x, p->ld * sizeof *s->x);
}
