/* Every operation of the interpreter against the C library in long double, on numbers of every
 * kind, on every instruction set; what a lane gives does not depend on its place or on the others.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "make_graph.h"

static const double special[] = {0,
                                 -0.0,
                                 1,
                                 -1,
                                 0.5,
                                 -0.5,
                                 1.5,
                                 2,
                                 -2,
                                 3,
                                 -3,
                                 7,
                                 1e-9,
                                 -1e-9,
                                 0.1,
                                 -0.1,
                                 INFINITY,
                                 -INFINITY,
                                 NAN,
                                 DBL_MIN,
                                 -1e-310,
                                 1e-310,
                                 DBL_MAX,
                                 -DBL_MAX,
                                 1e300,
                                 -1e300,
                                 1e-300,
                                 709.7,
                                 710.4,
                                 -709.7,
                                 -744.9,
                                 -746,
                                 711,
                                 39.9,
                                 40.1,
                                 -40.1,
                                 1e6,
                                 -1000001,
                                 1e22,
                                 0x1p52,
                                 0x1p53,
                                 0x1p120,
                                 2.5,
                                 -2.5,
                                 3.14159265358979312,
                                 1.5707963267948966,
                                 0.9999999999999999,
                                 1.0000000000000002,
                                 -0.9999999999999999,
                                 DBL_TRUE_MIN,
                                 -DBL_TRUE_MIN,
                                 64,
                                 0.25,
                                 1e15,
                                 -7.25};
enum {
    SPECIAL = sizeof special / sizeof *special,
    RANDOM = 4000,
    MOST = SPECIAL * SPECIAL + RANDOM
};

typedef struct sample {
    double a[MOST], b[MOST], c[MOST], value[MOST];
    size_t n;
} sample;

/* Specials, or pairs of them, and numbers of either sign and every size. */
static sample *make_sample(bool pairs)
{
    static stream s;
    sample *t = calloc(1, sizeof *t);
    stream_init(&s, STREAM_UNIFORMS, 31, 0, PURPOSE_USER, 0);
    for (size_t i = 0; i < SPECIAL * (pairs ? SPECIAL : 1); i++, t->n++) {
        t->a[i] = special[i % SPECIAL];
        t->b[i] = special[i / SPECIAL];
        t->c[i] = special[(i * 7 + 3) % SPECIAL];
    }
    for (size_t i = 0; i < RANDOM; i++, t->n++) {
        double *const x[] = {t->a, t->b, t->c};
        double range = i % 2 ? 8 : 1000;
        for (size_t k = 0; k < 3; k++) {
            double size = exp2(range * (2 * *stream_uniforms(&s, 1) - 1));
            x[k][t->n] = *stream_uniforms(&s, 1) < 0.5 ? -size : size;
        }
    }
    return t;
}

/* On the first three columns, in a new graph *g. */
static program *program_of(expr_op op, graph **made)
{
    static const double table[] = {10, 20, 30};
    graph *g = *made = graph_new(false);
    expr x[3], y;
    for (uint32_t j = 0; j < 3; j++)
        x[j] = graph_input(g, j, NAN);
    y = op == EXPR_GATHER ? op2(g, op, x[0], graph_table(g, table, 3))
                          : graph_apply(g, op, x[0], x[1], x[2]);
    program *p = program_compile(g, 1, &y);
    assert_non_null(p);
    return p;
}

/* The values from many lanes at a time; programs of one operation have PROGRAM_LANES lanes. */
static void evaluate(expr_op op, sample *t)
{
    graph *g;
    program *p = program_of(op, &g);
    double *work = make_work(p);
    const double *const all[] = {t->a, t->b, t->c};
    for (size_t from = 0; from < t->n; from += p->lanes) {
        size_t n = t->n - from < p->lanes ? t->n - from : p->lanes;
        for (size_t j = 0; j < 3; j++)
            if (program_uses(p, j, 1))
                memcpy(program_input(p, work, j), all[j] + from, n * sizeof(double));
        program_run(p, work, n);
        memcpy(t->value + from, program_output(p, work, 0), n * sizeof(double));
    }
    free(work);
    program_free(p);
    graph_free(g);
}

typedef long double (*reference)(long double a, long double b, long double c);

#define REFERENCE(name, value)                                                                     \
    static long double name(long double a, long double b, long double c)                           \
    {                                                                                              \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        (void)c;                                                                                   \
        return value;                                                                              \
    }
REFERENCE(stop_of, a)
REFERENCE(add_of, (double)a + (double)b)
REFERENCE(sub_of, (double)a - (double)b)
REFERENCE(mul_of, (double)a *(double)b)
REFERENCE(div_of, (double)a / (double)b)
REFERENCE(neg_of, -a)
REFERENCE(pow_of, powl(a, b))
REFERENCE(mod_of, scalar_mod((double)a, (double)b))
REFERENCE(min_of, b < a ? b : a)
REFERENCE(max_of, a < b ? b : a)
REFERENCE(abs_of, fabsl(a))
REFERENCE(exp_of, expl(a))
REFERENCE(log_of, a == 0 ? -INFINITY : logl(a))
REFERENCE(log1p_of, log1pl(a))
REFERENCE(sqrt_of, sqrt((double)a))
REFERENCE(tanh_of, tanhl(a))
REFERENCE(sinh_of, sinhl(a))
REFERENCE(cosh_of, coshl(a))
REFERENCE(sigmoid_of, a < -709.78L ? 0 : 1 / (1 + expl(-a)))
REFERENCE(softplus_of, a > 0 ? a + log1pl(expl(-a)) : log1pl(expl(a)))
REFERENCE(relu_of, a <= 0 ? 0 : a)
REFERENCE(sin_of, sinl(a))
REFERENCE(cos_of, cosl(a))
REFERENCE(atan_of, atanl(a))
REFERENCE(floor_of, floorl(a))
REFERENCE(where_of, a > 0 ? b : c)
REFERENCE(gather_of, a >= 1 && a < 4 ? 10 * floorl(a) : NAN)

static long double logcosh_of(long double a, long double b, long double c)
{
    (void)b;
    (void)c;
    long double x = fabsl(a), s = sinhl(x / 2);
    return x < 1 ? log1pl(2 * s * s) : x - logl(2) + log1pl(expl(-2 * x));
}

/* How far from the true value, in units in the last place; 0: the same bits. */
typedef struct operation {
    expr_op op;
    reference want;
    double most;
} operation;

static const operation operations[] = {
    {EXPR_STOP, stop_of, 0},       {EXPR_ADD, add_of, 0},         {EXPR_SUB, sub_of, 0},
    {EXPR_MUL, mul_of, 0},         {EXPR_DIV, div_of, 0},         {EXPR_NEG, neg_of, 0},
    {EXPR_POW, pow_of, 3},         {EXPR_MOD, mod_of, 0},         {EXPR_MIN, min_of, 0},
    {EXPR_MAX, max_of, 0},         {EXPR_ABS, abs_of, 0},         {EXPR_EXP, exp_of, 1.5},
    {EXPR_LOG, log_of, 1.5},       {EXPR_LOG1P, log1p_of, 3},     {EXPR_SQRT, sqrt_of, 0},
    {EXPR_TANH, tanh_of, 4},       {EXPR_SINH, sinh_of, 4},       {EXPR_COSH, cosh_of, 4},
    {EXPR_SIGMOID, sigmoid_of, 3}, {EXPR_LOGCOSH, logcosh_of, 4}, {EXPR_SOFTPLUS, softplus_of, 3},
    {EXPR_RELU, relu_of, 0},       {EXPR_SIN, sin_of, 4},         {EXPR_COS, cos_of, 4},
    {EXPR_ATAN, atan_of, 2},       {EXPR_FLOOR, floor_of, 0},     {EXPR_WHERE, where_of, 0},
    {EXPR_GATHER, gather_of, 0}};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* A power's logarithm, times b, is good to 2^-57 or so beside its double. */
static double allowance(const operation *o, double a, double b)
{
    double y = o->op == EXPR_POW && isfinite(a) && a != 0 ? fabs(b * log(fabs(a))) : 0;
    return o->most + (y < 1000 ? y / 16 : 0);
}

static void check(const operation *o, const sample *t)
{
    for (size_t i = 0; i < t->n; i++) {
        long double want = o->want(t->a[i], t->b[i], t->c[i]);
        double got = t->value[i];
        bool alike = isnan(got) ? isnan(want) : !isnan(want) && !signbit(got) == !signbit(want);
        double off =
            isnan(got) || isinf((double)want) ? !same_bits(got, (double)want) : ulps(got, want);
        if (!alike || !(off <= allowance(o, t->a[i], t->b[i])))
            fail_msg("%s(%.17g, %.17g, %.17g) = %.17g, want %.17Lg, %g ulp", expr_name(o->op),
                     t->a[i], t->b[i], t->c[i], got, want, off);
    }
}

static void operations_are_right(void **state)
{
    (void)state;
    assert_int_equal(OPERATIONS, EXPR_OPS - EXPR_STOP);
    for (size_t k = 0; k < OPERATIONS; k++) {
        sample *t = make_sample(expr_arity(operations[k].op) > 1);
        evaluate(operations[k].op, t);
        check(&operations[k], t);
        free(t);
    }
}

static void instruction_sets_give_the_same_bits(void **state)
{
    (void)state;
    for (size_t k = 0; k < OPERATIONS; k++) {
        sample *want = make_sample(true), *got = make_sample(true);
        evaluate(operations[k].op, want);
        for (size_t l = 0; l < LEVELS; l++) {
            setenv("DEBIAS_CPU", levels[l], 1);
            evaluate(operations[k].op, got);
            unsetenv("DEBIAS_CPU");
            for (size_t i = 0; i < want->n; i++)
                assert_same(got->value[i], want->value[i]);
        }
        free(want);
        free(got);
    }
}

/* Backwards, so that every number meets other neighbours, and one at a time. */
static void lanes_are_independent(void **state)
{
    (void)state;
    for (size_t k = 0; k < OPERATIONS; k++) {
        sample *want = make_sample(true), *got = make_sample(true);
        evaluate(operations[k].op, want);
        for (size_t i = 0; i < want->n; i++) {
            got->a[i] = want->a[want->n - 1 - i];
            got->b[i] = want->b[want->n - 1 - i];
            got->c[i] = want->c[want->n - 1 - i];
        }
        evaluate(operations[k].op, got);
        for (size_t i = 0; i < want->n; i++)
            assert_same(got->value[i], want->value[want->n - 1 - i]);
        free(want);
        free(got);
    }
}

static void numbers_alone_give_the_same_bits(void **state)
{
    (void)state;
    static const double numbers[] = {10, 20, 30};
    const vm_table table = {numbers, 3};
    for (size_t k = 1; k < OPERATIONS; k++) { /* stop is no instruction */
        sample *t = make_sample(false);
        evaluate(operations[k].op, t);
        for (size_t i = 0; i < t->n; i++) {
            const double x[] = {t->a[i], t->b[i], t->c[i]};
            assert_same(vm_here()->scalar(operations[k].op, x, &table), t->value[i]);
        }
        free(t);
    }
}

/* Whole arguments near multiples of pi, and of every exponent. */
static void waves_far_out(void **state)
{
    (void)state;
    sample *t = calloc(1, sizeof *t);
    for (int k = -1074; k < 1024; k++, t->n++)
        t->a[t->n] = ldexp(1 + (double)((unsigned)k * 2654435761u % 1024) / 1024, k);
    for (int k = 1; k < 2000; k++, t->n++)
        t->a[t->n] = (double)((long double)k * (k % 3 ? 1 : 9999) * 1.57079632679489661923132L);
    const operation all[] = {{EXPR_SIN, sin_of, 4}, {EXPR_COS, cos_of, 4}};
    for (size_t k = 0; k < 2; k++) {
        evaluate(all[k].op, t);
        check(&all[k], t);
    }
    free(t);
}

static void fill_rows(double *to, size_t n, size_t width)
{
    for (size_t e = 0; e < n; e++)
        for (size_t j = 0; j < width; j++)
            to[e * width + j] = (double)(100 * e + j);
}

static bool unused(size_t j)
{
    return j >= 4 && j < 8;
}

/* The third eight lanes have one row in common. */
static void rows_become_columns(void **state)
{
    (void)state;
    enum { N = 29, WIDTH = 19, GAP = 37 };
    double rows[N][WIDTH], columns[WIDTH * GAP];
    const double *row[N];
    bool used[WIDTH];
    fill_rows(rows[0], N, WIDTH);
    for (size_t e = 0; e < N; e++)
        row[e] = rows[e >= 16 && e < 24 ? 16 : e];
    for (size_t j = 0; j < WIDTH; j++)
        used[j] = !unused(j);
    for (size_t l = 0; l < LEVELS; l++) {
        setenv("DEBIAS_CPU", levels[l], 1);
        for (size_t i = 0; i < WIDTH * GAP; i++)
            columns[i] = -1;
        vm_here()->to_columns(row, N, WIDTH, used, columns, GAP);
        unsetenv("DEBIAS_CPU");
        for (size_t j = 0; j < WIDTH; j++)
            for (size_t e = 0; e < GAP; e++)
                assert_true(unused(j) || columns[j * GAP + e] == (e < N ? row[e][j] : -1));
    }
}

static void columns_become_rows(void **state)
{
    (void)state;
    enum { N = 24, GAP = 7 };
    double columns[4][N], rows[N * GAP];
    fill_rows(columns[0], 4, N);
    const double *column[4] = {columns[0], columns[1], columns[2], columns[3]};
    for (size_t l = 0; l < LEVELS; l++) {
        setenv("DEBIAS_CPU", levels[l], 1);
        for (size_t i = 0; i < N * GAP; i++)
            rows[i] = -1;
        vm_here()->to_rows(column, N, rows, GAP, false);
        for (size_t e = 0; e < N; e++)
            for (size_t j = 0; j < GAP; j++)
                assert_true(rows[e * GAP + j] == (j < 4 ? columns[j][e] : -1));
        vm_here()->to_rows(column, N, rows, GAP, true);
        for (size_t e = 0; e < N; e++)
            for (size_t j = 0; j < GAP; j++)
                assert_true(rows[e * GAP + j] == (j < 4 ? 2 * columns[j][e] : -1));
        unsetenv("DEBIAS_CPU");
    }
}

static void rows_are_added(void **state)
{
    (void)state;
    enum { N = 5, WIDTH = 16 };
    const size_t place[N] = {0, 0, 1, 2, 2};
    double rows[N][WIDTH], sums[3][WIDTH], *out[N];
    fill_rows(rows[0], N, WIDTH);
    for (size_t e = 0; e < N; e++)
        out[e] = sums[place[e]];
    for (size_t l = 0; l < LEVELS; l++) {
        fill_rows(sums[0], 3, WIDTH);
        setenv("DEBIAS_CPU", levels[l], 1);
        vm_here()->add_rows(rows[0], N, WIDTH, 0.5, out);
        unsetenv("DEBIAS_CPU");
        for (size_t j = 0; j < WIDTH; j++) {
            assert_true(sums[0][j] == (double)j + 0.5 * (rows[0][j] + rows[1][j]));
            assert_true(sums[1][j] == 100 + (double)j + 0.5 * rows[2][j]);
            assert_true(sums[2][j] == 200 + (double)j + 0.5 * (rows[3][j] + rows[4][j]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_are_right),
        cmocka_unit_test(instruction_sets_give_the_same_bits),
        cmocka_unit_test(lanes_are_independent),
        cmocka_unit_test(numbers_alone_give_the_same_bits),
        cmocka_unit_test(waves_far_out),
        cmocka_unit_test(rows_become_columns),
        cmocka_unit_test(columns_become_rows),
        cmocka_unit_test(rows_are_added),
    };
    return cmocka_run_group_tests_name("expr_vm", tests, NULL, NULL);
}
