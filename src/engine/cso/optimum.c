#include "optimum.h"

#include "engine/number/minimize.h"
#include "engine/number/norm.h"
#include "engine/number/rounding.h"

#include <math.h>
#include <string.h>

enum {
    FAR = 3,         /* starts at 1, 10, 100 times the optimum's length */
    BESIDE = 3,      /* starts at 10^-3, 10^-2, 10^-1 times it */
    ROWS = 10000000, /* outer samples that the later starts may evaluate, and */
    CALLS = 100000,  /* where F runs as plain calls */
    ROUNDS = 4,      /* the most times that the starts beside the optimum improve it */
    CHORDS = 32,     /* on which convexity is tried, beside those between minima */
    DOUBLINGS = 40   /* of a point that F falls at without bound */
};
/* A part of the change of F along a chord, or of the length of a point, below which is none. */
#define BEND 1e-6

typedef struct search {
    problem *p;
    bool unbounded;
    size_t evaluations, most; /* of F: made, and when to stop */
    double *x, *y, *between;  /* rows */
    double *minimizing;       /* work space */
    stream *normals;
} search;

static void lay_out(search *s, const problem *p, arena *memory)
{
    size_t row = p->ld * sizeof(double);
    s->x = arena_take(memory, row);
    s->y = arena_take(memory, row);
    s->between = arena_take(memory, row);
    s->minimizing = arena_take(memory, minimize_work(p->ld) * sizeof(double));
    s->normals = arena_take(memory, sizeof(stream));
}

size_t optimum_work(const problem *p)
{
    search measured;
    arena memory = {0};
    lay_out(&measured, p, &memory);
    return memory.used;
}

static double value_at(const problem *p, const double *x)
{
    return problem_interrupted(p) ? NAN : p->type->objective(p, x, NULL);
}

/* NAN, which ends a minimization, once there is no more to be evaluated. */
static double objective(const void *context, const double *x, double *gradient)
{
    search *s = (search *)context;
    if (problem_interrupted(s->p) || s->evaluations == s->most)
        return NAN;
    s->evaluations++;
    return s->p->type->objective(s->p, x, gradient);
}

static bool is_lower(double a, double b)
{
    return a < b - rounding_floor(fabs(a) + fabs(b), 1);
}

/* F along 2^k x falls by no less at each doubling, or down to where it overflows. */
static bool falls_without_bound(const search *s, const double *x)
{
    double value = value_at(s->p, x), drop = 0, scale = 1;
    for (int k = 0; k < DOUBLINGS; k++) {
        scale *= 2;
        for (size_t j = 0; j < s->p->d; j++)
            s->y[j] = scale * x[j];
        double next = value_at(s->p, s->y);
        if (!isfinite(next))
            return value < -1e100;
        if (!is_lower(next, value) || value - next < 0.99 * drop)
            return false;
        drop = value - next;
        value = next;
    }
    return true;
}

/* F somewhere between rows a and b is above the chord, as that of no convex function; by more than
 * the rounding of points and values, where F is a straight line. */
static bool bends_down(search *s, const double *a, const double *b)
{
    const problem *p = s->p;
    double at_a = objective(s, a, NULL), at_b = objective(s, b, NULL);
    double floor = rounding_floor(fabs(at_a) + fabs(at_b), 1);
    for (double t = 0.25; t < 1; t += 0.25) {
        for (size_t j = 0; j < p->d; j++)
            s->between[j] = (1 - t) * a[j] + t * b[j];
        double value = objective(s, s->between, NULL), chord = (1 - t) * at_a + t * at_b;
        if (value - chord > floor + BEND * (fabs(value - at_a) + fabs(value - at_b)))
            return true;
    }
    return false;
}

/* Two rows are one minimum, found twice. */
static bool is_near(const problem *p, const double *a, const double *b)
{
    double square = 0;
    for (size_t j = 0; j < p->d; j++)
        square += (a[j] - b[j]) * (a[j] - b[j]);
    return sqrt(square) <= BEND * (1 + norm_value(norm_of(a, p->d, 1)));
}

/* Minimizes from row s->x, and keeps what is less than the least so far. */
static void descend(search *s)
{
    problem *p = s->p;
    double value = minimize(objective, s, p->ld, s->x, s->minimizing);
    if (value == -INFINITY || (isnan(value) && falls_without_bound(s, s->x)))
        s->unbounded = true;
    if (s->unbounded || (isnan(value) && isnan(p->least)))
        return;
    if (isnan(value)) /* a point that is less will do, though it is no minimum */
        value = value_at(p, s->x);
    if (!isnan(p->least) && !p->not_convex && !is_near(p, p->optimum, s->x))
        p->not_convex = bends_down(s, p->optimum, s->x);
    if (!isnan(p->least) && !is_lower(value, p->least))
        return;
    p->least = value;
    memcpy(p->optimum, s->x, p->ld * sizeof *s->x);
}

/* x <- a random point about `reach` times the length of the optimum away from it, or `reach` where
 * that is short. */
static void place_around(search *s, double reach, double *x)
{
    const problem *p = s->p;
    double length = 1 + norm_value(norm_of(p->optimum, p->d, 1));
    double scale = reach * length / sqrt((double)p->d);
    for (size_t j = 0; j < p->d; j++)
        x[j] = p->optimum[j] + scale * *stream_normals(s->normals, 1);
}

static void descend_around(search *s, double reach)
{
    if (s->unbounded || s->evaluations == s->most)
        return;
    place_around(s, reach, s->x);
    descend(s);
}

/* A step too short for the minimization to see must not end it: the starts beside the optimum are
 * near, but not within rounding of it. */
static void leave_saddles(search *s)
{
    double before = NAN;
    for (int round = 0; round < ROUNDS && s->p->least != before; round++) {
        before = s->p->least;
        for (int k = 1; k <= BESIDE; k++)
            descend_around(s, pow(10, -k));
    }
}

static void try_chords(search *s)
{
    for (int k = 0; k < CHORDS && !s->p->not_convex && !s->unbounded; k++) {
        double reach = pow(10, k % 4 - 1);
        place_around(s, reach, s->x);
        place_around(s, reach, s->y);
        s->p->not_convex = bends_down(s, s->x, s->y);
    }
}

static void search_further(search *s)
{
    problem *p = s->p;
    if (isnan(p->least))
        memset(p->optimum, 0, p->ld * sizeof *p->optimum);
    stream_init(s->normals, STREAM_NORMALS, 0, 0, PURPOSE_DATA, 0);
    memcpy(s->x, p->start, p->ld * sizeof *s->x);
    descend(s);
    for (int k = 0; k < FAR; k++)
        descend_around(s, pow(10, k));
    leave_saddles(s);
    try_chords(s);
}

/* An objective that still falls at twice the point it was followed to has no minimum: separable
 * data without a penalty. */
static bool still_falls(search *s)
{
    const problem *p = s->p;
    for (size_t j = 0; j < p->ld; j++)
        s->x[j] = 2 * p->optimum[j];
    return value_at(p, s->x) < p->least - 1e-12 * fabs(p->least);
}

static const char *reason(search *s)
{
    if (s->unbounded)
        return "F is unbounded below";
    if (isnan(s->p->least))
        return "the minimization of F did not converge: F may have a kink there, or no minimum";
    return still_falls(s) ? "F has no minimum: it keeps falling away from 0" : NULL;
}

/* From zero first, so that the same data have the same optimum to the last bit. */
void optimum_find(problem *p, void *work)
{
    arena memory = {.block = work};
    search s = {.p = p, .most = SIZE_MAX};
    lay_out(&s, p, &memory);
    memset(s.x, 0, p->ld * sizeof *s.x);
    memset(s.y, 0, p->ld * sizeof *s.y);
    memset(s.between, 0, p->ld * sizeof *s.between);
    descend(&s);
    if (!p->type->convex && !s.unbounded) {
        s.most = 2 * s.evaluations + (p->serial ? CALLS : ROWS) / (p->n ? p->n : 1);
        search_further(&s);
    }
    p->no_least = reason(&s);
    if (p->no_least)
        p->least = NAN;
}
