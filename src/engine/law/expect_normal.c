/* Any q under a normal law. With sd_j = sd / sqrt(n_j m) the deviation of a window mean,
 *
 *     bias = int_0^inf phi(z) sum_j w_j [q(c + sd_j z) - q(c) + q(c - sd_j z) - q(c)] dz:
 *
 * one integral over pairs +-z of the combined integrand, in which everything cancels that the
 * operator cancels. It is extended outwards until it has died out.
 *
 * Before that q is scanned over all places where a density is positive in double precision, and at
 * a few beyond: where it is not a number or has a pole, the expectation does not exist, however
 * small the density. */
#include "engine/number/quad.h"
#include "expect_part.h"

#include <float.h>
#include <math.h>

enum {
    EVALUATIONS = 4000000, /* of q, at most, in one integral */
    SCAN = 1024,           /* points of the scan */
    REACH = 38             /* standard deviations: exp(-38^2/2) is the smallest double */
};

typedef struct integrand {
    const expect_case *e;
    double scale[EXTRAP_TERMS]; /* sd_j */
    bool finite;
} integrand;

/* The term j of the integrand at the points x, added to y; its rounding error to rounding. */
static status add_term(integrand *g, size_t j, const double *x, double *y, double *rounding)
{
    double s[2 * QUAD_POINTS], v[2 * QUAD_POINTS], w = g->e->op->term[j].weight;
    for (int i = 0; i < QUAD_POINTS; i++) {
        s[i] = g->e->center + g->scale[j] * x[i];
        s[QUAD_POINTS + i] = g->e->center - g->scale[j] * x[i];
    }
    status outcome = g->e->q->eval(g->e->q, 2 * QUAD_POINTS, s, v, 2 * QUAD_POINTS);
    for (int i = 0; i < QUAD_POINTS && outcome == STATUS_OK; i++) {
        double above = v[i], below = v[QUAD_POINTS + i], at = g->e->at_center;
        y[i] += w * ((above - at) + (below - at));
        rounding[i] += DBL_EPSILON / 2 * fabs(w) * (fabs(above) + fabs(below));
        g->finite = g->finite && isfinite(above) && isfinite(below);
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
    return g->finite ? STATUS_OK : STATUS_NO_EXACT;
}

/* Intervals of length 1/2 from 0 on, until two in a row beyond 9 add nothing to what there is. */
static status integrate(quad *q)
{
    double total = 0, size;
    int quiet = 0;
    for (double z = 0; z < REACH && quiet < 2; z += 0.5) {
        status outcome = quad_add(q, z, z + 0.5, &size);
        if (outcome < 0)
            return outcome;
        quiet = z >= 9 && total > 0 && size <= 1e-18 * total ? quiet + 1 : 0;
        total += size;
    }
    return quiet < 2 && total > 0 ? STATUS_NO_CONVERGENCE : quad_refine(q, 1e-12);
}

/* |q(s)|; NAN and failures are left in *outcome. */
static double height(const expect_case *e, double s, status *outcome)
{
    double v;
    status now = e->q->eval(e->q, 1, &s, &v, 1);
    if (now < 0)
        *outcome = now;
    return fabs(v);
}

/* Whether |q|, larger at `middle` than at low and high, grows without bound between them: a
 * bracketed maximum that narrowing the bracket multiplies by more than 1e12 is a pole. */
static bool is_pole(const expect_case *e, double low, double middle, double high, status *outcome)
{
    double top = height(e, middle, outcome), first = top;
    for (int i = 0; i < 150 && *outcome == STATUS_OK; i++) {
        bool left = middle - low > high - middle;
        double next = left ? (low + middle) / 2 : (middle + high) / 2;
        double h = height(e, next, outcome);
        if (isinf(h) || h > 1e12 * first)
            return true;
        if (h > top) {
            *(left ? &high : &low) = middle;
            middle = next;
            top = h;
        } else
            *(left ? &low : &high) = next;
    }
    return false;
}

/* Looks at the k-th and the two earlier points: v[0..2] at s[0..2]. */
static status inspect(const expect_case *e, const double *s, const double *v, expectation *out)
{
    status outcome = STATUS_OK;
    if (isnan(v[1]))
        return expect_refuse(out, "q is not a number everywhere under the density");
    bool peak = v[1] > v[0] && v[1] > v[2];
    if (peak && (isinf(v[1]) || is_pole(e, s[0], s[1], s[2], &outcome)))
        return expect_refuse(out, "the expectation does not exist: q has a pole under the density");
    return outcome;
}

/* SCAN points from c - reach to c + reach, shifted so that 0 is one of them where it is between. */
static status scan(const expect_case *e, double reach, expectation *out)
{
    double step = 2 * reach / SCAN, low = e->center - reach;
    double shift = fabs(e->center) < reach ? remainder(low, step) : 0;
    double s[3] = {0}, v[3] = {0};
    for (int i = 0; i <= SCAN; i++) {
        status outcome = STATUS_OK;
        s[0] = s[1], s[1] = s[2], v[0] = v[1], v[1] = v[2];
        s[2] = low - shift + i * step;
        if (fabs(s[2]) < step / 2)
            s[2] = 0;
        v[2] = height(e, s[2], &outcome);
        if (outcome == STATUS_OK && i >= 2)
            outcome = inspect(e, s, v, out);
        if (outcome != STATUS_OK)
            return outcome;
    }
    return STATUS_OK;
}

/* 0, where poles are, and far out on both sides, where q may be no number. */
static status probe(const expect_case *e, double reach, expectation *out)
{
    status outcome = STATUS_OK;
    if (!isfinite(height(e, 0, &outcome)) && outcome == STATUS_OK)
        return expect_refuse(out, "q is not finite at 0, which is under the density");
    for (double far = reach; far < 1e6 * reach; far *= -10) {
        bool number = !isnan(height(e, e->center + far, &outcome));
        if (outcome == STATUS_OK && !number)
            return expect_refuse(out, "q is not a number everywhere under the density");
    }
    return outcome;
}

/* Whether log |q| grows faster than a square where |q| overflows on one side, `reach` away or
 * farther: the third difference of a square is 0, that of a power above 2.2 more than 1% of it. An
 * overflow out of nothing is a pole or an edge. */
static bool outgrows(const expect_case *e, double reach, status *outcome)
{
    double low = reach, high = 1e6 * reach, log_q[5];
    if (!isinf(height(e, e->center + high, outcome)))
        return false;
    for (int i = 0; i < 60 && *outcome == STATUS_OK; i++) {
        double middle = low * sqrt(high / low);
        *(isfinite(height(e, e->center + middle, outcome)) ? &low : &high) = middle;
    }
    for (int k = 1; k <= 4; k++)
        log_q[k] = log(height(e, e->center + k * low / 4, outcome));
    double bend = log_q[4] - 3 * log_q[3] + 3 * log_q[2] - log_q[1];
    return log_q[4] > 300 && bend > 0.01 * log_q[4];
}

static status check_growth(const expect_case *e, double reach, expectation *out)
{
    status outcome = STATUS_OK;
    bool fast = outgrows(e, reach, &outcome) || outgrows(e, -reach, &outcome);
    if (outcome == STATUS_OK && fast)
        return expect_refuse(
            out, "the expectation does not exist: q grows faster than the density falls");
    return outcome;
}

status expect_normal(const expect_case *e, expectation *out)
{
    integrand g = {e, {0}, true};
    quad q = {evaluate, &g, .most = EVALUATIONS / (2 * QUAD_POINTS * e->op->terms)};
    for (size_t j = 0; j < e->op->terms; j++)
        g.scale[j] = sqrt(e->d->var[0] / (e->op->term[j].size * e->m));
    status outcome = probe(e, REACH * g.scale[0], out);
    if (outcome == STATUS_OK)
        outcome = scan(e, REACH * g.scale[0], out);
    if (outcome == STATUS_OK)
        outcome = check_growth(e, REACH * g.scale[0], out);
    if (outcome != STATUS_OK)
        return outcome;
    outcome = integrate(&q);
    out->bias = q.value;
    out->error = q.error + q.rounding;
    quad_free(&q);
    if (!g.finite)
        return expect_refuse(out, "q is not finite everywhere under the density");
    if (outcome == STATUS_NO_CONVERGENCE)
        return expect_refuse(out, "the integral did not settle within 4 million evaluations of q");
    return outcome;
}
