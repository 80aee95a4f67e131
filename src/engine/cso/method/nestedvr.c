/* (E-)NestedVR for a finite set of outer samples (paper, algorithm ENVR). Per index i: y_i, z_i,
 * phi_i.
 *
 *   visit of i:  the first, by coin p_in or every inner_period-th:
 *                  y = mean of S1 fresh g(x),  z = mean of S1 fresh Jacobians
 *                else  y = y_i + mean over S2 of [g(x) - g(phi_i)], z likewise on its own draws
 *                then y_i = y, z_i = z, phi_i = x
 *   G as in SpiderBoost, with z^T L grad f(y) for the estimate; at the previous point the same y_i,
 *   z_i, phi_i, coin and draws are used
 *   x <- x - step (G + l2 x)
 *
 * For an i of the last step's batch, phi_i is the previous point: there y is y_i itself, the draw
 * that the last step took. state = "previous" takes a copy of that draw, as the paper's proofs do
 * (lemma y_diff): for such an i the term at the previous point starts from y_i', z_i', phi_i', what
 * y_i, z_i, phi_i were before the last step, unless that was the first visit.
 *
 * Where a Jacobian is too large to be kept (problem.h, keep), z_i is kept as its draws (kept.h),
 * which inner_period bounds; where it is the identity z is.
 *
 * The operator needs K draws of y: K states per index, each moved by its own set (chains), or
 * one state that stores their mean (chains = false, the letter of the paper). listing = true
 * multiplies both terms of a small step by the z of the new point, as the algorithm's listing does;
 * else each term by its own, as the appendix does. */
#include "engine/cso/estimator.h"
#include "engine/cso/method.h"
#include "engine/cso/method/kept.h"
#include "engine/cso/method/spider.h"
#include "engine/cso/oracle.h"
#include "engine/machine/level.h"
#include "engine/operator/window.h"

#include <string.h>

static const method_name names[] = {
    {"nestedvr", "extrapolated", "nested variance reduction",
     "algorithm ENVR with L1; thm:nestedvr", 1},
    {"e-nestedvr", "extrapolated", "nested variance reduction, extrapolated",
     "algorithm ENVR; thm:enestedvr", 2},
    {0},
};

enum { S1 = SPIDER_PARAMS, S2, P_IN, INNER_PERIOD, CHAINS, LISTING, STATE };

static const param params[] = {
    [SPIDER_B1] = {"B1", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e9,
                   .unit = "outer samples",
                   .meaning =
                       "large batch of distinct outer samples; default the smaller of n and 10"},
    [SPIDER_B2] = {"B2", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e9,
                   .unit = "outer samples", .meaning = "small batch; default B1"},
    [SPIDER_P_OUT] = {"p_out", PARAM_NUMBER, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW, .high = 1,
                      .meaning = "probability of a large batch; default 1"},
    [SPIDER_PERIOD] = {"period", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e9,
                       .unit = "steps",
                       .meaning = "instead of p_out: a large batch every period-th step"},
    [S1] = {"S1", PARAM_INTEGER, .fallback = 100, .low = 1, .high = 1e9, .unit = "draws",
            .meaning = "large inner batch"},
    [S2] = {"S2", PARAM_INTEGER, .fallback = 10, .low = 1, .high = 1e9, .unit = "draws",
            .meaning = "small inner batch"},
    [P_IN] = {"p_in", PARAM_NUMBER, .flags = PARAM_OPTIONAL | PARAM_OPEN_LOW, .high = 1,
              .meaning = "probability of a large inner batch at a visit; default 1/S2"},
    [INNER_PERIOD] =
        {"inner_period", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1e9,
         .unit = "visits",
         .meaning =
             "instead of p_in: a large inner batch at every so many visits of an outer sample"},
    [CHAINS] = {"chains", PARAM_BOOLEAN, .fallback = 1,
                .meaning = "keep a state for each draw of the operator; false: their mean"},
    [LISTING] = {"listing", PARAM_BOOLEAN,
                 .meaning = "multiply both terms of a small step by the new z"},
    [STATE] =
        {"state", PARAM_CHOICE, .choices = "current|previous",
         .meaning =
             "a small step's term at the previous point starts from the states after or before "
             "the last step"},
};
typedef struct setting {
    spider_setting outer;
    size_t S1, S2;
    double p_in, inner_period;      /* inner_period 0: p_in */
    bool chains, listing, previous; /* previous: state = "previous" */
} setting;

METHOD_SETTING(setting)

typedef struct nestedvr {
    /* Replicates x ages x n: states x p, p x ld, ld numbers; what they were before the last visit
     * follows what they are. */
    double *y, *z, *phi;
    kept kept;        /* z where it is not kept as numbers */
    double *both;     /* work space: p numbers */
    uint64_t *visits; /* replicates x n */
    uint64_t *seen;   /* replicates x n: spider.time after the last visit, where states have ages */
    spider *outer;    /* by replicate */
    uint32_t *index;  /* replicates x most lanes: the coming step's outer samples */
    bool *fresh;      /* replicates x most lanes: how their inner coins fell */
} nestedvr;

/* Why z cannot be kept with these options, or NULL. */
static const char *check_kept(const problem *p, const arg *a)
{
    if (p->type->jacobian || p->identity_jacobian)
        return NULL;
    if (!p->type->keep)
        return "the Jacobian of this problem is too large for a state per outer sample";
    if (!a[INNER_PERIOD].given)
        return "the Jacobian of this problem is too large to be kept, but as its draws since the "
               "last large inner batch: give inner_period, which bounds them";
    if (a[STATE].number != 0)
        return "state = 'previous' needs a Jacobian that is small enough to be kept";
    double rest = (a[INNER_PERIOD].number - 1) * a[S2].number;
    double numbers =
        a[INNER_PERIOD].number * (double)p->ld + (a[S1].number + rest) * (double)p->kept;
    return numbers * (double)p->n > KEPT_MOST
               ? "the draws that inner_period, S1 and S2 keep take more than 128 GB"
               : NULL;
}

static const char *configure(estimator *e, arg *a)
{
    double B1 = arg_settle(&a[SPIDER_B1], fmin((double)e->problem->n, 10));
    double B2 = arg_settle(&a[SPIDER_B2], B1), draws = a[S2].number;
    const char *unkept = check_kept(e->problem, a);
    if (unkept)
        return unkept;
    if (a[P_IN].given && a[INNER_PERIOD].given)
        return "p_in and inner_period exclude each other";
    setting set = {.S1 = (size_t)a[S1].number,
                   .S2 = (size_t)draws,
                   .inner_period = a[INNER_PERIOD].given ? a[INNER_PERIOD].number : 0,
                   .chains = a[CHAINS].number != 0,
                   .listing = a[LISTING].number != 0,
                   .previous = a[STATE].number != 0};
    set.p_in = set.inner_period > 0 ? 1 / draws : arg_settle(&a[P_IN], 1 / draws);
    const char *wrong = spider_configure(e, &set.outer, a, B1, B2, 1);
    keep_setting(e, set);
    e->m = e->m_jacobian = set.S1;
    e->distinct = true;
    return wrong;
}

/* States of y per outer sample. */
static size_t states(const estimator *e)
{
    return setting_of(e).chains ? e->op->draws : 1;
}

/* 2 where what a state was before the last visit is kept too. */
static size_t ages(const estimator *e)
{
    return setting_of(e).previous ? 2 : 1;
}

static void layout(group *g, arena *memory)
{
    const estimator *e = g->estimator;
    const problem *p = e->problem;
    setting set = setting_of(e);
    size_t R = g->replicates, row = p->p * p->ld, number = ages(e) * sizeof(double);
    nestedvr unplaced, *s = arena_take(memory, sizeof *s);
    g->state = s;
    s = s ? s : &unplaced;
    s->y = arena_keep(memory, R, p->n * states(e) * p->p * number);
    s->z = p->type->jacobian ? arena_keep(memory, R, p->n * row * number) : NULL;
    s->kept = (kept){.S1 = set.S1, .S2 = set.S2, .period = (size_t)set.inner_period};
    s->both = arena_take(memory, p->p * sizeof(double));
    if (!p->type->jacobian && !p->identity_jacobian)
        kept_layout(&s->kept, p, R, memory);
    s->phi = arena_keep(memory, R, p->n * p->ld * number);
    s->visits = arena_keep(memory, R, p->n * sizeof *s->visits);
    s->outer = arena_keep(memory, R, sizeof *s->outer);
    s->index = arena_keep(memory, R, e->lanes * sizeof *s->index);
    s->fresh = arena_keep(memory, R, e->lanes * sizeof *s->fresh);
    s->seen = ages(e) > 1 ? arena_keep(memory, R, p->n * sizeof *s->seen) : NULL;
    if (p->type->jacobian)
        g->J = arena_take(memory, LANE_POINTS * problem_lanes(p) * row * number);
}

static bool is_sound(const group *g, size_t r)
{
    const nestedvr *s = g->state;
    size_t lanes = g->estimator->lanes;
    bool sound = spider_is_sound(&s->outer[r]) && arena_flags(s->fresh + r * lanes, lanes);
    for (size_t b = r * lanes; b < (r + 1) * lanes; b++)
        sound = sound && s->index[b] < g->estimator->problem->n;
    return sound;
}

/* The coming step's coins and outer samples, drawn once; returns the batch. */
static size_t toss(group *g, size_t r)
{
    nestedvr *s = g->state;
    const estimator *e = g->estimator;
    stream *coin = group_stream(g, r, STREAM_COIN);
    setting set = setting_of(e);
    bool news = spider_toss(&s->outer[r], set.outer, coin);
    size_t batch = spider_batch(set.outer, s->outer[r].large), first = r * e->lanes;
    if (!news)
        return batch;
    oracle_draw_distinct(g, group_stream(g, r, STREAM_OUTER), batch, s->index + first);
    for (size_t b = first; b < first + batch; b++) {
        uint64_t visits = s->visits[r * e->problem->n + s->index[b]];
        s->fresh[b] = spider_restarts(visits, set.p_in, set.inner_period, coin);
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
    size_t outer = spider_points(large), jacobian = setting_of(e).listing ? 1 : outer;
    size_t draws = fresh ? setting_of(e).S1 : setting_of(e).S2;
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

/* The place of a lane's outer sample in an array of `count` rows per replicate and outer sample:
 * the one of this age, 0 what is, 1 what was before the last visit. */
static size_t place_of(const group *g, const lane *l, size_t count, size_t age)
{
    return (l->replicate * count + age) * g->estimator->problem->n + l->xi;
}

static size_t place(const group *g, const lane *l, size_t age)
{
    return place_of(g, l, ages(g->estimator), age);
}

/* The age of the states that a lane's term at the previous point starts from: 1 where those of now
 * are what the last step made, and kept are those before it. */
static size_t age_of(const group *g, const lane *l)
{
    const nestedvr *s = g->state;
    if (ages(g->estimator) == 1)
        return 0;
    size_t at = place_of(g, l, 1, 0);
    return s->seen[at] == s->outer[l->replicate].time && s->visits[at] > 1;
}

/* Points are x, previous x for fresh visits and x, phi, previous x for moved ones; where the term
 * at the previous point starts from older states phi is the previous point, and the third is phi'.
 */
static size_t point_of(kind k, size_t outer)
{
    return k.fresh ? outer : 2 * outer;
}

/* Between which of a moved visit's points the difference is that leads from the states of this age
 * to an outer point. */
typedef struct leg {
    size_t to, from;
} leg;

static leg leg_of(size_t outer, size_t age)
{
    return age > 0 ? (leg){1, 2} : (leg){2 * outer, 1};
}

/* y at an outer point <- the stored states plus their new differences. */
static void move_y(group *g, size_t n, const lane *l, size_t outer)
{
    const estimator *e = g->estimator;
    size_t p = e->problem->p, K = e->op->draws, width = round_up(n * p, ROW);
    double *y = g->y + 2 * outer * g->gap;
    for (size_t i = 0; i < n; i++) {
        size_t age = outer > 0 ? age_of(g, &l[i]) : 0;
        const double *stored = ((nestedvr *)g->state)->y + place(g, &l[i], age) * states(e) * p;
        leg way = leg_of(outer, age);
        const double *to = g->y + way.to * g->gap, *from = g->y + way.from * g->gap;
        for (size_t k = 0; k < K; k++)
            for (size_t j = 0; j < p; j++) {
                size_t at = k * width + i * p + j, state = states(e) > 1 ? k : 0;
                y[at] = stored[state * p + j] + (to[at] - from[at]);
            }
    }
}

/* Makes the states of now the older ones of a lane, before they are written. */
static void keep_older(double *rows, const group *g, const lane *l, size_t length)
{
    if (ages(g->estimator) > 1)
        memcpy(rows + place(g, l, 1) * length, rows + place(g, l, 0) * length,
               length * sizeof *rows);
}

/* Stores the states at the new point, or their mean where there is one state for all. */
static void store_y(group *g, size_t n, const lane *l)
{
    const estimator *e = g->estimator;
    double *all = ((nestedvr *)g->state)->y;
    size_t p = e->problem->p, each = e->op->draws / states(e), width = round_up(n * p, ROW);
    for (size_t i = 0; i < n; i++) {
        double *stored = all + place(g, &l[i], 0) * states(e) * p;
        keep_older(all, g, &l[i], states(e) * p);
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

/* z of a lane at an outer point: a mean of Jacobians, or for a moved visit the stored z plus the
 * difference of two. */
typedef struct z_path {
    const double *stored, *to, *from; /* stored NULL: `to` alone */
} z_path;

V8_INLINE v8 z_after(z_path m, size_t c)
{
    v8 to = v8_load(m.to + c);
    return m.stored ? v8_add(v8_load(m.stored + c), v8_sub(to, v8_load(m.from + c))) : to;
}

/* out += z_1^T v_1 + z_2^T v_2 for one lane; stores z_1, and in older (unless NULL) what z was.
 * Equal points add exactly nothing. */
static void add_lane(const problem *p, z_path first, z_path second, double *z, double *older,
                     const double *v1, const double *v2, double *out)
{
    for (size_t c = 0; c < p->p * p->ld; c += ROW) {
        const v8 weight1 = v8_set1(v1[c / p->ld]), weight2 = v8_set1(v2[c / p->ld]);
        v8 z1 = z_after(first, c), z2 = z_after(second, c);
        if (older)
            v8_store(older + c, v8_load(z + c));
        v8_store(z + c, z1);
        double *to = out + c % p->ld;
        v8_store(to, v8_add(v8_load(to), v8_add(v8_mul(weight1, z1), v8_mul(weight2, z2))));
    }
}

/* How z of a lane comes to an outer point; J: its Jacobian at the first point, `each` numbers
 * before that at the next. With one outer point for both terms they have the same z. */
static z_path way_of(const group *g, const lane *l, kind k, size_t outer, const double *J,
                     size_t each)
{
    size_t at = outer < k.jacobian ? outer : 0, age = at > 0 ? age_of(g, l) : 0;
    leg way = leg_of(at, age);
    if (k.fresh)
        return (z_path){NULL, J + at * each, NULL};
    const problem *p = g->estimator->problem;
    const double *stored = ((nestedvr *)g->state)->z + place(g, l, age) * p->p * p->ld;
    return (z_path){stored, J + way.to * each, J + way.from * each};
}

/* A lane's state is now that of this visit, at x. */
static void note_visit(group *g, const lane *l)
{
    nestedvr *s = g->state;
    size_t at = place_of(g, l, 1, 0);
    keep_older(s->phi, g, l, g->ld);
    memcpy(s->phi + place(g, l, 0) * g->ld, l->point[0], g->ld * sizeof *s->phi);
    s->visits[at]++;
    if (s->seen)
        s->seen[at] = s->outer[l->replicate].time + 1;
}

static void add_estimates(group *g, size_t n, const lane *l, kind k)
{
    const problem *p = g->estimator->problem;
    nestedvr *s = g->state;
    size_t row = p->p * p->ld, each = p->constant_jacobian ? 0 : n * row;
    const double *J = g->J, *v = g->value;
    for (size_t i = 0; i < n; i++, J += row, v += p->p) {
        double *z = s->z + place(g, &l[i], 0) * row;
        double *older = ages(g->estimator) > 1 ? s->z + place(g, &l[i], 1) * row : NULL;
        add_lane(p, way_of(g, &l[i], k, 0, J, each), way_of(g, &l[i], k, 1, J, each), z, older, v,
                 v + round_up(n * p->p, ROW), l[i].out);
        note_visit(g, &l[i]);
    }
}

/* The same for one lane whose z is kept as its draws: the products at the two outer points are
 * added first, so that equal points add exactly nothing. */
static void add_kept(group *g, const lane *l, kind k, const double *v1, const double *v2)
{
    const problem *p = g->estimator->problem;
    const nestedvr *s = g->state;
    size_t at = place_of(g, l, 1, 0), visit = s->visits[at] % s->kept.period;
    double *both = s->both, *sum = s->kept.row;
    oracle_keep(g, l, k.jacobian + k.further, k.draws, kept_draws(&s->kept, p, at, visit));
    for (size_t j = 0; j < p->p; j++)
        both[j] = v1[j] + v2[j];
    memset(sum, 0, p->ld * sizeof *sum);
    kept_apply(&s->kept, p, l, at, visit, l->point[0], k.jacobian > 1 ? v1 : both, 1, sum);
    if (k.jacobian > 1)
        kept_apply(&s->kept, p, l, at, visit, l->point[point_of(k, 1)], v2, 1, sum);
    if (k.further)
        kept_apply(&s->kept, p, l, at, visit, l->point[1], both, -1, sum);
    kept_product(&s->kept, p, l, at, visit, both, sum);
    for (size_t j = 0; j < p->d; j++)
        l->out[j] += sum[j];
    memcpy(kept_point(&s->kept, p, at, visit), l->point[0], p->ld * sizeof *sum);
}

/* The same for one lane whose z is the identity: the problem is asked once, for the draws of all
 * points. */
static void add_identity(group *g, const lane *l, kind k, const double *v1, const double *v2)
{
    double *both = ((nestedvr *)g->state)->both;
    for (size_t j = 0; j < g->estimator->problem->p; j++)
        both[j] = v1[j] + v2[j];
    oracle_jtv(g, 1, l, 1, (k.jacobian + k.further) * k.draws, both);
}

/* The estimates of lanes whose z is not kept as numbers. */
static void add_other_estimates(group *g, size_t n, const lane *l, kind k)
{
    const problem *p = g->estimator->problem;
    const double *v = g->value;
    size_t width = round_up(n * p->p, ROW);
    for (size_t i = 0; i < n; i++, v += p->p) {
        if (p->identity_jacobian)
            add_identity(g, &l[i], k, v, v + width);
        else
            add_kept(g, &l[i], k, v, v + width);
        note_visit(g, &l[i]);
    }
}

/* The further points of a moved visit. */
static void set_points(const group *g, lane *l)
{
    const nestedvr *s = g->state;
    l->point[2] = age_of(g, l) > 0 ? s->phi + place(g, l, 1) * g->ld : l->point[1];
    l->point[1] = s->phi + place(g, l, 0) * g->ld;
}

/* Asks memory for the rows from `rows` on. */
V8_INLINE void fetch_row(const double *rows, size_t length)
{
    for (size_t c = 0; c < length; c += ROW)
        __builtin_prefetch(rows + c, 1);
}

/* Asks memory for the states of the lanes to come. */
static void fetch(const group *g, size_t n, const lane *l)
{
    const nestedvr *s = g->state;
    const problem *p = g->estimator->problem;
    size_t row = p->p * p->ld, each = states(g->estimator) * p->p;
    for (size_t i = 0; i < n; i++) {
        size_t at = place(g, &l[i], 0);
        fetch_row(s->y + at * each, each);
        if (s->z)
            fetch_row(s->z + at * row, row);
        fetch_row(s->phi + at * g->ld, g->ld);
    }
    oracle_fetch(g, n, l);
}

/* Visits n lanes of one kind. */
static void visit(group *g, size_t n, lane *l, kind k)
{
    const problem *p = g->estimator->problem;
    for (size_t i = 0; i < n && !k.fresh; i++)
        set_points(g, &l[i]);
    oracle_means(g, n, l, k.outer + k.further, g->estimator->op->draws, k.draws);
    if (p->type->jacobian)
        oracle_jacobian(g, n, l, k.jacobian + k.further, k.draws, g->J);
    for (size_t outer = 0; outer < k.outer && !k.fresh; outer++)
        move_y(g, n, l, outer);
    store_y(g, n, l);
    make_slopes(g, n, l, k, 1.0 / (double)spider_batch(setting_of(g->estimator).outer, k.large));
    if (p->type->jacobian)
        add_estimates(g, n, l, k);
    else
        add_other_estimates(g, n, l, k);
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
        fetch(g, n, g->lanes);
        for (size_t i = 0; i < n; i += most)
            visit(g, n - i < most ? n - i : most, g->lanes + i, k);
    }
    for (size_t i = 0; i < g->live; i++)
        spider_end(&s->outer[g->live_replicate[i]]);
    method_descend(g);
}

const method_type TYPE(method, nestedvr) = {
    .name = "nestedvr",
    .summary = "NestedVR: variance reduction of the inner means and of the gradient",
    .names = names,
    PARAMS(params),
    .configure = configure,
    .own_draws = true,
    .indexed = true,
    .layout = layout,
    .is_sound = is_sound,
    .next_calls = next_calls,
    .step = step,
};
