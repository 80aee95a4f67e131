/* Invariant logistic regression (paper, section "Application of Invariant Risk Minimization").
 *
 *   xi = (a, b), a in R^d, b = 1 or -1;  eta | xi ~ N(a, noise_var I);  g_eta(x; xi) = eta.x, p = 1
 *   f_xi(y) = log(1 + exp(-b y))
 *   F(x) = mean_i log(1 + exp(-b_i a_i.x)) + l2/2 |x|^2
 *
 * Synthetic data: x* ~ N(0, I), a_i ~ N(0, I), b_i = sign(a_i.x*); start 3 x* / |x*|.
 * Draw t of a block: d normals in a row. A block mean of g is a.x + (sd/m) (sum of the draws).x;
 * the draws are made one by one and summed before the product with x. */
#include "engine/cso/problem/rows.h"
#include "engine/cso/theory.h"
#include "engine/machine/level.h"
#include "engine/number/num.h"
#include "engine/number/v8_function.h"

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

typedef struct invariant_logistic {
    double noise_sd;
    double *rows, *labels;
    size_t stride;
    size_t pull; /* draws that one call to a stream yields */
} invariant_logistic;

static inline const invariant_logistic *own(const problem *p)
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
    invariant_logistic measured, *o = arena_take(memory, sizeof *o);
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
    o->stride = round_up(p->d, ROWS_ALIGN);
    o->noise_sd = sqrt(a[NOISE_VAR].number);
    o->rows = arena_take(memory, (p->n * o->stride + ROW) * sizeof(double));
    o->labels = arena_take(memory, round_up(p->n, ROW) * sizeof(double));
}

static const double *row(const problem *p, size_t i)
{
    return own(p)->rows + i * own(p)->stride;
}

static void synthesize(problem *p, uint64_t seed)
{
    const invariant_logistic *o = own(p);
    stream s;
    stream_init(&s, STREAM_NORMALS, seed, 0, PURPOSE_DATA, 0);
    rows_fill_normals(p->start, p->d, &s); /* x* */
    for (size_t i = 0; i < p->n && !problem_interrupted(p); i++) {
        rows_fill_normals(o->rows + i * o->stride, p->d, &s);
        o->labels[i] = rows_dot(row(p, i), p->start, p->ld) < 0 ? -1 : 1;
    }
}

static void copy_data(problem *p, const arg *a)
{
    const invariant_logistic *o = own(p);
    const double *rows = a[DATA_A].data;
    for (size_t i = 0; i < p->n; i++)
        memcpy(o->rows + i * o->stride, rows + i * p->d, p->d * sizeof *rows);
    memcpy(o->labels, a[DATA_B].data, p->n * sizeof *o->labels);
}

static status init(problem *p, const arg *a)
{
    if (a[DATA_A].given)
        copy_data(p, a);
    else
        synthesize(p, (uint64_t)a[DATA_SEED].number);
    return STATUS_OK;
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
    __builtin_prefetch(row(p, i) + 8);
    __builtin_prefetch(own(p)->labels + i);
}

/* Rows are fetched one outer sample ahead: in a step of few lanes the present ones would come too
 * late. */
static void outer(const problem *p, size_t n, lane *l)
{
    for (size_t i = 0; i < n; i++) {
        l[i].xi = (uint32_t)stream_index(l[i].outer, p->n);
        prefetch(p, l[i].xi);
        prefetch(p, stream_peek_index(l[i].outer, p->n));
    }
}

/* A piece of a block's draws that one call to the stream yields: `draws` rows from draw t on,
 * `cols` columns from `column` on. Rows longer than STREAM_MOST come in several pieces. */
typedef struct piece {
    size_t t, column, draws, cols;
} piece;

static inline piece piece_at(size_t t, size_t column, const problem *p, size_t m)
{
    return (piece){t, column, at_most(m - t, own(p)->pull), at_most(p->d - column, STREAM_MOST)};
}

static inline piece next_piece(piece k, const problem *p, size_t m)
{
    k.column += k.cols;
    return k.column < p->d ? piece_at(k.t, k.column, p, m) : piece_at(k.t + k.draws, 0, p, m);
}

/* Sum over a piece's draws of its columns c .. c+7; beyond the last column stands whatever follows.
 */
static inline v8 column_sum(const double *z, piece k, size_t c)
{
    v8 sum = v8_load(z + c);
    for (size_t t = 1; t < k.draws; t++)
        sum = v8_add(sum, v8_load(z + t * k.cols + c));
    return sum;
}

/* One block of m draws: noise[q] = eight partial sums of (sum of the draws).point[q]. Draws beyond
 * the last column meet a zero of the point. */
static inline void noise_dots(const problem *p, const lane *l, size_t points, size_t m, v8 *noise)
{
    for (size_t q = 0; q < points; q++)
        noise[q] = v8_set1(0);
    for (piece k = piece_at(0, 0, p, m); k.t < m; k = next_piece(k, p, m)) {
        const double *z = stream_normals(l->inner, k.draws * k.cols);
        for (size_t c = 0; c < k.cols; c += ROW) {
            v8 sum = column_sum(z, k, c);
            for (size_t q = 0; q < points; q++)
                noise[q] = v8_fma(sum, v8_load(l->point[q] + k.column + c), noise[q]);
        }
    }
}

enum { PARTIALS = 16 /* block means of a lane of which eight lanes' are kept as partial sums */ };

/* Eight partial sums of each of a lane's block means: of block k at point q at out[(q*K + k) *
 * ROW]. */
V8_INLINE void partial_means(const problem *p, const lane *l, size_t points, size_t K, size_t m,
                             v8 *out)
{
    v8 scale = v8_set1(own(p)->noise_sd / (double)m), noise[LANE_POINTS], clean[LANE_POINTS];
    for (size_t q = 0; q < points; q++)
        clean[q] = rows_partial_dot(row(p, l->xi), l->point[q], p->ld);
    for (size_t k = 0; k < K; k++) {
        noise_dots(p, l, points, m, noise);
        for (size_t q = 0; q < points; q++)
            out[(q * K + k) * ROW] = v8_fma(noise[q], scale, clean[q]);
    }
}

/* The same for lanes whose blocks are many: lane by lane, some blocks at a time. */
static void means_of_many(const problem *p, size_t n, const lane *l, size_t points, size_t K,
                          size_t m, double *y, size_t gap)
{
    size_t width = round_up(n, ROW), some;
    v8 partial[PARTIALS * ROW];
    for (size_t i = 0; i < n; i++) {
        for (size_t first = 0; first < K; first += some) {
            some = at_most(K - first, PARTIALS / points);
            partial_means(p, &l[i], points, some, m, partial);
            for (size_t q = 0; q < points; q++)
                for (size_t k = 0; k < some; k++)
                    y[q * gap + (first + k) * width + i] = v8_sum(partial[(q * some + k) * ROW]);
        }
    }
}

static void means(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap)
{
    size_t width = round_up(n, ROW);
    v8 partial[PARTIALS * ROW];
    if (points * K > PARTIALS) {
        means_of_many(p, n, l, points, K, m, y, gap);
        return;
    }
    for (size_t i = 0; i < width; i++) {
        if (i < n)
            partial_means(p, &l[i], points, K, m, partial + i % ROW);
        if (i % ROW < ROW - 1)
            continue;
        for (size_t q = 0; q < points; q++)
            for (size_t k = 0; k < K; k++)
                v8_store(y + q * gap + k * width + i - (ROW - 1),
                         v8_sums(partial + (q * K + k) * ROW));
    }
}

/* row += weight (a + sd/m (sum of m draws of s)), the mean of m draws of eta; keeps the padding
 * zero. */
static inline void add_eta(const problem *p, const double *a, stream *s, size_t m, double weight,
                           double *row)
{
    const u8 lane_number = u8_load((const uint64_t[]){0, 1, 2, 3, 4, 5, 6, 7});
    v8 scale = v8_set1(weight * own(p)->noise_sd / (double)m);
    for (piece k = piece_at(0, 0, p, m); k.t < m; k = next_piece(k, p, m)) {
        const double *z = stream_normals(s, k.draws * k.cols);
        for (size_t c = 0; c < k.cols; c += ROW) {
            u8 inside = u8_less(lane_number, u8_set1(k.cols - c));
            v8 sum = v8_bits(u8_and(inside, u8_bits(column_sum(z, k, c))));
            double *out = row + k.column + c;
            v8 to = v8_load(out);
            if (k.t == 0)
                to = v8_fma(v8_set1(weight), v8_load(a + k.column + c), to);
            v8_store(out, v8_fma(sum, scale, to));
        }
    }
}

static void jtv(const problem *p, size_t n, const lane *l, size_t points, size_t m, const double *v)
{
    size_t width = round_up(n, ROW);
    for (size_t i = 0; i < n; i++, l++) {
        double weight = 0; /* the Jacobian is the same at every point */
        for (size_t q = 0; q < points; q++)
            weight += v[q * width + i];
        add_eta(p, row(p, l->xi), l->jacobian, m, weight, l->out);
    }
}

/* On the same draws: the block's mean of eta is its Jacobian, and its product with the point is g.
 */
static void joint(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap, double *J)
{
    size_t width = round_up(n, ROW);
    memset(J, 0, n * K * p->ld * sizeof *J);
    for (size_t i = 0; i < n; i++, l++) {
        for (size_t k = 0; k < K; k++, J += p->ld) {
            add_eta(p, row(p, l->xi), l->inner, m, 1, J);
            for (size_t q = 0; q < points; q++)
                y[q * gap + k * width + i] = rows_dot(J, l->point[q], p->ld);
        }
    }
}

static void jacobian(const problem *p, size_t n, const lane *l, size_t points, size_t m, double *J)
{
    (void)points; /* the same at every point */
    memset(J, 0, n * p->ld * sizeof *J);
    for (size_t i = 0; i < n; i++, l++, J += p->ld)
        add_eta(p, row(p, l->xi), l->jacobian, m, 1, J);
}

static void labels_of(const problem *p, size_t n, const lane *l, double *b)
{
    for (size_t i = 0; i < n; i++)
        b[i] = own(p)->labels[l[i].xi];
    for (size_t i = n; i % ROW; i++)
        b[i] = 0;
}

static void grad_f(const problem *p, size_t n, const lane *l, size_t rows, double *y)
{
    size_t width = round_up(n, ROW);
    double b[LANES];
    labels_of(p, n, l, b);
    for (size_t r = 0; r < rows; r++, y += width) {
        for (size_t i = 0; i < width; i += ROW) {
            v8 minus = v8_neg(v8_load(b + i));
            v8_store(y + i, v8_mul(minus, v8_sigmoid(v8_mul(minus, v8_load(y + i)))));
        }
    }
}

static void f(const problem *p, size_t n, const lane *l, size_t rows, const double *y,
              double *value)
{
    size_t width = round_up(n, ROW);
    double b[LANES];
    labels_of(p, n, l, b);
    for (size_t r = 0; r < rows; r++, y += width, value += width)
        for (size_t i = 0; i < width; i += ROW)
            v8_store(value + i, v8_softplus(v8_mul(v8_neg(v8_load(b + i)), v8_load(y + i))));
}

/* gradient += sum of weight_k times row k of the n rows at a. */
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

/* Up to eight rows from i on: the sum of their losses, and of their gradients into the row unless
 * NULL. */
static inline double eight_rows(const problem *p, size_t i, const double *x, double *gradient)
{
    const double *a = row(p, i);
    double y[ROW] = {0}, loss[ROW], slope[ROW], sum = 0;
    size_t n = at_most(p->n - i, ROW);
    for (size_t k = 0; k < n; k++)
        y[k] = own(p)->labels[i + k] * rows_dot(a + k * own(p)->stride, x, p->ld);
    v8_store(loss, v8_softplus(v8_neg(v8_load(y))));
    v8_store(slope, v8_sigmoid(v8_neg(v8_load(y))));
    for (size_t k = 0; k < n; k++) {
        sum += loss[k];
        slope[k] *= -own(p)->labels[i + k];
    }
    if (gradient)
        add_rows(gradient, slope, a, n, p);
    return sum;
}

/* Divides a sum over the data by n and adds the penalty's gradient. */
static void finish_gradient(const problem *p, const double *x, double *gradient)
{
    for (size_t j = 0; j < p->ld; j++)
        gradient[j] = gradient[j] / (double)p->n + p->l2 * x[j];
}

static double objective(const problem *p, const double *x, double *gradient)
{
    double sum = 0;
    if (gradient)
        memset(gradient, 0, p->ld * sizeof *gradient);
    for (size_t i = 0; i < p->n; i += ROW)
        sum += eight_rows(p, i, x, gradient);
    if (gradient)
        finish_gradient(p, x, gradient);
    return sum / (double)p->n + 0.5 * p->l2 * rows_dot(x, x, p->ld);
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
        double b = own(p)->labels[i], y = b * rows_dot(a, x, p->ld);
        rows_add(out, b * operator_mean(op, SLOPE, y, sd, m, false), a, p->ld);
        if (shared)
            curvature += operator_mean(op, CURVATURE, y, sd, m, true);
    }
    if (shared)
        rows_add(out, own(p)->noise_sd * own(p)->noise_sd * curvature, x, p->ld);
    finish_gradient(p, x, out);
}

static void expected(const problem *p, const double *x, const extrap *op, size_t m, bool shared,
                     estimate_of of, double *out)
{
    double norm = rows_norm(x, p->ld), sd = own(p)->noise_sd * norm, sum = 0;
    if (of == OF_GRADIENT) {
        expected_gradient(p, x, op, m, shared, sd, out);
        return;
    }
    for (size_t i = 0; i < p->n && !problem_interrupted(p); i++)
        sum += operator_mean(op, VALUE, own(p)->labels[i] * rows_dot(row(p, i), x, p->ld), sd, m,
                             false);
    out[0] = sum / (double)p->n + 0.5 * p->l2 * norm * norm;
}

static size_t data(const problem *p, problem_column columns[PROBLEM_COLUMNS])
{
    columns[0] = (problem_column){"a", own(p)->rows, p->n, p->d, own(p)->stride};
    columns[1] = (problem_column){"b", own(p)->labels, p->n, 0, 1};
    return 2;
}

/* eta ~ N(a, noise_var I): |Jacobian|^2 has the mean |a|^2 + d noise_var, g the variance
 * noise_var |x|^2. The k-th derivative of the logistic function is at most 1/4, .., 1/8, 0.127684
 * for k = 1, .., 3, 4. */
static void constants(const problem *p, double radius, theory_constants *k)
{
    double sum = 0, sd = own(p)->noise_sd, var = sd * sd, d = (double)p->d;
    double g_var = var * radius * radius;
    for (size_t i = 0; i < p->n; i++)
        sum += rows_dot(row(p, i), row(p, i), p->ld);
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
    .means = means,
    .joint = joint,
    .grad_f = grad_f,
    .f = f,
    .jacobian = jacobian,
    .jtv = jtv,
    .data = data,
    .objective = objective,
    .convex = true,
    .expected = expected,
    .constants = constants,
};
