/* invariant_logistic against plain code that makes the same draws, and against differences. */
#include "make_problem.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_D = 304, MOST_M = 40, MOST_K = 3, LANES_USED = 11, REPLICATES = 3 };

/* A problem with lanes at random points, and one more set of the same streams for the plain code.
 */
typedef struct setting {
    problem *p;
    void *block;
    double noise_var;
    double *x, *out; /* LANE_POINTS rows and one row for each replicate */
    stream *streams, *twins;
    lane lanes[LANES_USED];
    double *y, *J;
    size_t gap;
} setting;

static double plain_normal(stream *s)
{
    return *stream_normals(s, 1);
}

static void start_streams(setting *t)
{
    static const purpose use[] = {PURPOSE_OUTER, PURPOSE_INNER, PURPOSE_JACOBIAN};
    for (size_t r = 0; r < REPLICATES; r++) {
        for (size_t i = 0; i < 3; i++) {
            stream_kind kind = i ? STREAM_NORMALS : STREAM_WORDS;
            stream_init(&t->streams[3 * r + i], kind, 9, r, use[i], 0);
            stream_init(&t->twins[3 * r + i], kind, 9, r, use[i], 0);
        }
    }
}

static void make_points(setting *t)
{
    static stream s;
    stream_init(&s, STREAM_NORMALS, 4, 0, PURPOSE_USER, 0);
    for (size_t row = 0; row < REPLICATES * LANE_POINTS; row++)
        for (size_t j = 0; j < t->p->d; j++)
            t->x[row * t->p->ld + j] = plain_normal(&s) / sqrt((double)t->p->d);
}

static setting *make_noisy(size_t d, double noise_var)
{
    setting *t = aligned_alloc(64, round_up(sizeof *t, 64));
    *t = (setting){.noise_var = noise_var};
    t->p = make_logistic(37, d, noise_var, 0.1, &t->block);
    size_t ld = t->p->ld, streams = 3 * REPLICATES * sizeof(stream);
    t->x = calloc(REPLICATES * LANE_POINTS * ld, sizeof *t->x);
    t->out = calloc(REPLICATES * ld, sizeof *t->out);
    t->streams = aligned_alloc(64, streams);
    t->twins = aligned_alloc(64, streams);
    t->gap = MOST_K * round_up(LANES_USED, ROW);
    t->y = calloc(LANE_POINTS * t->gap, sizeof *t->y);
    t->J = calloc(LANES_USED * MOST_K * ld, sizeof *t->J);
    start_streams(t);
    make_points(t);
    for (size_t i = 0; i < LANES_USED; i++) {
        size_t r = i * REPLICATES / LANES_USED; /* in order, as the engine's lists */
        lane *l = &t->lanes[i];
        *l = (lane){.out = t->out + r * ld, .replicate = (uint32_t)r};
        for (size_t q = 0; q < LANE_POINTS; q++)
            l->point[q] = t->x + (r * LANE_POINTS + q) * ld;
        l->outer = &t->streams[3 * r];
        l->inner = &t->streams[3 * r + 1];
        l->jacobian = &t->streams[3 * r + 2];
    }
    return t;
}

static setting *make_setting(size_t d)
{
    return make_noisy(d, 2.5);
}

static void free_setting(setting *t)
{
    free(t->block);
    free(t->x);
    free(t->out);
    free(t->streams);
    free(t->twins);
    free(t->y);
    free(t->J);
    free(t);
}

static stream *twin(const setting *t, size_t lane_number, size_t which)
{
    return &t->twins[3 * t->lanes[lane_number].replicate + which];
}

/* eta <- the mean of m draws of N(a, noise_var I), made one number at a time. */
static void plain_eta(const setting *t, size_t i, stream *s, size_t m, long double *eta)
{
    const problem *p = t->p;
    memset(eta, 0, p->d * sizeof *eta);
    for (size_t k = 0; k < m; k++)
        for (size_t j = 0; j < p->d; j++)
            eta[j] += plain_normal(s);
    for (size_t j = 0; j < p->d; j++)
        eta[j] = data_row(p, "a", t->lanes[i].xi)[j] + sqrt(t->noise_var) * eta[j] / (long double)m;
}

static long double product(const long double *eta, const double *x, size_t d)
{
    long double sum = 0;
    for (size_t j = 0; j < d; j++)
        sum += eta[j] * x[j];
    return sum;
}

/* Sums of d m terms of size about one: their rounding, 1e-16 each at worst in the same direction.
 */
static double rounding(const setting *t, size_t m)
{
    return 4e-16 * (8 + sqrt((double)(t->p->d * m)));
}

static void outer_samples(setting *t)
{
    t->p->type->outer(t->p, LANES_USED, t->lanes);
    for (size_t i = 0; i < LANES_USED; i++)
        assert_int_equal(t->lanes[i].xi, stream_index(twin(t, i, 0), t->p->n));
}

static void check_means(setting *t, size_t points, size_t K, size_t m)
{
    size_t width = round_up(LANES_USED, ROW);
    long double eta[MOST_D];
    t->p->type->means(t->p, LANES_USED, t->lanes, points, K, m, t->y, t->gap);
    for (size_t i = 0; i < LANES_USED; i++)
        for (size_t k = 0; k < K; k++) {
            plain_eta(t, i, twin(t, i, 1), m, eta);
            for (size_t q = 0; q < points; q++)
                assert_near(t->y[q * t->gap + k * width + i],
                            (double)product(eta, t->lanes[i].point[q], t->p->d), rounding(t, m));
        }
}

static void check_joint(setting *t, size_t points, size_t K, size_t m)
{
    size_t width = round_up(LANES_USED, ROW), d = t->p->d, ld = t->p->ld;
    long double eta[MOST_D];
    memset(t->J, 0xff, LANES_USED * K * ld * sizeof *t->J);
    t->p->type->joint(t->p, LANES_USED, t->lanes, points, K, m, t->y, t->gap, t->J);
    for (size_t i = 0; i < LANES_USED; i++)
        for (size_t k = 0; k < K; k++) {
            const double *J = t->J + (i * K + k) * ld;
            plain_eta(t, i, twin(t, i, 1), m, eta);
            for (size_t j = 0; j < ld; j++)
                assert_near(J[j], j < d ? (double)eta[j] : 0, j < d ? 1e-14 : 0);
            for (size_t q = 0; q < points; q++)
                assert_near(t->y[q * t->gap + k * width + i],
                            (double)product(eta, t->lanes[i].point[q], d), rounding(t, m));
        }
}

/* out += Jbar^T (v of point 0 + v of point 1 ..): rows keep their padding zero. */
static void check_jtv(setting *t, size_t points, size_t m)
{
    size_t width = round_up(LANES_USED, ROW), d = t->p->d, ld = t->p->ld;
    long double want[REPLICATES][MOST_D] = {0}, eta[MOST_D];
    double v[LANE_POINTS * 16];
    for (size_t i = 0; i < points * width; i++)
        v[i] = sin((double)i + 1);
    for (size_t r = 0; r < REPLICATES; r++)
        for (size_t j = 0; j < d; j++)
            want[r][j] = t->out[r * ld + j] = cos((double)(r + j));
    t->p->type->jtv(t->p, LANES_USED, t->lanes, points, m, v);
    for (size_t i = 0; i < LANES_USED; i++) {
        plain_eta(t, i, twin(t, i, 2), m, eta);
        for (size_t q = 0; q < points; q++)
            for (size_t j = 0; j < d; j++)
                want[t->lanes[i].replicate][j] += v[q * width + i] * eta[j];
    }
    for (size_t r = 0; r < REPLICATES; r++)
        for (size_t j = 0; j < ld; j++)
            assert_near(t->out[r * ld + j], j < d ? (double)want[r][j] : 0, j < d ? 1e-13 : 0);
}

static void check_jacobian(setting *t, size_t points, size_t m)
{
    size_t d = t->p->d, ld = t->p->ld;
    long double eta[MOST_D];
    memset(t->J, 0xff, LANES_USED * ld * sizeof *t->J);
    t->p->type->jacobian(t->p, LANES_USED, t->lanes, points, m, t->J);
    for (size_t i = 0; i < LANES_USED; i++) {
        plain_eta(t, i, twin(t, i, 2), m, eta);
        for (size_t j = 0; j < ld; j++)
            assert_near(t->J[i * ld + j], j < d ? (double)eta[j] : 0, j < d ? 1e-14 : 0);
    }
}

/* The calls one after the other on the same streams, so that a call that takes a draw too many or
 * too few spoils the next. */
static void calls_agree_with_plain_code(void **state)
{
    (void)state;
    static const size_t dims[] = {1, 7, 8, 10, 300}, sizes[] = {1, 3, MOST_M};
    for (size_t i = 0; i < sizeof dims / sizeof *dims; i++) {
        setting *t = make_setting(dims[i]);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            for (size_t points = 1; points <= LANE_POINTS; points++) {
                outer_samples(t);
                check_means(t, points, MOST_K, sizes[k]);
                check_jtv(t, points, sizes[k]);
                check_joint(t, points, MOST_K, sizes[k]);
                check_jacobian(t, points, sizes[k]);
                check_means(t, points, 1, sizes[k]);
                check_jtv(t, points, 1);
            }
        }
        free_setting(t);
    }
}

static void loss_and_slope(void **state)
{
    (void)state;
    setting *t = make_setting(3);
    size_t width = round_up(LANES_USED, ROW);
    static const double at[] = {0, 1e-9, 0.3, 1, 5, 20, 36, 37, 40, 700, 709, 746, 1e4, 1e300};
    outer_samples(t);
    for (size_t c = 0; c < sizeof at / sizeof *at; c++) {
        double y[32] = {0}, slope[32], value[32];
        for (size_t i = 0; i < 2 * width; i++)
            y[i] = slope[i] = i % 2 ? at[c] : -at[c];
        t->p->type->grad_f(t->p, LANES_USED, t->lanes, 2, slope);
        t->p->type->f(t->p, LANES_USED, t->lanes, 2, y, value);
        for (size_t row = 0; row < 2; row++)
            for (size_t i = 0; i < LANES_USED; i++) {
                long double b = label_of(t->p, t->lanes[i].xi), by = b * y[row * width + i];
                long double f = by > 0 ? log1pl(expl(-by)) : -by + log1pl(expl(by));
                long double df = -b / (1 + expl(by));
                /* three roundings; below the smallest normal number only the place counts */
                assert_near(value[row * width + i], (double)f, 8e-16 * (double)f + DBL_TRUE_MIN);
                assert_near(slope[row * width + i], (double)df,
                            8e-16 * (double)fabsl(df) + DBL_MIN);
            }
    }
    free_setting(t);
}

static void objective_and_gradient(void **state)
{
    (void)state;
    static const size_t dims[] = {1, 7, 8, 10, 300};
    for (size_t i = 0; i < sizeof dims / sizeof *dims; i++) {
        setting *t = make_setting(dims[i]);
        const problem *p = t->p;
        double *x = t->x, *gradient = t->out;
        long double sum = 0, square = 0, want[MOST_D] = {0};
        for (size_t r = 0; r < p->n; r++) {
            long double by = 0;
            for (size_t j = 0; j < p->d; j++)
                by += label_of(p, r) * (long double)data_row(p, "a", r)[j] * x[j];
            sum += log1pl(expl(-by)) / (long double)p->n;
            for (size_t j = 0; j < p->d; j++)
                want[j] -=
                    label_of(p, r) * data_row(p, "a", r)[j] / (1 + expl(by)) / (long double)p->n;
        }
        for (size_t j = 0; j < p->d; j++)
            square += (long double)x[j] * x[j];
        assert_relative(p->type->objective(p, x, NULL), (double)(sum + 0.05 * square), 2e-15);
        assert_true(p->type->objective(p, x, gradient) == p->type->objective(p, x, NULL));
        for (size_t j = 0; j < p->ld; j++)
            assert_near(gradient[j], j < p->d ? (double)(want[j] + 0.1 * x[j]) : 0,
                        j < p->d ? 1e-15 : 0);
        free_setting(t);
    }
}

/* Central differences of step h: h^2/6 times a third derivative below 1, and 1e-16/h of rounding.
 */
static void gradient_against_differences(void **state)
{
    (void)state;
    const double h = 1e-5;
    for (size_t d = 1; d <= 10; d += 9) {
        setting *t = make_setting(d);
        double *x = t->x;
        t->p->type->objective(t->p, x, t->out);
        for (size_t j = 0; j < d; j++) {
            double keep = x[j], up, down;
            x[j] = keep + h;
            up = t->p->type->objective(t->p, x, NULL);
            x[j] = keep - h;
            down = t->p->type->objective(t->p, x, NULL);
            x[j] = keep;
            assert_near((up - down) / (2 * h), t->out[j], 1e-10);
        }
        free_setting(t);
    }
}

static void the_optimum_is_one(void **state)
{
    (void)state;
    static const size_t dims[] = {1, 7, 10, 300};
    for (size_t i = 0; i < sizeof dims / sizeof *dims; i++) {
        setting *t = make_setting(dims[i]);
        const problem *p = t->p;
        double norm = 0, start = 0;
        assert_true(p->type->objective(p, p->optimum, t->out) == p->least);
        for (size_t j = 0; j < p->ld; j++) {
            assert_near(t->out[j], 0, 1e-8); /* a step to the end gains less than 1e-16 / l2 */
            norm += p->optimum[j] * p->optimum[j];
            start += p->start[j] * p->start[j];
            assert_true(j < p->d || (p->optimum[j] == 0 && p->start[j] == 0));
        }
        assert_true(norm > 0);
        assert_relative(sqrt(start), 3, 1e-15);
        free_setting(t);
    }
}

static arg matrix(const double *x, size_t rows, size_t cols)
{
    return (arg){.given = true, .data = x, .rows = rows, .cols = cols};
}

/* Rows of your own give the problem that they came from, bit for bit, but for its start. */
static void data_of_your_own(void **state)
{
    (void)state;
    void *block, *again;
    problem *p = make_logistic(37, 7, 2.5, 0.1, &block);
    const problem_type *type = p->type;
    double rows[37 * 7], labels[37];
    for (size_t i = 0; i < 37; i++) {
        memcpy(rows + 7 * i, data_row(p, "a", i), 7 * sizeof *rows);
        labels[i] = label_of(p, i);
    }
    arg a[ARGS];
    default_args(type->params, type->nparams, a);
    set_arg(type->params, type->nparams, a, "noise_var", number(2.5));
    set_arg(type->params, type->nparams, a, "data.a", matrix(rows, 37, 7));
    set_arg(type->params, type->nparams, a, "data.b", vector(labels, 37));
    assert_null(type->check(a));
    problem *own = make_problem(type->name, a, &again);
    double x[8] = {0.3, -1, 2, 0.1, 0, 1, 0.5}, first[8], second[8];
    assert_true(type->objective(p, x, first) == type->objective(own, x, second));
    assert_memory_equal(first, second, sizeof first);
    assert_near(own->least, p->least, 1e-15); /* the same minimum, found from another point */
    double cosine = 0, norm = 0, length = 0;
    for (size_t j = 0; j < 7; j++) {
        assert_near(own->optimum[j], p->optimum[j], 1e-7);
        cosine += own->start[j] * own->optimum[j];
        norm += own->optimum[j] * own->optimum[j];
        length += own->start[j] * own->start[j];
    }
    assert_relative(cosine, 3 * sqrt(norm), 1e-15);
    assert_relative(length, 9, 1e-15);
    free(block);
    free(again);
}

/* Zero noise leaves the rows themselves; the draws are taken all the same. */
static void no_noise(void **state)
{
    (void)state;
    setting *t = make_noisy(10, 0);
    outer_samples(t);
    check_means(t, 2, 3, 3);
    check_jtv(t, 2, 3);
    check_joint(t, 2, 3, 3);
    free_setting(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_agree_with_plain_code),
        cmocka_unit_test(loss_and_slope),
        cmocka_unit_test(objective_and_gradient),
        cmocka_unit_test(gradient_against_differences),
        cmocka_unit_test(the_optimum_is_one),
        cmocka_unit_test(data_of_your_own),
        cmocka_unit_test(no_noise),
    };
    return cmocka_run_group_tests_name("problem", tests, NULL, NULL);
}
