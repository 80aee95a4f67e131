/* Tails: shapes against an independent program, samples of known laws, what is kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/law/rng.h"
#include "engine/law/tail.h"
#include "make.h"

/* A tail for n values, in memory of its own. */
static tail_sample make_tail(uint64_t n, void **block)
{
    tail_sample t;
    arena memory = {0};
    tail_layout(&t, n, &memory);
    *block = calloc(1, memory.used + ARENA_ALIGN);
    memory = (arena){.block = arena_align(*block)};
    tail_layout(&t, n, &memory);
    return t;
}

/* The value with the upper probability u. */
typedef double (*quantile)(double u, double k);

static double pareto(double u, double k)
{
    return pow(u, -k);
}
static double exponential(double u, double k)
{
    (void)k;
    return -log(u);
}
static double uniform(double u, double k)
{
    (void)k;
    return u;
}

static double k_of_quantiles(size_t n, quantile q, double k)
{
    void *block;
    tail_sample t = make_tail(n, &block);
    for (size_t i = 0; i < n; i++)
        tail_add(&t, q(((double)i + 0.5) / (double)n, k));
    double got = tail_k(&t);
    free(block);
    return got;
}

/* Values of a plain program that fits in another precision of exp and log. */
static void shapes_of_quantiles(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        double pareto[4], exponential, uniform;
    } want[] = {
        {25,
         {0.451292604266, 0.553244313787, 0.629667508188, 0.882875415862},
         0.375126154519,
         0.126533899592},
        {100,
         {0.377269868166, 0.606289111897, 0.777800167879, 1.35315622754},
         0.203271840957,
         -0.404621480355},
        {10000,
         {0.308002898658, 0.689982034899, 0.976398018716, 1.93079964823},
         0.0214580407728,
         -0.923534018548},
        {300000,
         {0.302325347972, 0.696963745957, 0.99287681201, 1.97911460225},
         0.00623100080855,
         -0.959914929693},
    };
    static const double k[] = {0.3, 0.7, 1, 2};
    for (size_t i = 0; i < 4; i++) {
        for (size_t j = 0; j < 4; j++)
            assert_near(k_of_quantiles(want[i].n, pareto, k[j]), want[i].pareto[j], 1e-9);
        assert_near(k_of_quantiles(want[i].n, exponential, 0), want[i].exponential, 1e-9);
        assert_near(k_of_quantiles(want[i].n, uniform, 0), want[i].uniform, 1e-9);
    }
}

/* The fit's standard error is about (1 + k)/sqrt(exceedances); five of them. */
static void shapes_of_samples(void **state)
{
    (void)state;
    static stream s;
    enum { N = 40000 };
    for (double k = 0.2; k < 2; k += 0.3) {
        void *block;
        tail_sample t = make_tail(N, &block);
        stream_init(&s, STREAM_UNIFORMS, 1, (uint64_t)(10 * k), PURPOSE_USER, 0);
        for (size_t i = 0; i < N; i++)
            tail_add(&t, pareto(*stream_uniforms(&s, 1), k));
        assert_near(tail_k(&t), k, 5 * (1 + k) / sqrt(600));
        free(block);
    }
}

static void fill_normals(double *x, size_t n)
{
    static stream s;
    stream_init(&s, STREAM_NORMALS, 2, 0, PURPOSE_USER, 0);
    for (size_t i = 0; i < n; i++)
        x[i] = *stream_normals(&s, 1);
}

/* Neither the order nor how values are dealt to tails that are merged matters. */
static void what_is_kept_depends_on_no_order(void **state)
{
    (void)state;
    enum { N = 20000, PARTS = 3 };
    static double x[N];
    void *blocks[PARTS + 1];
    tail_sample all = make_tail(N, &blocks[PARTS]), part[PARTS];
    fill_normals(x, N);
    for (size_t i = 0; i < N; i++)
        tail_add(&all, x[N - 1 - i]);
    for (size_t p = 0; p < PARTS; p++)
        part[p] = make_tail(N, &blocks[p]);
    for (size_t i = 0; i < N; i++)
        tail_add(&part[i % PARTS], x[i]);
    tail_merge(&part[0], &part[2]);
    tail_merge(&part[0], &part[1]);
    tail_cut(&all);
    tail_cut(&part[0]);
    assert_int_equal(all.keep, 424 + 1);
    assert_int_equal(all.n, all.keep);
    assert_true(tail_k(&all) == tail_k(&part[0])); /* which sorts them */
    assert_memory_equal(all.value, part[0].value, all.n * sizeof *all.value);
    for (size_t p = 0; p <= PARTS; p++)
        free(blocks[p]);
}

static double k_of(const double *x, size_t n)
{
    void *block;
    tail_sample t = make_tail(n, &block);
    for (size_t i = 0; i < n; i++)
        tail_add(&t, x[i]);
    double k = tail_k(&t);
    free(block);
    return k;
}

static void tails_that_are_not_known(void **state)
{
    (void)state;
    double x[200];
    fill_normals(x, 200);
    assert_true(isnan(k_of(x, 1)));
    assert_true(isnan(k_of(x, 24))); /* four exceedances */
    assert_true(!isnan(k_of(x, 25)));
    for (size_t i = 0; i < 200; i++)
        x[i] = 3;
    assert_true(isnan(k_of(x, 200))); /* no spread */
    for (size_t i = 0; i < 200; i++)
        x[i] = i % 2 ? 1 : -1;
    assert_true(isnan(k_of(x, 200))); /* two values */
    x[7] = INFINITY;
    assert_true(k_of(x, 200) == INFINITY);
    for (size_t i = 0; i < 200; i++)
        x[i] = NAN;
    assert_true(isnan(k_of(x, 200)));
}

/* k has no unit and does not feel a shift. */
static void shapes_have_no_unit(void **state)
{
    (void)state;
    enum { N = 2000 };
    static double x[N];
    fill_normals(x, N);
    double k = k_of(x, N);
    for (size_t i = 0; i < N; i++)
        x[i] *= 0x1p600;
    assert_true(k_of(x, N) == k);
    for (size_t i = 0; i < N; i++)
        x[i] = x[i] * 0x1p-600 + 1000;
    assert_near(k_of(x, N), k, 1e-8);
}

static void both_tails(void **state)
{
    (void)state;
    enum { N = 5000 };
    tail_pair t;
    arena memory = {0};
    tails_layout(&t, N, &memory);
    void *block = calloc(1, memory.used + ARENA_ALIGN);
    memory = (arena){.block = arena_align(block)};
    tails_layout(&t, N, &memory);
    for (size_t i = 0; i < N; i++)
        tails_add(&t, -pareto(((double)i + 0.5) / (double)N, 0.9));
    assert_near(tails_k(&t), k_of_quantiles(N, pareto, 0.9), 0);
    memory = (arena){.block = arena_align(block)};
    tails_layout(&t, N, &memory);
    for (size_t i = 0; i < N; i++) {
        const double v[] = {0.6 * pareto(((double)i + 0.5) / (double)N, 0.9), 7,
                            -0.8 * pareto(((double)i + 0.5) / (double)N, 0.9), 7};
        tails_add_vector(&t, v, 2, 2);
    }
    assert_near(tails_k(&t), k_of_quantiles(N, pareto, 0.9), 1e-9);
    free(block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_of_quantiles),
        cmocka_unit_test(shapes_of_samples),
        cmocka_unit_test(what_is_kept_depends_on_no_order),
        cmocka_unit_test(tails_that_are_not_known),
        cmocka_unit_test(shapes_have_no_unit),
        cmocka_unit_test(both_tails),
    };
    return cmocka_run_group_tests_name("tail", tests, NULL, NULL);
}
