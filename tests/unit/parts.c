/* Large data sets: sums over parts of the rows, minimizers found on growing samples, memory. */
#include "engine/cso/parts.h"
#include "engine/machine/memory.h"
#include "engine/number/minimize.h"
#include "engine/number/norm.h"
#include "make_problem.h"

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
    sig_atomic_t *interrupt;
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
    volatile sig_atomic_t interrupt = 0;
    watch w = {.interrupt = (sig_atomic_t *)&interrupt};
    progress listener = {stop_at_report, &w};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_find_the_least), cmocka_unit_test(no_bit_depends_on_threads),
        cmocka_unit_test(synthetic_rows),         cmocka_unit_test(separable_rows),
        cmocka_unit_test(an_interrupt_ends_it),   cmocka_unit_test(cleared_memory_is_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
