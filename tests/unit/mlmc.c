/* Multilevel estimates: against plain code on the same streams, costs from the coins, groups and
 * threads, instruction sets. */
#include "engine/run/ensemble.h"
#include "make_problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { D = 3, LD = 8, REPLICATES = 16, STEPS = 5, MOST_LEVEL = 12 };

static const atomic_int never;
static const double noise_sd = 2;
static const char *const kinds[] = {"v-mlmc", "rt-mlmc", "ru-mlmc"};

/* The estimator `kind` with batches of B; option `name` (NULL: none) set to `value`. */
static estimator make_mlmc(const problem *p, const char *kind, size_t B, const char *name,
                           double value)
{
    estimator e = {.type = estimator_find(kind), .problem = p};
    const method_type *method = method_find("sgd");
    arg a[ARGS], b[ARGS];
    default_args(e.type->params, e.type->nparams, a);
    default_args(method->params, method->nparams, b);
    if (name)
        set_arg(e.type->params, e.type->nparams, a, name, number(value));
    set_arg(method->params, method->nparams, b, "B", number((double)B));
    assert_null(e.type->configure(&e, a));
    assert_null(method->configure(&e, b));
    return e;
}

static void make_group(group *g, const estimator *e, size_t first, size_t n, void **block)
{
    arena memory = {0};
    group_layout(g, e, method_find("sgd"), n, &memory);
    memory = (arena){.block = aligned_block(memory.used, block)};
    group_layout(g, e, method_find("sgd"), n, &memory);
    group_start(g, 1, first, e->problem->start, 0);
    g->step = 0.05;
}

/* Streams of replicate 0, read one number at a time. */
static stream outer, coin, inner, jacobian;

static void start_twins(void)
{
    stream_init(&outer, STREAM_WORDS, 1, 0, PURPOSE_OUTER, 0);
    stream_init(&coin, STREAM_WORDS, 1, 0, PURPOSE_COIN, 0);
    stream_init(&inner, STREAM_NORMALS, 1, 0, PURPOSE_INNER, 0);
    stream_init(&jacobian, STREAM_NORMALS, 1, 0, PURPOSE_JACOBIAN, 0);
}

/* row <- a + noise: the mean of the draws from .. to of a row of `all` draws. */
static void mean_of(const double *a, double (*draw)[D], size_t from, size_t to, double *row)
{
    for (size_t j = 0; j < D; j++) {
        double sum = 0;
        for (size_t t = from; t < to; t++)
            sum += draw[t][j];
        row[j] = a[j] + noise_sd * sum / (double)(to - from);
    }
}

/* out += scale h(draws from .. to) */
static void add_plain(const problem *p, size_t xi, double (*g)[D], double (*J)[D], size_t from,
                      size_t to, double scale, double *out)
{
    double eta[D], own[D], y = 0, b = label_of(p, xi);
    mean_of(data_row(p, "a", xi), g, from, to, eta);
    mean_of(data_row(p, "a", xi), J, from, to, own);
    for (size_t j = 0; j < D; j++)
        y += eta[j] * p->start[j];
    for (size_t j = 0; j < D; j++)
        out[j] -= scale * b / (1 + exp(b * y)) * own[j];
}

static void add_term(const problem *p, size_t level, double scale, double *out)
{
    static double g[1 << MOST_LEVEL][D], J[1 << MOST_LEVEL][D];
    size_t m = (size_t)1 << level, xi = stream_index(&outer, p->n);
    assert_true(level <= MOST_LEVEL);
    for (size_t t = 0; t < m; t++)
        for (size_t j = 0; j < D; j++) {
            g[t][j] = *stream_normals(&inner, 1);
            J[t][j] = *stream_normals(&jacobian, 1);
        }
    add_plain(p, xi, g, J, 0, m, scale, out);
    if (level > 0) {
        add_plain(p, xi, g, J, 0, m / 2, -scale / 2, out);
        add_plain(p, xi, g, J, m / 2, m, -scale / 2, out);
    }
}

/* The fixed kind by its definition: n_l terms, rounded up from n0 2^(-1.5 l). */
static uint64_t fixed_by_hand(const estimator *e, size_t L, double n0, double *out)
{
    uint64_t samples = 0;
    for (size_t l = 0; l <= L; l++) {
        size_t n = (size_t)ceil(n0 * pow(2, -1.5 * (double)l) * (1 - 1e-14)) * e->batch;
        for (size_t i = 0; i < n; i++)
            add_term(e->problem, l, 1.0 / (double)n, out);
        samples += 2 * (uint64_t)n << l;
    }
    return samples;
}

/* The random kinds: B levels from B coins, then the terms by rising level. */
static uint64_t tossed_by_hand(const estimator *e, size_t L, double r, double *out)
{
    size_t terms[64] = {0};
    uint64_t samples = 0;
    double all = 1 - pow(r, (double)L + 1);
    for (size_t i = 0; i < e->batch; i++) {
        double u = (double)(*stream_words(&coin, 1) >> 11) * 0x1p-53;
        size_t l = 0;
        while (l < L && u >= (1 - pow(r, (double)l + 1)) / all)
            l++;
        terms[l]++;
    }
    for (size_t l = 0; l <= L; l++) {
        double probability = (1 - r) * pow(r, (double)l) / all;
        for (size_t i = 0; i < terms[l]; i++)
            add_term(e->problem, l, 1 / (probability * (double)e->batch), out);
        samples += 2 * (uint64_t)terms[l] << l;
    }
    return samples;
}

/* Several estimates in a row, the next one's cost known before it is made. */
static void by_hand(void **state)
{
    (void)state;
    void *block, *memory;
    problem *p = make_logistic(20, D, noise_sd * noise_sd, 0.1, &block);
    for (size_t kind = 0; kind < 3; kind++)
        for (size_t B = 1; B <= 70; B += 69) {
            size_t L = kind == 0 ? 3 : kind == 1 ? 4 : 40;
            double r = kind == 1 ? pow(2, -1.5) : 0.3;
            estimator e =
                make_mlmc(p, kinds[kind], B, kind == 2 ? "r" : "L", kind == 2 ? r : (double)L);
            group g;
            make_group(&g, &e, 0, 1, &memory);
            start_twins();
            for (int t = 0; t < 4; t++) {
                double want[D] = {0};
                uint64_t before = calls_samples(g.calls[0]);
                uint64_t next = calls_samples(e.type->next_calls(&g, 0));
                assert_true(calls_samples(e.type->next_calls(&g, 0)) ==
                            next); /* asking again changes nothing */
                e.type->sample(&g);
                uint64_t samples = kind == 0 ? fixed_by_hand(&e, L, floor(pow(2, 1.5 * 3)), want)
                                             : tossed_by_hand(&e, L, r, want);
                assert_true(samples == next);
                assert_true(calls_samples(g.calls[0]) - before == next);
                for (size_t j = 0; j < D; j++) /* terms below 100, a few roundings each */
                    assert_near(g.estimate[j], want[j], 1e-12);
            }
            free(memory);
        }
    free(block);
}

static void default_terms(void **state)
{
    (void)state;
    void *block;
    problem *p = make_logistic(5, D, 1, 0, &block);
    static const uint64_t want[] = {181, 64, 23, 8, 3, 1};
    estimator five = make_mlmc(p, "v-mlmc", 1, NULL, 0);
    assert_true(five.levels.last == 5);
    for (size_t l = 0; l <= 5; l++)
        assert_true(five.levels.terms[l] == want[l]);
    for (size_t L = 0; L <= 20; L++) {
        estimator e = make_mlmc(p, "v-mlmc", 1, "L", (double)L);
        assert_true(e.levels.terms[L] == 1);
        assert_true(e.levels.terms[0] == (uint64_t)floor(pow(2, 1.5 * (double)L)));
    }
    free(block);
}

/* x <- the points of all replicates after STEPS steps in groups of `size`. */
static void step_in_groups(const estimator *e, size_t size, double *x)
{
    for (size_t first = 0; first < REPLICATES; first += size) {
        size_t n = REPLICATES - first < size ? REPLICATES - first : size;
        group g;
        void *block;
        make_group(&g, e, first, n, &block);
        for (int t = 0; t < STEPS; t++)
            g.method->step(&g);
        memcpy(x + first * LD, g.x, n * LD * sizeof *x);
        free(block);
    }
}

static void run_ensemble(const estimator *e, size_t threads, uint64_t samples, double *x)
{
    void *block;
    run_config c = {.estimator = e,
                    .method = method_find("sgd"),
                    .step = {.a = 0.05},
                    .steps = samples ? 0 : STEPS,
                    .samples = samples,
                    .record = 3,
                    .seed = 1,
                    .replicates = REPLICATES,
                    .threads = threads,
                    .x0 = e->problem->start,
                    .interrupt = &never};
    ensemble *run = ensemble_init(aligned_block(ensemble_size(&c), &block), &c);
    assert_int_equal(ensemble_run(run), STATUS_OK);
    memcpy(x, run->final, REPLICATES * LD * sizeof *x);
    for (size_t r = 0; samples && r < REPLICATES; r++)
        assert_true(run->trace.column[TRACE_SAMPLES][3 * REPLICATES + r] <= (double)samples);
    free(block);
}

/* A step whose levels were tossed ahead, to see whether the budget allows it, is the same step. */
static void points_do_not_depend_on_groups_or_threads(void **state)
{
    (void)state;
    void *block;
    problem *p = make_logistic(50, D, 4, 0.1, &block);
    for (size_t kind = 0; kind < 3; kind++)
        for (size_t B = 1; B <= 130; B += 129) {
            double want[REPLICATES * LD], got[REPLICATES * LD], whole[REPLICATES * LD];
            estimator e = make_mlmc(p, kinds[kind], B, NULL, 0);
            step_in_groups(&e, REPLICATES, want);
            run_ensemble(&e, 1, 3000, whole);
            for (size_t n = 1; n <= 5; n += 2) {
                step_in_groups(&e, n, got);
                assert_memory_equal(got, want, sizeof want);
                run_ensemble(&e, n, 0, got);
                assert_memory_equal(got, want, sizeof want);
                run_ensemble(&e, n, 3000, got);
                assert_memory_equal(got, whole, sizeof whole);
            }
        }
    free(block);
}

/* Whatever the machine has, the plain kernels give the same bits. */
static void points_do_not_depend_on_the_instruction_set(void **state)
{
    (void)state;
    static const char *const levels[] = {"avx512", "avx2", "plain"};
    double want[3][REPLICATES * LD], got[REPLICATES * LD];
    for (size_t l = 0; l < 3; l++) {
        void *block;
        setenv("DEBIAS_CPU", levels[l], 1);
        problem *p = make_logistic(50, D, 4, 0.1, &block);
        for (size_t kind = 0; kind < 3; kind++) {
            estimator e = make_mlmc(p, kinds[kind], 5, NULL, 0);
            step_in_groups(&e, 3, got);
            if (l == 0)
                memcpy(want[kind], got, sizeof got);
            assert_memory_equal(got, want[kind], sizeof got);
        }
        free(block);
        unsetenv("DEBIAS_CPU");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(default_terms),
        cmocka_unit_test(points_do_not_depend_on_groups_or_threads),
        cmocka_unit_test(points_do_not_depend_on_the_instruction_set),
    };
    return cmocka_run_group_tests_name("mlmc", tests, NULL, NULL);
}
