/* F along lines.
 *
 * A line is looked at where |t| is 10^(k/8), and at 0. F between three neighbours that lies above
 * their chord is not convex. Where the middle one is the lowest, a golden section search goes down:
 * at a minimum the drops of F become ever smaller as the bracket shrinks; where they do not, F
 * falls without bound: by equal drops at a logarithm, by growing ones at a pole. */
#include "engine/number/norm.h"
#include "optimum_part.h"

#include <stdlib.h>
#include <string.h>

enum {
    PER_DECADE = 8,
    NEAREST = -5, /* 10^-5 to 10^8 */
    FARTHEST = 8,
    SIDE = (FARTHEST - NEAREST) * PER_DECADE + 1,
    POINTS = 2 * SIDE + 1,
    DESCENTS = 4,    /* from one line */
    SECTION = 8,     /* steps of a golden section whose drops are compared, */
    NARROWINGS = 200 /* so many times: from 10^8 to 10^-290 */
};
/* A part of the change of F along a chord below which there is no change. */
#define BEND 1e-6

static double at(search *s, double t)
{
    search_step(s, s->center, t, s->direction, s->x);
    return search_value(s, s->x, NULL);
}

static double place(int i)
{
    double size = pow(10, NEAREST + (double)(abs(i - SIDE) - 1) / PER_DECADE);
    if (i == SIDE)
        return 0;
    return i < SIDE ? -size : size;
}

/* NAN lies above all numbers. */
static double height(double value)
{
    return isnan(value) ? INFINITY : value;
}

static bool bends_down(const double t[3], const double v[3])
{
    double part = (t[1] - t[0]) / (t[2] - t[0]), chord = v[0] + part * (v[2] - v[0]);
    double floor = rounding_floor(fabs(v[0]) + fabs(v[1]) + fabs(v[2]), 1);
    return isfinite(v[0]) && isfinite(v[2]) && isfinite(v[1]) &&
           v[1] - chord > floor + BEND * (fabs(v[1] - v[0]) + fabs(v[1] - v[2]));
}

/* A bracket of a golden section search, a < b with c between. */
typedef struct bracket {
    double a, b, c, low;
} bracket;

static void section(search *s, bracket *k)
{
    bool left = k->c - k->a > k->b - k->c;
    double t = k->c + 0.381966011250105 * (left ? k->a - k->c : k->b - k->c), v = height(at(s, t));
    bool lower = v < k->low;
    double inner = lower ? k->c : t;
    if (lower) {
        k->c = t;
        k->low = v;
    }
    if (left == lower)
        k->b = inner;
    else
        k->a = inner;
}

/* Nothing more lies between. */
static bool is_closed(const bracket *k)
{
    double width = k->b - k->a;
    return width <= 4096 * DBL_EPSILON * fabs(k->c) || width < 1e-290;
}

/* Whether the drops of F, of n rounds that narrow the bracket alike, do not become smaller. */
static bool keeps_falling(const double *low, int n)
{
    double second = low[n / 4] - low[n / 2], third = low[n / 2] - low[3 * n / 4];
    double last = low[3 * n / 4] - low[n];
    return second > rounding_floor(fabs(low[n / 2]), 1) && third >= 0.5 * second &&
           last >= 0.5 * third;
}

/* Narrows the bracket to a minimum; true where F falls without bound in it. */
static bool narrow(search *s, bracket *k)
{
    double low[NARROWINGS + 1] = {k->low};
    for (int n = 1; n <= NARROWINGS && !search_done(s); n++) {
        for (int i = 0; i < SECTION; i++)
            section(s, k);
        low[n] = k->low;
        if (k->low == -INFINITY)
            return true;
        if (is_closed(k))
            return n >= 4 && !s->p->convex && keeps_falling(low, n); /* convex: rounding */
        if (n >= 3 && !is_lower(low[n], low[n - 3]))
            return false;
    }
    return false;
}

/* Goes down between three neighbours, the middle one being the lowest. */
static void go_down(search *s, const double t[3], double value)
{
    bracket k = {t[0], t[2], t[1], value};
    bool pole = narrow(s, &k);
    search_step(s, s->center, k.c, s->direction, s->x);
    if (pole)
        search_bottomless(s, s->x);
    else
        search_descend(s);
}

/* The lowest of the points below both neighbours that has not been taken; 0 for none. */
static int take_lowest(const double *v, bool *taken)
{
    int lowest = 0;
    for (int i = 1; i + 1 < POINTS; i++)
        if (!taken[i] && v[i] < v[i - 1] && v[i] < v[i + 1] && (!lowest || v[i] < v[lowest]))
            lowest = i;
    taken[lowest] = true;
    return lowest;
}

static void try_convexity(search *s, const double *t, const double *v)
{
    for (int i = 0; i + 2 < POINTS && !s->p->convex && !s->p->not_convex; i++)
        s->p->not_convex = bends_down(t + i, v + i);
}

void search_line(search *s)
{
    double t[POINTS], v[POINTS];
    bool taken[POINTS] = {false};
    for (int i = 0; i < POINTS; i++) {
        t[i] = place(i);
        v[i] = height(at(s, t[i]));
    }
    try_convexity(s, t, v);
    for (int k = 0, i = 1; k < DESCENTS && i > 0 && !search_done(s); k++) {
        i = take_lowest(v, taken);
        if (i > 0)
            go_down(s, t + i - 1, v[i]);
    }
}

/* Drops of F along a ray, of which so many in a row do not become smaller where F has no bound. */
enum { RUN = 12 };

typedef struct fall {
    double base, last, drop;
    int run;
    bool rose;
} fall;

static bool is_unbounded(const fall *f, double next)
{
    bool steep = f->run > 0 && f->last < f->base;
    return (next == -INFINITY && steep) || f->run >= RUN || (steep && f->last < -1e100);
}

/* Takes the next value along the ray; `off` is what it may be off by. */
static void follow(fall *f, double value, double off)
{
    double drop = f->last - value;
    off += rounding_floor(fabs(value) + fabs(f->base), 1);
    f->run = drop > off && drop >= 0.99 * f->drop ? f->run + 1 : 0;
    f->rose = f->rose || value - f->base > off;
    f->drop = fmax(drop, 0);
    f->last = value;
}

ray search_ray(search *s, const double *x, const double *u, double reach, double slack)
{
    fall f = {.base = search_value(s, x, NULL)};
    double size = 1 + norm_value(norm_of(x, s->p->d, 1)), next = NAN, off = 0;
    f.last = f.base;
    for (double t = 1.2345e-3 * size; t <= reach && t < 1e300; t *= t < 1e15 ? 0x1p10 : 0x1p40) {
        search_step(s, x, t, u, s->between);
        next = search_value(s, s->between, NULL);
        if (!isfinite(next))
            break;
        off = slack * (size + t) * (size + t);
        follow(&f, next, off);
    }
    s->end = f.last;
    if (next == INFINITY)
        return RAY_RISES;
    if (is_unbounded(&f, next))
        return RAY_UNBOUNDED;
    off += rounding_floor(fabs(f.last) + fabs(f.base), 1);
    if (f.last < f.base - off)
        return RAY_FALLS;
    return f.rose ? RAY_RISES : RAY_FLAT;
}
