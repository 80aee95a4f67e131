/* (E-)NestedVR for a finite set of outer samples (paper, algorithm ENVR). Per index i: y_i, z_i,
 * phi_i.
 *
 *   visit of i:  first, coin p_in or every inner_period-th visit:
 *                  y = mean of S1 fresh g(x),  z = mean of S1 fresh Jacobians
 *                else  y = y_i + mean over S2 of [g(x) - g(phi_i)], z likewise on draws of its own
 *                then y_i = y, z_i = z, phi_i = x
 *   G as in SpiderBoost, with z^T L grad f(y) for the estimate; at the previous point the same y_i,
 * phi_i, coin and draws are used x <- x - step (G + l2 x)
 *
 * The operator needs K draws of y: K states per index, each moved by a set of its own (chains), or
 * one that stores their mean (chains = false, the letter of the paper). listing = true multiplies
 * both terms of a small step by the z of the new point, as the algorithm's listing does; else each
 * term by its own, as the appendix does. */
#include "engine/estimator.h"
#include "engine/level.h"
#include "engine/method.h"
#include "engine/oracle.h"
#include "engine/window.h"

#include <string.h>

static const method_name names[] = {
    {"nestedvr", "extrapolated", "nested variance reduction",
     "algorithm ENVR with L1; thm:nestedvr", 1},
    {"e-nestedvr", "extrapolated", "nested variance reduction, extrapolated",
     "algorithm ENVR; thm:enestedvr", 2},
    {0},
};

static const param params[] = {
    {"S1", PARAM_INTEGER, 0, 100, 1, 1e9, NULL, "draws", "large inner batch"},
    {"S2", PARAM_INTEGER, 0, 10, 1, 1e9, NULL, "draws", "small inner batch"},
    {"p_in", PARAM_NUMBER, PARAM_OPTIONAL | PARAM_OPEN_LOW, 0, 0, 1, NULL, NULL,
     "probability of a large inner batch at a visit; default 1/S2"},
    {"inner_period", PARAM_INTEGER, PARAM_OPTIONAL, 0, 1, 1e9, NULL, "visits",
     "instead of p_in: a large inner batch at every so many visits of an index"},
    {"B1", PARAM_INTEGER, PARAM_OPTIONAL, 0, 1, 1e9, NULL, "outer samples",
     "large outer batch of distinct indices; default the smaller of n and 10"},
    {"B2", PARAM_INTEGER, PARAM_OPTIONAL, 0, 1, 1e9, NULL, "outer samples",
     "small outer batch; default B1"},
    {"p_out", PARAM_NUMBER, PARAM_OPEN_LOW, 1, 0, 1, NULL, NULL,
     "probability of a large outer batch"},
    {"chains", PARAM_BOOLEAN, 0, 1, 0, 1, NULL, NULL,
     "keep a state for each draw of the operator; false: their mean"},
    {"listing", PARAM_BOOLEAN, 0, 0, 0, 1, NULL, NULL,
     "multiply both terms of a small step by the new z"},
};
enum { S1, S2, P_IN, INNER_PERIOD, B1, B2, P_OUT, CHAINS, LISTING, NPARAMS };

typedef struct nestedvr {
    double *y, *z, *phi;  /* replicates x n: K x p, p x ld, ld numbers */
    uint64_t *visits;     /* replicates x n */
    uint64_t *steps;      /* by replicate */
    bool *tossed, *large; /* by replicate: the coming step's coin */
    uint32_t *index;      /* replicates x most lanes: the coming step's indices */
    bool *fresh;          /* replicates x most lanes: their inner coins */
    double *J, *Z; /* work: Jacobian means at up to three points, z at up to two, for one call */
} nestedvr;

static const char *set_batches(estimator *e, const arg *a)
{
    double n = (double)e->problem->n, *set = e->setting;
    set[B1] = a[B1].given ? a[B1].number : fmin(n, 10);
    set[B2] = a[B2].given ? a[B2].number : set[B1];
    if (set[B1] > n || set[B2] > n)
        return "B1 and B2 must be at most n: their indices are distinct";
    return NULL;
}

static const char *configure(estimator *e, const arg *a)
{
    double *set = e->setting;
    if (e->problem->n == 0 || !e->problem->type->jacobian)
        return "needs a finite set of outer samples: it keeps a state per index";
    if (e->share || e->m != 1 || e->m_jacobian != 1)
        return "m, m_jac and share do not go with nestedvr: its inner batches are S1 and S2";
    if (a[P_IN].given && a[INNER_PERIOD].given)
        return "p_in and inner_period exclude each other";
    for (size_t i = 0; i < NPARAMS; i++)
        set[i] = a[i].number;
    set[P_IN] = a[P_IN].given ? a[P_IN].number : 1 / set[S2];
    const char *wrong = set_batches(e, a);
    e->m = e->m_jacobian = (size_t)set[S1];
    e->batch = (size_t)set[B1];
    e->lanes = (size_t)fmax(set[B1], set[B2]);
    return wrong;
}

static void layout(group *g, arena *memory)
{
    const estimator *e = g->estimator;
    const problem *p = e->problem;
    size_t number = sizeof(double), row = p->p * p->ld, most = problem_lanes(p);
    nestedvr unplaced, *s = arena_take(memory, sizeof *s);
    g->state = s;
    s = s ? s : &unplaced;
    s->y = arena_keep(memory, g->replicates, p->n * e->op->draws * p->p * number);
    s->z = arena_keep(memory, g->replicates, p->n * row * number);
    s->phi = arena_keep(memory, g->replicates, p->n * p->ld * number);
    s->visits = arena_keep(memory, g->replicates, p->n * sizeof *s->visits);
    s->steps = arena_keep(memory, g->replicates, sizeof *s->steps);
    s->tossed = arena_keep(memory, g->replicates, sizeof *s->tossed);
    s->large = arena_keep(memory, g->replicates, sizeof *s->large);
    s->index = arena_keep(memory, g->replicates, e->lanes * sizeof *s->index);
    s->fresh = arena_keep(memory, g->replicates, e->lanes * sizeof *s->fresh);
    s->J = arena_take(memory, LANE_POINTS * most * row * number);
    s->Z = arena_take(memory, 2 * most * row * number);
}

static bool toss_inner(group *g, size_t r, uint64_t visits)
{
    const double *set = g->estimator->setting;
    if (visits == 0 || set[P_IN] >= 1)
        return true;
    if (set[INNER_PERIOD] > 0)
        return visits % (uint64_t)set[INNER_PERIOD] == 0;
    return group_coin(g, r) < set[P_IN];
}

static size_t batch_of(const group *g, size_t r)
{
    return (size_t)g->estimator->setting[((nestedvr *)g->state)->large[r] ? B1 : B2];
}

/* The coming step's coins and indices, drawn once. */
static void toss(group *g, size_t r)
{
    nestedvr *s = g->state;
    const estimator *e = g->estimator;
    if (s->tossed[r])
        return;
    s->tossed[r] = true;
    s->large[r] =
        s->steps[r] == 0 || e->setting[P_OUT] >= 1 || group_coin(g, r) < e->setting[P_OUT];
    uint32_t *index = s->index + r * e->lanes;
    oracle_indices(group_stream(g, r, STREAM_OUTER), e->problem->n, batch_of(g, r), index);
    for (size_t i = 0; i < batch_of(g, r); i++)
        s->fresh[r * e->lanes + i] = toss_inner(g, r, s->visits[r * e->problem->n + index[i]]);
}

static uint64_t next_samples(group *g, size_t r)
{
    const nestedvr *s = g->state;
    const estimator *e = g->estimator;
    uint64_t samples = 0, sets = e->op->draws + 1;
    toss(g, r);
    for (size_t i = 0; i < batch_of(g, r); i++) {
        uint64_t points = s->large[r] ? 1 : 2;
        samples += s->fresh[r * e->lanes + i] ? points * sets * (uint64_t)e->setting[S1]
                                              : (points + 1) * sets * (uint64_t)e->setting[S2];
    }
    return samples;
}

static size_t place(const group *g, const lane *l)
{
    return l->replicate * g->estimator->problem->n + l->xi;
}

/* y at outer point q: rows of K states for n lanes. Moved ones are the stored states plus the new
 * difference. */
static void move_y(group *g, size_t n, const lane *l, size_t q, size_t phi)
{
    const estimator *e = g->estimator;
    size_t p = e->problem->p, K = e->op->draws, width = round_up(n * p, ROW);
    double *y = g->y + q * g->gap;
    const double *at_phi = g->y + phi * g->gap;
    for (size_t i = 0; i < n; i++) {
        const double *stored = ((nestedvr *)g->state)->y + place(g, &l[i]) * K * p;
        for (size_t k = 0; k < K; k++)
            for (size_t j = 0; j < p; j++) {
                size_t at = k * width + i * p + j;
                y[at] = stored[k * p + j] + (y[at] - at_phi[at]);
            }
    }
}

/* Stores the states at the new point; without chains every state is their mean. */
static void store_y(group *g, size_t n, const lane *l)
{
    const estimator *e = g->estimator;
    size_t p = e->problem->p, K = e->op->draws, width = round_up(n * p, ROW);
    for (size_t i = 0; i < n; i++) {
        double *stored = ((nestedvr *)g->state)->y + place(g, &l[i]) * K * p;
        for (size_t j = 0; j < p; j++) {
            double sum = 0;
            for (size_t k = 0; k < K; k++)
                sum += stored[k * p + j] = g->y[k * width + i * p + j];
            for (size_t k = 0; k < K && e->setting[CHAINS] == 0; k++)
                stored[k * p + j] = sum / (double)K;
        }
    }
}

/* Z <- z at outer point q for n lanes; a Jacobian that does not depend on x does not move z. */
static void make_z(group *g, size_t n, const lane *l, size_t q, size_t phi)
{
    const problem *p = g->estimator->problem;
    const nestedvr *s = g->state;
    size_t row = p->p * p->ld, each = p->constant_jacobian ? 0 : n * row;
    double *Z = s->Z + q * n * row;
    const double *J = s->J + q * each, *at_phi = s->J + phi * each;
    if (phi == 0) {
        memcpy(Z, J, n * row * sizeof *Z);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        const double *stored = s->z + place(g, &l[i]) * row;
        for (size_t c = 0; c < row; c += ROW) {
            v8 moved = v8_sub(v8_load(J + i * row + c), v8_load(at_phi + i * row + c));
            v8_store(Z + i * row + c, v8_add(v8_load(stored + c), moved));
        }
    }
}

/* out += z^T v for n lanes. */
static void add_products(const problem *p, size_t n, const lane *l, const double *Z,
                         const double *v)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < p->p; j++, Z += p->ld) {
            const v8 weight = v8_set1(v[i * p->p + j]);
            for (size_t c = 0; c < p->ld; c += ROW)
                v8_store(l[i].out + c, v8_fma(weight, v8_load(Z + c), v8_load(l[i].out + c)));
        }
    }
}

static void add_estimates(group *g, size_t n, const lane *l, size_t outer_points, double scale)
{
    const estimator *e = g->estimator;
    const problem *p = e->problem;
    const nestedvr *s = g->state;
    size_t width = round_up(n * p->p, ROW), first = window_first_row(e->op) * width;
    for (size_t q = 0; q < outer_points; q++) {
        double *y = g->y + q * g->gap;
        window_means(e->op, width, y, width);
        p->type->grad_f(p, n, l, e->op->windows, y + first);
        window_combine(e->op, width, y + first, width, q == 0 ? scale : -scale, g->value);
        size_t z = e->setting[LISTING] != 0 ? 0 : q;
        add_products(p, n, l, s->Z + z * n * p->p * p->ld, g->value);
    }
}

static void remember(group *g, size_t n, const lane *l)
{
    const problem *p = g->estimator->problem;
    nestedvr *s = g->state;
    size_t row = p->p * p->ld;
    store_y(g, n, l);
    for (size_t i = 0; i < n; i++) {
        memcpy(s->z + place(g, &l[i]) * row, s->Z + i * row, row * sizeof *s->z);
        memcpy(s->phi + place(g, &l[i]) * p->ld, l[i].point[0], p->ld * sizeof *s->phi);
        s->visits[place(g, &l[i])]++;
    }
}

/* Visits n lanes of one kind, at one or two outer points; moved ones have phi_i as a further point.
 */
static void visit(group *g, size_t n, lane *l, size_t outer_points, bool fresh, double scale)
{
    const estimator *e = g->estimator;
    nestedvr *s = g->state;
    size_t S = (size_t)e->setting[fresh ? S1 : S2], phi = fresh ? 0 : outer_points;
    for (size_t i = 0; i < n && !fresh; i++)
        l[i].point[phi] = s->phi + place(g, &l[i]) * g->ld;
    oracle_means(g, n, l, outer_points + !fresh, e->op->draws, S);
    oracle_jacobian(g, n, l, outer_points + !fresh, S, s->J);
    for (size_t q = 0; q < outer_points; q++) {
        if (!fresh)
            move_y(g, n, l, q, phi);
        make_z(g, n, l, q, phi);
    }
    remember(g, n, l);
    add_estimates(g, n, l, outer_points, scale);
}

/* Lists the lanes of the live replicates whose outer and inner coins fell like this, and visits
 * them. */
static void visit_kind(group *g, bool large, bool fresh)
{
    const estimator *e = g->estimator;
    const nestedvr *s = g->state;
    size_t n = 0, most = problem_lanes(e->problem);
    for (size_t i = 0; i < g->live; i++) {
        size_t r = g->live_replicate[i];
        for (size_t b = 0; s->large[r] == large && b < batch_of(g, r); b++) {
            if (s->fresh[r * e->lanes + b] != fresh)
                continue;
            group_add_lanes(g, n, r, 1);
            g->calls[r].outer++;
            g->lanes[n++].xi = s->index[r * e->lanes + b];
        }
    }
    double scale = 1 / e->setting[large ? B1 : B2];
    for (size_t i = 0; i < n; i += most)
        visit(g, n - i < most ? n - i : most, g->lanes + i, large ? 1 : 2, fresh, scale);
}

static void step(group *g)
{
    nestedvr *s = g->state;
    for (size_t i = 0; i < g->live; i++) {
        size_t r = g->live_replicate[i];
        toss(g, r);
        if (s->large[r])
            memset(group_row(g, g->estimate, r), 0, g->ld * sizeof(double));
    }
    for (int kind = 0; kind < 4; kind++)
        visit_kind(g, kind < 2, kind % 2 == 0);
    method_descend(g);
    for (size_t i = 0; i < g->live; i++) {
        s->tossed[g->live_replicate[i]] = false;
        s->steps[g->live_replicate[i]]++;
    }
}

const method_type RECORD(method, nestedvr) = {
    .name = "nestedvr",
    .summary = "NestedVR: variance reduction of the inner means and of the gradient",
    .names = names,
    .params = params,
    .nparams = NPARAMS,
    .configure = configure,
    .layout = layout,
    .next_samples = next_samples,
    .step = step,
};
