/* Every method against a version of its rule for one replicate, written from the rule alone, on the
 * same streams: points to rounding, oracle calls exactly. The problem has two components of g and a
 * Jacobian that depends on x and on the draw. */
#include "make_method.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { D = 3, P = 2, N = 6, LD = 8, STEPS = 40, MOST_DRAWS = 8, MOST_K = 4, REPLICATES = 3 };

/* ---- The problem: g_j = a_ij.x + eta_j x_j (1 + x_j / 4) + c_i x_j^2 / 2, eta ~ N(0, I) in R^2,
 * f_i(y) = log(1 + exp(-b_i y_0)) + sin(y_1) / 2. ---- */

static double rows[N][P][D], start[LD], labels[N];
static const double penalty = 0.1, step_size = 0.05;

typedef double draw[P];

static double bend(size_t i)
{
    return 0.2 * (double)i - 0.4;
}

static void toy_g(size_t i, const double *eta, const double *x, double y[P])
{
    for (size_t j = 0; j < P; j++) {
        y[j] = eta[j] * x[j] * (1 + x[j] / 4) + bend(i) * x[j] * x[j] / 2;
        for (size_t c = 0; c < D; c++)
            y[j] += rows[i][j][c] * x[c];
    }
}

static void toy_J(size_t i, const double *eta, const double *x, double J[P][D])
{
    memcpy(J, rows[i], sizeof rows[i]);
    for (size_t j = 0; j < P; j++)
        J[j][j] += eta[j] * (1 + x[j] / 2) + bend(i) * x[j];
}

static void toy_slope(size_t i, const double *y, double s[P])
{
    double first = -labels[i] / (1 + exp(labels[i] * y[0])), second = cos(y[1]) / 2;
    s[0] = first;
    s[1] = second;
}

static void outer(const problem *p, size_t n, lane *l)
{
    for (size_t i = 0; i < n; i++)
        l[i].xi = (uint32_t)stream_index(l[i].outer, p->n);
}

/* to <- to + J/m, J at row 0 of P rows of LD. */
static void add_J(size_t i, const double *eta, const double *x, size_t m, double *to)
{
    double one[P][D];
    toy_J(i, eta, x, one);
    for (size_t j = 0; j < P; j++)
        for (size_t c = 0; c < D; c++)
            to[j * LD + c] += one[j][c] / (double)m;
}

static void joint(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap, double *J)
{
    size_t width = round_up(n * P, ROW);
    (void)p;
    if (J)
        memset(J, 0, points * n * K * P * LD * sizeof *J);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < K; k++) {
            double sum[LANE_POINTS][P] = {0}, one[P];
            for (size_t t = 0; t < m; t++) {
                const double *eta = stream_normals(l[i].inner, P);
                for (size_t q = 0; q < points; q++) {
                    toy_g(l[i].xi, eta, l[i].point[q], one);
                    for (size_t j = 0; j < P; j++)
                        sum[q][j] += one[j];
                    if (J)
                        add_J(l[i].xi, eta, l[i].point[q], m, J + ((q * n + i) * K + k) * P * LD);
                }
            }
            for (size_t q = 0; q < points; q++)
                for (size_t j = 0; j < P; j++)
                    y[q * gap + k * width + i * P + j] = sum[q][j] / (double)m;
        }
}

static void means(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap)
{
    joint(p, n, l, points, K, m, y, gap, NULL);
}

static void jacobian(const problem *p, size_t n, const lane *l, size_t points, size_t m, double *J)
{
    memset(J, 0, points * n * P * p->ld * sizeof *J);
    for (size_t i = 0; i < n; i++)
        for (size_t t = 0; t < m; t++) {
            const double *eta = stream_normals(l[i].jacobian, P);
            for (size_t q = 0; q < points; q++)
                add_J(l[i].xi, eta, l[i].point[q], m, J + (q * n + i) * P * LD);
        }
}

static void jtv(const problem *p, size_t n, const lane *l, size_t points, size_t m, const double *v)
{
    size_t width = round_up(n * P, ROW);
    double J[LANE_POINTS * P * LD];
    for (size_t i = 0; i < n; i++) {
        jacobian(p, 1, &l[i], points, m, J);
        for (size_t c = 0; c < D; c++) {
            double sum = 0;
            for (size_t q = 0; q < points; q++)
                for (size_t j = 0; j < P; j++)
                    sum += v[q * width + i * P + j] * J[(q * P + j) * LD + c];
            l[i].out[c] += sum;
        }
    }
}

static void grad_f(const problem *p, size_t n, const lane *l, size_t count, double *y)
{
    size_t width = round_up(n * P, ROW);
    (void)p;
    for (size_t r = 0; r < count; r++)
        for (size_t i = 0; i < n; i++)
            toy_slope(l[i].xi, y + r * width + i * P, y + r * width + i * P);
}

static const problem_type toy_type = {.name = "toy",
                                      .inner_kinds = 1,
                                      .inner_kind = {STREAM_NORMALS},
                                      .outer = outer,
                                      .means = means,
                                      .joint = joint,
                                      .jacobian = jacobian,
                                      .jtv = jtv,
                                      .grad_f = grad_f};
static const problem toy = {
    .type = &toy_type, .d = D, .p = P, .ld = LD, .n = N, .l2 = 0.1, .start = start};

static int make_toy(void **state)
{
    static stream s;
    (void)state;
    stream_init(&s, STREAM_NORMALS, 5, 0, PURPOSE_USER, 0);
    for (size_t i = 0; i < N; i++) {
        labels[i] = i % 2 ? 1 : -1;
        for (size_t j = 0; j < P * D; j++)
            rows[i][j / D][j % D] = *stream_normals(&s, 1) / 2;
    }
    for (size_t c = 0; c < D; c++)
        start[c] = 0.7 - 0.4 * (double)c;
    return 0;
}

/* ---- One replicate by plain code. ---- */

static struct {
    stream outer, coin, inner, jacobian;
    double x[D], last[D], G[D]; /* G: what the step takes, without the penalty */
    calls calls;
    uint64_t time;
} me;

static void begin(uint64_t replicate)
{
    memset(&me, 0, sizeof me);
    memcpy(me.x, start, sizeof me.x);
    stream_init(&me.outer, STREAM_WORDS, 1, replicate, PURPOSE_OUTER, 0);
    stream_init(&me.coin, STREAM_WORDS, 1, replicate, PURPOSE_COIN, 0);
    stream_init(&me.inner, STREAM_NORMALS, 1, replicate, PURPOSE_INNER, 0);
    stream_init(&me.jacobian, STREAM_NORMALS, 1, replicate, PURPOSE_JACOBIAN, 0);
}

static bool coin(double p)
{
    return (double)(*stream_words(&me.coin, 1) >> 11) / 9007199254740992.0 < p;
}

static size_t an_index(void)
{
    me.calls.outer++;
    return stream_index(&me.outer, N);
}

/* B distinct ones: the k-th is drawn from the first N - B + k + 1, and is the last of them when the
 * drawn one is taken already; without draws in order for B = N. */
static void distinct(size_t B, size_t *xi)
{
    me.calls.outer += B;
    for (size_t k = 0; k < B; k++) {
        xi[k] = B == N ? k : stream_index(&me.outer, N - B + k + 1);
        for (size_t j = 0; j < k; j++)
            if (B < N && xi[j] == xi[k])
                xi[k] = N - B + k;
    }
}

static void draw_set(stream *s, size_t m, draw *eta)
{
    assert_true(m <= MOST_DRAWS);
    for (size_t t = 0; t < m; t++)
        for (size_t j = 0; j < P; j++)
            eta[t][j] = *stream_normals(s, 1);
}

static void mean_g(size_t i, size_t m, draw *eta, const double *x, double y[P])
{
    memset(y, 0, P * sizeof *y);
    for (size_t t = 0; t < m; t++) {
        double one[P];
        toy_g(i, eta[t], x, one);
        me.calls.g++;
        for (size_t j = 0; j < P; j++)
            y[j] += one[j] / (double)m;
    }
}

static void mean_J(size_t i, size_t m, draw *eta, const double *x, double z[P][D])
{
    memset(z, 0, P * sizeof *z);
    for (size_t t = 0; t < m; t++) {
        double one[P][D];
        toy_J(i, eta[t], x, one);
        me.calls.jacobian++;
        for (size_t j = 0; j < P; j++)
            for (size_t c = 0; c < D; c++)
                z[j][c] += one[j][c] / (double)m;
    }
}

/* The operator of order 1 or 2 on grad f_i at K = order draws of y. */
static void operator_slope(size_t i, int order, double y[][P], double s[P])
{
    toy_slope(i, y[0], s);
    if (order == 1)
        return;
    double middle[P], second[P], half[P];
    for (size_t j = 0; j < P; j++)
        half[j] = (y[0][j] + y[1][j]) / 2;
    toy_slope(i, half, middle);
    toy_slope(i, y[1], second);
    for (size_t j = 0; j < P; j++)
        s[j] = 2 * middle[j] - (s[j] + second[j]) / 2;
}

/* G += weight z^T s */
static void add(double weight, double z[P][D], const double s[P])
{
    for (size_t j = 0; j < P; j++)
        for (size_t c = 0; c < D; c++)
            me.G[c] += weight * z[j][c] * s[j];
}

static void fade(double keep)
{
    for (size_t c = 0; c < D; c++)
        me.G[c] *= keep;
}

static void descend(double size)
{
    memcpy(me.last, me.x, sizeof me.x);
    for (size_t c = 0; c < D; c++)
        me.x[c] -= size * (me.G[c] + penalty * me.last[c]);
    me.time++;
}

/* ---- The rules. ---- */

/* What the rules below take of the options. */
static struct {
    int order;
    size_t m, m_jac, B1, B2, S1, S2, period, inner_period;
    double p_out, p_in, a, b;
    bool chains, listing, previous, normalised, share;
} o;

/* The set for the Jacobian of a block of m draws: its own, or the one for g. */
static void jacobian_set(draw *g, draw *J)
{
    if (o.share)
        memcpy(J, g, o.m * sizeof *g);
    else
        draw_set(&me.jacobian, o.m_jac, J);
}

static void biased_estimate(size_t i, const double *x, draw g[][MOST_DRAWS], draw *J, double weight)
{
    double y[MOST_K][P], s[P], z[P][D];
    for (int k = 0; k < o.order; k++)
        mean_g(i, o.m, g[k], x, y[k]);
    operator_slope(i, o.order, y, s);
    mean_J(i, o.m_jac, J, x, z);
    add(weight, z, s);
}

static bool large_step(void)
{
    if (o.period)
        return me.time % o.period == 0;
    return me.time == 0 || coin(o.p_out);
}

static void spiderboost(void)
{
    bool large = large_step();
    size_t B = large ? o.B1 : o.B2;
    fade(!large);
    for (size_t b = 0; b < B; b++) {
        draw g[MOST_K][MOST_DRAWS], J[MOST_DRAWS];
        size_t i = B == N ? b : an_index();
        me.calls.outer += B == N;
        for (int k = 0; k < o.order; k++)
            draw_set(&me.inner, o.m, g[k]);
        draw_set(&me.jacobian, o.m_jac, J);
        biased_estimate(i, me.x, g, J, 1.0 / (double)B);
        if (!large)
            biased_estimate(i, me.last, g, J, -1.0 / (double)B);
    }
    descend(step_size);
}

static struct {
    double y[MOST_K][P], z[P][D], phi[D]; /* nestedvr */
    double u[P], before[P];               /* sox, msvr */
    uint64_t visits, visited;             /* how often; one more than the step of the last visit */
} index_state[N];

/* y and z of index i at x: means over these draws, moved when the visit is not fresh. */
static void nested_state(size_t i, bool fresh, draw g[][MOST_DRAWS], draw *J, const double *x,
                         double y[][P], double z[P][D])
{
    size_t S = fresh ? o.S1 : o.S2;
    for (int k = 0; k < o.order; k++)
        mean_g(i, S, g[k], x, y[k]);
    if (z)
        mean_J(i, S, J, x, z);
    if (fresh)
        return;
    double old[P], oldz[P][D];
    for (int k = 0; k < o.order; k++) {
        calls before = me.calls;
        mean_g(i, S, g[k], index_state[i].phi, old);
        if (x != me.x)
            me.calls = before; /* the values at phi are those of the first point */
        for (size_t j = 0; j < P; j++)
            y[k][j] += index_state[i].y[k][j] - old[j];
    }
    calls before = me.calls;
    mean_J(i, S, J, index_state[i].phi, oldz);
    if (x != me.x)
        me.calls = before;
    for (size_t j = 0; z && j < P; j++)
        for (size_t c = 0; c < D; c++)
            z[j][c] += index_state[i].z[j][c] - oldz[j][c];
}

static void nested_visit(size_t i, bool fresh, bool large, double weight)
{
    draw g[MOST_K][MOST_DRAWS], J[MOST_DRAWS];
    double y[MOST_K][P], z[P][D], y2[MOST_K][P], z2[P][D], s[P];
    for (int k = 0; k < o.order; k++)
        draw_set(&me.inner, fresh ? o.S1 : o.S2, g[k]);
    draw_set(&me.jacobian, fresh ? o.S1 : o.S2, J);
    nested_state(i, fresh, g, J, me.x, y, z);
    operator_slope(i, o.order, y, s);
    add(weight, z, s);
    if (!large) {
        nested_state(i, fresh, g, J, me.last, y2, o.listing ? NULL : z2);
        operator_slope(i, o.order, y2, s);
        add(-weight, o.listing ? z : z2, s);
    }
    memcpy(index_state[i].z, z, sizeof z);
    memcpy(index_state[i].phi, me.x, sizeof me.x);
    for (int k = 0; k < o.order; k++)
        for (size_t j = 0; j < P; j++)
            index_state[i].y[k][j] = o.chains || o.order == 1 ? y[k][j] : (y[0][j] + y[1][j]) / 2;
    index_state[i].visits++;
}

static void nestedvr(void)
{
    size_t xi[N];
    bool fresh[N], large = large_step();
    size_t B = large ? o.B1 : o.B2;
    fade(!large);
    distinct(B, xi);
    for (size_t b = 0; b < B; b++) {
        uint64_t visits = index_state[xi[b]].visits;
        fresh[b] = visits == 0 || (o.inner_period ? visits % o.inner_period == 0 : coin(o.p_in));
    }
    for (int turn = 1; turn >= 0; turn--) /* the fresh ones draw first */
        for (size_t b = 0; b < B; b++)
            if (fresh[b] == turn)
                nested_visit(xi[b], fresh[b], large, 1.0 / (double)B);
    descend(step_size);
}

static void sox(void)
{
    size_t xi[N];
    bool begun = me.time > 0;
    distinct(o.B1, xi);
    fade(begun ? 1 - o.b : 0);
    for (size_t k = 0; k < o.B1; k++) {
        size_t i = xi[k];
        draw g[MOST_DRAWS], J[MOST_DRAWS];
        double gbar[P], old[P], s[P], z[P][D], *u = index_state[i].u;
        draw_set(&me.inner, o.m, g);
        jacobian_set(g, J);
        mean_g(i, o.m, g, me.x, gbar);
        mean_J(i, o.m_jac, J, me.x, z);
        if (!index_state[i].visits++)
            memcpy(u, gbar, sizeof gbar);
        memcpy(old, u, sizeof old);
        for (size_t j = 0; j < P; j++)
            u[j] = (1 - o.a) * u[j] + o.a * gbar[j];
        toy_slope(i, o.previous ? old : u, s);
        add((begun ? o.b : 1) / (double)o.B1, z, s);
    }
    descend(step_size);
}

static void msvr_visit(size_t i, bool begun)
{
    const double gamma =
        (double)(N - o.B1) / ((double)o.B1 * (1 - o.b)) + (1 - o.b); /* o.b is beta */
    draw g[MOST_DRAWS], J[MOST_DRAWS];
    double here[P], there[P], s[P], z[P][D], *u = index_state[i].u, u1[P], u2[P];
    draw_set(&me.inner, o.m, g);
    jacobian_set(g, J);
    mean_g(i, o.m, g, me.x, here);
    if (begun)
        mean_g(i, o.m, g, me.last, there);
    bool first = index_state[i].visits++ == 0, just = index_state[i].visited == me.time;
    memcpy(u1, first ? here : u, sizeof u1);
    memcpy(u2, first ? there : just ? index_state[i].before : u, sizeof u2);
    toy_slope(i, u1, s);
    mean_J(i, o.m_jac, J, me.x, z);
    add(1.0 / (double)o.B1, z, s);
    if (begun) {
        toy_slope(i, u2, s);
        mean_J(i, o.m_jac, J, me.last, z);
        add(-(1 - o.a) / (double)o.B1, z, s);
    }
    for (size_t j = 0; j < P; j++)
        u[j] = first ? here[j] : (1 - o.b) * u1[j] + o.b * here[j] + gamma * (here[j] - there[j]);
    memcpy(index_state[i].before, u1, sizeof u1);
    index_state[i].visited = me.time + 1;
}

static void msvr(void)
{
    size_t xi[N];
    bool begun = me.time > 0;
    double norm = 0;
    distinct(o.B1, xi);
    fade(begun ? 1 - o.a : 0);
    for (size_t k = 0; k < o.B1; k++)
        msvr_visit(xi[k], begun);
    for (size_t c = 0; c < D; c++)
        norm += (me.G[c] + penalty * me.x[c]) * (me.G[c] + penalty * me.x[c]);
    descend(o.normalised ? step_size / sqrt(norm) : step_size);
}

/* ---- The comparison. ---- */

/* A step of a group costs what next_calls says before it, asked once, twice or not at all. */
static void step(group *g, int asked)
{
    uint64_t said[REPLICATES] = {0}, before[REPLICATES];
    for (size_t r = 0; r < REPLICATES; r++) {
        before[r] = calls_samples(g->calls[r]);
        for (int k = 0; k < asked; k++) {
            uint64_t again = calls_samples(g->method->next_calls(g, r));
            assert_true(k == 0 || again == said[r]);
            said[r] = again;
        }
    }
    g->method->step(g);
    for (size_t r = 0; r < REPLICATES; r++)
        assert_true(asked == 0 || calls_samples(g->calls[r]) == before[r] + said[r]);
}

static void by_engine(const estimator *e, const method_type *method, double *x, calls *total)
{
    void *block;
    group g;
    make_group(&g, e, method, 0, REPLICATES, step_size, &block);
    for (int t = 0; t < STEPS; t++)
        step(&g, t % 3);
    memcpy(x, g.x, REPLICATES * LD * sizeof *x);
    memcpy(total, g.calls, REPLICATES * sizeof *total);
    free(block);
}

static void compare(const char *name, const option *options, void (*rule)(void))
{
    const method_type *method;
    extrap *op = make_order(o.order);
    estimator e = make_algorithm(&toy, name, op, options, &method);
    double x[REPLICATES * LD];
    calls total[REPLICATES];
    by_engine(&e, method, x, total);
    for (size_t r = 0; r < REPLICATES; r++) {
        begin(r);
        memset(index_state, 0, sizeof index_state);
        for (int t = 0; t < STEPS; t++)
            rule();
        for (size_t c = 0; c < D; c++) /* 40 steps of rounding of numbers near 1 */
            assert_near(x[r * LD + c], me.x[c], 1e-12);
        assert_int_equal(total[r].outer, me.calls.outer);
        assert_int_equal(total[r].g, me.calls.g);
        assert_int_equal(total[r].jacobian, me.calls.jacobian);
    }
    free(op);
}

static void spiderboost_by_hand(void **state)
{
    (void)state;
    for (o.order = 1; o.order <= 2; o.order++)
        for (o.period = 0; o.period <= 4; o.period += 4)
            for (o.B1 = 5; o.B1 <= N; o.B1++) {
                o.m = 3, o.m_jac = 2, o.B2 = 2, o.p_out = 0.3;
                const option options[] = {{"m", 3},
                                          {"m_jac", 2},
                                          {"B1", (double)o.B1},
                                          {"B2", 2},
                                          {o.period ? "period" : "p_out", o.period ? 4 : 0.3},
                                          {0}};
                compare(o.order == 1 ? "bspiderboost" : "e-bspiderboost", options, spiderboost);
            }
}

static void nestedvr_by_hand(void **state)
{
    (void)state;
    for (int kind = 0; kind < 32; kind++) {
        o.order = 1 + kind % 2;
        o.chains = kind & 2, o.listing = kind & 4;
        o.B1 = kind & 8 ? N : 4, o.B2 = 3, o.S1 = 5, o.S2 = 2;
        o.inner_period = kind & 16 ? 3 : 0, o.p_in = 0.4;
        o.period = kind & 16 ? 4 : 0, o.p_out = 0.5;
        const option options[] = {{"S1", 5},
                                  {"S2", 2},
                                  {"B1", (double)o.B1},
                                  {"B2", 3},
                                  {"chains", o.chains},
                                  {"listing", o.listing},
                                  {kind & 16 ? "inner_period" : "p_in", kind & 16 ? 3 : 0.4},
                                  {kind & 16 ? "period" : "p_out", kind & 16 ? 4 : 0.5},
                                  {0}};
        compare(o.order == 1 ? "nestedvr" : "e-nestedvr", options, nestedvr);
    }
}

static void sox_by_hand(void **state)
{
    (void)state;
    o.order = 1;
    for (int kind = 0; kind < 4; kind++)
        for (o.B1 = 1; o.B1 <= N; o.B1++) {
            o.share = kind & 1, o.previous = kind & 2;
            o.m = 3, o.m_jac = o.share ? 3 : 2, o.a = 0.3, o.b = 0.2;
            const option options[] = {
                {"m", 3},   {"B", (double)o.B1}, {"a", 0.3},
                {"b", 0.2}, {"u", o.previous},   {o.share ? "share" : "m_jac", o.share ? 1 : 2},
                {0}};
            compare("sox", options, sox);
        }
}

static void msvr_by_hand(void **state)
{
    (void)state;
    o.order = 1;
    for (int kind = 0; kind < 4; kind++)
        for (o.B1 = 2; o.B1 <= N; o.B1++) {
            o.share = kind & 1, o.normalised = kind & 2;
            o.m = 3, o.m_jac = o.share ? 3 : 2, o.a = 0.3, o.b = 0.2;
            const option options[] = {{"m", 3},
                                      {"B", (double)o.B1},
                                      {"alpha", 0.3},
                                      {"beta", 0.2},
                                      {"normalised", o.normalised},
                                      {o.share ? "share" : "m_jac", o.share ? 1 : 2},
                                      {0}};
            compare("msvr", options, msvr);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spiderboost_by_hand),
        cmocka_unit_test(nestedvr_by_hand),
        cmocka_unit_test(sox_by_hand),
        cmocka_unit_test(msvr_by_hand),
    };
    return cmocka_run_group_tests_name("method_naive", tests, make_toy, NULL);
}
