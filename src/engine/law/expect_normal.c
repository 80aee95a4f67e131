/* Any q under a normal law. With sd_j = sd / sqrt(n_j m) the deviation of a window mean,
 *
 *     bias = int_0^inf phi(z) sum_j w_j [q(c + sd_j z) - q(c) + q(c - sd_j z) - q(c)] dz:
 *
 * one integral over pairs +-z of the combined integrand, in which everything cancels that the
 * operator cancels. It is extended outwards until it has died out.
 *
 * Before that q is looked at over all places where a density is positive in double precision, and
 * at a few beyond (existence_scan.c): where it is not a number or has a pole, the expectation does
 * not exist, however small the density. */
#include "existence_part.h"
#include "expect_split.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum {
    EVALUATIONS = 4000000, /* of q, at most, in one integral */
    REACH = 38             /* standard deviations: exp(-38^2/2) is the smallest double */
};

typedef struct integrand {
    const expect_case *e;
    double scale[EXTRAP_TERMS]; /* sd_j */
    expect_split split;
} integrand;

/* The term j of the integrand at the points x, added to y; its rounding error to rounding. */
static status add_term(integrand *g, size_t j, const double *x, double *y, double *rounding)
{
    double s[2 * QUAD_POINTS], v[2 * QUAD_POINTS], off[2 * QUAD_POINTS];
    double w = g->e->op->term[j].weight;
    for (int i = 0; i < QUAD_POINTS; i++) {
        s[i] = g->e->center + g->scale[j] * x[i];
        s[QUAD_POINTS + i] = g->e->center - g->scale[j] * x[i];
    }
    status outcome = line_values(g->e->q, 2 * QUAD_POINTS, s, v, off);
    for (int i = 0; i < QUAD_POINTS && outcome == STATUS_OK; i++) {
        double above = v[i], below = v[QUAD_POINTS + i], at = g->e->at_center;
        y[i] += w * ((above - at) + (below - at));
        double far_off = off[i] + off[QUAD_POINTS + i];
        rounding[i] += fabs(w) * (DBL_EPSILON / 2 * (fabs(above) + fabs(below)) + far_off);
        g->split.too_large = g->split.too_large || isinf(far_off);
        g->split.finite = g->split.finite && isfinite(above) && isfinite(below);
    }
    return outcome;
}

static status evaluate(void *context, const double *x, double *y, double *rounding)
{
    integrand *g = context;
    for (int i = 0; i < QUAD_POINTS; i++)
        y[i] = rounding[i] = 0;
    for (size_t j = 0; j < g->e->op->terms; j++) {
        status outcome = add_term(g, j, x, y, rounding);
        if (outcome < 0)
            return outcome;
    }
    for (int i = 0; i < QUAD_POINTS; i++) {
        double density = 0.3989422804014326779 * exp(-0.5 * x[i] * x[i]);
        y[i] *= density;
        rounding[i] *= density;
    }
    return g->split.finite ? STATUS_OK : STATUS_NO_EXACT;
}

/* Intervals of length 1/2 from 0 on, until two in a row beyond 9 add nothing to the sum. */
static status integrate(quad *q)
{
    const integrand *g = q->context;
    double total = 0, size;
    size_t next = 0;
    int quiet = 0;
    for (double z = 0; z < REACH && quiet < 2; z += 0.5) {
        status outcome = expect_split_add(q, &g->split, z, z + 0.5, &next, &size);
        if (outcome < 0)
            return outcome;
        quiet = z >= 9 && total > 0 && size <= 1e-18 * total ? quiet + 1 : 0;
        total += size;
    }
    return quiet < 2 && total > 0 ? STATUS_NO_CONVERGENCE : quad_refine(q, 1e-12);
}

const char *expect_reason(const existence *x)
{
    static const char *const text[] = {
        [CAUSE_NONE] = NULL,
        [CAUSE_NAN] = "q is not a number everywhere under the density",
        [CAUSE_INFINITE] = "q is not finite everywhere under the density",
        [CAUSE_POLE] = "the expectation does not exist: q has a pole under the density",
        [CAUSE_GROWTH] = "the expectation does not exist: q grows faster than the density falls"};
    return x->mean == YES || (x->mean == UNKNOWN && x->variance == NO) ? NULL : text[x->cause];
}

/* The places z around which the integrand is split. */
static status add_corners(integrand *g, const corners *c)
{
    status outcome = expect_split_room(&g->split, c->n * g->e->op->terms);
    for (size_t i = 0; i < c->n && outcome == STATUS_OK; i++)
        for (size_t j = 0; j < g->e->op->terms; j++)
            expect_split_around(&g->split, fabs(c->at[i] - g->e->center) / g->scale[j]);
    if (outcome == STATUS_OK)
        expect_split_sort(&g->split);
    return outcome;
}

static status settle(integrand *g, const corners *c, expectation *out)
{
    quad q = {evaluate, g, .most = EVALUATIONS / (2 * QUAD_POINTS * g->e->op->terms)};
    status outcome = add_corners(g, c);
    if (outcome == STATUS_OK)
        outcome = integrate(&q);
    return expect_split_end(&q, &g->split, outcome,
                            "the integral did not settle within 4 million evaluations of q", out);
}

status expect_normal(const expect_case *e, expectation *out)
{
    integrand g = {.e = e, .split.finite = true};
    dangers found = {0};
    existence x = {0};
    for (size_t j = 0; j < e->op->terms; j++)
        g.scale[j] = sqrt(e->d->var[0] / (e->op->term[j].size * e->m));
    status outcome = existence_scan(e, &found);
    existence_judge(e, &found, &x);
    if (outcome == STATUS_OK && expect_reason(&x))
        outcome = expect_refuse(out, expect_reason(&x));
    if (outcome == STATUS_OK)
        outcome = settle(&g, &found.places, out);
    corners_free(&found.places);
    return outcome;
}
