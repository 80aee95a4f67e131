/* What a replicate computes depends on nothing but its number: groups, threads, coupling of points,
 * memory. */
#include "engine/run/ensemble.h"
#include "make_problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPLICATES = 16, LD = 8, D = 7, STEPS = 7 };

static const atomic_int never;

/* Calls of malloc and its kin. Sanitizers bring their own. */
#if defined __GLIBC__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
#define COUNTS_ALLOCATIONS 1
static unsigned long allocations;
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

__attribute__((visibility("default"))) void *malloc(size_t bytes)
{
    __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
    return __libc_malloc(bytes);
}

__attribute__((visibility("default"))) void *calloc(size_t n, size_t bytes)
{
    __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
    return __libc_calloc(n, bytes);
}

__attribute__((visibility("default"))) void *realloc(void *old, size_t bytes)
{
    __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
    return __libc_realloc(old, bytes);
}
#else
#define COUNTS_ALLOCATIONS 0
static unsigned long allocations;
#endif

static uint64_t samples_of_a_step(const estimator *e)
{
    size_t blocks = e->op->draws * e->m;
    return e->batch * (blocks + (e->share ? blocks : e->m_jacobian));
}

/* x <- the points of all replicates after STEPS steps in groups of `size`. */
static void step_in_groups(const estimator *e, size_t size, double *x)
{
    const method_type *method = method_find("sgd");
    for (size_t first = 0; first < REPLICATES; first += size) {
        size_t n = REPLICATES - first < size ? REPLICATES - first : size;
        group g;
        arena memory = {0};
        void *block;
        group_layout(&g, e, method, n, &memory);
        memory = (arena){.block = aligned_block(memory.used, &block)};
        group_layout(&g, e, method, n, &memory);
        group_start(&g, 1, first, e->problem->start, 0);
        g.step = 0.05;
        for (int t = 0; t < STEPS; t++)
            method->step(&g);
        memcpy(x + first * g.ld, g.x, n * g.ld * sizeof *x);
        for (size_t r = 0; r < n; r++)
            assert_true(calls_samples(g.calls[r]) == STEPS * samples_of_a_step(e));
        free(block);
    }
}

static run_config configure(const estimator *e, size_t replicates, size_t threads, uint64_t steps)
{
    return (run_config){.estimator = e,
                        .method = method_find("sgd"),
                        .step = {.a = 0.05},
                        .steps = steps,
                        .record = 3,
                        .seed = 1,
                        .replicates = replicates,
                        .threads = threads,
                        .x0 = e->problem->start,
                        .interrupt = &never};
}

static ensemble *make_ensemble(const run_config *c, void **block)
{
    return ensemble_init(aligned_block(ensemble_size(c), block), c);
}

static void run_ensemble(const estimator *e, size_t replicates, size_t threads, double *x)
{
    void *block;
    run_config c = configure(e, replicates, threads, STEPS);
    ensemble *run = make_ensemble(&c, &block);
    assert_int_equal(ensemble_run(run), STATUS_OK);
    assert_int_equal(run->stop, STATUS_BUDGET);
    memcpy(x, run->final, replicates * e->problem->ld * sizeof *x);
    free(block);
}

static void check_independence(const estimator *e)
{
    double want[REPLICATES * LD], got[REPLICATES * LD];
    static const size_t sizes[] = {1, 3, 5}, threads[] = {1, 2, 3};
    step_in_groups(e, REPLICATES, want);
    for (size_t r = 0; r < REPLICATES; r++) {
        assert_true(want[r * LD] != want[(r + 1) % REPLICATES * LD]);
        assert_true(want[r * LD + D] == 0); /* padding */
    }
    for (size_t i = 0; i < 3; i++) {
        step_in_groups(e, sizes[i], got);
        assert_memory_equal(got, want, sizeof want);
        run_ensemble(e, REPLICATES, threads[i], got);
        assert_memory_equal(got, want, sizeof want);
        run_ensemble(e, sizes[i], threads[i], got);
        assert_memory_equal(got, want, sizes[i] * LD * sizeof *want);
    }
}

/* A batch of 130 is cut at 128 lanes within a replicate's own list. */
static void points_do_not_depend_on_groups_or_threads(void **state)
{
    (void)state;
    static const int orders[] = {1, 2, 3, 5};
    static const size_t batches[] = {1, 5, 130}, sizes[] = {1, 3};
    void *block;
    problem *p = make_logistic(50, D, 4, 0.1, &block);
    for (size_t k = 0; k < 4; k++) {
        extrap *op = make_order(orders[k]);
        for (int share = 0; share <= 1; share++)
            for (size_t b = 0; b < 3; b++)
                for (size_t m = 0; m < (b < 2 ? 2 : 1); m++) {
                    estimator e = make_estimator(p, op, sizes[m], share, batches[b]);
                    check_independence(&e);
                }
        free(op);
    }
    free(block);
}

/* A group of one replicate at rest, for calls of `extrapolate`. */
typedef struct bench {
    group group;
    void *block;
    double *out;
} bench;

static void make_bench(bench *b, const estimator *e, const double *x, const double *previous)
{
    arena memory = {0};
    group_layout(&b->group, e, NULL, 1, &memory);
    memory = (arena){.block = aligned_block(memory.used, &b->block)};
    group_layout(&b->group, e, NULL, 1, &memory);
    group_start(&b->group, 3, 0, x, 0);
    memcpy(b->group.previous, previous, b->group.ld * sizeof *previous);
    b->out = b->group.estimate;
    for (size_t j = 0; j < e->problem->d; j++)
        b->out[j] = 0.1 * (double)j - 0.3;
}

static void extrapolate(bench *b, size_t points)
{
    const estimator *e = b->group.estimator;
    size_t n = group_list(&b->group, e->batch);
    e->problem->type->outer(e->problem, n < LANES ? n : LANES, b->group.lanes);
    if (n > LANES)
        e->problem->type->outer(e->problem, n - LANES, b->group.lanes + LANES);
    e->type->extrapolate(&b->group, n, b->group.lanes, points,
                         (double[]){1.0 / (double)n, -1.0 / (double)n});
}

static void check_coupling(const estimator *e, const double *x, const double *previous)
{
    size_t row = e->problem->ld;
    bench both, first, second, same;
    make_bench(&both, e, x, previous);
    make_bench(&first, e, x, x);
    make_bench(&second, e, previous, previous);
    make_bench(&same, e, x, x);
    double start[LD];
    memcpy(start, both.out, sizeof start);
    extrapolate(&both, 2);
    extrapolate(&first, 1);
    extrapolate(&second, 1);
    extrapolate(&same, 2);
    assert_memory_equal(same.out, start, sizeof start); /* equal points: exactly nothing is added */
    for (size_t j = 0; j < row; j++)                    /* sums of batch x draws terms of size 1 */
        assert_near(both.out[j], start[j] + first.out[j] - second.out[j], 1e-13);
    assert_true(both.out[0] != start[0]);
    assert_true(calls_samples(both.group.calls[0]) == 2 * calls_samples(first.group.calls[0]));
    free(both.block);
    free(first.block);
    free(second.block);
    free(same.block);
}

static void two_points_share_their_draws(void **state)
{
    (void)state;
    void *block;
    problem *p = make_logistic(50, D, 4, 0.1, &block);
    const double x[LD] = {1, -0.5, 0.3, 2, 0, 0.1, -1}, previous[LD] = {0.9, -0.5, 0.2, 2, 0, 0.3};
    for (int order = 1; order <= 3; order++) {
        extrap *op = make_order(order);
        for (int share = 0; share <= 1; share++)
            for (size_t B = 1; B <= 130; B += 129) {
                estimator e = make_estimator(p, op, 3, share, B);
                check_coupling(&e, x, previous);
                e.of = OF_VALUE;
                if (!share)
                    check_coupling(&e, x, previous);
            }
        free(op);
    }
    free(block);
}

/* A coupled estimate by plain code: one lane, order 2, m draws a block, from the same streams. */
/* The draws of one estimate, three in a block: the outer sample's row, the noise of two block
 * means, and that of the Jacobian. */
typedef struct by_hand {
    const double *row;
    double label, eta[2][D], own[D];
} by_hand;

static by_hand draw_by_hand(const problem *p)
{
    static stream outer, inner, jacobian;
    stream_init(&outer, STREAM_WORDS, 3, 0, PURPOSE_OUTER, 0);
    stream_init(&inner, STREAM_NORMALS, 3, 0, PURPOSE_INNER, 0);
    stream_init(&jacobian, STREAM_NORMALS, 3, 0, PURPOSE_JACOBIAN, 0);
    size_t xi = stream_index(&outer, p->n);
    by_hand h = {.row = data_row(p, "a", xi), .label = label_of(p, xi)};
    for (int k = 0; k < 6; k++)
        for (size_t j = 0; j < D; j++)
            h.eta[k / 3][j] += *stream_normals(&inner, 1) * 2 / 3;
    for (int k = 0; k < 3; k++)
        for (size_t j = 0; j < D; j++)
            h.own[j] += *stream_normals(&jacobian, 1) * 2 / 3;
    return h;
}

/* Adds times L2's estimate of the gradient at a point to want; the Jacobian has own draws unless it
 * shares those of g. */
static void add_by_hand(const by_hand *h, bool share, const double *at, double times,
                        double want[D])
{
    double y[3] = {0}, slope[3];
    for (size_t j = 0; j < D; j++)
        for (int w = 0; w < 2; w++)
            y[w] += (h->row[j] + h->eta[w][j]) * at[j];
    y[2] = (y[0] + y[1]) / 2;
    for (int w = 0; w < 3; w++)
        slope[w] = -h->label / (1 + exp(h->label * y[w]));
    for (size_t j = 0; j < D; j++) {
        double a = h->row[j], both = a + (h->eta[0][j] + h->eta[1][j]) / 2;
        double shared = 2 * slope[2] * both -
                        (slope[0] * (a + h->eta[0][j]) + slope[1] * (a + h->eta[1][j])) / 2;
        double independent = (2 * slope[2] - (slope[0] + slope[1]) / 2) * (a + h->own[j]);
        want[j] += times * (share ? shared : independent);
    }
}

static void coupled_estimate_by_hand(void **state)
{
    (void)state;
    void *block;
    problem *p = make_logistic(50, D, 4, 0.1, &block);
    extrap *op = make_order(2);
    const double x[LD] = {1, -0.5, 0.3, 2, 0, 0.1, -1}, previous[LD] = {0.5, -0.5, 0.2, 2, 0, 0.3};
    by_hand h = draw_by_hand(p);
    for (int share = 0; share <= 1; share++) {
        estimator e = make_estimator(p, op, 3, share, 1);
        bench b;
        make_bench(&b, &e, x, previous);
        double want[D];
        memcpy(want, b.out, sizeof want);
        extrapolate(&b, 2);
        add_by_hand(&h, share, x, 1, want);
        add_by_hand(&h, share, previous, -1, want);
        for (size_t j = 0; j < D; j++) /* a dozen roundings of numbers below 10 */
            assert_near(b.out[j], want[j], 2e-14);
        free(b.block);
    }
    free(op);
    free(block);
}

static unsigned long allocations_of_a_run(const estimator *e, size_t threads, uint64_t steps)
{
    void *block;
    run_config c = configure(e, 5, threads, steps);
    ensemble *run = make_ensemble(&c, &block);
    unsigned long before = allocations;
    assert_int_equal(ensemble_run(run), STATUS_OK);
    unsigned long made = allocations - before;
    free(block);
    return made;
}

static void a_step_allocates_nothing(void **state)
{
    (void)state;
    if (!COUNTS_ALLOCATIONS)
        skip();
    void *block;
    problem *p = make_logistic(50, D, 4, 0.1, &block);
    extrap *op = make_order(3);
    assert_true(allocations > 0); /* the count works */
    for (int share = 0; share <= 1; share++) {
        estimator e = make_estimator(p, op, 2, share, 3);
        assert_int_equal(allocations_of_a_run(&e, 1, 500), 0);
        unsigned long few = allocations_of_a_run(&e, 2, 5); /* starting a thread may take some */
        assert_true(allocations_of_a_run(&e, 2, 5000) <= few);
    }
    free(op);
    free(block);
}

static void memory_does_not_grow_with_the_budget(void **state)
{
    (void)state;
    void *block;
    problem *p = make_logistic(50, D, 4, 0.1, &block);
    extrap *op = make_order(2);
    estimator e = make_estimator(p, op, 1, false, 1);
    run_config few = configure(&e, 10, 2, 10), many = configure(&e, 10, 2, 1ull << 50);
    assert_true(ensemble_size(&few) == ensemble_size(&many));
    many.steps = 0;
    many.samples = 1ull << 50;
    assert_true(ensemble_size(&few) == ensemble_size(&many));
    free(op);
    free(block);
}

/* A run that is told to stop before its first step has its start as the only record, where a busy
 * machine lets it make one in time. */
static void an_interrupted_run_has_records(void **state)
{
    (void)state;
    static const atomic_int now = 1;
    void *block, *memory = NULL;
    problem *p = make_logistic(50, D, 4, 0.1, &block);
    extrap *op = make_order(2);
    estimator e = make_estimator(p, op, 1, false, 1);
    run_config c = configure(&e, 20, 2, 1000);
    c.interrupt = &now;
    ensemble *run = NULL;
    for (int tries = 0; tries < 1000 && (!run || trace_rows(&run->trace) == 0); tries++) {
        free(memory);
        run = make_ensemble(&c, &memory);
        assert_int_equal(ensemble_run(run), STATUS_OK);
        assert_int_equal(run->stop, STATUS_INTERRUPTED);
    }
    assert_int_equal(trace_rows(&run->trace), 1);
    for (size_t r = 0; r < 20; r++) {
        assert_true(run->trace.column[TRACE_SAMPLES][r] == 0);
        assert_memory_equal(run->final + r * LD, p->start, LD * sizeof(double));
    }
    free(memory);
    free(op);
    free(block);
}

/* After an interrupt the oracle makes no more calls, once the group's patience is over. */
static void a_long_step_is_given_up(void **state)
{
    (void)state;
    static const atomic_int now = 1;
    void *block;
    problem *p = make_logistic(50, D, 4, 0.1, &block);
    extrap *op = make_order(2);
    estimator e = make_estimator(p, op, 1, false, 300);
    bench b;
    for (int patient = 1; patient >= 0; patient--) {
        make_bench(&b, &e, p->start, p->start);
        b.group.breaker.interrupt = &now;
        b.group.breaker.patience = patient ? 1000 : 0;
        e.type->sample(&b.group);
        assert_int_equal(b.group.breaker.broken, !patient);
        assert_int_equal(b.group.calls[0].g, patient ? 600 : 0);
        assert_int_equal(b.group.calls[0].jacobian, patient ? 300 : 0);
        free(b.block);
    }
    free(op);
    free(block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_do_not_depend_on_groups_or_threads),
        cmocka_unit_test(two_points_share_their_draws),
        cmocka_unit_test(coupled_estimate_by_hand),
        cmocka_unit_test(a_step_allocates_nothing),
        cmocka_unit_test(memory_does_not_grow_with_the_budget),
        cmocka_unit_test(an_interrupted_run_has_records),
        cmocka_unit_test(a_long_step_is_given_up),
    };
    return cmocka_run_group_tests_name("group", tests, NULL, NULL);
}
