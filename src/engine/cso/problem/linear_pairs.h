/* Pairs of rows by a linear scorer: losses of h(a_j) - h(a_i) for up to eight lanes i at a time,
 * each with its own point and its own draws j, so that a vector holds the same draw of every lane.
 * `chunks` is how many vectors a row has; where it is constant, loops over a row unroll.
 *
 * Sums over draws are those of eight partial sums, draw t to the one of t mod 8, as v8_sum adds
 * them.
 */
#pragma once

#include "scorer.h"

/* l, by the words of the option; and the one that makes -F the average precision. */
typedef enum loss { SIGMOID, LOGISTIC, AT_LEAST } loss;

enum { COMPONENTS = 2, PAIRS = STREAM_MOST / 2 /* draws of a lane, at most */ };

typedef struct pairs {
    const scorer *h;
    loss loss;
    size_t positives, all; /* rows of the first component, which stand first; of the second */
    double share;          /* a factor of the first */
} pairs;

V8_INLINE v8 loss_of(loss k, v8 u)
{
    if (k == AT_LEAST)
        return v8_select(v8_less(u, v8_set1(0)), v8_set1(0), v8_set1(1));
    return k == SIGMOID ? v8_sigmoid(u) : v8_softplus(u);
}

V8_INLINE v8 slope_of(loss k, v8 u)
{
    v8 s = v8_sigmoid(u);
    return k == SIGMOID ? v8_mul(s, v8_sub(v8_set1(1), s)) : s;
}

/* What turns the sum of m draws into the mean of a component of g. */
static inline double pairs_scale(const pairs *o, size_t c, size_t m)
{
    return (c == 0 ? o->share : 1) / (double)m;
}

/* Draws of up to eight lanes: rows of S+ and of S. */
typedef struct pair_draws {
    uint32_t row[ROW][COMPONENTS][PAIRS];
} pair_draws;

/* Eight lanes' scores at point q, of lane i's row[i * stride]. */
V8_INLINE v8 pair_scores(const pairs *o, size_t n, const lane *l, size_t q, size_t chunks,
                         const uint32_t *row, size_t stride)
{
    v8 partial[ROW];
    for (size_t i = 0; i < ROW; i++)
        partial[i] = i < n ? rows_partial_dot(o->h->row + row[i * stride] * o->h->stride,
                                              l[i].point[q], chunks * ROW)
                           : v8_set1(0);
    return v8_sums(partial);
}

V8_INLINE v8 own_scores(const pairs *o, size_t n, const lane *l, size_t q, size_t chunks)
{
    uint32_t xi[ROW];
    for (size_t i = 0; i < n; i++)
        xi[i] = l[i].xi;
    return pair_scores(o, n, l, q, chunks, xi, 1);
}

/* h(a_j) - h(a_i) of draw t. */
V8_INLINE v8 pair_differences(const pairs *o, size_t n, const lane *l, size_t q, size_t chunks,
                              const pair_draws *d, size_t c, size_t t, v8 own)
{
    const size_t stride = COMPONENTS * PAIRS;
    return v8_sub(pair_scores(o, n, l, q, chunks, &d->row[0][c][t], stride), own);
}

/* Eight partial sums of numbers that are not negative, lane by lane. */
typedef struct partial_sums {
    v8 of[ROW];
} partial_sums;

V8_INLINE void add_term(partial_sums *s, size_t t, v8 x)
{
    size_t at = t % ROW;
    s->of[at] = t < ROW ? x : v8_add(s->of[at], x);
}

/* Of n terms, in the order of v8_sum. */
V8_INLINE v8 sum_terms(partial_sums *s, size_t n)
{
    v8 *x = s->of;
    if (n == 1)
        return x[0];
    for (size_t t = n; t < ROW; t++)
        x[t] = v8_set1(0);
    v8 even = v8_add(v8_add(x[0], x[4]), v8_add(x[2], x[6]));
    return v8_add(even, v8_add(v8_add(x[1], x[5]), v8_add(x[3], x[7])));
}

/* The block's means of g, lane i's two side by side. */
V8_INLINE void store_means(const pairs *o, size_t n, size_t m, partial_sums s[COMPONENTS],
                           double *y)
{
    double mean[COMPONENTS][ROW];
    for (size_t c = 0; c < COMPONENTS; c++)
        v8_store(mean[c], v8_mul(v8_set1(pairs_scale(o, c, m)), sum_terms(&s[c], m)));
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < COMPONENTS; c++)
            y[i * COMPONENTS + c] = mean[c][i];
}

/* K block means of m draws of up to eight lanes, K m <= PAIRS: of block k at point q to y + q*gap +
 * k*width. */
typedef void pair_means_kernel(const pairs *o, size_t n, const lane *l, size_t points, size_t K,
                               size_t m, double *y, size_t gap, size_t width);

/* The same of the blocks' draws, at one point. */
V8_INLINE void pair_means_at(const pairs *o, size_t n, const lane *l, size_t q, size_t chunks,
                             size_t K, size_t m, const pair_draws *d, double *y, size_t width)
{
    v8 own = own_scores(o, n, l, q, chunks);
    for (size_t k = 0; k < K; k++, y += width) {
        partial_sums s[COMPONENTS];
        for (size_t t = 0; t < m; t++)
            for (size_t c = 0; c < COMPONENTS; c++) {
                v8 u = pair_differences(o, n, l, q, chunks, d, c, k * m + t, own);
                add_term(&s[c], t, loss_of(o->loss, u));
            }
        store_means(o, n, m, s, y);
    }
}

V8_INLINE void eight_pair_means(const pairs *o, size_t n, const lane *l, size_t chunks,
                                size_t points, size_t K, size_t m, double *y, size_t gap,
                                size_t width)
{
    pair_draws d;
    for (size_t i = 0; i < n; i++)
        stream_index_pairs(l[i].inner, K * m, o->positives, o->all, d.row[i][0], d.row[i][1]);
    for (size_t q = 0; q < points; q++)
        pair_means_at(o, n, l, q, chunks, K, m, &d, y + q * gap, width);
}

/* The slopes of one block's draws at a point, and their sums. */
typedef struct pair_slopes {
    double of[COMPONENTS][PAIRS][ROW], sum[COMPONENTS][ROW];
} pair_slopes;

V8_INLINE void find_slopes(const pairs *o, size_t n, const lane *l, size_t q, size_t chunks,
                           size_t m, const pair_draws *d, pair_slopes *out)
{
    v8 own = own_scores(o, n, l, q, chunks);
    for (size_t c = 0; c < COMPONENTS; c++) {
        partial_sums s;
        for (size_t t = 0; t < m; t++) {
            v8 u = pair_differences(o, n, l, q, chunks, d, c, t, own), slope = slope_of(o->loss, u);
            v8_store(out->of[c][t], slope);
            add_term(&s, t, slope);
        }
        v8_store(out->sum[c], sum_terms(&s, m));
    }
}

/* Eight columns of the mean Jacobian's row for a component, of one lane of eight. */
V8_INLINE v8 pair_jacobian(const pairs *o, const lane *l, size_t i, size_t c, size_t m,
                           const pair_draws *d, const pair_slopes *s, size_t column)
{
    const double *rows = o->h->row + column;
    v8 J = v8_set1(0);
    for (size_t t = 0; t < m; t++)
        J = v8_fma(v8_set1(s->of[c][t][i]), v8_load(rows + d->row[i][c][t] * o->h->stride), J);
    J = v8_fma(v8_set1(-s->sum[c][i]), v8_load(rows + l->xi * o->h->stride), J);
    return v8_mul(J, v8_set1(pairs_scale(o, c, m)));
}

/* out += J^T v summed over the points, of up to eight lanes: J of m <= PAIRS draws of the
 * Jacobian's stream, lane i's v at v + q*width + i*COMPONENTS. */
typedef void pair_products_kernel(const pairs *o, size_t n, const lane *l, size_t points, size_t m,
                                  const double *v, size_t width);

V8_INLINE void eight_pair_products(const pairs *o, size_t n, const lane *l, size_t chunks,
                                   size_t points, size_t m, const double *v, size_t width)
{
    pair_slopes s[LANE_POINTS];
    pair_draws d;
    for (size_t i = 0; i < n; i++)
        stream_index_pairs(l[i].jacobian, m, o->positives, o->all, d.row[i][0], d.row[i][1]);
    for (size_t q = 0; q < points; q++)
        find_slopes(o, n, l, q, chunks, m, &d, &s[q]);
    for (size_t i = 0; i < n; i++, v += COMPONENTS)
        for (size_t column = 0; column < chunks * ROW; column += ROW) {
            double *out = l[i].out + column;
            v8 sum = v8_set1(0); /* first: equal points with opposite v add exactly nothing */
            for (size_t q = 0; q < points; q++) {
                v8 first = pair_jacobian(o, &l[i], i, 0, m, &d, &s[q], column);
                v8 second = pair_jacobian(o, &l[i], i, 1, m, &d, &s[q], column);
                first = v8_mul(v8_set1(v[q * width]), first);
                sum = v8_add(sum, v8_fma(v8_set1(v[q * width + 1]), second, first));
            }
            v8_store(out, v8_add(v8_load(out), sum));
        }
}

#define PAIR_KERNELS(count, chunks)                                                                \
    static void pair_means_##count(const pairs *o, size_t n, const lane *l, size_t points,         \
                                   size_t K, size_t m, double *y, size_t gap, size_t width)        \
    {                                                                                              \
        eight_pair_means(o, n, l, chunks, points, K, m, y, gap, width);                            \
    }                                                                                              \
    static void pair_products_##count(const pairs *o, size_t n, const lane *l, size_t points,      \
                                      size_t m, const double *v, size_t width)                     \
    {                                                                                              \
        eight_pair_products(o, n, l, chunks, points, m, v, width);                                 \
    }
PAIR_KERNELS(1, 1)
PAIR_KERNELS(2, 2)
PAIR_KERNELS(any, round_up(o->h->weights, ROW) / ROW)

static inline pair_means_kernel *pair_means_for(size_t d)
{
    static pair_means_kernel *const of_short[] = {pair_means_1, pair_means_2};
    return d > 2 * ROW ? pair_means_any : of_short[d > ROW];
}

static inline pair_products_kernel *pair_products_for(size_t d)
{
    static pair_products_kernel *const of_short[] = {pair_products_1, pair_products_2};
    return d > 2 * ROW ? pair_products_any : of_short[d > ROW];
}
