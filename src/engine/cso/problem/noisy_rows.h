/* Rows of data seen through noise: a draw of row a is a + sd z, z ~ N(0, I); g is its product with
 * a point, and its Jacobian the draw itself. Eight lanes at a time: partial sums of each lane are
 * kept apart and added up for all eight at once. `chunks` is how many vectors a row has; where it
 * is constant, loops over a row unroll.
 *
 * A row ends with its label, which dot products meet with a zero of the point. */
#pragma once

#include "engine/cso/descent.h"
#include "engine/cso/problem/rows.h"

typedef struct noisy_rows {
    double sd;
    double *rows; /* row i at i * stride: d numbers, its label, zeros */
    size_t n, d, stride;
    size_t pull; /* draws that one call to a stream yields */
} noisy_rows;

enum { PARTIALS = 16 /* block means of a lane of which eight lanes' are kept as partial sums */ };

static inline const double *noisy_row(const noisy_rows *o, size_t i)
{
    return o->rows + i * o->stride;
}

static inline double *noisy_label(const noisy_rows *o, size_t i)
{
    return o->rows + i * o->stride + o->d;
}

enum { LINE = 8 /* numbers of a cache line */ };

/* A row and its label; where it is longer than the draws of one call the machine finds the rest. */
V8_INLINE void fetch_row(const noisy_rows *o, const double *row)
{
    for (size_t c = 0; c <= at_most(o->d, STREAM_MOST - 1); c += LINE)
        __builtin_prefetch(row + c);
}

/* The row that very likely comes after that of lane i of n: of the lane beside it that has the same
 * streams, or of its replicate's next step; of the step after that where the lane is alone, as a
 * step that makes no draws is over before memory answers. */
static inline const double *row_ahead(const noisy_rows *o, const lane *l, size_t i, size_t n)
{
    bool listed = i + 1 < n && l[1].inner == l->inner;
    return noisy_row(o, listed ? l[1].xi : stream_peek_index(l->outer, n == 1, o->n));
}

/* Rows of so many vectors are fetched when they are drawn, longer ones while the lane before is
 * worked on. */
enum { SHORT = 2 };

/* Whether one call to a stream can yield so many draws. */
static inline bool in_one_call(const noisy_rows *o, size_t draws)
{
    return draws * o->d <= STREAM_MOST;
}

/* |a|^2, without the label */
static inline double noisy_square(const noisy_rows *o, size_t i)
{
    v8 sum = v8_set1(0);
    for (size_t c = 0; c < o->d; c += ROW) {
        u8 a = u8_and(first_numbers(o->d - c), u8_bits(v8_load(noisy_row(o, i) + c)));
        sum = v8_fma(v8_bits(a), v8_bits(a), sum);
    }
    return v8_sum(sum);
}

/* A piece of a block's draws that one call to the stream yields: `draws` rows from draw t on,
 * `cols` columns from `column` on. Rows longer than STREAM_MOST come in several pieces. */
typedef struct piece {
    size_t t, column, draws, cols;
} piece;

static inline piece piece_at(size_t t, size_t column, const noisy_rows *o, size_t m)
{
    return (piece){t, column, at_most(m - t, o->pull), at_most(o->d - column, STREAM_MOST)};
}

static inline piece next_piece(piece k, const noisy_rows *o, size_t m)
{
    k.column += k.cols;
    return k.column < o->d ? piece_at(k.t, k.column, o, m) : piece_at(k.t + k.draws, 0, o, m);
}

/* Sum over a piece's draws of its columns c .. c+7; whatever follows comes after the last column.
 */
V8_INLINE v8 piece_sum(const double *z, piece k, size_t c)
{
    v8 sum = v8_load(z + c);
    for (size_t t = 1; t < k.draws; t++)
        sum = v8_add(sum, v8_load(z + t * k.cols + c));
    return sum;
}

/* noise[q] += eight partial sums of (sum of the piece's draws).point[q] */
V8_INLINE void piece_dots(const lane *l, size_t points, const double *z, piece k, size_t chunks,
                          v8 *noise)
{
#pragma GCC unroll 2
    for (size_t c = 0; c < chunks * ROW; c += ROW) {
        v8 sum = piece_sum(z, k, c);
        for (size_t q = 0; q < points; q++)
            noise[q] = v8_fma(sum, v8_load(l->point[q] + k.column + c), noise[q]);
    }
}

/* Eight partial sums of each of a lane's block means, of block k at point q at out[(q*K + k) *
 * ROW], from draws that take several calls to the stream. */
static inline void lane_pieces(const noisy_rows *o, const lane *l, size_t points, size_t K,
                               size_t m, v8 *out)
{
    v8 noise[LANE_POINTS], clean[LANE_POINTS], scale = v8_set1(o->sd / (double)m);
    for (size_t q = 0; q < points; q++)
        clean[q] = rows_partial_dot(noisy_row(o, l->xi), l->point[q], round_up(o->d, ROW));
    for (size_t b = 0; b < K; b++) {
        for (size_t q = 0; q < points; q++)
            noise[q] = v8_set1(0);
        for (piece k = piece_at(0, 0, o, m); k.t < m && !lane_stops(l); k = next_piece(k, o, m))
            piece_dots(l, points, stream_normals(l->inner, k.draws * k.cols), k,
                       round_up(k.cols, ROW) / ROW, noise);
        for (size_t q = 0; q < points; q++)
            out[(q * K + b) * ROW] = v8_fma(noise[q], scale, clean[q]);
    }
}

/* The same of up to eight lanes, each lane's from draws that one call yields: lane i's at out + i,
 * its block means `gap` apart. */
typedef void partials_kernel(const noisy_rows *o, size_t n, const lane *l, size_t points, size_t K,
                             size_t m, v8 *out, size_t gap);

V8_INLINE void eight_partials(const noisy_rows *o, size_t n, const lane *l, size_t chunks,
                              size_t points, size_t K, size_t m, v8 *out, size_t gap)
{
    const v8 scale = v8_set1(o->sd / (double)m);
    const size_t d = o->d;
    v8 noise[LANE_POINTS], clean[LANE_POINTS];
    for (size_t i = 0; i < n; i++, l++, out++) {
        if (chunks > SHORT)
            fetch_row(o, row_ahead(o, l, i, n));
        const double *z = stream_normals(l->inner, K * m * d);
#pragma GCC unroll 3
        for (size_t q = 0; q < points; q++)
            clean[q] = rows_partial_dot(noisy_row(o, l->xi), l->point[q], chunks * ROW);
        for (size_t k = 0; k < K; k++, z += m * d) {
#pragma GCC unroll 3
            for (size_t q = 0; q < points; q++)
                noise[q] = v8_set1(0);
            piece_dots(l, points, z, (piece){0, 0, m, d}, chunks, noise);
#pragma GCC unroll 3
            for (size_t q = 0; q < points; q++)
                out[(q * K + k) * gap] = v8_fma(noise[q], scale, clean[q]);
        }
    }
}

#define PARTIALS_KERNEL(name, chunks, some_points, some_m)                                         \
    static void name(const noisy_rows *o, size_t n, const lane *l, size_t points, size_t K,        \
                     size_t m, v8 *out, size_t gap)                                                \
    {                                                                                              \
        (void)points;                                                                              \
        (void)m;                                                                                   \
        eight_partials(o, n, l, chunks, some_points, K, some_m, out, gap);                         \
    }
PARTIALS_KERNEL(partials_1_1_one, 1, 1, 1)
PARTIALS_KERNEL(partials_1_1, 1, 1, m)
PARTIALS_KERNEL(partials_1_2_one, 1, 2, 1)
PARTIALS_KERNEL(partials_1_2, 1, 2, m)
PARTIALS_KERNEL(partials_2_1_one, 2, 1, 1)
PARTIALS_KERNEL(partials_2_1, 2, 1, m)
PARTIALS_KERNEL(partials_2_2_one, 2, 2, 1)
PARTIALS_KERNEL(partials_2_2, 2, 2, m)
PARTIALS_KERNEL(partials_long_1, round_up(o->d, ROW) / ROW, 1, m)
PARTIALS_KERNEL(partials_long_2, round_up(o->d, ROW) / ROW, 2, m)
PARTIALS_KERNEL(partials_long_3, round_up(o->d, ROW) / ROW, 3, m)

static inline partials_kernel *partials_for(size_t d, size_t points, size_t m)
{
    static partials_kernel *const of_short[SHORT][2][2] = {
        {{partials_1_1_one, partials_1_1}, {partials_1_2_one, partials_1_2}},
        {{partials_2_1_one, partials_2_1}, {partials_2_2_one, partials_2_2}}};
    if (points > 2)
        return partials_long_3;
    if (d > SHORT * ROW)
        return points == 1 ? partials_long_1 : partials_long_2;
    return of_short[d > ROW][points - 1][m > 1];
}

/* The sums of eight lanes' partial sums: of block k at point q to y + q*gap + k*width. */
V8_INLINE void store_sums(size_t points, size_t K, const v8 *partial, double *y, size_t gap,
                          size_t width)
{
    for (size_t q = 0; q < points; q++)
        for (size_t k = 0; k < K; k++)
            v8_store(y + q * gap + k * width, v8_sums(partial + (q * K + k) * ROW));
}

/* Block means of up to eight lanes, K <= PARTIALS / points: of lane i at y[q*gap + k*width + i]. */
V8_INLINE void eight_means(const noisy_rows *o, size_t n, const lane *l, partials_kernel *kernel,
                           size_t points, size_t K, size_t m, double *y, size_t gap, size_t width)
{
    v8 partial[PARTIALS * ROW];
    if (in_one_call(o, K * m))
        kernel(o, n, l, points, K, m, partial, ROW);
    else
        for (size_t i = 0; i < n; i++) {
            fetch_row(o, row_ahead(o, l + i, i, n));
            lane_pieces(o, &l[i], points, K, m, partial + i);
        }
    store_sums(points, K, partial, y, gap, width);
}

/* The same where the blocks are many: lane by lane, some blocks at a time. */
static inline void many_means(const noisy_rows *o, size_t n, const lane *l, size_t points, size_t K,
                              size_t m, double *y, size_t gap, size_t width)
{
    size_t some;
    v8 partial[PARTIALS * ROW];
    for (size_t i = 0; i < n; i++) {
        for (size_t first = 0; first < K; first += some) {
            some = at_most(K - first, PARTIALS / points);
            lane_pieces(o, &l[i], points, some, m, partial);
            for (size_t q = 0; q < points; q++)
                for (size_t k = 0; k < some; k++)
                    y[q * gap + (first + k) * width + i] = v8_sum(partial[(q * some + k) * ROW]);
        }
    }
}

/* The block means of one lane at the point x side by side, K <= 8, of short rows. */
V8_INLINE v8 means_beside(const noisy_rows *o, const lane *l, const v8 *x, size_t chunks, size_t K,
                          size_t m)
{
    const v8 scale = v8_set1(o->sd / (double)m);
    const double *z = stream_normals(l->inner, K * m * o->d), *a = noisy_row(o, l->xi);
    v8 clean = v8_set1(0), y = clean;
#pragma GCC unroll 2
    for (size_t c = 0; c < chunks; c++)
        clean = v8_fma(v8_load(a + c * ROW), x[c], clean);
    for (size_t k = 0; k < K; k++, z += m * o->d) {
        v8 noise = v8_set1(0);
#pragma GCC unroll 2
        for (size_t c = 0; c < chunks; c++)
            noise = v8_fma(piece_sum(z, (piece){0, 0, m, o->d}, c * ROW), x[c], noise);
        y = v8_from(y, k, v8_sum(v8_fma(noise, scale, clean)));
    }
    return y;
}

/* row += sum over some lanes of weight a + scale (sum of the piece's draws); keeps what follows the
 * last column zero. */
V8_INLINE void add_piece(const noisy_rows *o, size_t lanes, const lane *l, const double *weight,
                         const double *scale, const double *z, piece k, size_t chunks, double *row)
{
    const double *rows = o->rows + k.column;
    const size_t stride = o->stride;
#pragma GCC unroll 2
    for (size_t c = 0; c < chunks * ROW; c += ROW) {
        v8 to = v8_load(row + k.column + c);
        const double *draws = z;
        for (size_t i = 0; i < lanes; i++, draws += k.draws * k.cols) {
            if (k.t == 0)
                to = v8_fma(v8_set1(weight[i]), v8_load(rows + l[i].xi * stride + c), to);
            to = v8_fma(piece_sum(draws, k, c), v8_set1(scale[i]), to);
        }
        v8_store(row + k.column + c, v8_bits(u8_and(first_numbers(k.cols - c), u8_bits(to))));
    }
}

/* row += weight (a + sd/m (sum of m draws of s)) of one lane, whatever the number of draws. */
static inline void add_block(const noisy_rows *o, const lane *l, stream *s, size_t m, double weight,
                             double *row)
{
    double scale = weight * o->sd / (double)m;
    for (piece k = piece_at(0, 0, o, m); k.t < m && !lane_stops(l); k = next_piece(k, o, m))
        add_piece(o, 1, l, &weight, &scale, stream_normals(s, k.draws * k.cols), k,
                  round_up(k.cols, ROW) / ROW, row);
}

/* to += weight a + scale (sum of m draws at z) of one lane, a row of few vectors. */
V8_INLINE void add_lane(const noisy_rows *o, const lane *l, const double *z, size_t chunks,
                        size_t m, v8 weight, v8 scale, v8 *to)
{
    const double *a = noisy_row(o, l->xi);
#pragma GCC unroll 2
    for (size_t c = 0; c < chunks; c++) {
        to[c] = v8_fma(weight, v8_load(a + c * ROW), to[c]);
        to[c] = v8_fma(piece_sum(z, (piece){0, 0, m, o->d}, c * ROW), scale, to[c]);
    }
}

/* Such a row from its place, and back, with zeros behind the last column. */
V8_INLINE void load_row(size_t chunks, const double *row, bool begins, v8 *to)
{
#pragma GCC unroll 2
    for (size_t c = 0; c < chunks; c++)
        to[c] = begins ? v8_set1(0) : v8_load(row + c * ROW);
}

V8_INLINE void store_row(size_t chunks, double *row, u8 last, v8 *to)
{
    to[chunks - 1] = v8_bits(u8_and(last, u8_bits(to[chunks - 1])));
#pragma GCC unroll 2
    for (size_t c = 0; c < chunks; c++)
        v8_store(row + c * ROW, to[c]);
}

/* The same of rows that are added to in their place. */
static inline void begin_row(const noisy_rows *o, const lane *l, const descent *by)
{
    if (by && row_begins(by, l))
        memset(l->out, 0, round_up(o->d, ROW) * sizeof *l->out);
}

static inline void end_row(const noisy_rows *o, const lane *l, descent *by)
{
    for (size_t c = 0; by && row_moves(by, l) && c < round_up(o->d, ROW); c += ROW)
        by->check = v8_add(by->check, move_point(l, c, v8_load(l->out + c), by));
}

/* out += weight a + scale (sum of m draws of the Jacobian's stream) of up to eight lanes, each
 * lane's from draws that one call yields; `by`: in steps, or NULL. */
typedef void add_kernel(const noisy_rows *o, size_t n, const lane *l, size_t m,
                        const double *weight, const double *scale, descent *by);

V8_INLINE void eight_add_short(const noisy_rows *o, size_t n, const lane *l, size_t chunks,
                               size_t m, const double *weight, const double *scale, descent *by,
                               bool alone)
{
    const u8 last = first_numbers(o->d - (chunks - 1) * ROW);
    const size_t most = o->pull / m, draws = m * o->d;
    v8 to[SHORT], check = v8_set1(0);
    for (size_t i = 0, end; i < n;) {
        const lane *first = &l[i];
        end = alone ? i + 1 : i + lanes_alike(n - i, most, first);
        const double *z = stream_normals(first->jacobian, (end - i) * draws);
        load_row(chunks, first->out, alone || (by && row_begins(by, first)), to);
        for (; i < end; i++, z += draws)
            add_lane(o, &l[i], z, chunks, m, v8_set1(weight[i]), v8_set1(scale[i]), to);
        store_row(chunks, first->out, last, to);
        if (alone ? !by->still : by && row_moves(by, &l[end - 1]))
#pragma GCC unroll 2
            for (size_t c = 0; c < chunks; c++)
                check = v8_add(check, move_point(first, c * ROW, to[c], by));
    }
    if (by)
        by->check = v8_add(by->check, check);
}

/* The same of long rows: one lane after the other. */
V8_INLINE void eight_add_long(const noisy_rows *o, size_t n, const lane *l, size_t m,
                              const double *weight, const double *scale, descent *by)
{
    const piece k = {0, 0, m, o->d};
    for (size_t i = 0; i < n; i++) {
        const double *z = stream_normals(l[i].jacobian, m * o->d), *a = noisy_row(o, l[i].xi);
        const bool begins = by && row_begins(by, &l[i]);
        const v8 w = v8_set1(weight[i]), s = v8_set1(scale[i]);
        double *out = l[i].out;
#pragma GCC unroll 2
        for (size_t c = 0; c < o->d; c += ROW) {
            v8 to = v8_fma(w, v8_load(a + c), begins ? v8_set1(0) : v8_load(out + c));
            to = v8_fma(piece_sum(z, k, c), s, to);
            if (c + ROW > o->d)
                to = v8_bits(u8_and(first_numbers(o->d - c), u8_bits(to)));
            v8_store(out + c, to);
        }
        end_row(o, &l[i], by);
    }
}

static void add_long_one(const noisy_rows *o, size_t n, const lane *l, size_t m,
                         const double *weight, const double *scale, descent *by)
{
    (void)m;
    eight_add_long(o, n, l, 1, weight, scale, by);
}

static void add_long(const noisy_rows *o, size_t n, const lane *l, size_t m, const double *weight,
                     const double *scale, descent *by)
{
    eight_add_long(o, n, l, m, weight, scale, by);
}

#define ADD_KERNEL(name, chunks, some_m)                                                           \
    static void name(const noisy_rows *o, size_t n, const lane *l, size_t m, const double *weight, \
                     const double *scale, descent *by)                                             \
    {                                                                                              \
        (void)m;                                                                                   \
        if (by && by->alone)                                                                       \
            eight_add_short(o, n, l, chunks, some_m, weight, scale, by, true);                     \
        else                                                                                       \
            eight_add_short(o, n, l, chunks, some_m, weight, scale, by, false);                    \
    }
ADD_KERNEL(add_1_one, 1, 1)
ADD_KERNEL(add_1, 1, m)
ADD_KERNEL(add_2_one, 2, 1)
ADD_KERNEL(add_2, 2, m)

static inline add_kernel *add_for(size_t d, size_t m)
{
    static add_kernel *const of[3][2] = {
        {add_1_one, add_1}, {add_2_one, add_2}, {add_long_one, add_long}};
    return of[d > SHORT * ROW ? SHORT : d > ROW][m > 1];
}

V8_INLINE void eight_add(const noisy_rows *o, size_t n, const lane *l, add_kernel *kernel, size_t m,
                         v8 weights, descent *by)
{
    double weight[ROW], scale[ROW];
    v8 scales = v8_mul(weights, v8_set1(o->sd));
    v8_store(weight, weights);
    v8_store(scale, m == 1 ? scales : v8_div(scales, v8_set1((double)m)));
    if (in_one_call(o, m)) {
        kernel(o, n, l, m, weight, scale, by);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        begin_row(o, &l[i], by);
        add_block(o, &l[i], l[i].jacobian, m, weight[i], l[i].out);
        end_row(o, &l[i], by);
    }
}

/* Jacobians of up to eight lanes' blocks, K rows of each lane, and eight partial sums of their
 * products with the points: of lane i's block k at point q at out[(q*K + k) * ROW + i]. */
V8_INLINE void joint_partials(const noisy_rows *o, size_t n, const lane *l, size_t points, size_t K,
                              size_t m, double *J, v8 *out)
{
    const v8 scale = v8_set1(o->sd / (double)m), zero = v8_set1(0);
    const size_t ld = round_up(o->d, ROW), most = o->pull / m; /* blocks that one call yields */
    v8 sum[LANE_POINTS];
    for (size_t i = 0; i < n; i++, l++, out++) {
        const double *a = noisy_row(o, l->xi), *z = NULL;
        for (size_t k = 0; k < K; k++, J += ld, z += m * o->d) {
            if (k % most == 0)
                z = stream_normals(l->inner, at_most(K - k, most) * m * o->d);
            for (size_t q = 0; q < points; q++)
                sum[q] = zero;
            for (size_t c = 0; c < ld; c += ROW) {
                v8 clean = v8_add(v8_load(a + c), zero); /* -0 becomes 0 */
                v8 eta = v8_fma(piece_sum(z, (piece){0, 0, m, o->d}, c), scale, clean);
                eta = v8_bits(u8_and(first_numbers(o->d - c), u8_bits(eta)));
                v8_store(J + c, eta);
                for (size_t q = 0; q < points; q++)
                    sum[q] = v8_fma(eta, v8_load(l->point[q] + c), sum[q]);
            }
            for (size_t q = 0; q < points; q++)
                out[(q * K + k) * ROW] = sum[q];
        }
    }
}

/* The same, and the products themselves: of lane i at y[q*gap + k*width + i]. */
static inline void eight_joint(const noisy_rows *o, size_t n, const lane *l, size_t points,
                               size_t K, size_t m, double *y, size_t gap, size_t width, double *J)
{
    v8 partial[PARTIALS * ROW];
    if (points == 1)
        joint_partials(o, n, l, 1, K, m, J, partial);
    else if (points == 2)
        joint_partials(o, n, l, 2, K, m, J, partial);
    else
        joint_partials(o, n, l, points, K, m, J, partial);
    store_sums(points, K, partial, y, gap, width);
}

/* The same whatever the numbers of blocks and draws. */
static inline void many_joint(const noisy_rows *o, size_t n, const lane *l, size_t points, size_t K,
                              size_t m, double *y, size_t gap, size_t width, double *J)
{
    const size_t ld = round_up(o->d, ROW);
    memset(J, 0, n * K * ld * sizeof *J);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < K; k++, J += ld) {
            add_block(o, &l[i], l[i].inner, m, 1, J);
            for (size_t q = 0; q < points; q++)
                y[q * gap + k * width + i] = rows_dot(J, l[i].point[q], ld);
        }
    }
}
