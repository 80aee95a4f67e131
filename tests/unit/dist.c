/* Distributions: exact moments against closed values and against integrals of the density, and
 * draws against both. */
#include "engine/law/dist.h"
#include "make.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* 2 w^k (3k + 5 + (-2)^(k+2)) / (3^(k+2) (k+1) (k+2)) in rationals, w = 2 */
static void ramp_moments(void **state)
{
    (void)state;
    dist *d = make_plain("ramp", 0, 2);
    const double want[] = {1, 0, 2.0 / 9, -8.0 / 135, 16.0 / 135, -128.0 / 1701, 496.0 / 5103};
    for (int k = 0; k <= 6; k++)
        assert_relative(dist_central(d, k), want[k], 1.2e-16);
    assert_relative(dist_central(d, 12), 0.154570413169204, 1.2e-16);
    assert_relative(dist_central(d, 23), -1.107353318246159, 1.2e-16);
    assert_relative(dist_central(d, 24), 1.3629009611638931, 1.2e-16);
    assert_relative(dist_cumulant(d, 12), 6.923569611306236, 2e-16);
    assert_relative(dist_cumulant(d, 24), -381446042.9700012, 2e-16);
    for (int k = 1; k <= 24; k++) /* E t^k = 2^(k+1)/(k+2) */
        assert_relative(dist_moment(d, k), ldexp(1, k + 1) / (k + 2), 1.2e-16);
    free(d);
}

static void normal_moments(void **state)
{
    (void)state;
    dist *d = make_normal(10, 100);
    assert_true(dist_central(d, 2) == 100 && dist_central(d, 3) == 0);
    assert_true(dist_central(d, 4) == 3e4 && dist_central(d, 6) == 15e6);
    assert_true(dist_cumulant(d, 1) == 10 && dist_cumulant(d, 2) == 100);
    assert_true(dist_cumulant(d, 3) == 0 && dist_cumulant(d, 24) == 0);
    assert_true(dist_moment(d, 0) == 1 && dist_moment(d, 2) == 200 && dist_moment(d, 3) == 4000);
    assert_true(isnan(dist_central(d, 25)));
    free(d);
}

static void uniform_moments(void **state)
{
    (void)state;
    dist *d = make_plain("uniform", -1, 5);
    assert_true(d->mean[0] == 2 && d->var[0] == 3);
    assert_true(dist_central(d, 3) == 0 && dist_central(d, 4) == 81.0 / 5);
    assert_relative(dist_cumulant(d, 4), -1296.0 / 120, 1.2e-16);
    assert_relative(dist_cumulant(d, 24), -236364091.0 / 2730 / 24 * pow(6, 24), 1e-15);
    assert_relative(dist_moment(d, 3), 26, 1.2e-16);
    free(d);
}

static void exponential_moments(void **state)
{
    (void)state;
    dist *d = make_plain("exponential", 3, 0);
    assert_true(dist_central(d, 2) == 9 && dist_central(d, 3) == 54 && dist_central(d, 4) == 729);
    assert_true(dist_cumulant(d, 5) == 24 * 243 && dist_moment(d, 4) == 24 * 81);
    free(d);
    dist *unit = make_plain("exponential", 1, 0);
    assert_relative(dist_central(unit, 24), 228250211305338670494289.0, 1.2e-16); /* !24 */
    free(unit);
}

/* kappa_k = a b^k (k-1)!; the values are whole numbers */
static void gamma_moments(void **state)
{
    (void)state;
    dist *d = make_plain("gamma", 3, 2), *one = make_plain("gamma", 1, 0.7),
         *same = make_plain("exponential", 0.7, 0);
    assert_true(d->mean[0] == 6 && d->var[0] == 12);
    assert_true(dist_central(d, 3) == 48 && dist_central(d, 4) == 720);
    assert_true(dist_cumulant(d, 5) == 3 * 32 * 24 && dist_moment(d, 3) == 8 * 3 * 4 * 5);
    for (int k = 2; k <= 24; k++) {
        assert_relative(dist_central(one, k), dist_central(same, k), 2.3e-16);
        assert_relative(dist_cumulant(one, k), dist_cumulant(same, k), 2.3e-16);
        assert_relative(dist_moment(one, k), dist_moment(same, k), 2.3e-16);
    }
    dist *half = make_plain("gamma", 0.5, 2); /* exp(-x/2)/sqrt(2 pi x) */
    assert_relative(half->type->pdf(half, 1e-30), 0.3989422804014327e15, 1e-15);
    assert_relative(half->type->pdf(half, 1.2), 0.3989422804014327 * exp(-0.6) / sqrt(1.2), 1e-15);
    free(half);
    for (double x = 0; x < 9; x += 0.5)
        assert_relative(one->type->pdf(one, x), same->type->pdf(same, x), 1e-15);
    free(d);
    free(one);
    free(same);
}

static void lognormal_moments(void **state)
{
    (void)state;
    dist *d = make_plain("lognormal", 0.3, 0.8), *narrow = make_plain("lognormal", -1, 0x1p-20);
    double w = exp(0.64), y = expm1(0.64), mean = exp(0.62);
    assert_relative(d->mean[0], mean, 4e-16);
    assert_relative(dist_cumulant(d, 3), pow(mean, 3) * y * y * (w + 2), 2e-15);
    double four = ((w + 3) * w + 6) * w + 6;
    assert_relative(dist_cumulant(d, 4), pow(mean * y, 3) * mean * four, 2e-15);
    assert_relative(dist_central(d, 4), dist_cumulant(d, 4) + 3 * d->var[0] * d->var[0], 1e-15);
    assert_relative(dist_moment(d, 24), exp(24 * 0.3 + 288 * 0.64), 1e-13);
    double gap = expm1(0x1p-40), skew = (gap + 3) * sqrt(gap); /* nothing cancels */
    assert_relative(dist_central(narrow, 3) / pow(narrow->var[0], 1.5), skew, 1e-15);
    assert_true(isinf((double)d->type->log_mgf(d, 1e-9)));
    free(d);
    free(narrow);
}

static void student_moments(void **state)
{
    (void)state;
    dist *d = make_plain("student_t", 9, 2), *none = make_plain("student_t", 1, 0),
         *near = make_plain("student_t", 1e6, 0);
    assert_true(d->mean[0] == 2 && dist_central(d, 3) == 0 && isnan(dist_central(d, 9)));
    assert_relative(d->var[0], 9.0 / 7, 2e-16);
    double var = 9.0 / 7, four = 243.0 / 35, six = 729.0 * 15 / 105;
    assert_relative(dist_central(d, 4), four, 2e-16);
    assert_relative(dist_cumulant(d, 4), four - 3 * var * var, 1e-15);
    assert_relative(dist_cumulant(d, 6), six - 15 * four * var + 30 * var * var * var, 1e-14);
    assert_true(dist_cumulant(d, 5) == 0 && dist_orders(d) == 9);
    assert_relative(dist_cumulant(near, 4), 6e12 / ((1e6 - 2) * (1e6 - 2) * (1e6 - 4)), 1e-15);
    assert_null(none->mean);
    assert_true(isnan(dist_central(none, 2)));
    free(d);
    free(none);
    free(near);
}

static void beta_moments(void **state)
{
    (void)state;
    dist *d = make_plain("beta", 2, 3), *flat = make_plain("beta", 1, 1),
         *uniform = make_plain("uniform", 0, 1);
    assert_true(d->mean[0] == 0.4);
    assert_relative(d->var[0], 0.04, 2e-16);
    assert_relative(dist_cumulant(d, 3), 2.0 / 875, 2e-16); /* 2 (b-a) a b/(n^3 (n+1) (n+2)) */
    assert_relative(dist_moment(d, 3), 24.0 / 210, 2e-16);
    for (int k = 2; k <= 24; k++) {
        assert_near(dist_central(flat, k), dist_central(uniform, k), 1e-17);
        assert_relative(dist_cumulant(flat, k), dist_cumulant(uniform, k), 1e-14);
    }
    free(d);
    free(flat);
    free(uniform);
}

static void poisson_moments(void **state)
{
    (void)state;
    dist *d = make_plain("poisson", 2.5, 0);
    assert_true(dist_central(d, 3) == 2.5 && dist_central(d, 4) == 2.5 + 3 * 6.25);
    assert_true(dist_cumulant(d, 17) == 2.5 && dist_moment(d, 2) == 8.75);
    assert_relative(d->type->pdf(d, 4), exp(-2.5) * pow(2.5, 4) / 24, 1e-15);
    assert_true(d->type->pdf(d, 2.5) == 0 && d->type->pdf(d, -1) == 0);
    free(d);
}

static void bernoulli_moments(void **state)
{
    (void)state;
    dist *d = make_plain("bernoulli", 0.25, 0), *even = make_plain("bernoulli", 0.5 + 0x1p-30, 0);
    assert_true(dist_central(d, 2) == 3.0 / 16 && dist_central(d, 3) == 3.0 / 32);
    assert_true(dist_central(d, 4) == 21.0 / 256 && dist_moment(d, 7) == 0.25);
    /* p q (q - p): nothing is lost where q - p is small */
    assert_relative(dist_central(even, 3), -0x1p-29 * (0.25 - 0x1p-60), 1.2e-16);
    free(d);
    free(even);
}

static void finite_laws(void **state)
{
    (void)state;
    const double values[] = {1, 2, 4}, probs[] = {0.5, 0.25, 0.25};
    const double rows[] = {1, 10, 2, 20, 3, 60};
    const arg a[] = {vector(values, 3), vector(probs, 3)},
              b[] = {{.given = true, .data = rows, .rows = 3, .cols = 2}};
    dist *d = make_dist("discrete", a), *plane = make_dist("empirical", b);
    assert_true(d->mean[0] == 2 && d->var[0] == 1.5);
    assert_true(dist_central(d, 3) == 1.5 && dist_central(d, 4) == 4.5);
    assert_relative(dist_cumulant(d, 4), 4.5 - 3 * 2.25, 1.2e-16);
    assert_int_equal(plane->dim, 2);
    assert_true(plane->mean[0] == 2 && plane->mean[1] == 30);
    assert_relative(plane->var[0], 2.0 / 3, 1.2e-16);
    assert_relative(plane->var[1], 1400.0 / 3, 1.2e-16);
    assert_true(isnan(dist_central(plane, 2)));
    free(d);
    free(plane);
}

/* int (x - mean)^k pdf(x) dx by the midpoint rule on [a, b]; its error is that of pdf''. */
static double integral(const dist *d, int k, double a, double b, int n)
{
    double sum = 0, h = (b - a) / n, mean = k > 0 ? d->mean[0] : 0; /* there may be none */
    for (int i = 0; i < n; i++) {
        double x = a + (i + 0.5) * h;
        sum += h * d->type->pdf(d, x) * pow(x - mean, k);
    }
    return sum;
}

static void densities_have_the_moments(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double first, second, low, high;
    } laws[] = {{"uniform", -1, 2, -1, 2},  {"ramp", 1, 4, 1, 4}, {"exponential", 0.5, 0, 0, 25},
                {"gamma", 3.5, 0.5, 0, 30}, {"beta", 3, 4, 0, 1}, {"lognormal", 0, 0.2, 0, 5}};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        dist *d = make_plain(laws[i].name, laws[i].first, laws[i].second);
        for (int k = 0; k <= 5; k++)
            assert_near(integral(d, k, laws[i].low, laws[i].high, 20000), dist_central(d, k), 1e-5);
        assert_true(d->type->pdf(d, laws[i].low - 0.1) == 0);
        free(d);
    }
    dist *normal = make_normal(1, 4);
    for (int k = 0; k <= 5; k++)
        assert_near(integral(normal, k, -25, 27, 2000), dist_central(normal, k), 1e-9);
    free(normal);
}

/* log E exp(t (x - mean)) against kappa_2 t^2/2 + kappa_3 t^3/6 + .. */
static void generating_functions_have_the_cumulants(void **state)
{
    (void)state;
    const double values[] = {1, 2, 4}, probs[] = {0.5, 0.25, 0.25};
    const arg a[] = {vector(values, 3), vector(probs, 3)}, b[] = {vector(values, 3)};
    dist *laws[] = {make_normal(1, 2),
                    make_plain("uniform", -1, 2),
                    make_plain("ramp", 1, 3),
                    make_plain("exponential", 0.8, 0),
                    make_plain("gamma", 2.5, 0.8),
                    make_plain("beta", 0.6, 2),
                    make_plain("poisson", 0.7, 0),
                    make_plain("bernoulli", 0.3, 0),
                    make_dist("discrete", a),
                    make_dist("empirical", b)};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            double t = sign * 0.25, sum = 0, power = t;
            for (int k = 2; k <= 24; k++) {
                power *= t / k;
                sum += dist_cumulant(laws[i], k) * power;
            }
            assert_relative((double)laws[i]->type->log_mgf(laws[i], t), sum, 1e-14);
        }
        free(laws[i]);
    }
}

static void generating_functions_far_out(void **state)
{
    (void)state;
    dist *ramp = make_plain("ramp", 0, 1), *uniform = make_plain("uniform", 0, 1),
         *skewed = make_plain("exponential", 1, 0);
    /* both sides of where the ramp changes from its series to the closed form */
    static const double t[] = {-9, -8.5, -7.5, 0.9, 1.1, 30};
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        double closed = log(2 * (1 + (t[i] - 1) * exp(t[i])) / (t[i] * t[i])) - 2 * t[i] / 3;
        assert_relative((double)ramp->type->log_mgf(ramp, t[i]), closed, 1e-13);
    }
    assert_relative((double)uniform->type->log_mgf(uniform, 100), 50 - log(100), 1e-15);
    assert_true(uniform->type->log_mgf(uniform, 0) == 0);
    assert_true(isinf((double)skewed->type->log_mgf(skewed, 1)));
    assert_true(isinf((double)skewed->type->log_mgf(skewed, 1.5)));
    free(ramp);
    free(uniform);
    free(skewed);
}

/* n draws one call of `piece` after the other; component j in out[j*n ..]. */
static void draw_all(const dist *d, size_t n, size_t piece, double *out)
{
    stream *s = aligned_alloc(64, sizeof *s);
    stream_init(s, d->type->kind, 7, 0, PURPOSE_USER, 0);
    for (size_t done = 0; done < n; done += piece)
        assert_int_equal(d->type->draw(d, s, n - done < piece ? n - done : piece, out + done, n),
                         STATUS_OK);
    free(s);
}

enum { DRAWS = 40000 };

static void draws_have_the_moments(void **state)
{
    (void)state;
    const double values[] = {1, 2, 4}, probs[] = {0.5, 0, 0.5};
    const arg a[] = {vector(values, 3), vector(probs, 3)}, b[] = {vector(values, 3)};
    dist *laws[] = {make_normal(1, 2),
                    make_plain("uniform", -1, 2),
                    make_plain("ramp", 1, 3),
                    make_plain("exponential", 0.8, 0),
                    make_plain("gamma", 0.2, 2),
                    make_plain("gamma", 1, 1),
                    make_plain("gamma", 4.5, 0.3),
                    make_plain("gamma", 1e9, 1),
                    make_plain("lognormal", 0, 0.2),
                    make_plain("student_t", 40, 1),
                    make_plain("beta", 2, 3),
                    make_plain("beta", 0.4, 0.9),
                    make_plain("poisson", 0.7, 0),
                    make_plain("poisson", 11, 0),
                    make_plain("poisson", 40, 0),
                    make_plain("poisson", 1e12, 0),
                    make_plain("bernoulli", 0.3, 0),
                    make_dist("discrete", a),
                    make_dist("empirical", b)};
    double *x = malloc(DRAWS * sizeof *x);
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        const dist *d = laws[i];
        draw_all(d, DRAWS, 256, x);
        for (int k = 1; k <= 4; k++) {
            double sum = 0;
            for (size_t j = 0; j < DRAWS; j++)
                sum += pow(x[j] - d->mean[0], k);
            double var = dist_central(d, 2 * k) - pow(dist_central(d, k), 2);
            assert_near(sum / DRAWS, dist_central(d, k), 5 * sqrt(var / DRAWS) + 1e-12);
        }
        free(laws[i]);
    }
    free(x);
}

/* Shares of draws in 20 cells against integrals of the density. */
static void draws_have_the_density(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double first, second, low, high;
    } laws[] = {
        {"exponential", 1, 0, 0, 4},  {"gamma", 1.3, 0.8, 0, 5},   {"gamma", 40, 1, 15, 70},
        {"gamma", 0.4, 1, 0.01, 3},   {"lognormal", 0, 0.6, 0, 4}, {"student_t", 1, 0, -6, 6},
        {"student_t", 4.5, 1, -3, 4}, {"beta", 2, 5, 0, 1},        {"beta", 0.5, 0.7, 0.02, 0.98}};
    enum { CELLS = 20, N = 200000 };
    double *x = malloc(N * sizeof *x);
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        dist *d = make_plain(laws[i].name, laws[i].first, laws[i].second);
        double width = (laws[i].high - laws[i].low) / CELLS;
        draw_all(d, N, 256, x);
        for (int c = 0; c < CELLS; c++) {
            double low = laws[i].low + c * width, share = 0;
            double want = integral(d, 0, low, low + width, 2000);
            for (size_t j = 0; j < N; j++)
                share += x[j] >= low && x[j] < low + width;
            assert_near(share / N, want, 5 * sqrt(want * (1 - want) / N) + 1e-6);
        }
        free(d);
    }
    free(x);
}

static void whole_draws_have_their_probabilities(void **state)
{
    (void)state;
    static const double mean[] = {0.2, 4, 12, 12.5, 60, 4000};
    enum { N = 200000 };
    double *x = malloc(N * sizeof *x);
    for (size_t i = 0; i < sizeof mean / sizeof *mean; i++) {
        dist *d = make_plain("poisson", mean[i], 0);
        double reach = 4 * sqrt(mean[i]) + 1;
        draw_all(d, N, 256, x);
        for (double k = fmax(0, floor(mean[i] - reach)); k <= mean[i] + reach; k++) {
            double share = 0, want = d->type->pdf(d, k);
            for (size_t j = 0; j < N; j++)
                share += x[j] == k;
            assert_near(share, want * N, 5 * sqrt(want * N) + 2);
        }
        free(d);
    }
    free(x);
}

/* The root of x as draws of ramp(0, 1), in every place of a vector. */
static void assert_root(const dist *ramp, stream *s, double x)
{
    double root[16];
    s->next = STREAM_MOST;
    for (int l = 0; l < 16; l++)
        s->block.number[STREAM_MOST + l] = x;
    ramp->type->draw(ramp, s, 16, root, 16);
    for (int l = 0; l < 16; l++)
        assert_true(root[l] == sqrt(x));
}

/* Uniforms whose roots are almost midway between two doubles: 2^106 x = k(k + 1) + j for a small
 * even j; of k the last bit is given, and the others follow from the last on. */
static double hard_square(uint64_t k, int64_t j)
{
    for (int bit = 0; bit < 52; bit++)
        k ^= (k * (k + 1) + (uint64_t)j) & (uint64_t)1 << bit;
    k = k % ((uint64_t)1 << 52) + ((uint64_t)1 << 52);
    stream_wide square = (stream_wide)k * (k + 1) + (stream_wide)j;
    return ldexp((double)(uint64_t)(square >> 52), -54);
}

static void roots_are_rounded_once(void **state)
{
    (void)state;
    dist *ramp = make_plain("ramp", 0, 1);
    stream *s = aligned_alloc(64, 2 * sizeof *s), *other = s + 1;
    stream_init(s, STREAM_UNIFORMS, 1, 0, PURPOSE_USER, 0);
    *other = *s;
    stream_refill(s);
    for (int64_t i = -20000; i < 20000; i++) {
        double least = ((double)(i + 20000) + 0.5) * 0x1p-52;
        assert_root(ramp, s, *stream_uniforms(other, 1));
        for (uint64_t last = 0; last < 2; last++)
            assert_root(ramp, s, fmin(hard_square(last, 2 * i), 1 - 0x1p-53));
        assert_root(ramp, s, least);
        assert_root(ramp, s, 0.25 - least);
        assert_root(ramp, s, 0.25 + least);
        assert_root(ramp, s, 1 - least);
    }
    free(s);
    free(ramp);
}

/* n draws in calls of 1, 2, .. 256, 1, .. of a stream of that kind. */
static void draw_cut(const dist *d, stream_kind kind, size_t n, double *out)
{
    stream *s = aligned_alloc(64, sizeof *s);
    stream_init(s, kind, 7, 0, PURPOSE_USER, 0);
    for (size_t done = 0, piece = 1, now; done < n; done += now, piece = piece % STREAM_MOST + 1) {
        now = n - done < piece ? n - done : piece;
        assert_int_equal(d->type->draw(d, s, now, out + done, n), STATUS_OK);
    }
    free(s);
}

static dist *make_any(size_t i)
{
    static const struct {
        const char *name;
        double first, second;
    } plain[] = {{"uniform", 1, 3},     {"ramp", 1, 3},      {"exponential", 1, 0},
                 {"bernoulli", 0.3, 0}, {"gamma", 0.3, 2},   {"gamma", 1.2, 0.5},
                 {"gamma", 300, 1},     {"lognormal", 0, 1}, {"student_t", 3, 1},
                 {"beta", 2, 3},        {"beta", 0.5, 0.1},  {"poisson", 3, 0},
                 {"poisson", 50, 0}};
    const size_t plains = sizeof plain / sizeof *plain;
    static const double sample[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    static const double few[] = {0.25, 0.25, 0, 0.5},
                        many[] = {0.125, 0,     0.125,  0.0625, 0.0625, 0.125,
                                  0.125, 0.125, 0.0625, 0.0625, 0.125,  0};
    const arg small[] = {vector(sample, 4), vector(few, 4)},
              large[] = {vector(sample, 12), vector(many, 12)}, line = vector(sample, 12),
              plane = {.given = true, .data = sample, .rows = 6, .cols = 2};
    if (i < plains)
        return make_plain(plain[i].name, plain[i].first, plain[i].second);
    i -= plains;
    if (i < 2)
        return make_dist("discrete", i < 1 ? small : large);
    return i < 4 ? make_dist("empirical", i < 3 ? &line : &plane) : NULL;
}

/* The same numbers, however the calls are cut and whichever instruction set makes them; of uniforms
 * that are made of words, too. */
static void draws_do_not_depend_on_the_cut(void **state)
{
    (void)state;
    static const char *const levels[] = {"avx512", "avx2", "plain"};
    enum { N = 3000 };
    static double one[2 * N], other[2 * N];
    dist *d;
    for (size_t i = 0; (d = make_any(i)); free(d), i++) {
        size_t bytes = N * d->dim * sizeof *one;
        draw_all(d, N, 1, one);
        for (size_t l = 0; l < 3; l++) {
            setenv("DEBIAS_CPU", levels[l], 1);
            dist *again = make_any(i);
            unsetenv("DEBIAS_CPU");
            draw_all(again, N, 7, other);
            assert_memory_equal(one, other, bytes);
            draw_cut(again, again->type->kind, N, other);
            assert_memory_equal(one, other, bytes);
            if (again->type->kind != STREAM_NORMALS) {
                draw_cut(again, STREAM_WORDS, N, other);
                assert_memory_equal(one, other, bytes);
            }
            free(again);
        }
    }
}

static void normals_in_space(void **state)
{
    (void)state;
    enum { DIM = 300, N = 20 }; /* a row over STREAM_MOST numbers */
    double mean[DIM], var = 4, *one = malloc(sizeof(double) * DIM * N * 2), *other = one + DIM * N;
    for (int j = 0; j < DIM; j++)
        mean[j] = j;
    const arg a[] = {vector(mean, DIM), {.given = false}, vector(&var, 1)};
    dist *d = make_dist("normal", a);
    draw_all(d, N, 256, one);
    draw_all(d, N, 3, other);
    assert_memory_equal(one, other, sizeof(double) * DIM * N);
    double sum = 0, square = 0;
    for (int j = 0; j < DIM; j++)
        for (int i = 0; i < N; i++) {
            double z = (one[j * N + i] - mean[j]) / 2;
            sum += z;
            square += z * z;
        }
    assert_near(sum / (DIM * N), 0, 5 / sqrt(DIM * N));
    assert_near(square / (DIM * N), 1, 5 * sqrt(2.0 / (DIM * N)));
    free(d);
    free(one);
}

static void rows_stay_together(void **state)
{
    (void)state;
    const double rows[] = {1, 10, 2, 20, 3, 60};
    const arg a[] = {{.given = true, .data = rows, .rows = 3, .cols = 2}};
    dist *d = make_dist("empirical", a);
    double x[2 * 100];
    draw_all(d, 100, 9, x);
    for (int i = 0; i < 100; i++)
        assert_true(x[100 + i] == (x[i] == 3 ? 60 : 10 * x[i]));
    free(d);
}

static status count_up(void *context, stream *s, size_t dim, size_t n, double *out, size_t gap)
{
    (void)s;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < dim; j++)
            out[j * gap + i] = (*(double *)context)++;
    return STATUS_OK;
}

static void custom_laws(void **state)
{
    (void)state;
    double counter = 0, raw[] = {1, 3, 7, 25}, x[4], mean[] = {1, 2};
    const dist_sampler sampler = {count_up, &counter};
    const arg draw = {.given = true, .data = &sampler};
    const arg line[] = {draw, vector(raw, 4), {.given = false}, {.given = false}};
    const arg plane[] = {draw, {.given = false}, vector(mean, 2), {.given = false}};
    const arg bare[] = {draw, {.given = false}, {.given = false}, number(3)};
    dist *d = make_dist("custom", line), *p = make_dist("custom", plane),
         *b = make_dist("custom", bare);
    assert_true(d->mean[0] == 1 && d->var[0] == 2);
    assert_true(dist_central(d, 3) == 0 && dist_central(d, 4) == 12);
    assert_true(isnan(dist_central(d, 5)) && isnan(dist_cumulant(d, 5)));
    assert_true(dist_moment(d, 4) == 25 && isnan(dist_moment(d, 5)));
    assert_int_equal(p->dim, 2);
    assert_true(p->mean[1] == 2 && p->var == NULL);
    assert_int_equal(b->dim, 3);
    assert_null(b->mean);
    draw_all(p, 2, 2, x);
    assert_true(x[0] == 0 && x[2] == 1 && x[1] == 2 && x[3] == 3);
    free(d);
    free(p);
    free(b);
}

static const char *complaint(const char *name, const arg *a)
{
    const dist_type *type = dist_find(name);
    assert_non_null(type);
    return type->check(a);
}

static void checks(void **state)
{
    (void)state;
    const double two[] = {1, 2}, halves[] = {0.5, 0.4};
    const arg equal[] = {number(1), number(1)}, none[4] = {{.given = false}},
              both[] = {number(1), number(2)};
    const arg sums[] = {vector(two, 2), vector(halves, 2)},
              lengths[] = {vector(two, 2), vector(two, 1)};
    const arg spread[] = {vector(two, 1), vector(two, 2), {.given = false}};
    assert_string_equal(complaint("uniform", equal), "a < b");
    assert_string_equal(complaint("ramp", equal), "a < b");
    assert_string_equal(complaint("exponential", none), "exactly one of mean and rate");
    assert_string_equal(complaint("exponential", both), "exactly one of mean and rate");
    assert_string_equal(complaint("discrete", sums), "probs that sum to 1");
    assert_string_equal(complaint("discrete", lengths), "as many probs as values");
    assert_string_equal(complaint("normal", spread),
                        "sd or var as a number or with one element per component of mean");
    assert_null(dist_find("nomal"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ramp_moments),
        cmocka_unit_test(normal_moments),
        cmocka_unit_test(uniform_moments),
        cmocka_unit_test(exponential_moments),
        cmocka_unit_test(gamma_moments),
        cmocka_unit_test(lognormal_moments),
        cmocka_unit_test(student_moments),
        cmocka_unit_test(beta_moments),
        cmocka_unit_test(poisson_moments),
        cmocka_unit_test(bernoulli_moments),
        cmocka_unit_test(finite_laws),
        cmocka_unit_test(densities_have_the_moments),
        cmocka_unit_test(generating_functions_have_the_cumulants),
        cmocka_unit_test(generating_functions_far_out),
        cmocka_unit_test(draws_have_the_moments),
        cmocka_unit_test(draws_have_the_density),
        cmocka_unit_test(whole_draws_have_their_probabilities),
        cmocka_unit_test(roots_are_rounded_once),
        cmocka_unit_test(draws_do_not_depend_on_the_cut),
        cmocka_unit_test(normals_in_space),
        cmocka_unit_test(rows_stay_together),
        cmocka_unit_test(custom_laws),
        cmocka_unit_test(checks),
    };
    return cmocka_run_group_tests_name("dist", tests, NULL, NULL);
}
