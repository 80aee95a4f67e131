/* What the parts of the search for the least F (optimum.h) share. */
#pragma once

#include "problem.h"
#include "engine/number/rounding.h"

enum {
    OPTIMUM_SECOND = 24, /* the most coordinates that differences of the gradient are taken of, */
    OPTIMUM_BENDS = 256  /* or that second derivatives of a data set are */
};

typedef struct search {
    problem *p;
    bool unbounded;           /* seen, as is a pole once p->pole is not empty */
    size_t evaluations, most; /* of F: made, and when to stop */
    double end;               /* F at the end of the last ray that was followed */
    double *x, *y, *between, *center, *direction, *gradient; /* rows */
    double *minimizing, *second;                             /* work space */
    double *parts;                                           /* a row for each part of a data set */
    double *bends; /* d x d of a data set of at most OPTIMUM_BENDS columns */
    stream *normals;
} search;

/* F at row x, with its gradient unless NULL; NAN, which ends a minimization, once there is no more
 * to be evaluated. */
double search_value(search *s, const double *x, double *gradient);

static inline bool search_done(const search *s)
{
    return s->unbounded || *s->p->pole || s->evaluations >= s->most;
}

static inline bool is_lower(double a, double b)
{
    return a < b - rounding_floor(fabs(a) + fabs(b), 1);
}

/* out <- x + t u */
static inline void search_step(const search *s, const double *x, double t, const double *u,
                               double *out)
{
    for (size_t j = 0; j < s->p->d; j++)
        out[j] = x[j] + t * u[j];
}

/* The least F of a data set, F convex, and p->proved: whether it surely is, to rounding
 * (optimum_rows.c). */
void search_rows(search *s);

/* Minimizes from row s->x, and keeps the point if F is the least so far. */
void search_descend(search *s);

/* Says that F falls without bound at row x: to a pole, or where numbers end. */
void search_bottomless(search *s, const double *x);

/* s->direction <- coordinate k, or a random direction where k is `axes` or more. */
void search_aim(search *s, size_t k, size_t axes);

/* Looks along the line s->center + t s->direction, t of all sizes: descends from its lowest points,
 * finds poles, and whether F bends down (optimum_line.c). */
void search_line(search *s);

/* Looks along the principal axes at the optimum along which F hardly bends: a descent takes such a
 * valley for its floor. */
void search_valleys(search *s);

/* What F does along x + t u, t > 0, up to t = reach; INFINITY: to the end of all numbers. `slack`
 * is what F(x + t u) may be off by beyond rounding, times t^2. */
typedef enum ray { RAY_RISES, RAY_FLAT, RAY_FALLS, RAY_UNBOUNDED } ray;
ray search_ray(search *s, const double *x, const double *u, double reach, double slack);

/* Why F has no minimum, by what it does far away and around the optimum, or NULL; sets p->proved
 * (optimum_judge.c). is_found: the optimum is one, else the start in its place. */
const char *search_judge(search *s, bool is_found);
