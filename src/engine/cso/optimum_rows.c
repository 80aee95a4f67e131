/* The least F of a data set, F convex: L-BFGS on samples of its rows, each 16 times as large as the
 * one before, and at last on all of them. Each starts where the one before has ended, with the
 * curvature that was seen there, so that few passes over all rows are left to make. Sums are taken
 * part by part (parts.h), on as many threads as there are.
 *
 * Columns may be of any sizes: the search is for z_j = s_j x_j, s_j^2 the mean square of the
 * Jacobian's column j and l2, so that F bends by about as much along each z_j.
 *
 * Columns may nearly depend on each other: with second derivatives R^T R by z at the point where
 * that ends, F bends by 1 along every w = R z, and is above its least value by half the square of
 * its gradient by w. Where this is too much, the search goes on for w. */
#include "engine/machine/parallel.h"
#include "engine/number/minimize.h"
#include "engine/number/norm.h"
#include "engine/number/num.h"
#include "engine/number/triangle.h"
#include "optimum_part.h"
#include "parts.h"

#include <string.h>

enum {
    GROWTH = 16,
    FEWEST = 4,         /* rows of a sample for each coordinate, */
    FEWEST_ROWS = 1024, /* and in all */
    TURNS = 5           /* the most second derivatives that are taken */
};
/* A sample's F is minimized to within this part of what it may be off by, some d/n of it. */
#define SAMPLE_ENOUGH 0.01
/* The root mean square of a coordinate of the gradient by z at the least F: what rounding leaves of
 * sums of numbers of size 1. */
#define STEEPEST 1e-12
/* What a least F may be too high by, of its size. */
#define LEFT 1e-12
/* A column's own part, of its length, that may be rounding. */
#define DEPENDS 1e-13

/* F of every `every`-th block of rows; part k's gradients are summed at row k of s->parts. */
typedef struct rows_sum {
    search *s;
    size_t every;
    double *scale; /* row: s_j */
    double *x;     /* row: z_j / s_j */
    bool turned;   /* the search is for w */
    struct {
        double sum;
        size_t rows;
    } part[PARTS_MOST];
    double zero; /* F at 0, of the first sample; a later one that starts above has been misled */
    bool begun;  /* F has been evaluated on this sample */
    double first, slope; /* |gradient| at 0 and at the last point */
} rows_sum;

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

/* Each part by its task. */
static void run_parts(rows_sum *r, parallel_task task)
{
    parallel_run(parts_count(r->s->p), problem_makers(r->s->p), task, r);
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
        double size = sqrt(r->scale[j] / (double)p->n) / r->x[j], s = num_hypot(size, sqrt(p->l2));
        r->scale[j] = s > 0 ? s : 1;
    }
}

/* How far the search has come, by the digits that the gradient has lost. */
static void report(rows_sum *r)
{
    double lost = log(r->slope / r->first) / log(1e-14);
    problem_report(r->s->p, 0.4 + 0.6 * fmin(fmax(lost, 0), 0.99));
}

/* r->x <- the point that is z, or w */
static void place_at(rows_sum *r, const double *z)
{
    size_t d = r->s->p->d;
    memcpy(r->x, z, d * sizeof *z);
    if (r->turned)
        triangle_solve(r->s->bends, d, r->x);
    for (size_t j = 0; j < d; j++)
        r->x[j] /= r->scale[j];
}

/* F, and its gradient by z or w. */
static double evaluate(rows_sum *r, const double *z, double *gradient)
{
    size_t d = r->s->p->d;
    place_at(r, z);
    double value = sum_rows(r, gradient);
    for (size_t j = 0; j < d; j++)
        gradient[j] /= r->scale[j];
    if (r->turned)
        triangle_solve_transposed(r->s->bends, d, gradient);
    r->s->evaluations++;
    r->slope = norm_value(norm_of(gradient, d, 1));
    return value;
}

static double objective(const void *context, const double *z, double *gradient)
{
    rows_sum *r = (rows_sum *)context;
    if (problem_interrupted(r->s->p))
        return NAN;
    double value = evaluate(r, z, gradient);
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

/* Every so many-th block is in it. */
static size_t smallest_sample(const problem *p)
{
    size_t every = 1;
    while (p->n / (every * GROWTH) >= FEWEST * p->d && p->n / (every * GROWTH) >= FEWEST_ROWS)
        every *= GROWTH;
    return every;
}

/* On samples, then on all rows: until no more than rounding of F is left, and then until the
 * gradient is small, too. */
static double descend_all(rows_sum *r)
{
    minimize_history h;
    minimize_forget(&h, r->s->p->ld, r->s->minimizing);
    for (size_t every = smallest_sample(r->s->p); every > 1; every /= GROWTH)
        descend(r, &h, every);
    double value = minimize_refine(&h, objective, r, r->s->x, descend(r, &h, 1));
    r->slope = h.norm;
    return value;
}

/* F bends by l2 at least: whether a gradient by x of length `slope` leaves it LEFT to fall. */
static bool is_held_by_penalty(const problem *p, double slope, double value)
{
    return slope * slope < 2 * p->l2 * LEFT * fabs(value);
}

/* Adds the bend of row i to R, `scale` times. */
static void add_bend(rows_sum *r, size_t i, double scale)
{
    const problem *p = r->s->p;
    double *a = r->s->direction;
    p->type->row_bend(p, i, r->x, a);
    for (size_t j = 0; j < p->d; j++)
        a[j] *= scale / r->scale[j];
    triangle_add(r->s->bends, p->d, a);
}

/* R <- what F bends by at r->x, as z changes, at least: the bends of a sample's rows and of the
 * penalty. Returns how many of its columns depend on others. */
static size_t find_bends(rows_sum *r, size_t every)
{
    const problem *p = r->s->p;
    double *R = r->s->bends, *a = r->s->direction, scale = 1 / sqrt((double)p->n);
    size_t d = p->d;
    memset(R, 0, d * d * sizeof *R);
    for (size_t from = 0; from < p->n && !problem_interrupted(p); from += PART_BLOCK * every)
        for (size_t i = from; i < p->n && i < from + PART_BLOCK; i++)
            add_bend(r, i, scale);
    for (size_t j = 0; j < d && p->l2 > 0; j++) {
        memset(a, 0, d * sizeof *a);
        a[j] = sqrt(p->l2) / r->scale[j];
        triangle_add(R, d, a);
    }
    return triangle_complete(R, d, DEPENDS);
}

/* s->x: z to w by the bends there, and back. Whether F there, *value, is the least but for LEFT. */
static bool turn(rows_sum *r, size_t every, double *value)
{
    search *s = r->s;
    place_at(r, s->x);
    bool known = find_bends(r, every) == 0 || every == 1;
    triangle_times(s->bends, s->p->d, s->x);
    r->turned = true;
    *value = evaluate(r, s->x, s->gradient);
    return known && 0.5 * r->slope * r->slope < LEFT * fabs(*value);
}

static void turn_back(rows_sum *r)
{
    triangle_solve(r->s->bends, r->s->p->d, r->s->x);
    r->turned = false;
}

/* Whether F at z = s->x is the least, by some of the rows if that will do. */
static bool is_least(rows_sum *r)
{
    search *s = r->s;
    const size_t bytes = s->p->ld * sizeof *s->x, sample = smallest_sample(s->p);
    bool least = false;
    memcpy(s->center, s->x, bytes);
    for (size_t every = sample; every && !least; every = every > 1 ? 1 : 0) {
        double value;
        least = turn(r, every, &value);
        r->turned = false;
        memcpy(s->x, s->center, bytes);
    }
    return least;
}

/* While F at z = s->x, *value, is not the least, the search goes on by w. Whether it is at last. */
static bool settle(rows_sum *r, double *value)
{
    search *s = r->s;
    for (int times = TURNS;; times--) {
        minimize_history h;
        bool least = turn(r, 1, value);
        bool goes_on = !least && times > 0 && !problem_interrupted(s->p) && isfinite(*value);
        minimize_forget(&h, s->p->ld, s->minimizing);
        if (goes_on)
            minimize_refine(&h, objective, r, s->x,
                            minimize_on(&h, objective, r, s->x, DBL_EPSILON));
        turn_back(r);
        if (!goes_on)
            return least;
    }
}

/* Whether F falls to half at twice the point: the rows are separable, and F has no minimum. */
static bool runs_away(search *s, const double *x, double value)
{
    for (size_t j = 0; j < s->p->d; j++)
        s->center[j] = 2 * x[j];
    return s->p->l2 == 0 && search_value(s, s->center, NULL) < 0.5 * value;
}

/* A small set is searched as a whole, by x, where that will do. */
static bool find_small(rows_sum *r)
{
    search *s = r->s;
    problem *p = s->p;
    search_descend(s);
    if (isnan(p->least) || problem_interrupted(p))
        return false;
    search_value(s, p->optimum, s->gradient);
    if (is_held_by_penalty(p, norm_value(norm_of(s->gradient, p->d, 1)), p->least) ||
        runs_away(s, p->optimum, p->least))
        return true;
    find_scale(r);
    for (size_t j = 0; j < p->d; j++)
        s->x[j] = p->optimum[j] * r->scale[j];
    return s->bends && is_least(r);
}

/* Whether the gradient by z, of length r->slope, is small enough whatever F bends by. */
static bool is_flat(const rows_sum *r, double value)
{
    const problem *p = r->s->p;
    double most = 0;
    for (size_t j = 0; j < p->d; j++)
        most = fmax(most, r->scale[j]);
    return r->slope <= STEEPEST * sqrt((double)p->d) &&
           (!r->s->bends || is_held_by_penalty(p, most * r->slope, value));
}

/* Whether the least F is found, *value at z = s->x. */
static bool find_large(rows_sum *r, double *value)
{
    search *s = r->s;
    memset(s->x, 0, s->p->ld * sizeof *s->x);
    find_scale(r);
    *value = descend_all(r);
    if (is_flat(r, *value))
        return true;
    if (isnan(*value))
        *value = evaluate(r, s->x, s->gradient);
    place_at(r, s->x);
    if (!s->bends || *value == -INFINITY || runs_away(s, r->x, *value))
        return false;
    return is_least(r) || settle(r, value);
}

void search_rows(search *s)
{
    problem *p = s->p;
    rows_sum r = {.s = s, .every = 1, .scale = s->between, .x = s->y, .zero = NAN};
    double value;
    p->proved = parts_count(p) == 1 && find_small(&r);
    if (p->proved || problem_interrupted(p))
        return;
    p->proved = find_large(&r, &value);
    place_at(&r, s->x);
    if (value == -INFINITY)
        search_bottomless(s, r.x);
    p->least = isfinite(value) ? value : NAN;
    memcpy(p->optimum, r.x, p->ld * sizeof *r.x);
}
