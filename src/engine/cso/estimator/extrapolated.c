/* The extrapolated gradient estimate of any order (paper, equation ebsgd):
 *
 *   G = Jbar(H~)^T sum_e w_e grad f_xi(window mean e of K block means of g), H and H~ independent
 *
 * K blocks of m draws for g, m_jac draws for the Jacobian. With share = true one set serves both:
 * the operator acts on (y, z) -> z^T grad f(y) at joint block means. */
#include "engine/cso/estimator.h"
#include "engine/cso/oracle.h"
#include "engine/machine/level.h"
#include "engine/operator/window.h"

#include <string.h>

enum { M, M_JAC, SHARE };

static const param params[] = {
    [M] = {"m", PARAM_INTEGER, .fallback = 1, .low = 1, .high = 1e9, .unit = "draws",
           .meaning = "inner batch: draws per block mean of g"},
    [M_JAC] = {"m_jac", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e9,
               .unit = "draws", .meaning = "draws for the Jacobian; default m"},
    [SHARE] = {"share", PARAM_BOOLEAN, .meaning = "use one set of draws for g and its Jacobian"},
};

static const char *configure(estimator *e, arg *a)
{
    e->m = (size_t)a[M].number;
    e->share = a[SHARE].number != 0;
    e->m_jacobian = e->share ? e->m : (size_t)arg_settle(&a[M_JAC], (double)e->m);
    if (e->share && !e->problem->type->joint)
        return "share = true needs the whole Jacobian of g, which is too large for this problem";
    return e->share && a[M_JAC].given ? "m_jac does not go with share = true" : NULL;
}

static void layout(group *g, arena *memory)
{
    const estimator *e = g->estimator;
    const problem *p = e->problem;
    size_t lanes = problem_lanes(p), width = round_up(lanes * p->p, ROW);
    g->gap = window_rows(e->op) * width;
    g->y = arena_take(memory, LANE_POINTS * g->gap * sizeof(double));
    g->value = arena_take(memory, 2 * (e->op->draws + e->op->windows + 1) * width * sizeof(double));
    if (e->share)
        g->J = arena_take(memory, 2 * lanes * e->op->draws * p->p * p->ld * sizeof(double));
}

/* y <- window means of each point; returns the first one's windows. */
static double *windows(group *g, size_t width, size_t points)
{
    const extrap *op = g->estimator->op;
    for (size_t q = 0; q < points; q++)
        window_means(op, width, g->y + q * g->gap, width);
    return g->y + window_first_row(op) * width;
}

static void independent_part(group *g, size_t n, const lane *l, size_t points, const double *scale)
{
    const estimator *e = g->estimator;
    size_t width = round_up(n * e->problem->p, ROW);
    if (oracle_fused(g, n, l, points, scale))
        return;
    oracle_means(g, n, l, points, e->op->draws, e->m);
    double *y = windows(g, width, points);
    for (size_t q = 0; q < points; q++, y += g->gap) {
        e->problem->type->grad_f(e->problem, n, l, e->op->windows, y);
        window_combine(e->op, width, y, width, scale[q], g->value + q * width);
    }
    oracle_jtv(g, n, l, points, e->m_jacobian, g->value);
}

/* v[k] <- sum of w_e / size_e times row e over the windows e that hold block k: what block k's
 * Jacobian meets. */
static void spread(const extrap *op, size_t width, const double *row, double *v)
{
    memset(v, 0, op->draws * width * sizeof *v);
    for (size_t e = 0; e < op->windows; e++, row += width) {
        extrap_window w = op->window[e];
        const v8 weight = v8_set1(w.weight / w.size);
        for (size_t k = 0; k < w.size; k++) {
            double *to = v + (w.start + k) % op->draws * width;
            for (size_t i = 0; i < width; i += ROW)
                v8_store(to + i, v8_fma(weight, v8_load(row + i), v8_load(to + i)));
        }
    }
}

/* out += scale sum_k J_k^T v_k of one lane; v is its first number in row 0. */
static void add_blocks(const estimator *e, const double *J, const double *v, size_t width,
                       double scale, double *out)
{
    const problem *p = e->problem;
    for (size_t k = 0; k < e->op->draws; k++) {
        for (size_t j = 0; j < p->p; j++, J += p->ld) {
            const v8 weight = v8_set1(scale * v[k * width + j]);
            for (size_t c = 0; c < p->ld; c += ROW)
                v8_store(out + c, v8_fma(weight, v8_load(J + c), v8_load(out + c)));
        }
    }
}

/* The same with that of a second point: exactly nothing where the points are equal and the scales
 * opposite. */
static void add_both(const estimator *e, const double *J, const double *v, const double *J2,
                     const double *v2, size_t width, const double *scale, double *out)
{
    const problem *p = e->problem;
    for (size_t k = 0; k < e->op->draws; k++) {
        for (size_t j = 0; j < p->p; j++, J += p->ld, J2 += p->ld) {
            const v8 weight = v8_set1(scale[0] * v[k * width + j]);
            const v8 weight2 = v8_set1(scale[1] * v2[k * width + j]);
            for (size_t c = 0; c < p->ld; c += ROW) {
                v8 first = v8_mul(weight, v8_load(J + c)),
                   second = v8_mul(weight2, v8_load(J2 + c));
                v8_store(out + c, v8_add(v8_load(out + c), v8_add(first, second)));
            }
        }
    }
}

static void shared_part(group *g, size_t n, const lane *l, size_t points, const double *scale)
{
    const estimator *e = g->estimator;
    const problem *p = e->problem;
    size_t width = round_up(n * p->p, ROW), block = e->op->draws * p->p * p->ld;
    oracle_joint(g, n, l, points, e->op->draws, e->m);
    double *y = windows(g, width, points), *v = g->value, *v2 = v + e->op->draws * width;
    for (size_t q = 0; q < points; q++, y += g->gap) {
        p->type->grad_f(p, n, l, e->op->windows, y);
        spread(e->op, width, y, q ? v2 : v);
    }
    const double *J = g->J, *J2 = p->constant_jacobian ? J : J + n * block;
    for (size_t i = 0; i < n; i++, J += block, J2 += block, v += p->p, v2 += p->p) {
        if (points == 1)
            add_blocks(e, J, v, width, scale[0], l[i].out);
        else
            add_both(e, J, v, J2, v2, width, scale, l[i].out);
    }
}

static void value_part(group *g, size_t n, const lane *l, size_t points, const double *scale)
{
    const estimator *e = g->estimator;
    size_t width = round_up(n * e->problem->p, ROW), nwidth = round_up(n, ROW);
    oracle_means(g, n, l, points, e->op->draws, e->m);
    double *y = windows(g, width, points), *sum = g->value + e->op->windows * nwidth;
    for (size_t q = 0; q < points; q++, y += g->gap) {
        e->problem->type->f(e->problem, n, l, e->op->windows, y, g->value);
        window_combine(e->op, nwidth, g->value, nwidth, scale[q], sum + q * nwidth);
    }
    for (size_t i = 0; i < n; i++)
        l[i].out[0] += points == 1 ? sum[i] : sum[i] + sum[nwidth + i];
}

static void extrapolate_part(group *g, size_t n, const lane *l, size_t points, const double *scale)
{
    if (g->estimator->of == OF_VALUE)
        value_part(g, n, l, points, scale);
    else if (g->estimator->share)
        shared_part(g, n, l, points, scale);
    else
        independent_part(g, n, l, points, scale);
}

static void extrapolate_lanes(group *g, size_t n, const lane *l, size_t points, const double *scale)
{
    for (size_t i = 0; i < n; i += g->most)
        extrapolate_part(g, n - i < g->most ? n - i : g->most, l + i, points, scale);
}

static void sample(group *g)
{
    group_clear_estimates(g);
    size_t n = group_list(g, g->estimator->batch);
    oracle_outer(g, n, g->lanes, g->estimator->batch);
    extrapolate_lanes(g, n, g->lanes, 1, (double[]){1.0 / (double)g->estimator->batch});
}

static bool descend(group *g, const mover *move)
{
    const estimator *e = g->estimator;
    bool drawn = !e->distinct && e->batch != e->problem->n; /* with replacement */
    bool whole = e->of == OF_GRADIENT && !e->share && group_list(g, e->batch) <= g->most;
    return drawn && whole && oracle_descend(g, move);
}

static calls next_calls(group *g, size_t r)
{
    const estimator *e = g->estimator;
    uint64_t blocks = e->op->draws * e->m;
    uint64_t jacobians = e->share ? blocks : e->m_jacobian;
    if (e->of == OF_VALUE)
        jacobians = 0;
    (void)r;
    return (calls){e->batch, e->batch * blocks, e->batch * jacobians};
}

static const char *expected(const estimator *e, const double *x, double *out)
{
    if (!e->problem->type->expected)
        return "the law of this problem's block means is not known";
    e->problem->type->expected(e->problem, x, e->op, e->m, e->share, e->of, out);
    return NULL;
}

const estimator_type TYPE(estimator, extrapolated) = {
    .name = "extrapolated",
    .summary = "an operator applied to grad f at block means of g",
    .source = "equation ebsgd, definition 2nd-order",
    PARAMS(params),
    .extrapolates = true,
    .steady = true,
    .configure = configure,
    .layout = layout,
    .sample = sample,
    .descend = descend,
    .extrapolate = extrapolate_lanes,
    .next_calls = next_calls,
    .expected = expected,
};
