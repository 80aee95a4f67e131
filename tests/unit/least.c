/* The least F of data sets, small and large: columns of any sizes, columns that nearly depend on
 * each other, and rows that leave F no minimum. */
#include "engine/cso/parts.h"
#include "engine/number/triangle.h"
#include "make_problem.h"

#include <float.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SMALL = 1000, LARGE = 540000, MOST = 3 }; /* one part, two parts */

/* Rows of `dim` numbers, and labels. */
typedef struct table {
    size_t n, dim;
    double *a, *b;
} table;

/* Multiples of 2^-10, so that shifts by powers of two and their sums are exact. */
static table make_table(size_t n, size_t dim)
{
    table t = {n, dim, calloc(n * dim, sizeof *t.a), calloc(n, sizeof *t.b)};
    stream z;
    stream_init(&z, STREAM_NORMALS, 1, 0, PURPOSE_USER, 0);
    for (size_t i = 0; i < n; i++) {
        const double *x = stream_normals(&z, dim + 1);
        double sum = 2 * x[dim];
        for (size_t j = 0; j < dim; j++)
            sum += t.a[i * dim + j] = round(x[j] * 1024) / 1024;
        t.b[i] = sum < 0 ? -1 : 1;
    }
    return t;
}

static problem *make_of(table t, double l2, size_t threads, void **memory)
{
    const problem_type *type = problem_find("invariant_logistic");
    arg a[ARGS];
    default_args(type->params, type->nparams, a);
    set_arg(type->params, type->nparams, a, "l2", number(l2));
    set_arg(type->params, type->nparams, a, "data.a",
            (arg){.given = true, .data = t.a, .rows = t.n, .cols = t.dim});
    set_arg(type->params, type->nparams, a, "data.b",
            (arg){.given = true, .data = t.b, .rows = t.n, .cols = 1});
    problem *p = aligned_block(problem_size(type, a), memory);
    assert_int_equal(problem_init(p, type, a, &(problem_making){.threads = threads}), STATUS_OK);
    return p;
}

static void free_table(table t)
{
    free(t.a);
    free(t.b);
}

/* The least F, which is to be proved. */
static double least_of(table t, double l2, size_t threads)
{
    void *memory;
    problem *p = make_of(t, l2, threads, &memory);
    if (p->no_least || !p->proved)
        fail_msg("n %zu l2 %g: %s", t.n, l2, p->no_least ? p->no_least : "not proved");
    double least = p->least;
    assert_true(p->type->objective(p, p->optimum, NULL) == least);
    free(memory);
    return least;
}

/* Column j is times 2^power[j]. */
static table stretched(size_t n, const int *power)
{
    table t = make_table(n, MOST);
    for (size_t i = 0; i < n * MOST; i++)
        t.a[i] = ldexp(t.a[i], power[i % MOST]);
    return t;
}

/* Without a penalty the least F is the same for all sizes. */
static void columns_of_any_size(void **state)
{
    (void)state;
    static const int powers[][MOST] = {{-10, 0, 10},    {-20, 0, 20}, {0, 3, -26},   {-40, 40, 0},
                                       {-40, -40, -40}, {40, 40, 40}, {-500, 0, 500}};
    table plain = make_table(SMALL, MOST);
    double least = least_of(plain, 0, 1);
    assert_in_range((size_t)(1000 * least), 400, 693);
    for (size_t k = 0; k < sizeof powers / sizeof *powers; k++) {
        table t = stretched(SMALL, powers[k]);
        assert_near(least_of(t, 0, 1), least, 1e-14);
        free_table(t);
    }
    free_table(plain);
}

/* It grows with the penalty, and stays below F at 0. */
static void a_small_penalty_raises_it(void **state)
{
    (void)state;
    table t = stretched(SMALL, (const int[MOST]){-20, 0, 20});
    double last = least_of(t, 0, 1);
    for (double l2 = 1e-16; l2 < 1; l2 *= 10) {
        double least = least_of(t, l2, 1);
        assert_true(least > last);
        last = least;
    }
    assert_true(last < log(2));
    free_table(t);
}

/* Column 1 <- column 0 + 2^-apart times column 1: as many points give the same F. */
static void bring_together(table t, int apart)
{
    for (size_t i = 0; i < t.n; i++)
        t.a[i * t.dim + 1] = t.a[i * t.dim] + ldexp(t.a[i * t.dim + 1], -apart);
}

/* x is of size 2^apart, and so is what rounding makes of F. */
static void assert_near_columns(size_t n, size_t dim, int apart, size_t threads)
{
    table t = make_table(n, dim);
    double least = least_of(t, 0, 1);
    bring_together(t, apart);
    assert_near(least_of(t, 0, threads), least, 4 * ldexp(DBL_EPSILON, apart));
    free_table(t);
}

static void columns_near_each_other(void **state)
{
    (void)state;
    for (int apart = 5; apart <= 30; apart += 5)
        assert_near_columns(SMALL, MOST, apart, 1);
    assert_near_columns(LARGE, 2, 20, 2);
}

/* The same column twice is worth one of it. */
static void equal_columns(void **state)
{
    (void)state;
    table one = make_table(SMALL, 1), two = make_table(SMALL, 1);
    two.dim = 2;
    two.a = realloc(two.a, 2 * SMALL * sizeof *two.a);
    for (size_t i = SMALL; i-- > 0;)
        two.a[2 * i] = two.a[2 * i + 1] = two.a[i];
    assert_near(least_of(two, 0, 1), least_of(one, 0, 1), 1e-14);
    free_table(one);
    free_table(two);
}

/* Few rows, of columns near each other, with a penalty that is felt along their difference alone:
 * whether a descent ends is a matter of rounding, the least F is not. */
static void few_rows(void **state)
{
    (void)state;
    for (size_t n = 8; n < 40; n++) {
        table t = make_table(n, MOST);
        bring_together(t, 20);
        void *memory;
        problem *p = make_of(t, 1e-12, 1, &memory);
        assert_null(p->no_least);
        assert_true(p->proved && p->least > 0);
        free(memory);
        free_table(t);
    }
}

/* A row that is told apart so surely that the penalty alone is left: F is at most that of the point
 * where exp(-y) = 1e-30. */
static void what_bends_little(void **state)
{
    (void)state;
    double a[MOST] = {1e-12, 1, 1e12}, b = 1, x = 69 / 1e12;
    void *memory;
    problem *p = make_of((table){1, MOST, a, &b}, 1e-3, 1, &memory);
    assert_null(p->no_least);
    assert_true(p->least <= 1e-30 + 0.5 * 1e-3 * x * x);
    free(memory);
}

/* One row can be told apart without end, whatever its size. */
static void a_row_alone(void **state)
{
    (void)state;
    for (int power = -40; power <= 40; power += 10) {
        void *memory;
        double a = ldexp(1, power), b = 1;
        problem *p = make_of((table){1, 1, &a, &b}, 0, 1, &memory);
        assert_non_null(p->no_least);
        assert_true(isnan(p->least));
        free(memory);
        p = make_of((table){1, 1, &a, &b}, 1e-12, 1, &memory);
        assert_null(p->no_least);
        assert_true(p->least >= 0 && p->least < log(2));
        free(memory);
    }
}

/* R^T R is the sum of products, and what is solved is multiplied back. */
static void triangles(void **state)
{
    (void)state;
    enum { N = 5 };
    double R[N * N] = {0}, sum[N][N] = {{0}}, x[N], y[N];
    stream z;
    stream_init(&z, STREAM_NORMALS, 1, 0, PURPOSE_USER, 0);
    for (size_t i = 0; i < 4 * N; i++) {
        memcpy(x, stream_normals(&z, N), sizeof x);
        for (size_t j = 0; j < N * N; j++)
            sum[j / N][j % N] += x[j / N] * x[j % N];
        triangle_add(R, N, x);
    }
    for (size_t j = 0; j < N; j++) {
        memset(x, 0, sizeof x);
        x[j] = 1;
        triangle_times(R, N, x);
        memcpy(y, x, sizeof y);
        triangle_solve(R, N, y);
        for (size_t k = 0; k < N; k++) {
            double product = 0;
            for (size_t i = 0; i <= k; i++)
                product += x[i] * R[i * N + k];
            assert_near(product, sum[j][k], 1e-12);
            assert_near(y[k], j == k, 1e-12);
        }
        triangle_solve_transposed(R, N, memcpy(y, sum[j], sizeof y));
        for (size_t k = 0; k < N; k++)
            assert_near(y[k], x[k], 1e-12); /* R^-T R^T R e_j */
    }
}

/* A column that depends on others gets a part of its own. */
static void dependent_columns(void **state)
{
    (void)state;
    double R[9] = {0}, rows[][3] = {{1, 2, 3}, {1, 2, 4}, {2, 4, 1}};
    for (size_t i = 0; i < 3; i++)
        triangle_add(R, 3, rows[i]);
    assert_int_equal(triangle_complete(R, 3, 1e-13), 1);
    assert_true(R[4] == 1 && R[5] == 0);
    assert_int_equal(triangle_complete(R, 3, 1e-13), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_of_any_size),
        cmocka_unit_test(a_small_penalty_raises_it),
        cmocka_unit_test(columns_near_each_other),
        cmocka_unit_test(equal_columns),
        cmocka_unit_test(few_rows),
        cmocka_unit_test(what_bends_little),
        cmocka_unit_test(a_row_alone),
        cmocka_unit_test(triangles),
        cmocka_unit_test(dependent_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
