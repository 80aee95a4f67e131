/* Large data sets: sums over parts of the rows, minimizers found on growing samples, memory. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "engine/cso/parts.h"
#include "engine/machine/memory.h"
#include "engine/number/minimize.h"
#include "engine/number/norm.h"
#include "make_problem.h"

#include <sys/mman.h>

#include <cmocka.h>

enum { ROWS = 110000, DIM = 40 }; /* two parts */

/* Rows whose coordinates have sizes from 1 to `ratio`, those with label 1 first; labels that a
 * plane gives, or that noise turns round here and there. */
typedef struct sample {
    double *a, *b;
} sample;

static sample make_sample(double ratio, bool noisy)
{
    sample s = {calloc((size_t)ROWS * DIM, sizeof(double)), calloc(ROWS, sizeof(double))};
    stream z;
    stream_init(&z, STREAM_NORMALS, 1, 0, PURPOSE_USER, 0);
    for (size_t i = 0; i < ROWS; i++) {
        s.b[i] = i < ROWS / 3 ? 1 : -1;
        memcpy(s.a + i * DIM, stream_normals(&z, DIM), DIM * sizeof(double));
        s.a[i * DIM] = s.b[i] * fabs(s.a[i * DIM]) + (noisy ? *stream_normals(&z, 1) : s.b[i]);
        for (size_t j = 0; j < DIM; j++)
            s.a[i * DIM + j] *= pow(ratio, (double)j / DIM);
    }
    return s;
}

static void free_sample(sample s)
{
    free(s.a);
    free(s.b);
}

static problem *make_large(sample s, double l2, const problem_making *how, status *made,
                           void **memory)
{
    const problem_type *type = problem_find("invariant_logistic");
    arg a[ARGS];
    default_args(type->params, type->nparams, a);
    set_arg(type->params, type->nparams, a, "l2", number(l2));
    set_arg(type->params, type->nparams, a, "data.a",
            (arg){.given = true, .data = s.a, .rows = ROWS, .cols = DIM});
    set_arg(type->params, type->nparams, a, "data.b",
            (arg){.given = true, .data = s.b, .rows = ROWS, .cols = 1});
    problem *p = aligned_block(problem_size(type, a), memory);
    *made = problem_init(p, type, a, how);
    return p;
}

static double objective(const void *context, const double *x, double *gradient)
{
    const problem *p = context;
    return p->type->objective(p, x, gradient);
}

/* Two points with |gradient| <= 1e-7 (1 + first) differ in F by at most its square over 2 l2. */
static void samples_find_the_least(void **state)
{
    (void)state;
    for (int scaled = 0; scaled < 2; scaled++) {
        void *memory;
        status made;
        sample s = make_sample(scaled ? 30 : 1, true);
        problem *p = make_large(s, 0.01, NULL, &made, &memory);
        double x[DIM] = {0}, g[DIM], *work = calloc(minimize_work(DIM), sizeof *work);
        assert_int_equal(made, STATUS_OK);
        assert_true(parts_count(p) > 1 && p->proved);
        double least = minimize(objective, p, DIM, x, work);
        assert_near(p->least, least, 1e-12);
        assert_true(p->type->objective(p, p->optimum, g) == p->least);
        assert_near(norm_value(norm_of(g, DIM, 1)), 0, 1e-6);
        free(work);
        free(memory);
        free_sample(s);
    }
}

/* Sizes from 1e-8 to 1e8, or the powers of two nearby. */
static void draw_sizes(size_t n, bool exact, uint64_t seed, double *size)
{
    stream u;
    stream_init(&u, STREAM_UNIFORMS, seed, 0, PURPOSE_USER, 0);
    for (size_t j = 0; j < n; j++) {
        double power = 16 * *stream_uniforms(&u, 1) - 8;
        size[j] = exact ? ldexp(1, (int)round(power * log2(10))) : pow(10, power);
    }
}

static void stretch(sample s, const double *size)
{
    for (size_t i = 0; i < ROWS; i++)
        for (size_t j = 0; j < DIM; j++)
            s.a[i * DIM + j] *= size[j];
}

/* The least F of columns times `size`, and x times it; the same bits on one thread and on three. */
static double stretched_least(const double *size, double *x)
{
    sample s = make_sample(1, true);
    void *memory[2];
    problem *p[2];
    stretch(s, size);
    for (size_t k = 0; k < 2; k++) {
        status made;
        p[k] = make_large(s, 0, &(problem_making){.threads = 1 + 2 * k}, &made, &memory[k]);
        assert_int_equal(made, STATUS_OK);
        assert_true(p[k]->proved && !p[k]->no_least);
    }
    assert_memory_equal(p[1]->optimum, p[0]->optimum, p[0]->ld * sizeof(double));
    double least = p[0]->least;
    assert_true(p[1]->least == least);
    for (size_t j = 0; j < DIM; j++)
        x[j] = p[0]->optimum[j] * size[j];
    free(memory[0]);
    free(memory[1]);
    free_sample(s);
    return least;
}

/* Without a penalty F has the same least value whatever the sizes of columns; powers of two round
 * nothing. The gradient ends below 1e-12 where F bends by more than 1e-2. */
static void columns_of_any_size(void **state)
{
    (void)state;
    double size[DIM], x[DIM], plain[DIM];
    for (size_t j = 0; j < DIM; j++)
        size[j] = 1;
    double least = stretched_least(size, plain);
    draw_sizes(DIM, true, 1, size);
    assert_true(stretched_least(size, x) == least);
    assert_memory_equal(x, plain, sizeof x);
    draw_sizes(DIM, false, 2, size);
    assert_near(stretched_least(size, x), least, 1e-14);
    for (size_t j = 0; j < DIM; j++)
        assert_near(x[j], plain[j], 1e-10);
}

/* F is above its least value by at most |gradient|^2 / (2 l2). */
static void assert_least(const problem *p)
{
    double g[DIM];
    assert_true(p->proved && !p->no_least);
    assert_true(p->type->objective(p, p->optimum, g) == p->least);
    double slope = norm_value(norm_of(g, p->d, 1));
    assert_near(slope * slope / (2 * p->l2), 0, 1e-11);
}

static void columns_of_any_size_with_a_penalty(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        double size[DIM];
        void *memory;
        status made;
        sample s = make_sample(1, true);
        draw_sizes(DIM, false, seed, size);
        stretch(s, size);
        problem *p = make_large(s, 0.01, NULL, &made, &memory);
        assert_int_equal(made, STATUS_OK);
        assert_least(p);
        free(memory);
        free_sample(s);
    }
}

enum { PAIRS = 600000 }; /* of z1 and Y: two parts */

/* Instruments and the mean of gamma times `size`. */
static problem *make_pairs(double size, double l2, size_t threads, void **memory)
{
    const problem_type *type = problem_find("instrumental");
    double *z1 = calloc(PAIRS, sizeof *z1), *Y = calloc(PAIRS, sizeof *Y);
    arg a[ARGS];
    stream z;
    stream_init(&z, STREAM_NORMALS, 1, 0, PURPOSE_USER, 0);
    for (size_t i = 0; i < PAIRS; i++) {
        const double *two = stream_normals(&z, 2);
        z1[i] = size * two[0];
        Y[i] = 3 + two[0] + two[1];
    }
    default_args(type->params, type->nparams, a);
    set_arg(type->params, type->nparams, a, "l2", number(l2));
    set_arg(type->params, type->nparams, a, "gamma_mean", number(2 * size));
    set_arg(type->params, type->nparams, a, "data.z1",
            (arg){.given = true, .data = z1, .rows = PAIRS, .cols = 1});
    set_arg(type->params, type->nparams, a, "data.Y",
            (arg){.given = true, .data = Y, .rows = PAIRS, .cols = 1});
    problem *p = aligned_block(problem_size(type, a), memory);
    assert_int_equal(problem_init(p, type, a, &(problem_making){.threads = threads}), STATUS_OK);
    free(z1);
    free(Y);
    return p;
}

static void pairs_of_any_size(void **state)
{
    (void)state;
    double x[ROW] = {0}, *work = calloc(minimize_work(ROW), sizeof *work);
    void *memory, *other;
    problem *plain = make_pairs(1, 0, 1, &memory);
    assert_true(parts_count(plain) > 1 && plain->proved);
    assert_near(plain->least, minimize(objective, plain, ROW, x, work), 1e-14);
    assert_near(plain->optimum[0], x[0], 1e-8);
    free(work);
    for (int power = -26; power <= 6; power += 32) {
        problem *p = make_pairs(ldexp(1, power), 0, 3, &other);
        assert_true(p->proved && p->least == plain->least);
        assert_true(ldexp(p->optimum[0], power) == plain->optimum[0]);
        free(other);
    }
    assert_least(make_pairs(1e-8, 0.01, 2, &other));
    free(other);
    assert_least(make_pairs(400, 0.01, 2, &other));
    free(other);
    free(memory);
}

static void no_bit_depends_on_threads(void **state)
{
    (void)state;
    sample s = make_sample(3, true);
    void *memory[3];
    problem *p[3];
    for (size_t k = 0; k < 3; k++) {
        status made;
        p[k] = make_large(s, 0.01, &(problem_making){.threads = k + 1}, &made, &memory[k]);
        assert_int_equal(made, STATUS_OK);
        assert_memory_equal(p[k]->optimum, p[0]->optimum, p[0]->ld * sizeof(double));
        assert_true(p[k]->least == p[0]->least);
    }
    for (size_t k = 0; k < 3; k++)
        free(memory[k]);
    free_sample(s);
}

/* Synthetic rows come from one stream, whoever brings in their memory. */
static void synthetic_rows(void **state)
{
    (void)state;
    const problem_type *type = problem_find("invariant_logistic");
    void *memory[2];
    problem *p[2];
    arg a[ARGS];
    default_args(type->params, type->nparams, a);
    set_arg(type->params, type->nparams, a, "n", number(ROWS));
    set_arg(type->params, type->nparams, a, "d", number(DIM));
    for (size_t k = 0; k < 2; k++) {
        problem_making how = {.threads = k + 1};
        p[k] = aligned_block(problem_size(type, a), &memory[k]);
        assert_int_equal(problem_init(p[k], type, a, &how), STATUS_OK);
    }
    assert_memory_equal(p[1]->start, p[0]->start, p[0]->ld * sizeof(double));
    for (size_t i = 0; i < ROWS; i++)
        assert_memory_equal(data_row(p[1], "a", i), data_row(p[0], "a", i), DIM * sizeof(double));
    free(memory[0]);
    free(memory[1]);
}

/* Without a penalty a plane between the labels leaves F no minimum. */
static void separable_rows(void **state)
{
    (void)state;
    void *memory;
    status made;
    sample s = make_sample(1, false);
    problem *p = make_large(s, 0, NULL, &made, &memory);
    assert_int_equal(made, STATUS_OK);
    assert_non_null(p->no_least);
    assert_true(isnan(p->least));
    free(memory);
    free_sample(s);
}

typedef struct watch {
    atomic_int *interrupt;
    double last;
} watch;

/* Asks to stop once there is something to report. */
static void stop_at_report(void *context, double share, double value, double half_width)
{
    watch *w = context;
    assert_true(isnan(value) && isnan(half_width));
    assert_true(share >= w->last && share <= 1);
    w->last = share;
    *w->interrupt = 1;
}

static void an_interrupt_ends_it(void **state)
{
    (void)state;
    void *memory;
    status made;
    atomic_int interrupt = 0;
    watch w = {.interrupt = &interrupt};
    progress listener = {stop_at_report, &w, 0};
    sample s = make_sample(1, true);
    make_large(s, 0.01, &(problem_making){&interrupt, &listener, 1}, &made, &memory);
    assert_int_equal(interrupt, 1);
    assert_int_equal(made, STATUS_INTERRUPTED);
    free(memory);
    free_sample(s);
}

static void cleared_memory_is_zero(void **state)
{
    (void)state;
    const size_t sizes[] = {1, 4097, (size_t)5 << 20, ((size_t)33 << 20) + 13};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        char *block = malloc(sizes[k]);
        for (int round = 0; round < 2; round++) {
            memset(block, 7, sizes[k]);
            memory_clear(block, sizes[k]);
            memory_fetch(block, sizes[k]);
            size_t zeros = 0;
            for (size_t i = 0; i < sizes[k]; i++)
                zeros += block[i] == 0;
            assert_int_equal(zeros, sizes[k]);
        }
        free(block);
    }
}

/* Such memory keeps what was in it when its pages are given back. */
static void shared_memory_is_cleared(void **state)
{
    (void)state;
    const size_t size = (size_t)33 << 20;
    char *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(block != MAP_FAILED);
    memset(block, 7, size);
    memory_clear(block, size);
    size_t zeros = 0;
    for (size_t i = 0; i < size; i++)
        zeros += block[i] == 0;
    assert_int_equal(zeros, size);
    munmap(block, size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_find_the_least),
        cmocka_unit_test(no_bit_depends_on_threads),
        cmocka_unit_test(synthetic_rows),
        cmocka_unit_test(separable_rows),
        cmocka_unit_test(an_interrupt_ends_it),
        cmocka_unit_test(cleared_memory_is_zero),
        cmocka_unit_test(columns_of_any_size),
        cmocka_unit_test(columns_of_any_size_with_a_penalty),
        cmocka_unit_test(pairs_of_any_size),
        cmocka_unit_test(shared_memory_is_cleared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
