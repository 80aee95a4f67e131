/* average_precision against plain double loops that make the same draws, against differences, and
 * by hand. */
#include "calls.h"

#include "engine/cso/problem/mlp.h"

#include <stdlib.h>
#include <string.h>

enum { INPUTS = 5, MOST_WEIGHTS = 64, HIDDEN_LAYERS = 2 };

static const double hidden[HIDDEN_LAYERS] = {4, 3};

static const problem_type *type_of(void)
{
    return problem_find("average_precision");
}

static void set(arg *a, const char *name, arg value)
{
    set_arg(type_of()->params, type_of()->nparams, a, name, value);
}

/* n rows, a part of them positives; a network or a linear scorer; one of the losses. */
static problem *make(size_t n, double positive, bool network, bool logistic, void **block)
{
    arg a[ARGS];
    default_args(type_of()->params, type_of()->nparams, a);
    set(a, "n", number((double)n));
    set(a, "d", number(INPUTS));
    set(a, "positive", number(positive));
    set(a, "loss", number(logistic));
    set(a, "l2", number(0.1));
    if (network)
        set(a, "hidden", vector(hidden, HIDDEN_LAYERS));
    return make_problem("average_precision", a, block);
}

static problem *make_own(const double *rows, const double *labels, size_t n, void **block)
{
    arg a[ARGS];
    default_args(type_of()->params, type_of()->nparams, a);
    set(a, "data.a", (arg){.given = true, .data = rows, .rows = n, .cols = 1});
    set(a, "data.b", vector(labels, n));
    return make_problem("average_precision", a, block);
}

/* ---- plain code, from the definitions alone ---- */

typedef long double (*loss)(long double u);

static long double sigmoid(long double u)
{
    return 1 / (1 + expl(-u));
}

static long double softplus(long double u)
{
    return u > 0 ? u + log1pl(expl(-u)) : log1pl(expl(u));
}

static long double at_least(long double u)
{
    return u >= 0;
}

static problem_column data_of(const problem *p, size_t k)
{
    problem_column columns[PROBLEM_COLUMNS];
    assert_int_equal(p->type->data(p, columns), 2);
    return columns[k];
}

/* The network of w at a row: layers of the widths INPUTS, hidden .., 1. */
static long double plain_network(const long double *w, const double *row)
{
    long double a[INPUTS], next[INPUTS];
    size_t width = INPUTS;
    for (size_t j = 0; j < INPUTS; j++)
        a[j] = row[j];
    for (size_t k = 0; k <= HIDDEN_LAYERS; k++) {
        size_t units = k < HIDDEN_LAYERS ? (size_t)hidden[k] : 1;
        for (size_t o = 0; o < units; o++) {
            next[o] = w[width * units + o];
            for (size_t j = 0; j < width; j++)
                next[o] += w[o * width + j] * a[j];
        }
        for (size_t o = 0; o < units; o++)
            a[o] = k < HIDDEN_LAYERS ? tanhl(next[o]) : next[o];
        w += (width + 1) * units;
        width = units;
    }
    return a[0];
}

/* The score of row k, with weight j moved by `move`. */
static long double plain_score(const problem *p, const double *w, size_t k, size_t j,
                               long double move)
{
    problem_column a = data_of(p, 0);
    const double *row = a.data + k * a.stride;
    long double moved[MOST_WEIGHTS], sum = 0;
    for (size_t i = 0; i < p->d; i++)
        moved[i] = w[i] + (i == j ? move : 0);
    if (p->d != a.cols)
        return plain_network(moved, row);
    for (size_t i = 0; i < p->d; i++)
        sum += moved[i] * row[i];
    return sum;
}

/* l(h(a_j) - h(a_i)), with weight `at` moved. */
static long double plain_loss(const problem *p, loss l, const double *w, size_t j, size_t i,
                              size_t at, long double move)
{
    return l(plain_score(p, w, j, at, move) - plain_score(p, w, i, at, move));
}

/* The derivative of the same by weight `at`: a central difference in long double. */
static long double plain_slope(const problem *p, loss l, const double *w, size_t j, size_t i,
                               size_t at)
{
    const long double h = 1e-6L;
    return (plain_loss(p, l, w, j, i, at, h) - plain_loss(p, l, w, j, i, at, -h)) / (2 * h);
}

static long double plain_ratio(const problem *p, loss l, const double *w)
{
    long double mean = 0;
    size_t all = data_of(p, 0).rows;
    for (size_t i = 0; i < p->n; i++) {
        long double positives = 0, sum = 0;
        for (size_t j = 0; j < all; j++) {
            long double each = plain_loss(p, l, w, j, i, p->d, 0);
            sum += each;
            positives += data_of(p, 1).data[j] > 0 ? each : 0;
        }
        mean += positives / sum / (long double)p->n;
    }
    return mean;
}

/* ---- the calls ---- */

typedef struct draws {
    size_t row[2][256];
} draws;

/* The next m inner draws of a lane, from the twin of its stream. */
static draws plain_draws(const setting *t, size_t i, size_t which, size_t m)
{
    draws d;
    for (size_t k = 0; k < m; k++) {
        d.row[0][k] = stream_index(twin(t, i, which), t->p->n);
        d.row[1][k] = stream_index(twin(t, i, which), data_of(t->p, 0).rows);
    }
    return d;
}

static long double share_of(const problem *p, size_t c)
{
    return c == 0 ? (long double)p->n / (long double)data_of(p, 0).rows : 1;
}

/* Component c of a block mean at a point; of its derivative by weight j < d. */
static long double plain_mean(const setting *t, loss l, const draws *d, size_t i, size_t q,
                              size_t m, size_t c, size_t j)
{
    const double *w = t->lanes[i].point[q];
    long double sum = 0;
    for (size_t k = 0; k < m; k++)
        sum += j < t->p->d ? plain_slope(t->p, l, w, d->row[c][k], t->lanes[i].xi, j)
                           : plain_loss(t->p, l, w, d->row[c][k], t->lanes[i].xi, j, 0);
    return share_of(t->p, c) * sum / (long double)m;
}

static void check_J(const setting *t, loss l, const draws *d, size_t i, size_t q, size_t m,
                    const double *J)
{
    for (size_t c = 0; c < 2; c++)
        for (size_t j = 0; j < t->p->ld; j++)
            assert_near(J[c * t->p->ld + j],
                        j < t->p->d ? (double)plain_mean(t, l, d, i, q, m, c, j) : 0, 1e-9);
}

static void check_means(setting *t, loss l, size_t points, size_t K, size_t m, bool joint)
{
    const problem_type *type = t->p->type;
    if (joint)
        type->joint(t->p, t->n, t->lanes, points, K, m, t->y, t->gap, t->J);
    else
        type->means(t->p, t->n, t->lanes, points, K, m, t->y, t->gap);
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < K; k++) {
            draws d = plain_draws(t, i, inner_stream(0), m);
            for (size_t q = 0; q < points; q++) {
                for (size_t c = 0; c < 2; c++)
                    assert_near(t->y[q * t->gap + k * t->width + 2 * i + c],
                                (double)plain_mean(t, l, &d, i, q, m, c, t->p->d), 1e-14);
                if (joint)
                    check_J(t, l, &d, i, q, m, t->J + ((q * t->n + i) * K + k) * 2 * t->p->ld);
            }
        }
}

static void check_jacobian(setting *t, loss l, size_t points, size_t m)
{
    t->p->type->jacobian(t->p, t->n, t->lanes, points, m, t->J);
    for (size_t i = 0; i < t->n; i++) {
        draws d = plain_draws(t, i, jacobian_stream(0), m);
        for (size_t q = 0; q < points; q++)
            check_J(t, l, &d, i, q, m, t->J + (q * t->n + i) * 2 * t->p->ld);
    }
}

static void check_jtv(setting *t, loss l, size_t points, size_t m)
{
    size_t d = t->p->d, ld = t->p->ld;
    double v[LANE_POINTS * 32];
    long double want[REPLICATES][MOST_WEIGHTS] = {0};
    for (size_t i = 0; i < points * t->width; i++)
        v[i] = sin((double)i + 1);
    memset(t->out, 0, REPLICATES * ld * sizeof *t->out);
    t->p->type->jtv(t->p, t->n, t->lanes, points, m, v);
    for (size_t i = 0; i < t->n; i++) {
        draws drawn = plain_draws(t, i, jacobian_stream(0), m);
        for (size_t q = 0; q < points; q++)
            for (size_t c = 0; c < 2; c++)
                for (size_t j = 0; j < d; j++)
                    want[t->lanes[i].replicate][j] +=
                        v[q * t->width + 2 * i + c] * plain_mean(t, l, &drawn, i, q, m, c, j);
    }
    for (size_t r = 0; r < REPLICATES; r++)
        for (size_t j = 0; j < ld; j++)
            assert_near(t->out[r * ld + j], j < d ? (double)want[r][j] : 0, 1e-9);
}

/* The calls one after the other on the same streams, so that a call that takes a draw too many or
 * too few spoils the next; 64 draws are one piece. */
static void check_calls(bool network, bool logistic)
{
    static const size_t sizes[] = {1, 3, 8, 64, 71};
    void *block;
    problem *p = make(40, 0.3, network, logistic, &block);
    setting *t = make_setting(p, block, 5, 1);
    loss l = logistic ? softplus : sigmoid;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        size_t points = 1 + k % LANE_POINTS;
        p->type->outer(p, t->n, t->lanes);
        for (size_t i = 0; i < t->n; i++)
            assert_int_equal(t->lanes[i].xi, stream_index(twin(t, i, 0), p->n));
        check_means(t, l, points, 2, sizes[k], false);
        check_jtv(t, l, points, sizes[k]);
        check_means(t, l, points, 2, sizes[k], true);
        check_jacobian(t, l, points, sizes[k]);
        check_means(t, l, points, 1, sizes[k], false);
    }
    free_setting(t);
}

static void calls_agree_with_plain_code(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++)
        check_calls(kind & 1, kind & 2);
}

/* At equal points all numbers are equal, and opposite v add exactly nothing. */
static void equal_points(void **state)
{
    (void)state;
    for (int network = 0; network < 2; network++) {
        void *block;
        problem *p = make(40, 0.3, network, true, &block);
        setting *t = make_setting(p, block, 5, 1);
        double v[2 * 32];
        p->type->outer(p, t->n, t->lanes);
        for (size_t i = 0; i < t->n; i++)
            t->lanes[i].point[1] = t->lanes[i].point[0];
        p->type->joint(p, t->n, t->lanes, 2, 2, 13, t->y, t->gap, t->J);
        assert_memory_equal(t->y, t->y + t->gap, 2 * t->width * sizeof *t->y);
        assert_memory_equal(t->J, t->J + t->n * 4 * p->ld, t->n * 4 * p->ld * sizeof *t->J);
        for (size_t i = 0; i < t->width; i++)
            v[t->width + i] = -(v[i] = cos((double)i));
        for (size_t j = 0; j < REPLICATES * p->ld; j++)
            t->out[j] = j % p->ld < p->d ? 1 / 3.0 : 0;
        p->type->jtv(p, t->n, t->lanes, 2, 13, v);
        for (size_t j = 0; j < REPLICATES * p->ld; j++)
            assert_true(t->out[j] == (j % p->ld < p->d ? 1 / 3.0 : 0));
        free_setting(t);
    }
}

static void outer_function(void **state)
{
    (void)state;
    void *block;
    problem *p = make(40, 0.3, false, false, &block);
    setting *t = make_setting(p, block, 3, 1);
    double y[2][8], slope[2][8];
    for (size_t row = 0; row < 2; row++)
        for (size_t i = 0; i < 8; i++)
            y[row][i] = 0.1 + (double)(row * 8 + i * i);
    memcpy(slope, y, sizeof y);
    p->type->grad_f(p, 3, t->lanes, 2, slope[0]);
    p->type->f(p, 3, t->lanes, 2, y[0], t->value);
    for (size_t row = 0; row < 2; row++)
        for (size_t i = 0; i < 3; i++) {
            double first = y[row][2 * i], second = y[row][2 * i + 1];
            assert_relative(t->value[row * 8 + i], -first / second, 1e-15);
            assert_relative(slope[row][2 * i], -1 / second, 1e-15);
            assert_relative(slope[row][2 * i + 1], first / (second * second), 1e-15);
        }
    free_setting(t);
}

/* ---- the exact values ---- */

static double value_at(const problem *p, const double *w, size_t j, double move)
{
    double moved[MOST_WEIGHTS + ROW];
    memcpy(moved, w, p->ld * sizeof *w);
    moved[j] += move;
    return p->type->objective(p, moved, NULL);
}

/* More positives, and more of the others, than one tile has. */
static void objective_and_gradient(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        void *block;
        problem *p = make(kind & 1 ? 90 : 600, 0.47, kind & 1, kind & 2, &block);
        setting *t = make_setting(p, block, 1, 0.7);
        const double *w = t->lanes[0].point[0], h = 1e-4;
        double gradient[MOST_WEIGHTS + ROW], ap;
        long double square = 0;
        for (size_t j = 0; j < p->d; j++)
            square += w[j] * w[j];
        double value = p->type->objective(p, w, gradient);
        assert_near(value,
                    (double)(0.05L * square - plain_ratio(p, kind & 2 ? softplus : sigmoid, w)),
                    1e-14);
        assert_true(p->type->objective(p, w, NULL) == value);
        p->type->measure(p, w, &ap);
        assert_near(ap, (double)plain_ratio(p, at_least, w), 1e-14);
        for (size_t j = 0; j < p->ld; j++) {
            double slope = j < p->d ? (value_at(p, w, j, h) - value_at(p, w, j, -h)) / (2 * h) : 0;
            assert_near(gradient[j], slope, j < p->d ? 1e-7 : 0);
        }
        free_setting(t);
    }
}

/* Average precision as areas under the steps of precision over recall, threshold by threshold. */
static double stepwise(const double *score, const double *label, size_t n)
{
    double area = 0, before = 0, positives = 0;
    for (size_t i = 0; i < n; i++)
        positives += label[i] > 0;
    for (double last = INFINITY;;) {
        double threshold = -INFINITY, hits = 0, retrieved = 0;
        for (size_t i = 0; i < n; i++)
            if (score[i] < last && score[i] > threshold)
                threshold = score[i];
        if (threshold == -INFINITY)
            return area;
        for (size_t i = 0; i < n; i++) {
            retrieved += score[i] >= threshold;
            hits += score[i] >= threshold && label[i] > 0;
        }
        area += (hits - before) / positives * hits / retrieved;
        before = hits;
        last = threshold;
    }
}

static double ap_of(const double *score, const double *label, size_t n)
{
    void *block;
    double w[ROW] = {1}, ap;
    problem *p = make_own(score, label, n, &block);
    p->type->measure(p, w, &ap);
    free(block);
    return ap;
}

/* With ties: 1/1, then 2 of the 3 rows from 2 on, then 3 of 5. */
static void average_precision_by_hand(void **state)
{
    (void)state;
    static const double score[] = {3, 2, 2, 1, 0}, label[] = {1, -1, 1, -1, 1};
    static const double same[] = {1, 1, 1, 1}, half[] = {1, -1, -1, 1};
    assert_near(ap_of(score, label, 5), (1 + 2 / 3.0 + 3 / 5.0) / 3, 1e-15);
    assert_near(stepwise(score, label, 5), (1 + 2 / 3.0 + 3 / 5.0) / 3, 1e-15);
    assert_near(ap_of(same, half, 4), 0.5, 1e-15); /* nothing is told apart: the positives' part */
}

/* Whole numbers, so that there are many ties. */
static void average_precision_by_steps(void **state)
{
    (void)state;
    enum { COUNT = 700 };
    double score[COUNT], label[COUNT];
    stream s;
    stream_init(&s, STREAM_WORDS, 5, 0, PURPOSE_USER, 0);
    for (size_t i = 0; i < COUNT; i++) {
        score[i] = (double)stream_index(&s, 90) - 40;
        label[i] = stream_index(&s, 90) < (uint64_t)(50 + score[i]) ? 1 : -1;
    }
    assert_near(ap_of(score, label, COUNT), stepwise(score, label, COUNT), 1e-14);
}

/* ---- the data ---- */

static void own_data(void **state)
{
    (void)state;
    static const double rows[] = {1, 2, 3, 4, 5}, labels[] = {-1, 1, -1, -1, 1};
    static const double sorted[] = {2, 5, 1, 3, 4};
    void *block;
    problem *p = make_own(rows, labels, 5, &block);
    assert_int_equal(p->n, 2);
    for (size_t i = 0; i < 5; i++) {
        assert_true(data_of(p, 0).data[i * data_of(p, 0).stride] == sorted[i]);
        assert_true(data_of(p, 1).data[i] == (i < 2 ? 1 : -1));
    }
    free(block);
}

/* Positives have the mean 1/2 in each coordinate, the others 0; all the variance 1. */
static void synthetic_data(void **state)
{
    (void)state;
    void *block;
    problem *p = make(40000, 0.25, false, false, &block);
    problem_column a = data_of(p, 0);
    assert_int_equal(p->n, 10000);
    assert_int_equal(a.rows, 40000);
    for (size_t j = 0; j < INPUTS; j++) {
        double mean[2] = {0}, square[2] = {0};
        for (size_t i = 0; i < a.rows; i++) {
            double x = a.data[i * a.stride + j], n = i < p->n ? 10000 : 30000;
            mean[i < p->n] += x / n;
            square[i < p->n] += x * x / n;
        }
        assert_near(mean[1], 0.5, 5 / sqrt(10000));
        assert_near(mean[0], 0, 5 / sqrt(30000));
        assert_near(square[1], 1.25, 5 * sqrt(3 / 10000.0)); /* var z^2 = 2, var z = 1 */
        assert_near(square[0], 1, 5 * sqrt(2 / 30000.0));
    }
    for (size_t j = 0; j < p->ld; j++)
        assert_true(p->start[j] == 0);
    free(block);
}

static void network_start(void **state)
{
    (void)state;
    void *block;
    problem *p = make(40, 0.3, true, false, &block);
    double square = 0;
    assert_int_equal(p->d, 5 * 4 + 4 + 4 * 3 + 3 + 3 + 1);
    for (size_t j = 0; j < 20; j++)
        square += p->start[j] * p->start[j];
    assert_near(square, 4, 4 * 5 * sqrt(2.0 / 20)); /* 20 weights of variance 1/5 */
    for (size_t j = 20; j < 24; j++)
        assert_true(p->start[j] == 0);
    free(block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_agree_with_plain_code),
        cmocka_unit_test(equal_points),
        cmocka_unit_test(outer_function),
        cmocka_unit_test(objective_and_gradient),
        cmocka_unit_test(average_precision_by_hand),
        cmocka_unit_test(average_precision_by_steps),
        cmocka_unit_test(own_data),
        cmocka_unit_test(synthetic_data),
        cmocka_unit_test(network_start),
    };
    return cmocka_run_group_tests_name("average_precision", tests, NULL, NULL);
}
