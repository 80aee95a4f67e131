/* Invariant logistic regression (paper, section "Application of Invariant Risk Minimization").
 *
 *   xi = (a, b), a in R^d, b = 1 or -1;  eta | xi ~ N(a, noise_var I);  g_eta(x; xi) = eta.x, p = 1
 *   f_xi(y) = log(1 + exp(-b y))
 *   F(x) = mean_i log(1 + exp(-b_i a_i.x)) + l2/2 |x|^2
 *
 * Synthetic data: x* ~ N(0, I), a_i ~ N(0, I), b_i = sign(a_i.x*); start 3 x* / |x*|.
 * Draw t of a block: d normals in a row. A block mean of g is a.x + (sd/m) (sum of the draws).x;
 * the draws are made one by one and summed before the product with x. */
#include "engine/cso/parts.h"
#include "engine/cso/problem/noisy_rows.h"
#include "engine/cso/theory.h"
#include "engine/machine/level.h"
#include "engine/machine/memory.h"
#include "engine/machine/parallel.h"
#include "engine/number/num.h"
#include "engine/number/v8_function.h"
#include "engine/operator/window.h"

enum { N, D, NOISE_VAR, L2, DATA_SEED, DATA_A, DATA_B };

static const param params[] = {
    [N] = {"n", PARAM_INTEGER, .fallback = 50000, .low = 1, .high = 4294967295,
           .unit = "outer samples", .meaning = "size of the data set"},
    [D] = {"d", PARAM_INTEGER, .fallback = 10, .low = 1, .high = 100000,
           .meaning = "dimension of x"},
    [NOISE_VAR] = {"noise_var", PARAM_NUMBER, .fallback = 100,
                   .meaning = "variance of each coordinate of eta"},
    [L2] = {"l2", PARAM_NUMBER, .fallback = 0.1,
            .meaning = "penalty factor; the paper prints none"},
    [DATA_SEED] = {"data_seed", PARAM_INTEGER, .fallback = 1, .high = 9007199254740992,
                   .meaning = "seed of the synthetic data"},
    [DATA_A] = {"data.a", PARAM_MATRIX, .flags = PARAM_OPTIONAL, .low = -INFINITY,
                .meaning = "n x d: your own rows a, instead of synthetic data"},
    [DATA_B] = {"data.b", PARAM_VECTOR, .flags = PARAM_OPTIONAL, .low = -INFINITY,
                .meaning = "n labels, each 1 or -1"},
};

static inline const noisy_rows *own(const problem *p)
{
    return p->own;
}

static const char *check(const arg *a)
{
    const char *wrong = rows_check_labelled(&a[DATA_A], &a[DATA_B]);
    if (!wrong && a[DATA_A].given && (a[N].given || a[D].given || a[DATA_SEED].given))
        wrong = "n, d and data_seed do not go with data";
    return wrong;
}

static void layout(problem *p, const arg *a, arena *memory)
{
    noisy_rows measured, *o = arena_take(memory, sizeof *o);
    bool given = a[DATA_A].given;
    p->own = o;
    o = o ? o : &measured;
    p->n = given ? a[DATA_A].rows : (size_t)a[N].number;
    p->d = given ? a[DATA_A].cols : (size_t)a[D].number;
    p->p = 1;
    p->constant_jacobian = true;
    p->ld = round_up(p->d, ROW);
    p->l2 = a[L2].number;
    o->pull = p->d > STREAM_MOST ? 1 : STREAM_MOST / p->d;
    o->n = p->n;
    o->d = p->d;
    o->stride = round_up(p->d + 1, p->d < ROWS_ALIGN ? ROWS_ALIGN : ROW);
    o->sd = sqrt(a[NOISE_VAR].number);
    o->rows = arena_take(memory, (p->n * o->stride + ROW) * sizeof(double));
}

static const double *row(const problem *p, size_t i)
{
    return noisy_row(own(p), i);
}

static double label(const problem *p, size_t i)
{
    return *noisy_label(own(p), i);
}

enum { SOME = 1024 /* rows that are made, or fetched, at a time */ };

/* x* and the rows, which come from one stream. */
static void synthesize(problem *p, uint64_t seed)
{
    const noisy_rows *o = own(p);
    stream s;
    stream_init(&s, STREAM_NORMALS, seed, 0, PURPOSE_DATA, 0);
    rows_fill_normals(p->start, p->d, &s);
    for (size_t i = 0; i < p->n && !problem_interrupted(p); i++) {
        rows_fill_normals(o->rows + i * o->stride, p->d, &s);
        *noisy_label(o, i) = rows_dot(row(p, i), p->start, p->ld) < 0 ? -1 : 1;
        if (i % SOME == 0)
            problem_report(p, 0.4 * (double)i / (double)p->n);
    }
}

static void fetch_rows(const problem *p)
{
    const noisy_rows *o = own(p);
    for (size_t i = 0; i < p->n && !problem_interrupted(p); i += parts_rows(p))
        memory_fetch(o->rows + i * o->stride,
                     at_most(p->n - i, parts_rows(p)) * o->stride * sizeof *o->rows);
}

typedef struct making {
    problem *p;
    const arg *a;
} making;

/* One thread makes the rows, another has their memory brought in. */
static status make_rows(void *context, size_t item, size_t worker)
{
    making *k = context;
    (void)worker;
    if (item == 0)
        synthesize(k->p, (uint64_t)k->a[DATA_SEED].number);
    else
        fetch_rows(k->p);
    return STATUS_OK;
}

static status copy_part(void *context, size_t item, size_t worker)
{
    making *k = context;
    const noisy_rows *o = own(k->p);
    const double *rows = k->a[DATA_A].data, *labels = k->a[DATA_B].data;
    size_t d = k->p->d, first = item * parts_rows(k->p),
           n = at_most(k->p->n - first, parts_rows(k->p));
    for (size_t i = first; i < first + n && !problem_interrupted(k->p); i++) {
        memcpy(o->rows + i * o->stride, rows + i * d, d * sizeof *rows);
        *noisy_label(o, i) = labels[i];
    }
    if (worker == 0)
        problem_report(k->p, 0.4 * (double)first / (double)k->p->n);
    return STATUS_OK;
}

static status init(problem *p, const arg *a)
{
    making k = {p, a};
    size_t threads = problem_makers(p);
    if (a[DATA_A].given)
        return parallel_run(parts_count(p), threads, copy_part, &k);
    return parallel_run(threads > 1 && parts_count(p) > 1 ? 2 : 1, threads, make_rows, &k);
}

/* With data there is no x*: the start lies in the direction of the optimum. */
static void place_start(problem *p)
{
    if (rows_dot(p->start, p->start, p->ld) == 0)
        memcpy(p->start, p->optimum, p->ld * sizeof *p->start);
    double norm = rows_norm(p->start, p->ld);
    for (size_t j = 0; j < p->d && norm > 0; j++)
        p->start[j] *= 3 / norm;
}

static inline void prefetch(const problem *p, size_t i)
{
    __builtin_prefetch(row(p, i));
    __builtin_prefetch(row(p, i) + LINE);
}

/* Short rows are fetched here; a replicate's first one of a step was in the step before, since in a
 * step of few lanes it would come too late. */
static void outer(const problem *p, size_t n, lane *l)
{
    for (size_t i = 0; i < n; i++) {
        l[i].xi = (uint32_t)stream_index(l[i].outer, p->n);
        if (p->d > SHORT * ROW)
            continue;
        if (i > 0 && l[i - 1].outer == l[i].outer)
            prefetch(p, l[i].xi);
        if (i + 1 == n || l[i + 1].outer != l[i].outer)
            prefetch(p, stream_peek_index(l[i].outer, 0, p->n));
    }
}

static void fetch(const problem *p, size_t n, const lane *l)
{
    for (size_t i = 0; i < n; i++)
        prefetch(p, l[i].xi);
}

static void means(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap)
{
    const noisy_rows *o = own(p);
    partials_kernel *kernel = partials_for(p->d, points, m);
    size_t width = round_up(n, ROW);
    if (points * K > PARTIALS)
        many_means(o, n, l, points, K, m, y, gap, width);
    for (size_t i = 0; i < n && points * K <= PARTIALS; i += ROW)
        eight_means(o, at_most(n - i, ROW), l + i, kernel, points, K, m, y + i, gap, width);
}

static void jtv(const problem *p, size_t n, const lane *l, size_t points, size_t m, const double *v)
{
    size_t width = round_up(n, ROW);
    add_kernel *kernel = add_for(p->d, m);
    for (size_t i = 0; i < n; i += ROW) {
        v8 weight = v8_set1(0); /* the Jacobian is the same at every point */
        for (size_t q = 0; q < points; q++)
            weight = v8_add(weight, v8_load(v + q * width + i));
        eight_add(own(p), at_most(n - i, ROW), l + i, kernel, m, weight, NULL);
    }
}

/* On the same draws: the block's mean of eta is its Jacobian, and its product with the point is g.
 */
static void joint(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap, double *J)
{
    const noisy_rows *o = own(p);
    size_t width = round_up(n, ROW);
    bool eight = points * K <= PARTIALS && in_one_call(o, m);
    for (size_t i = 0; i < n; i += ROW, J += ROW * K * p->ld) {
        size_t some = at_most(n - i, ROW);
        if (eight)
            eight_joint(o, some, l + i, points, K, m, y + i, gap, width, J);
        else
            many_joint(o, some, l + i, points, K, m, y + i, gap, width, J);
    }
}

static void jacobian(const problem *p, size_t n, const lane *l, size_t points, size_t m, double *J)
{
    (void)points; /* the same at every point */
    memset(J, 0, n * p->ld * sizeof *J);
    for (size_t i = 0; i < n; i++, l++, J += p->ld)
        add_block(own(p), l, l->jacobian, m, 1, J);
}

/* The labels of up to eight lanes; of missing ones the first one's. */
V8_INLINE v8 labels_of(const problem *p, size_t n, const lane *l)
{
    const noisy_rows *o = own(p);
    size_t at[ROW];
    for (size_t i = 0; i < ROW; i++)
        at[i] = l[i < n ? i : 0].xi * o->stride + o->d;
    return v8_pick(o->rows, at);
}

/* grad f(y) = -b / (1 + exp(b y)) of eight lanes. */
V8_INLINE v8 slope(v8 b, v8 y)
{
    return v8_div(v8_neg(b), v8_add(v8_set1(1), v8_exp(v8_mul(b, y))));
}

static void grad_f(const problem *p, size_t n, const lane *l, size_t rows, double *y)
{
    size_t width = round_up(n, ROW);
    for (size_t i = 0; i < n; i += ROW) {
        v8 b = labels_of(p, at_most(n - i, ROW), l + i);
        for (size_t r = 0; r < rows; r++)
            v8_store(y + r * width + i, slope(b, v8_load(y + r * width + i)));
    }
}

static void f(const problem *p, size_t n, const lane *l, size_t rows, const double *y,
              double *value)
{
    size_t width = round_up(n, ROW);
    for (size_t i = 0; i < n; i += ROW) {
        v8 minus = v8_neg(labels_of(p, at_most(n - i, ROW), l + i));
        for (size_t r = 0; r < rows; r++)
            v8_store(value + r * width + i, v8_softplus(v8_mul(minus, v8_load(y + r * width + i))));
    }
}

/* What the gradients at the window means of eight lanes come to, of the block means at y. */
V8_INLINE v8 eight_weights(const extrap *op, size_t points, v8 label, const double *scale,
                           double *y, size_t gap)
{
    v8 weight = v8_set1(0);
    for (size_t q = 0; q < points; q++, y += gap) {
        const double *window = y + window_first_row(op) * ROW;
        v8 sum = v8_set1(0);
        window_means(op, ROW, y, ROW);
        for (size_t e = 0; e < op->windows; e++, window += ROW)
            sum = v8_fma(v8_set1(op->window[e].weight), slope(label, v8_load(window)), sum);
        weight = v8_add(weight, v8_mul(v8_set1(scale[q]), sum));
    }
    return weight;
}

/* Sixteen lanes at a time from the draws to the estimates' rows, stage by stage, so that the
 * latency of eight hides behind the others. */
static __attribute__((noinline)) void fused_lanes(const problem *p, size_t n, const lane *l,
                                                  size_t points, const extrap *op, size_t m,
                                                  size_t m_jacobian, const double *scale,
                                                  descent *by, double *y)
{
    const noisy_rows *o = own(p);
    size_t gap = window_rows(op) * ROW, some;
    partials_kernel *partials = partials_for(p->d, points, m);
    add_kernel *add = add_for(p->d, m_jacobian);
    v8 weight[2];
    for (; n; n -= some, l += some) {
        some = at_most(n, 2 * ROW);
        for (size_t i = 0; i < some; i += ROW)
            eight_means(o, at_most(some - i, ROW), l + i, partials, points, op->draws, m,
                        y + i / ROW * points * gap, gap, ROW);
        for (size_t i = 0; i < some; i += ROW)
            weight[i / ROW] = eight_weights(op, points, labels_of(p, at_most(some - i, ROW), l + i),
                                            scale, y + i / ROW * points * gap, gap);
        for (size_t i = 0; i < some; i += ROW)
            eight_add(o, at_most(some - i, ROW), l + i, add, m_jacobian, weight[i / ROW], by);
    }
}

static bool fuses(size_t points, const extrap *op)
{
    return points * op->draws <= PARTIALS;
}

static bool fused(const problem *p, size_t n, const lane *l, size_t points, const extrap *op,
                  size_t m, size_t m_jacobian, const double *scale, double *y)
{
    if (fuses(points, op))
        fused_lanes(p, n, l, points, op, m, m_jacobian, scale, NULL, y);
    return fuses(points, op);
}

/* to <- the estimate of one lane at x, its windows side by side: what hides no latency should at
 * least be short. */
V8_INLINE void lone_estimate(const problem *p, const lane *l, const v8 *x, size_t chunks,
                             const extrap *op, size_t m, size_t m_jacobian, v8 *to)
{
    const noisy_rows *o = own(p);
    v8 y = window_means_beside(op, means_beside(o, l, x, chunks, op->draws, m));
    v8 weight = window_combine_beside(op, slope(v8_set1(label(p, l->xi)), y));
    v8 scale = v8_mul(weight, v8_set1(o->sd));
    if (m_jacobian > 1)
        scale = v8_div(scale, v8_set1((double)m_jacobian));
    load_row(chunks, l->out, true, to);
    add_lane(o, l, stream_normals(l->jacobian, m_jacobian * o->d), chunks, m_jacobian, weight,
             scale, to);
}

/* Steps of one lane alone, as descend's; its rows stay in registers. */
typedef size_t lone_kernel(const problem *p, lane *l, const extrap *op, size_t m, size_t m_jacobian,
                           double step, const mover *move, size_t steps);

V8_INLINE size_t lone_descent(const problem *p, lane *l, size_t chunks, const extrap *op, size_t m,
                              size_t m_jacobian, double step, const mover *move, size_t steps)
{
    const v8 l2 = v8_set1(p->l2), minus_step = v8_set1(-step);
    const u8 last = first_numbers(p->d - (chunks - 1) * ROW), all = u8_set1(UINT64_MAX);
    v8 x[SHORT], old[SHORT], to[SHORT], check = v8_set1(0);
    size_t made = 0;
    bool goes_on;
    load_row(chunks, l->point[0], false, x);
    load_row(chunks, l->point[1], false, old);
    do {
        outer(p, 1, l);
        lone_estimate(p, l, x, chunks, op, m, m_jacobian, to);
        to[chunks - 1] = v8_bits(u8_and(last, u8_bits(to[chunks - 1])));
        if (move) {
            store_row(chunks, l->out, all, to);
            goes_on = move->move(move->group);
            load_row(chunks, l->point[0], false, x);
            continue;
        }
#pragma GCC unroll 2
        for (size_t c = 0; c < chunks; c++) {
            old[c] = x[c];
            x[c] = moved(x[c], to[c], l2, minus_step);
            check = v8_add(check, v8_sub(x[c], x[c]));
        }
        goes_on = v8_all(v8_equal(check, v8_set1(0)));
    } while (++made < steps && goes_on);
    if (move)
        return made;
    store_row(chunks, l->out, all, to);
    store_row(chunks, l->point[1], all, old);
    store_row(chunks, l->point[0], all, x);
    return made;
}

#define LONE_KERNEL(name, chunks, some_m, some_m_jacobian)                                         \
    static size_t name(const problem *p, lane *l, const extrap *op, size_t m, size_t m_jacobian,   \
                       double step, const mover *move, size_t steps)                               \
    {                                                                                              \
        (void)m;                                                                                   \
        (void)m_jacobian;                                                                          \
        return lone_descent(p, l, chunks, op, some_m, some_m_jacobian, step, move, steps);         \
    }
LONE_KERNEL(lone_1_one, 1, 1, 1)
LONE_KERNEL(lone_1, 1, m, m_jacobian)
LONE_KERNEL(lone_2_one, 2, 1, 1)
LONE_KERNEL(lone_2, 2, m, m_jacobian)

/* NULL: such a lane is one of a list like others. */
static inline lone_kernel *lone_for(const problem *p, const extrap *op, size_t m, size_t m_jacobian)
{
    static lone_kernel *const of_short[SHORT][2] = {{lone_1_one, lone_1}, {lone_2_one, lone_2}};
    const noisy_rows *o = own(p);
    if (!op->small || p->d > SHORT * ROW || !in_one_call(o, op->draws * m) ||
        !in_one_call(o, m_jacobian))
        return NULL;
    return of_short[p->d > ROW][m > 1 || m_jacobian > 1];
}

static size_t descend(const problem *p, size_t n, lane *l, size_t batch, const extrap *op, size_t m,
                      size_t m_jacobian, double step, const mover *move, size_t steps, double *y)
{
    lone_kernel *lone = n == 1 ? lone_for(p, op, m, m_jacobian) : NULL;
    descent by = descent_of(n, l, batch, p, step, move);
    const double scale = 1.0 / (double)batch;
    size_t made = 0;
    if (lone)
        return lone(p, l, op, m, m_jacobian, step, move, steps);
    for (bool goes_on = fuses(1, op); made < steps && goes_on; made++) {
        outer(p, n, l);
        fused_lanes(p, n, l, 1, op, m, m_jacobian, &scale, &by, y);
        goes_on = descent_moved(&by, move);
    }
    return made;
}

/* gradient += sum of weight_k times row k of the n rows at a; what follows the last column is of no
 * use. */
static inline void add_rows(double *gradient, const double *weight, const double *a, size_t n,
                            const problem *p)
{
    for (size_t c = 0; c < p->ld; c += ROW) {
        v8 sum = v8_load(gradient + c);
        for (size_t k = 0; k < n; k++)
            sum = v8_fma(v8_set1(weight[k]), v8_load(a + k * own(p)->stride + c), sum);
        v8_store(gradient + c, sum);
    }
}

static inline v8 row_labels(const problem *p, size_t i, size_t n)
{
    double labels[ROW] = {0};
    for (size_t k = 0; k < n; k++)
        labels[k] = label(p, i + k);
    return v8_load(labels);
}

/* Minus label times a.x of n <= 8 rows from i on, 0 beyond them. */
static inline v8 exponents(const problem *p, size_t i, size_t n, const double *x)
{
    v8 partial[ROW];
    for (size_t k = 0; k < ROW; k++)
        partial[k] = k < n ? rows_partial_dot(row(p, i + k), x, p->ld) : v8_set1(0);
    return v8_neg(v8_mul(row_labels(p, i, n), v8_sums(partial)));
}

/* A chain of dependent steps leads from a row to its loss: several eights of rows are under way at
 * a time. */
enum { EIGHTS = 8 };

/* gradient += the slopes' sum over n rows from i on. */
static inline void add_slopes(const problem *p, size_t i, size_t n, const v8 *y, double *gradient)
{
    double weight[EIGHTS][ROW];
    size_t eights = (n + ROW - 1) / ROW;
    for (size_t h = 0; h < eights; h++)
        v8_store(weight[h], v8_neg(v8_sigmoid(y[h])));
    for (size_t h = 0; h < eights; h++) {
        size_t first = i + h * ROW, rows = at_most(n - h * ROW, ROW);
        for (size_t k = 0; k < rows; k++)
            weight[h][k] *= label(p, first + k);
        add_rows(gradient, weight[h], row(p, first), rows, p);
    }
}

/* sum + the losses of n rows from i on, eight by eight; their gradients into the row unless NULL.
 */
static inline double add_losses(const problem *p, size_t i, size_t n, const double *x, double sum,
                                double *gradient)
{
    v8 y[EIGHTS];
    double loss[EIGHTS][ROW];
    size_t eights = (n + ROW - 1) / ROW;
    for (size_t h = 0; h < eights; h++)
        y[h] = exponents(p, i + h * ROW, at_most(n - h * ROW, ROW), x);
    for (size_t h = 0; h < eights; h++)
        v8_store(loss[h], v8_softplus(y[h]));
    for (size_t h = 0; h < eights; h++) {
        double eight = 0;
        for (size_t k = 0; k < at_most(n - h * ROW, ROW); k++)
            eight += loss[h][k];
        sum += eight;
    }
    if (gradient)
        add_slopes(p, i, n, y, gradient);
    return sum;
}

static double row_sum(const problem *p, size_t first, size_t n, const double *x, double *gradient)
{
    double sum = 0;
    for (; n >= EIGHTS * ROW; n -= EIGHTS * ROW, first += EIGHTS * ROW)
        sum = add_losses(p, first, EIGHTS * ROW, x, sum, gradient);
    return add_losses(p, first, n, x, sum, gradient);
}

/* Divides a sum over n rows by n and adds the penalty's gradient; clears the padding. */
static void finish_gradient(const problem *p, size_t n, const double *x, double *gradient)
{
    for (size_t j = 0; j < p->d; j++)
        gradient[j] = gradient[j] / (double)n + p->l2 * x[j];
    for (size_t j = p->d; j < p->ld; j++)
        gradient[j] = 0;
}

static double row_mean(const problem *p, size_t n, const double *x, double sum, double *gradient)
{
    if (gradient)
        finish_gradient(p, n, x, gradient);
    double penalty = p->l2 > 0 ? 0.5 * p->l2 * rows_dot(x, x, p->ld) : 0;
    return sum / (double)n + penalty;
}

static void row_squares(const problem *p, size_t first, size_t n, const double *unit, double *sum)
{
    for (size_t i = first; i < first + n; i++)
        for (size_t c = 0; c < p->ld; c += ROW) {
            v8 a = v8_mul(v8_load(row(p, i) + c), v8_load(unit + c));
            v8_store(sum + c, v8_fma(a, a, v8_load(sum + c)));
        }
}

static void row_bend(const problem *p, size_t i, const double *x, double *out)
{
    const double *a = row(p, i);
    v8 y = v8_set1(rows_dot(a, x, p->ld));
    double bend = v8_first(v8_mul(v8_sigmoid(y), v8_sigmoid(v8_neg(y))));
    for (size_t j = 0; j < p->d; j++)
        out[j] = sqrt(bend) * a[j];
}

/* What is averaged over a normal law: f, f' or f'' at b = 1 (for b = -1: f(-y), -f'(-y), f''(-y)).
 */
typedef enum derivative { VALUE, SLOPE, CURVATURE } derivative;

#define WIDE 1e4

static inline v8 loss_derivative(derivative which, v8 y)
{
    v8 s = v8_sigmoid(v8_neg(y));
    if (which == VALUE)
        return v8_softplus(v8_neg(y));
    return which == SLOPE ? v8_neg(s) : v8_mul(s, v8_sub(v8_set1(1), s));
}

/* E h(Y), Y = N(mean, sd^2), for an sd so large that the rule below would take too many nodes. f(y)
 * is E max(T - y, 0) with T logistic: h is averaged over Y first, then by that rule over T. */
static double wide_mean(derivative which, double mean, double sd)
{
    double sum = 0, total = 0;
    for (double t = -40; t <= 40; t += 0.5) {
        double e = num_exp(-fabs(t)), weight = e / ((1 + e) * (1 + e)), z = (t - mean) / sd;
        double below = 0.5 * erfc(-z * sqrt(0.5)); /* P(Y < t) */
        double density = 0.3989422804014326779 * num_exp(-0.5 * z * z);
        double value[] = {[VALUE] = (t - mean) * below + sd * density,
                          [SLOPE] = -below,
                          [CURVATURE] = density / sd};
        sum += weight * value[which];
        total += weight;
    }
    return sum / total;
}

/* E h(N(mean, sd^2)) by the trapezoid rule on +-9 standard deviations. The poles of the logistic
 * function lie at distance pi: steps of 0.5 min(1, 1/sd) standard deviations leave an error below
 * 1e-15. */
static double normal_mean(derivative which, double mean, double sd)
{
    if (sd == 0)
        return v8_first(loss_derivative(which, v8_set1(mean)));
    if (!(sd < WIDE))
        return wide_mean(which, mean, sd);
    double step = 0.5 / fmax(1, sd);
    size_t nodes = 8 * (size_t)ceil(9 / step / 4);
    v8 sum = v8_set1(0), total = sum;
    v8 offset = v8_load((const double[]){0, 1, 2, 3, 4, 5, 6, 7});
    for (size_t i = 0; i <= nodes; i += 8) {
        v8 z = v8_mul(v8_set1(step), v8_add(offset, v8_set1((double)i - (double)(nodes / 2))));
        v8 weight = v8_exp(v8_mul(v8_set1(-0.5), v8_mul(z, z)));
        v8 y = v8_fma(v8_set1(sd), z, v8_set1(mean));
        sum = v8_fma(weight, loss_derivative(which, y), sum);
        total = v8_add(total, weight);
    }
    return v8_sum(sum) / v8_sum(total);
}

/* sum_j w_j (E h at block size n_j m) scaled by 1/(n_j m) when `per_draw`. */
static double operator_mean(const extrap *op, derivative which, double mean, double sd, size_t m,
                            bool per_draw)
{
    double sum = 0;
    for (size_t j = 0; j < op->terms; j++) {
        double draws = (double)op->term[j].size * (double)m;
        double value = normal_mean(which, mean, sd / sqrt(draws));
        sum += op->term[j].weight * (per_draw ? value / draws : value);
    }
    return sum;
}

/* Independent sets: E of the estimate is the mean over i of a_i E L f_i'(gbar). Shared sets add
 * Cov(Jbar, gbar) E f'' = noise_var/(n_j m) x E f_i'' (Stein's lemma). */
static void expected_gradient(const problem *p, const double *x, const extrap *op, size_t m,
                              bool shared, double sd, double *out)
{
    double curvature = 0;
    memset(out, 0, p->ld * sizeof *out);
    for (size_t i = 0; i < p->n && !problem_interrupted(p); i++) {
        const double *a = row(p, i);
        double b = label(p, i), y = b * rows_dot(a, x, p->ld);
        rows_add(out, b * operator_mean(op, SLOPE, y, sd, m, false), a, p->ld);
        if (shared)
            curvature += operator_mean(op, CURVATURE, y, sd, m, true);
    }
    if (shared)
        rows_add(out, own(p)->sd * own(p)->sd * curvature, x, p->ld);
    finish_gradient(p, p->n, x, out);
}

static void expected(const problem *p, const double *x, const extrap *op, size_t m, bool shared,
                     estimate_of of, double *out)
{
    double norm = rows_norm(x, p->ld), sd = own(p)->sd * norm, sum = 0;
    if (of == OF_GRADIENT) {
        expected_gradient(p, x, op, m, shared, sd, out);
        return;
    }
    for (size_t i = 0; i < p->n && !problem_interrupted(p); i++)
        sum += operator_mean(op, VALUE, label(p, i) * rows_dot(row(p, i), x, p->ld), sd, m, false);
    out[0] = sum / (double)p->n + 0.5 * p->l2 * norm * norm;
}

static size_t data(const problem *p, problem_column columns[PROBLEM_COLUMNS])
{
    columns[0] = (problem_column){"a", own(p)->rows, p->n, p->d, own(p)->stride};
    columns[1] = (problem_column){"b", noisy_label(own(p), 0), p->n, 0, own(p)->stride};
    return 2;
}

/* eta ~ N(a, noise_var I): |Jacobian|^2 has the mean |a|^2 + d noise_var, g the variance
 * noise_var |x|^2. The k-th derivative of the logistic function is at most 1/4, .., 1/8, 0.127684
 * for k = 1, .., 3, 4. */
static void constants(const problem *p, double radius, theory_constants *k)
{
    double sum = 0, sd = own(p)->sd, var = sd * sd, d = (double)p->d;
    double g_var = var * radius * radius;
    for (size_t i = 0; i < p->n; i++)
        sum += noisy_square(own(p), i);
    k->C_f = 1;
    k->L_f = 0.25;
    k->C_g = sqrt(sum / (double)p->n + d * var);
    k->L_g = 0;
    k->sigma_g = sqrt(g_var);
    k->zeta_g = sqrt(d * var);
    k->C_e = theory_C_e(0.125, 0.12768392207, g_var, 0, 3 * g_var * g_var);
}

const problem_type TYPE(problem, invariant_logistic) = {
    .name = "invariant_logistic",
    .summary = "logistic regression on rows seen through noise",
    .source = "section 5, Application of Invariant Risk Minimization",
    PARAMS(params),
    .inner_kinds = 1,
    .inner_kind = {STREAM_NORMALS},
    .check = check,
    .layout = layout,
    .init = init,
    .place_start = place_start,
    .outer = outer,
    .fetch = fetch,
    .means = means,
    .joint = joint,
    .grad_f = grad_f,
    .f = f,
    .jacobian = jacobian,
    .jtv = jtv,
    .fused = fused,
    .descend = descend,
    .data = data,
    .objective = parts_objective,
    .row_sum = row_sum,
    .row_mean = row_mean,
    .row_squares = row_squares,
    .row_bend = row_bend,
    .convex = true,
    .expected = expected,
    .constants = constants,
};
