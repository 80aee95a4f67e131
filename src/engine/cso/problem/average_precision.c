/* Average precision as a compositional objective (paper, section "Application of Deep Average
 * Precision Maximization"; Qi, Luo, Xu, Ji and Yang, 2021). r is the reading of F: the draws as
 * printed leave it out (as_printed), and then F is 1/r times as large.
 *
 *   S: rows with labels, S+ its positives, r = |S+| / |S|;  h(a; w) a linear scorer or a network
 *   l(u) = 1/(1 + exp(-u)) or log(1 + exp(u)), a smooth "at least": l(h(a_j) - h(a_i))
 *   xi = i uniform on S+, eta = (j, k), j uniform on S+ and k on S, independent
 *   g_eta(w; i) = (r l(h(a_j) - h(a_i)), l(h(a_k) - h(a_i))),  f(y) = -y_1/y_2,  p = 2
 *   F(w) = -mean over i of [sum over S+ of l(h(a_j) - h(a_i)) / sum over S of the same] + l2/2
 * |w|^2
 *
 * With l(u) = 1 for u >= 0, else 0, -F is the average precision: the mean over the positives of the
 * part of positives among the rows that are scored at least as high, ties included.
 *
 * The positives stand first. An inner draw takes the word of j, then that of k, from one stream. */
#include "engine/cso/problem.h"
#include "engine/cso/problem/linear_pairs.h"
#include "engine/machine/level.h"

enum { N, D, POSITIVE, HIDDEN, LOSS, AS_PRINTED, L2, DATA_SEED, DATA_A, DATA_B };

static const param params[] = {
    [N] = {"n", PARAM_INTEGER, .fallback = 2000, .low = 2, .high = 4294967295, .unit = "rows",
           .meaning = "size of S; the outer samples are its positives"},
    [D] = {"d", PARAM_INTEGER, .fallback = 10, .low = 1, .high = SCORER_WEIGHTS,
           .meaning = "numbers in a row"},
    [POSITIVE] = {"positive", PARAM_NUMBER, .flags = PARAM_OPEN_LOW | PARAM_OPEN_HIGH,
                  .fallback = 0.05, .high = 1, .meaning = "part of the rows that are positives"},
    [HIDDEN] = {"hidden", PARAM_VECTOR, .flags = PARAM_OPTIONAL | PARAM_EMPTY | PARAM_WHOLE,
                .low = 1, .high = MLP_UNITS, .unit = "units",
                .meaning = "widths of the scorer's tanh layers; default {}, a linear scorer"},
    [LOSS] = {"loss", PARAM_CHOICE, .choices = "sigmoid|logistic",
              .meaning = "l(u): 1/(1 + exp(-u)) or log(1 + exp(u))"},
    [AS_PRINTED] = {"as_printed", PARAM_BOOLEAN,
                    .meaning = "leave r out of the draws, as the paper prints them: F is 1/r times "
                               "as large"},
    [L2] = {"l2", PARAM_NUMBER, .meaning = "penalty factor"},
    [DATA_SEED] = {"data_seed", PARAM_INTEGER, .fallback = 1, .high = 9007199254740992,
                   .meaning = "seed of the synthetic data and of a network's start"},
    [DATA_A] = {"data.a", PARAM_MATRIX, .flags = PARAM_OPTIONAL, .low = -INFINITY,
                .meaning = "your own rows, instead of synthetic data"},
    [DATA_B] = {"data.b", PARAM_VECTOR, .flags = PARAM_OPTIONAL, .low = -INFINITY,
                .meaning = "their labels, each 1 or -1"},
};

typedef struct average_precision {
    size_t all;   /* |S|; the problem's n is |S+| */
    double share; /* of the draws: r, or 1 as printed */
    loss loss;
    scorer h;
    double *rows, *labels;
} average_precision;

static const average_precision *own(const problem *p)
{
    return p->own;
}

/* r = |S+| / |S| */
static double ratio_of(const problem *p)
{
    return (double)p->n / (double)own(p)->all;
}

static pairs pairs_of(const problem *p)
{
    return (pairs){&own(p)->h, own(p)->loss, p->n, own(p)->all, own(p)->share};
}

static size_t count_positives(const arg *a)
{
    const double *b = a[DATA_B].data;
    size_t n = 0;
    if (!a[DATA_B].given)
        return (size_t)floor(a[N].number * a[POSITIVE].number + 0.5);
    for (size_t i = 0; i < a[DATA_B].rows; i++)
        n += b[i] > 0;
    return n;
}

static size_t count_rows(const arg *a)
{
    return a[DATA_A].given ? a[DATA_A].rows : (size_t)a[N].number;
}

static const char *make_scorer(const arg *a, scorer *h)
{
    size_t d = a[DATA_A].given ? a[DATA_A].cols : (size_t)a[D].number;
    return scorer_init(h, d, a[HIDDEN].data, a[HIDDEN].rows);
}

static const char *check(const arg *a)
{
    scorer h;
    bool data = a[DATA_A].given;
    const char *wrong = rows_check_labelled(&a[DATA_A], &a[DATA_B]);
    if (wrong)
        return wrong;
    size_t positives = count_positives(a);
    if (data && (a[N].given || a[D].given || a[POSITIVE].given))
        return "n, d and positive do not go with data";
    if (positives == 0 || positives == count_rows(a))
        return data ? "data.b must hold both labels, 1 and -1"
                    : "n times positive must leave rows of both classes";
    wrong = make_scorer(a, &h);
    if (!wrong && data && scorer_is_linear(&h) && a[DATA_SEED].given)
        wrong = "data_seed does not go with data and a linear scorer, nothing is random";
    return wrong;
}

static void layout(problem *p, const arg *a, arena *memory)
{
    average_precision measured, *o = arena_take(memory, sizeof *o);
    p->own = o;
    o = o ? o : &measured;
    make_scorer(a, &o->h);
    o->all = count_rows(a);
    p->n = count_positives(a);
    p->d = o->h.weights;
    p->p = 2;
    p->ld = round_up(p->d, ROW);
    p->l2 = a[L2].number;
    o->rows = arena_take(memory, o->all * o->h.stride * sizeof(double));
    o->labels = arena_take(memory, o->all * sizeof(double));
}

/* The positives, shifted by 1/2 in each coordinate, then the others. */
static void synthesize(const problem *p, uint64_t seed)
{
    const average_precision *o = own(p);
    size_t d = o->h.net.width[0];
    stream normals;
    stream_init(&normals, STREAM_NORMALS, seed, 0, PURPOSE_DATA, 0);
    for (size_t i = 0; i < o->all && !problem_interrupted(p); i++) {
        double *row = o->rows + i * o->h.stride;
        rows_fill_normals(row, d, &normals);
        for (size_t j = 0; j < d && i < p->n; j++)
            row[j] += 0.5;
    }
}

static void copy_data(const problem *p, const arg *a)
{
    const average_precision *o = own(p);
    const double *from = a[DATA_A].data, *b = a[DATA_B].data;
    size_t d = o->h.net.width[0], next[] = {p->n, 0};
    for (size_t i = 0; i < o->all; i++, from += d)
        memcpy(o->rows + next[b[i] > 0]++ * o->h.stride, from, d * sizeof *from);
}

static status init(problem *p, const arg *a)
{
    average_precision *o = p->own;
    o->loss = (loss)a[LOSS].number;
    o->share = a[AS_PRINTED].number != 0 ? 1 : ratio_of(p);
    o->h.row = o->rows;
    if (a[DATA_A].given)
        copy_data(p, a);
    else
        synthesize(p, (uint64_t)a[DATA_SEED].number);
    for (size_t i = 0; i < o->all; i++)
        o->labels[i] = i < p->n ? 1 : -1;
    mlp_start(&o->h.net, (uint64_t)a[DATA_SEED].number, 1, p->start);
    return STATUS_OK;
}

static void outer(const problem *p, size_t n, lane *l)
{
    for (size_t i = 0; i < n; i++)
        l[i].xi = (uint32_t)stream_index(l[i].outer, p->n);
}

/* Inner draws: `blocks` blocks of n, or n of a single one. Rows: the lane's own, then those of S+
 * for the first component of g, block after block, then those of S for the second. */
enum { PIECE = 64, LISTED = 1 + COMPONENTS * PIECE };

typedef struct draws {
    size_t blocks, n; /* blocks * n <= PIECE */
    uint32_t row[LISTED];
} draws;

/* Where a block's numbers are among those of all blocks' draws; `row` has them after the lane's. */
static size_t place_of(const draws *d, size_t c, size_t block)
{
    return (c * d->blocks + block) * d->n;
}

static void draw(const problem *p, const lane *l, stream *s, draws *d)
{
    size_t n = d->blocks * d->n;
    d->row[0] = l->xi;
    stream_index_pairs(s, n, p->n, own(p)->all, d->row + 1, d->row + 1 + n);
}

/* A block at one point: what it adds up for each component. */
typedef struct block {
    v8 loss[COMPONENTS], slope[COMPONENTS];
} block;

/* Of draws at one point: l and l' of the differences h(a_j) - h(a_i). */
typedef struct terms {
    double loss[COMPONENTS * PIECE + ROW], slope[COMPONENTS * PIECE + ROW];
} terms;

static void evaluate(const problem *p, const double *w, const draws *d, bool slopes, terms *t)
{
    double score[LISTED + ROW];
    size_t n = COMPONENTS * d->blocks * d->n;
    scorer_scores(&own(p)->h, w, 1 + n, d->row, score);
    for (size_t i = n; i % ROW; i++)
        score[1 + i] = score[0]; /* of no use, but a number */
    const v8 own_score = v8_set1(score[0]);
    for (size_t i = 0; i < n; i += ROW) {
        v8 u = v8_sub(v8_load(score + 1 + i), own_score);
        v8_store(t->loss + i, loss_of(own(p)->loss, u));
        if (slopes)
            v8_store(t->slope + i, slope_of(own(p)->loss, u));
    }
}

/* sum += n numbers, eight at a time. */
static inline v8 add_numbers(v8 sum, const double *x, size_t n)
{
    for (size_t t = 0; t < n; t += ROW)
        sum = v8_add(sum, v8_bits(u8_and(first_numbers(n - t), u8_bits(v8_load(x + t)))));
    return sum;
}

/* Adds the draws of one block at point w; J: COMPONENTS rows, or NULL to leave the Jacobian. */
static void add_draws(const problem *p, const double *w, const draws *d, size_t which,
                      const terms *t, block *b, double *J)
{
    for (size_t c = 0; c < COMPONENTS; c++) {
        size_t at = place_of(d, c, which);
        b->loss[c] = add_numbers(b->loss[c], t->loss + at, d->n);
        if (!J)
            continue;
        b->slope[c] = add_numbers(b->slope[c], t->slope + at, d->n);
        scorer_add_gradients(&own(p)->h, w, d->n, d->row + 1 + at, t->slope + at, J + c * p->ld);
    }
}

/* Sums of slopes times gradients become the mean Jacobian: the lane's own row is taken off. */
static void finish_jacobian(const problem *p, const lane *l, const double *w, size_t m,
                            const block *b, double *J)
{
    const pairs o = pairs_of(p);
    for (size_t c = 0; c < COMPONENTS; c++, J += p->ld) {
        scorer_add_scaled(&own(p)->h, w, l->xi, -v8_sum(b->slope[c]), J);
        const v8 scale = v8_set1(pairs_scale(&o, c, m));
        for (size_t j = 0; j < p->ld; j += ROW)
            v8_store(J + j, v8_mul(v8_load(J + j), scale));
    }
}

/* Blocks of m draws of a stream at every point. Block k's means of g at point q go to y + q*gap +
 * k*width unless NULL, its Jacobian to J + q*Jgap + k*COMPONENTS*ld unless NULL. */
typedef struct target {
    double *y;
    size_t gap, width;
    double *J;
    size_t Jgap;
} target;

/* A piece of block k, or some whole blocks from it on, at point q; t: the first one's draws that
 * were before. */
static void add_piece(const problem *p, const lane *l, size_t q, size_t k, size_t t, size_t m,
                      const draws *d, const target *to, block *b)
{
    const pairs o = pairs_of(p);
    const double *w = l->point[q];
    terms made;
    evaluate(p, w, d, to->J, &made);
    for (size_t i = 0; i < d->blocks; i++) {
        double *J = to->J ? to->J + q * to->Jgap + (k + i) * COMPONENTS * p->ld : NULL;
        if (t == 0) {
            *b = (block){.loss = {v8_set1(0), v8_set1(0)}, .slope = {v8_set1(0), v8_set1(0)}};
            if (J)
                memset(J, 0, COMPONENTS * p->ld * sizeof *J);
        }
        add_draws(p, w, d, i, &made, b, J);
        if (t + d->n < m)
            continue;
        for (size_t c = 0; c < COMPONENTS && to->y; c++)
            to->y[q * to->gap + (k + i) * to->width + c] =
                pairs_scale(&o, c, m) * v8_sum(b->loss[c]);
        if (J)
            finish_jacobian(p, l, w, m, b, J);
    }
}

static void run_blocks(const problem *p, const lane *l, stream *s, size_t points, size_t K,
                       size_t m, target to)
{
    block b[LANE_POINTS];
    draws d;
    for (size_t k = 0; k < K; k += d.blocks) {
        d.blocks = m <= PIECE ? at_most(K - k, PIECE / m) : 1;
        for (size_t t = 0; t < m && !lane_stops(l); t += d.n) {
            d.n = at_most(m - t, PIECE);
            draw(p, l, s, &d);
            for (size_t q = 0; q < points; q++)
                add_piece(p, l, q, k, t, m, &d, &to, &b[q]);
        }
    }
}

static void joint(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap, double *J)
{
    size_t width = round_up(n * COMPONENTS, ROW), row = COMPONENTS * p->ld;
    for (size_t i = 0; i < n; i++)
        run_blocks(
            p, &l[i], l[i].inner, points, K, m,
            (target){y + i * COMPONENTS, gap, width, J ? J + i * K * row : NULL, n * K * row});
}

static void means(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap)
{
    const pairs o = pairs_of(p);
    size_t width = round_up(n * COMPONENTS, ROW);
    if (!scorer_is_linear(o.h) || K * m > PAIRS) {
        joint(p, n, l, points, K, m, y, gap, NULL);
        return;
    }
    for (size_t i = 0; i < n; i += ROW)
        pair_means_for(p->d)(&o, at_most(n - i, ROW), l + i, points, K, m, y + i * COMPONENTS, gap,
                             width);
}

static void jacobian(const problem *p, size_t n, const lane *l, size_t points, size_t m, double *J)
{
    size_t row = COMPONENTS * p->ld;
    for (size_t i = 0; i < n; i++)
        run_blocks(p, &l[i], l[i].jacobian, points, 1, m,
                   (target){.J = J + i * row, .Jgap = n * row});
}

/* The points' products are summed before they are added: equal points with opposite v add exactly
 * nothing. */
static void lane_by_lane_jtv(const problem *p, size_t n, const lane *l, size_t points, size_t m,
                             const double *v)
{
    double J[LANE_POINTS * COMPONENTS * SCORER_WEIGHTS];
    size_t width = round_up(n * COMPONENTS, ROW), row = COMPONENTS * p->ld;
    for (size_t i = 0; i < n; i++, v += COMPONENTS) {
        run_blocks(p, &l[i], l[i].jacobian, points, 1, m, (target){.J = J, .Jgap = row});
        for (size_t c = 0; c < p->ld; c += ROW) {
            v8 sum = v8_set1(0);
            for (size_t q = 0; q < points; q++) {
                v8 first = v8_mul(v8_set1(v[q * width]), v8_load(J + q * row + c));
                v8 second = v8_load(J + q * row + p->ld + c);
                sum = v8_add(sum, v8_fma(v8_set1(v[q * width + 1]), second, first));
            }
            v8_store(l[i].out + c, v8_add(v8_load(l[i].out + c), sum));
        }
    }
}

static void jtv(const problem *p, size_t n, const lane *l, size_t points, size_t m, const double *v)
{
    const pairs o = pairs_of(p);
    if (!scorer_is_linear(o.h) || m > PAIRS) {
        lane_by_lane_jtv(p, n, l, points, m, v);
        return;
    }
    for (size_t i = 0; i < n; i += ROW)
        pair_products_for(p->d)(&o, at_most(n - i, ROW), l + i, points, m, v + i * COMPONENTS,
                                round_up(n * COMPONENTS, ROW));
}

static void grad_f(const problem *p, size_t n, const lane *l, size_t rows, double *y)
{
    size_t width = round_up(n * COMPONENTS, ROW);
    (void)p;
    (void)l;
    for (size_t r = 0; r < rows; r++) {
        for (double *at = y + r * width; at < y + r * width + n * COMPONENTS; at += COMPONENTS) {
            double inverse = 1 / at[1];
            at[1] = at[0] * inverse * inverse;
            at[0] = -inverse;
        }
    }
}

static void f(const problem *p, size_t n, const lane *l, size_t rows, const double *y,
              double *value)
{
    size_t width = round_up(n * COMPONENTS, ROW), nwidth = round_up(n, ROW);
    (void)p;
    (void)l;
    for (size_t r = 0; r < rows; r++, y += width, value += nwidth)
        for (size_t i = 0; i < n; i++)
            value[i] = -y[i * COMPONENTS] / y[i * COMPONENTS + 1];
}

/* Up to TILE rows of S, all or none of them positives: their scores, -INFINITY beyond them, and
 * what their gradients meet. */
enum { TILE = 256 };

typedef struct tile {
    size_t first, n;
    uint32_t row[TILE];
    double score[TILE], weight[TILE];
} tile;

/* The tile that begins with row `first`. */
static void load_tile(const problem *p, const double *w, size_t first, tile *t)
{
    t->first = first;
    t->n = at_most((first < p->n ? p->n : own(p)->all) - first, TILE);
    for (size_t i = 0; i < t->n; i++)
        t->row[i] = (uint32_t)(first + i);
    scorer_scores(&own(p)->h, w, t->n, t->row, t->score);
    for (size_t i = t->n; i % ROW; i++)
        t->score[i] = -INFINITY;
    memset(t->weight, 0, sizeof t->weight);
}

/* The sum of the loss over a tile's rows against the score of row i. */
static double sum_losses(loss k, const tile *t, double score)
{
    v8 sum = v8_set1(0), own_score = v8_set1(score);
    for (size_t j = 0; j < t->n; j += ROW)
        sum = v8_add(sum, loss_of(k, v8_sub(v8_load(t->score + j), own_score)));
    return v8_sum(sum);
}

/* Adds weight times the slopes to the tile's weights; returns their sum. */
static double add_pairs(loss k, tile *t, double score, double weight)
{
    v8 sum = v8_set1(0), own_score = v8_set1(score);
    for (size_t j = 0; j < t->n; j += ROW) {
        v8 slope = slope_of(k, v8_sub(v8_load(t->score + j), own_score));
        slope = v8_mul(v8_set1(weight), slope);
        v8_store(t->weight + j, v8_add(v8_load(t->weight + j), slope));
        sum = v8_add(sum, slope);
    }
    return v8_sum(sum);
}

/* The sums of the loss over S+ and over S for every row i of a tile of positives. */
typedef struct pair_sums {
    double positives[TILE], all[TILE];
} pair_sums;

static void sum_pairs(const problem *p, loss k, const double *w, const tile *of, pair_sums *s)
{
    tile t;
    *s = (pair_sums){.positives = {0}};
    for (size_t first = 0; first < own(p)->all; first += t.n) {
        load_tile(p, w, first, &t);
        for (size_t i = 0; i < of->n; i++) {
            double sum = sum_losses(k, &t, of->score[i]);
            s->all[i] += sum;
            s->positives[i] += first < p->n ? sum : 0;
        }
    }
}

/* The gradient of the tile's part of F: row i's is -(dA - A/B dB) / (n B), A and B its sums. */
static void add_gradient(const problem *p, const double *w, tile *of, const pair_sums *s,
                         double *gradient)
{
    const scorer *h = &own(p)->h;
    tile t;
    for (size_t first = 0; first < own(p)->all; first += t.n) {
        load_tile(p, w, first, &t);
        for (size_t i = 0; i < of->n; i++) {
            double precision = s->positives[i] / s->all[i];
            double weight = (precision - (first < p->n)) / (s->all[i] * (double)p->n);
            of->weight[i] -= add_pairs(own(p)->loss, &t, of->score[i], weight);
        }
        scorer_add_gradients(h, w, t.n, t.row, t.weight, gradient);
    }
    scorer_add_gradients(h, w, of->n, of->row, of->weight, gradient);
}

/* The mean over i in S+ of the sum over S+ over the sum over S; adds minus its gradient to the row
 * unless NULL. */
static double mean_ratio(const problem *p, loss k, const double *w, double *gradient)
{
    pair_sums s;
    tile of;
    double sum = 0;
    for (size_t first = 0; first < p->n; first += of.n) {
        load_tile(p, w, first, &of);
        sum_pairs(p, k, w, &of, &s);
        for (size_t i = 0; i < of.n; i++)
            sum += s.positives[i] / s.all[i];
        if (gradient)
            add_gradient(p, w, &of, &s, gradient);
    }
    return sum / (double)p->n;
}

static double objective(const problem *p, const double *w, double *gradient)
{
    if (gradient)
        memset(gradient, 0, p->ld * sizeof *gradient);
    double ratio = mean_ratio(p, own(p)->loss, w, gradient), scale = own(p)->share / ratio_of(p);
    for (size_t j = 0; j < p->ld && gradient; j++)
        gradient[j] *= scale;
    if (gradient)
        rows_add(gradient, p->l2, w, p->ld);
    return 0.5 * p->l2 * rows_dot(w, w, p->ld) - ratio * scale;
}

static const problem_measure measures[] = {{"ap", "average precision"}};

static void measure(const problem *p, const double *w, double *out)
{
    out[0] = mean_ratio(p, AT_LEAST, w, NULL);
}

static size_t data(const problem *p, problem_column columns[PROBLEM_COLUMNS])
{
    const average_precision *o = own(p);
    columns[0] = (problem_column){"a", o->rows, o->all, o->h.net.width[0], o->h.stride};
    columns[1] = (problem_column){"b", o->labels, o->all, 0, 1};
    return 2;
}

const problem_type TYPE(problem, average_precision) = {
    .name = "average_precision",
    .summary = "average precision of a scorer of rows, few of which are positives",
    .source = "app: expts, Application of Deep Average Precision Maximization",
    PARAMS(params),
    .inner_kinds = 1,
    .inner_kind = {STREAM_WORDS},
    .check = check,
    .layout = layout,
    .init = init,
    .outer = outer,
    .means = means,
    .joint = joint,
    .grad_f = grad_f,
    .f = f,
    .jacobian = jacobian,
    .jtv = jtv,
    .data = data,
    .objective = objective,
    .no_minimizer = "the objective of average_precision is not convex",
    .measures = measures,
    .nmeasures = sizeof measures / sizeof *measures,
    .measure = measure,
};
