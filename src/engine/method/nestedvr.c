/* (E-)NestedVR for a finite set of outer samples (paper, algorithm ENVR). Per index i: y_i, z_i,
 * phi_i.
 *
 *   visit of i:  the first, by coin p_in or every inner_period-th:
 *                  y = mean of S1 fresh g(x),  z = mean of S1 fresh Jacobians
 *                else  y = y_i + mean over S2 of [g(x) - g(phi_i)], z likewise on draws of its own
 *                then y_i = y, z_i = z, phi_i = x
 *   G as in SpiderBoost, with z^T L grad f(y) for the estimate; at the previous point the same y_i,
 *   z_i, phi_i, coin and draws are used
 *   x <- x - step (G + l2 x)
 *
 * The operator needs K draws of y: K states per index, each moved by a set of its own (chains), or
 * one state that stores their mean (chains = false, the letter of the paper). listing = true
 * multiplies both terms of a small step by the z of the new point, as the algorithm's listing does;
 * else each term by its own, as the appendix does. */
#include "engine/estimator.h"
#include "engine/level.h"
#include "engine/method.h"
#include "engine/oracle.h"
#include "engine/spider.h"
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
    {"B1", PARAM_INTEGER, PARAM_OPTIONAL, 0, 1, 1e9, NULL, "outer samples",
     "large batch of distinct outer samples; default the smaller of n and 10"},
    {"B2", PARAM_INTEGER, PARAM_OPTIONAL, 0, 1, 1e9, NULL, "outer samples",
     "small batch; default B1"},
    {"p_out", PARAM_NUMBER, PARAM_OPTIONAL | PARAM_OPEN_LOW, 0, 0, 1, NULL, NULL,
     "probability of a large batch; default 1"},
    {"period", PARAM_INTEGER, PARAM_OPTIONAL, 0, 1, 1e9, NULL, "steps",
     "instead of p_out: a large batch every period-th step"},
    {"S1", PARAM_INTEGER, 0, 100, 1, 1e9, NULL, "draws", "large inner batch"},
    {"S2", PARAM_INTEGER, 0, 10, 1, 1e9, NULL, "draws", "small inner batch"},
    {"p_in", PARAM_NUMBER, PARAM_OPTIONAL | PARAM_OPEN_LOW, 0, 0, 1, NULL, NULL,
     "probability of a large inner batch at a visit; default 1/S2"},
    {"inner_period", PARAM_INTEGER, PARAM_OPTIONAL, 0, 1, 1e9, NULL, "visits",
     "instead of p_in: a large inner batch at every so many visits of an outer sample"},
    {"chains", PARAM_BOOLEAN, 0, 1, 0, 1, NULL, NULL,
     "keep a state for each draw of the operator; false: their mean"},
    {"listing", PARAM_BOOLEAN, 0, 0, 0, 1, NULL, NULL,
     "multiply both terms of a small step by the new z"},
};
enum { S1 = SPIDER_SETTINGS, S2, P_IN, INNER_PERIOD, CHAINS, LISTING, NPARAMS };

typedef struct nestedvr {
    double *y, *z, *phi; /* replicates x n: states x p, p x ld, ld numbers */
    uint64_t *visits;    /* replicates x n */
    spider *outer;       /* by replicate */
    uint32_t *index;     /* replicates x most lanes: the coming step's outer samples */
    bool *fresh;         /* replicates x most lanes: how their inner coins fell */
} nestedvr;

static const char *configure(estimator *e, const arg *a)
{
    double B1 = a[SPIDER_B1].given ? a[SPIDER_B1].number : fmin((double)e->problem->n, 10);
    double B2 = a[SPIDER_B2].given ? a[SPIDER_B2].number : B1, *set = e->setting;
    if (!e->problem->type->jacobian)
        return "the Jacobian of this problem is too large for a state per outer sample";
    if (a[P_IN].given && a[INNER_PERIOD].given)
        return "p_in and inner_period exclude each other";
    for (size_t i = S1; i < NPARAMS; i++)
        set[i] = a[i].given || i != INNER_PERIOD ? a[i].number : 0;
    set[P_IN] = a[P_IN].given ? a[P_IN].number : 1 / set[S2];
    e->m = e->m_jacobian = (size_t)set[S1];
    e->distinct = true;
    return spider_configure(e, a, B1, B2, 1);
}

/* States of y per outer sample. */
static size_t states(const estimator *e)
{
    return e->setting[CHAINS] != 0 ? e->op->draws : 1;
}

static void layout(group *g, arena *memory)
{
    const estimator *e = g->estimator;
    const problem *p = e->problem;
    size_t R = g->replicates, number = sizeof(double), row = p->p * p->ld;
    nestedvr unplaced, *s = arena_take(memory, sizeof *s);
    g->state = s;
    s = s ? s : &unplaced;
    s->y = arena_keep(memory, R, p->n * states(e) * p->p * number);
    s->z = arena_keep(memory, R, p->n * row * number);
    s->phi = arena_keep(memory, R, p->n * p->ld * number);
    s->visits = arena_keep(memory, R, p->n * sizeof *s->visits);
    s->outer = arena_keep(memory, R, sizeof *s->outer);
    s->index = arena_keep(memory, R, e->lanes * sizeof *s->index);
    s->fresh = arena_keep(memory, R, e->lanes * sizeof *s->fresh);
    g->J = arena_take(memory, LANE_POINTS * problem_lanes(p) * row * number);
}

/* The coming step's coins and outer samples, drawn once; returns the batch. */
static size_t toss(group *g, size_t r)
{
    nestedvr *s = g->state;
    const estimator *e = g->estimator;
    stream *coin = group_stream(g, r, STREAM_COIN);
    bool news = spider_toss(&s->outer[r], e, coin);
    size_t batch = spider_batch(e, s->outer[r].large), first = r * e->lanes;
    if (!news)
        return batch;
    oracle_draw_distinct(g, group_stream(g, r, STREAM_OUTER), batch, s->index + first);
    for (size_t b = first; b < first + batch; b++) {
        uint64_t visits = s->visits[r * e->problem->n + s->index[b]];
        s->fresh[b] = spider_restarts(visits, e->setting[P_IN], e->setting[INNER_PERIOD], coin);
    }
    return batch;
}

/* A kind of visit: in a large or a small step (at 1 or 2 outer points), fresh or moved (phi is a
 * further point); at how many outer points the Jacobian is taken, and draws of each set. */
typedef struct kind {
    bool large, fresh;
    size_t outer, jacobian, further, draws;
} kind;

static kind kind_of(const estimator *e, bool large, bool fresh)
{
    size_t outer = spider_points(large), jacobian = e->setting[LISTING] != 0 ? 1 : outer;
    size_t draws = (size_t)e->setting[fresh ? S1 : S2];
    return (kind){large, fresh, outer, jacobian, !fresh, draws};
}

static calls next_calls(group *g, size_t r)
{
    const nestedvr *s = g->state;
    const estimator *e = g->estimator;
    calls sum = {.outer = toss(g, r)};
    for (size_t b = 0; b < sum.outer; b++) {
        kind k = kind_of(e, s->outer[r].large, s->fresh[r * e->lanes + b]);
        sum.g += k.draws * e->op->draws * (k.outer + k.further);
        sum.jacobian += k.draws * (k.jacobian + k.further);
    }
    return sum;
}

static size_t place(const group *g, const lane *l)
{
    return l->replicate * g->estimator->problem->n + l->xi;
}

/* Points are x, previous x for fresh visits and x, phi, previous x for moved ones. */
static size_t point_of(kind k, size_t outer)
{
    return k.fresh ? outer : 2 * outer;
}

/* y at an outer point <- the stored states plus their new differences. */
static void move_y(group *g, size_t n, const lane *l, size_t point)
{
    const estimator *e = g->estimator;
    size_t p = e->problem->p, K = e->op->draws, width = round_up(n * p, ROW);
    double *y = g->y + point * g->gap;
    const double *at_phi = g->y + g->gap;
    for (size_t i = 0; i < n; i++) {
        const double *stored = ((nestedvr *)g->state)->y + place(g, &l[i]) * states(e) * p;
        for (size_t k = 0; k < K; k++)
            for (size_t j = 0; j < p; j++) {
                size_t at = k * width + i * p + j, state = states(e) > 1 ? k : 0;
                y[at] = stored[state * p + j] + (y[at] - at_phi[at]);
            }
    }
}

/* Stores the states at the new point, or their mean where there is one state for all. */
static void store_y(group *g, size_t n, const lane *l)
{
    const estimator *e = g->estimator;
    size_t p = e->problem->p, each = e->op->draws / states(e), width = round_up(n * p, ROW);
    for (size_t i = 0; i < n; i++) {
        double *stored = ((nestedvr *)g->state)->y + place(g, &l[i]) * states(e) * p;
        for (size_t k = 0; k < states(e); k++)
            for (size_t j = 0; j < p; j++) {
                double sum = 0;
                for (size_t b = k; b < k + each; b++)
                    sum += g->y[b * width + i * p + j];
                stored[k * p + j] = sum / (double)each;
            }
    }
}

/* Two rows of g->value <- what z meets at the two outer points; zero at a second that is not. */
static void make_slopes(group *g, size_t n, const lane *l, kind k, double scale)
{
    const estimator *e = g->estimator;
    size_t width = round_up(n * e->problem->p, ROW), first = window_first_row(e->op) * width;
    memset(g->value + width, 0, width * sizeof(double));
    for (size_t q = 0; q < k.outer; q++) {
        double *y = g->y + point_of(k, q) * g->gap;
        window_means(e->op, width, y, width);
        e->problem->type->grad_f(e->problem, n, l, e->op->windows, y + first);
        window_combine(e->op, width, y + first, width, q == 0 ? scale : -scale,
                       g->value + q * width);
    }
}

/* The Jacobian means of a lane at the two outer points and, for a moved visit, at phi. */
typedef struct jacobians {
    const double *first, *second, *phi;
} jacobians;

/* out += z_1^T v_1 + z_2^T v_2 for one lane, with z_1 and z_2 the Jacobians, or the stored z plus
 * their differences; stores z_1. Equal points add exactly nothing. */
static void add_lane(const problem *p, jacobians J, double *z, const double *v1, const double *v2,
                     double *out)
{
    for (size_t c = 0; c < p->p * p->ld; c += ROW) {
        const v8 weight1 = v8_set1(v1[c / p->ld]), weight2 = v8_set1(v2[c / p->ld]);
        v8 z1 = v8_load(J.first + c), z2 = v8_load(J.second + c);
        if (J.phi) {
            z1 = v8_add(v8_load(z + c), v8_sub(z1, v8_load(J.phi + c)));
            z2 = v8_add(v8_load(z + c), v8_sub(z2, v8_load(J.phi + c)));
        }
        v8_store(z + c, z1);
        double *to = out + c % p->ld;
        v8_store(to, v8_add(v8_load(to), v8_add(v8_mul(weight1, z1), v8_mul(weight2, z2))));
    }
}

static void add_estimates(group *g, size_t n, const lane *l, kind k)
{
    const problem *p = g->estimator->problem;
    nestedvr *s = g->state;
    size_t row = p->p * p->ld, each = p->constant_jacobian ? 0 : n * row;
    size_t second = point_of(k, k.jacobian - 1);
    const double *J = g->J, *v = g->value;
    for (size_t i = 0; i < n; i++, J += row, v += p->p) {
        jacobians at = {J, J + second * each, k.fresh ? NULL : J + each};
        add_lane(p, at, s->z + place(g, &l[i]) * row, v, v + round_up(n * p->p, ROW), l[i].out);
        memcpy(s->phi + place(g, &l[i]) * g->ld, l[i].point[0], g->ld * sizeof *s->phi);
        s->visits[place(g, &l[i])]++;
    }
}

/* Visits n lanes of one kind. */
static void visit(group *g, size_t n, lane *l, kind k)
{
    const nestedvr *s = g->state;
    for (size_t i = 0; i < n && !k.fresh; i++) {
        l[i].point[2] = l[i].point[1];
        l[i].point[1] = s->phi + place(g, &l[i]) * g->ld;
    }
    oracle_means(g, n, l, k.outer + k.further, g->estimator->op->draws, k.draws);
    oracle_jacobian(g, n, l, k.jacobian + k.further, k.draws, g->J);
    for (size_t q = 0; q < k.outer && !k.fresh; q++)
        move_y(g, n, l, point_of(k, q));
    store_y(g, n, l);
    make_slopes(g, n, l, k, 1.0 / (double)spider_batch(g->estimator, k.large));
    add_estimates(g, n, l, k);
}

/* Lists the lanes of the live replicates whose coins fell like this; returns how many. */
static size_t list(group *g, kind k)
{
    const nestedvr *s = g->state;
    size_t n = 0;
    for (size_t i = 0; i < g->live; i++) {
        size_t r = g->live_replicate[i], first = r * g->estimator->lanes;
        size_t batch = s->outer[r].large == k.large ? toss(g, r) : 0;
        for (size_t b = first; b < first + batch; b++) {
            if (s->fresh[b] != k.fresh)
                continue;
            n = group_add_lanes(g, n, r, 1);
            oracle_take(g, &g->lanes[n - 1], s->index[b]);
        }
    }
    return n;
}

static void step(group *g)
{
    nestedvr *s = g->state;
    size_t most = problem_lanes(g->estimator->problem);
    for (size_t i = 0; i < g->live; i++) {
        size_t r = g->live_replicate[i];
        toss(g, r);
        spider_begin(g, r, &s->outer[r]);
    }
    for (int which = 0; which < 4; which++) {
        kind k = kind_of(g->estimator, which < 2, which % 2 == 0);
        size_t n = list(g, k);
        for (size_t i = 0; i < n; i += most)
            visit(g, n - i < most ? n - i : most, g->lanes + i, k);
    }
    for (size_t i = 0; i < g->live; i++)
        spider_end(&s->outer[g->live_replicate[i]]);
    method_descend(g);
}

const method_type RECORD(method, nestedvr) = {
    .name = "nestedvr",
    .summary = "NestedVR: variance reduction of the inner means and of the gradient",
    .names = names,
    .params = params,
    .nparams = NPARAMS,
    .configure = configure,
    .own_draws = true,
    .indexed = true,
    .layout = layout,
    .next_calls = next_calls,
    .step = step,
};
