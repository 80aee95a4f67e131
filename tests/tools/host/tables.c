/* The bias lab, corrections, moments and problems of one's own by the library: what they give, wrong use, and callbacks
 * that fail or end a computation; what is printed stands in the lines //>. */
#define _POSIX_C_SOURCE 199309L /* nanosleep */
#include <debias.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static debias_error error;
static volatile sig_atomic_t now = 1;

/* Shows why there is no table, or how many rows and columns it has; gives it back. */
static void told(debias_table *t)
{
    size_t n = 0;
    while (t && debias_table_column(t, n))
        n++;
    if (t)
        printf("%zu rows of %zu, stop %s\n", debias_table_rows(t), n,
               debias_table_fact_text(t, "stop") ? debias_table_fact_text(t, "stop") : "none");
    else
        printf("%s, code %d\n", error.text, error.code);
    debias_table_free(t);
}

static double cell(const debias_table *t, size_t row, const char *name)
{
    size_t c = 0;
    while (strcmp(debias_table_column(t, c), name) != 0)
        c++;
    return debias_table_number(t, row, c);
}

static const char *text(const debias_table *t, size_t row, const char *name)
{
    size_t c = 0;
    while (strcmp(debias_table_column(t, c), name) != 0)
        c++;
    const char *words = debias_table_text(t, row, c);
    return words ? words : "none";
}

/* Fails with code 7 from call `fail_at` on. */
typedef struct counter {
    int calls, fail_at;
} counter;

static int inverse(void *context, size_t n, size_t gap, const double *s, double *y)
{
    counter *c = context;
    (void)gap;
    for (size_t i = 0; i < n; i++)
        y[i] = 1 / s[i];
    return ++c->calls > c->fail_at && c->fail_at ? 7 : 0;
}

/* The product and the sum of two numbers. */
static int product(void *context, size_t n, size_t gap, const double *s, double *y)
{
    (void)context;
    for (size_t i = 0; i < n; i++) {
        y[i] = s[i] * s[gap + i];
        y[gap + i] = s[i] + s[gap + i];
    }
    return 0;
}

static int ends(void *context, double share)
{
    ++*(int *)context;
    return share >= 0;
}

/* Ends at the third look. */
static int soon(void *context, double share)
{
    return ++*(int *)context >= 3 && share >= 0;
}

/* What is done of a computation, and how often that became less. */
typedef struct shares {
    double last;
    int falls;
} shares;

static int falls(void *context, double share)
{
    shares *s = context;
    s->falls += share < s->last;
    s->last = share;
    return 0;
}

static void biases(void)
{
    const double fourth[] = {0, 0, 0, 0, 1}, two[] = {1, 0, 0, 1};
    const size_t m[] = {1, 2, 4, 8}, none[] = {0}, much[] = {600000000};
    debias_option range[] = {{"a", .number = 0}, {"b", .number = 2}, {NULL}};
    debias_option plane[] = {{"mean", .values = two, .rows = 2}, {"sd", .number = 1}, {NULL}};
    debias_dist *d = debias_dist_new("ramp", range, &error), *d2 = debias_dist_new("normal", plane, &error);
    debias_operator *op[] = {debias_operator_order(1, &error), debias_operator_order(2, &error)};
    const debias_operator *ops[] = {op[0], op[1], op[1]};
    debias_function q = debias_polynomial(fourth, 5);
    counter c = {0, 5};
    debias_function failing = debias_calls(inverse, &c, 1, 1, 0), wide = debias_calls(product, NULL, 2, 2, 0);
    debias_function null = debias_calls(NULL, NULL, 1, 1, 0), vast = debias_calls(inverse, &c, 1, 100000, 0);
    told(debias_lab(ops, 0, &q, d, m, 4, NULL, &error));
    //> expected at least one operator and one m, code 0
    told(debias_lab(ops, 2, &q, d2, m, 4, NULL, &error));
    //> expected a law of numbers, got one of dim 2, code 0
    told(debias_lab(ops, 2, &wide, d, m, 4, NULL, &error));
    //> expected a q of points of length 1, got one of length 2, code 0
    told(debias_lab(ops, 2, &null, d, m, 4, NULL, &error));
    //> expected a function as q, got NULL, code 0
    told(debias_lab(ops, 2, &vast, d, m, 4, NULL, &error));
    //> expected a q of 1 to 65535 numbers, code 0
    told(debias_lab(ops, 2, &q, d, none, 1, NULL, &error));
    //> expected m from 1 to 500000000, got 0, code 0
    told(debias_lab(ops, 2, &q, d, much, 1, NULL, &error));
    //> expected m from 1 to 500000000, got 600000000, code 0
    told(debias_lab(ops, 2, &q, d, m, 4, &(debias_sampling){.reps = 1}, &error));
    //> expected from 2 to 1e15 reps, got 1, code 0
    told(debias_lab(ops, 2, &q, d, m, 4, &(debias_sampling){.reps = UINT64_MAX}, &error));
    //> expected from 2 to 1e15 reps, got 18446744073709551615, code 0
    told(debias_lab(ops, 2, &q, d, m, 4, &(debias_sampling){.se = NAN}, &error));
    //> expected se >= 0, got nan, code 0
    told(debias_lab(ops, 2, &q, d, m, 4, &(debias_sampling){.s = NAN}, &error));
    //> expected a finite shift s, got nan, code 0
    told(debias_lab(ops, 2, &failing, d, m, 4, NULL, &error));
    //> a user function failed with code 7, code 7
    told(debias_lab(ops, 2, &failing, d, m, 4, NULL, NULL));
    //> a user function failed with code 7, code 7
    told(debias_lab(ops, 2, &q, d, m, 4, &(debias_sampling){.interrupt = &now}, &error));
    //> 8 rows of 15, stop interrupted
    int looks = 0;
    debias_watch watch = {&looks, ends};
    told(debias_lab(ops, 2, &q, d, m, 4, &(debias_sampling){.reps = 100000, .watch = &watch}, &error));
    //> 8 rows of 15, stop interrupted
    printf("looked %s\n", looks > 0 ? "at least once" : "never");
    //> looked at least once
    debias_table *t = debias_lab(ops, 3, &q, d, m, 4, &(debias_sampling){.reps = 5000, .own_cost = 1}, &error);
    printf("%s, %s, %s at m = %g: %g draws\n", text(t, 0, "operator"), text(t, 4, "operator"), text(t, 8, "operator"),
           cell(t, 8, "m"), cell(t, 8, "draws"));
    //> order 1, order 2, order 2 #2 at m = 1: 2 draws
    debias_table *slopes = debias_slopes(t, 2, 8, &error);
    printf("%zu slopes, the first %.1f from m = %g\n", debias_table_rows(slopes), cell(slopes, 0, "slope"),
           cell(slopes, 0, "from"));
    //> 3 slopes, the first -1.0 from m = 2
    told(debias_slopes(slopes, 0, 0, &error));
    //> expected a table of debias_lab, code 0
    debias_table_free(slopes);
    debias_table_free(t);
    double x, rounding;
    int outcome = debias_expect(op[0], &q, d, 1, 0, &x, &rounding, &error);
    printf("%d: %g, off by less than 1e-13 %d\n", outcome, x, rounding < 1e-13);
    //> 0: 5.33333, off by less than 1e-13 1
    outcome = debias_expect(op[0], &q, d, 0.5, 0, &x, NULL, &error);
    printf("%d: %s\n", outcome, error.text);
    //> -1: expected whole blocks of m >= 1 draws
    debias_dist_free(d);
    debias_dist_free(d2);
    debias_operator_free(op[0]);
    debias_operator_free(op[1]);
}

static void corrections(void)
{
    double data[40], nan_rows[] = {1, NAN}, by[20], some_ids[20];
    const char *names[20];
    counter fine = {0, 0}, late = {0, 20};
    for (int i = 0; i < 40; i++)
        data[i] = 1 + (i * 7 % 11) / 11.0;
    for (int i = 0; i < 20; i++) {
        by[i] = 3 - i / 5;
        some_ids[i] = i == 4 ? NAN : by[i];
        names[i] = i < 12 ? "long" : "short";
    }
    debias_function q = debias_calls(inverse, &fine, 1, 1, 0), failing = debias_calls(inverse, &late, 1, 1, 0);
    debias_function wide = debias_calls(product, NULL, 2, 2, 1);
    debias_operator *op = debias_operator_order(3, &error);
    const debias_operator *ops[] = {op};
    debias_table *groups;
    told(debias_correct(&q, data, 0, 1, NULL, NULL, &error));
    //> expected at least one row of data, code 0
    told(debias_correct(&q, nan_rows, 2, 1, NULL, NULL, &error));
    //> expected finite numbers as data, got nan in row 2, code 0
    told(debias_correct(&q, data, 20, 2, NULL, NULL, &error));
    //> expected a q of points of length 2, got one of length 1, code 0
    told(debias_correct(&q, data, 3, 1, &(debias_correction){.ops = ops, .n_ops = 1}, NULL, &error));
    //> expected at least 4 rows for order 3, got 3, code 0
    told(debias_correct(&q, data, 3, 1, &(debias_correction){.ops = ops, .n_ops = 33}, NULL, &error));
    //> expected at most 32 operators, code 0
    told(debias_correct(&q, data, 20, 1, &(debias_correction){.by = by, .by_names = names}, NULL, &error));
    //> by and by_names exclude each other, code 0
    told(debias_correct(&q, data, 20, 1, &(debias_correction){.by = some_ids}, NULL, &error));
    //> expected numbers as ids, got nan in row 5, code 0
    told(debias_correct(&failing, data, 40, 1, NULL, NULL, &error));
    //> a user function failed with code 7, code 7
    told(debias_correct(&failing, data, 20, 1, &(debias_correction){.by = by}, &groups, &error));
    //> a user function failed with code 7, code 7
    told(debias_correct(&q, data, 40, 1, &(debias_correction){.interrupt = &now}, NULL, &error));
    //> interrupted, code 0
    told(debias_correct(&q, data, 3, 1, NULL, NULL, &error));
    //> 2 rows of 11, stop none
    debias_table *t = debias_correct(&wide, data, 20, 2, NULL, NULL, &error);
    printf("%zu rows, %s: %.4f, %.4f\n", debias_table_rows(t), text(t, 1, "operator"), cell(t, 1, "value_1"),
           cell(t, 1, "value_2"));
    //> 4 rows, order 2: 2.1304, 2.9182
    debias_table_free(t);
    t = debias_correct(&q, data, 20, 1, &(debias_correction){.by = by}, &groups, &error);
    printf("%g groups, the first %g of %g rows; kept %g\n", debias_table_fact_number(t, "groups"),
           cell(groups, 0, "id"), cell(groups, 0, "n"), cell(t, 2, "kept"));
    //> 4 groups, the first 0 of 5 rows; kept 0
    debias_table_free(groups);
    debias_table_free(t);
    debias_correction named = {.by_names = names, .ops = ops, .n_ops = 1};
    t = debias_correct(&q, data, 20, 1, &named, &groups, &error);
    printf("%s %g, %s %g\n", text(groups, 0, "id"), cell(groups, 0, "n"), text(groups, 1, "id"), cell(groups, 1, "n"));
    //> long 12, short 8
    printf("%d %d %d\n", isnan(debias_table_number(t, 0, 99)) != 0, debias_table_text(t, 9, 0) == NULL,
           isnan(debias_table_fact_number(t, "plugged")) != 0);
    //> 1 1 1
    debias_table_free(groups);
    debias_table_free(t);
    debias_operator_free(op);
}

/* Problems of one's own: f = y^2 of y = (xi + eta) x, n = 3, and what fails in them. */
typedef struct mine {
    int g_calls, fail_g, fail_f;
} mine;

static int g(void *context, size_t rows, const double *x, const double *xi, const double *eta, double *y)
{
    mine *o = context;
    for (size_t i = 0; i < rows; i++)
        y[i] = (xi[i] + (eta ? eta[i] : 0)) * x[i];
    int calls = __atomic_add_fetch(&o->g_calls, 1, __ATOMIC_RELAXED); /* also from several threads */
    return calls > o->fail_g && o->fail_g ? 11 : 0;
}

static int g_flat(void *context, size_t rows, const double *x, const double *xi, const double *eta, double *y)
{
    (void)context;
    for (size_t i = 0; i < rows; i++)
        y[i] = xi[i] + eta[i];
    return x ? 1 : 0;
}

static int f(void *context, size_t rows, const double *y, const double *xi, double *value)
{
    const mine *o = context;
    (void)xi;
    for (size_t i = 0; i < rows; i++)
        value[i] = y[i] * y[i];
    return o->fail_f;
}

static int f_root(void *context, size_t rows, const double *y, const double *xi, double *value)
{
    (void)context;
    (void)xi;
    for (size_t i = 0; i < rows; i++)
        value[i] = sqrt(y[i]);
    return 0;
}

/* So slow that the watch looks after each call: it does so ten times a second. */
static int f_slow(void *context, size_t rows, const double *y, const double *xi, double *value)
{
    nanosleep(&(struct timespec){0, 150000000}, NULL);
    return f(context, rows, y, xi, value);
}

static int jacobian(void *context, size_t rows, const double *x, const double *xi, const double *eta, double *J)
{
    (void)context;
    (void)x;
    for (size_t i = 0; i < rows; i++)
        J[i] = xi[i] + eta[i];
    return 0;
}

static int gradient(void *context, size_t rows, const double *y, const double *xi, double *to)
{
    (void)context;
    (void)xi;
    for (size_t i = 0; i < rows; i++)
        to[i] = 2 * y[i];
    return 0;
}

static int mean(void *context, size_t rows, const double *x, const double *xi, double *y)
{
    (void)context;
    for (size_t i = 0; i < rows; i++)
        y[i] = xi[i] * x[i];
    return 0;
}

static int outer(void *context, size_t rows, const double *numbers, double *xi)
{
    const mine *o = context;
    for (size_t i = 0; i < rows; i++)
        xi[i] = 1 + numbers[i];
    return o->fail_f;
}

static void refused(debias_own own)
{
    debias_problem *p = debias_problem_own(&own, &error);
    printf("%s\n", p ? "made" : error.text);
    debias_problem_free(p);
}

static int stops(void *context, const debias_run *r, size_t row)
{
    int *rows = context;
    *rows = (int)debias_run_rows(r);
    return row == 3 ? 1 : 0;
}

static int breaks(void *context, const debias_run *r, size_t row)
{
    (void)context;
    (void)r;
    return row == 2 ? -5 : 0;
}

static void ran(debias_run *r)
{
    if (r)
        printf("%s, %zu rows\n", debias_run_stop(r), debias_run_rows(r));
    else
        printf("%s, code %d\n", error.text, error.code);
    debias_run_free(r);
}

static void problems(void)
{
    mine o = {0};
    const double data[] = {1, 2, 3}, at[] = {2}, bad[] = {INFINITY};
    debias_own own = {.dim = 1, .p = 1, .n = 3, .cols = 1, .data = data, .normals = 1, .context = &o, .g = g, .f = f};
    debias_own wrong = own;
    refused(own);
    //> made
    wrong.p = 0, refused(wrong);
    //> expected p from 1 to 8192, got 0
    wrong = own, wrong.dim = 10000001, refused(wrong);
    //> expected dim from 0 to 10000000, got 10000001
    wrong = own, wrong.dim = 10000000, wrong.p = 100, refused(wrong);
    //> expected p*dim of at most 100000000
    wrong = own, wrong.n = (size_t)1 << 33, refused(wrong);
    //> expected at most 4294967295 outer samples
    wrong = own, wrong.l2 = -1, refused(wrong);
    //> expected l2 >= 0, got -1
    wrong = own, wrong.n = 0, refused(wrong);
    //> expected outer samples: n > 0, or the callback outer
    wrong.outer = outer, wrong.cols = 0, refused(wrong);
    //> expected cols, the numbers that outer gives
    wrong = own, wrong.outer = outer, refused(wrong);
    //> n and outer exclude each other
    wrong = own, wrong.data = NULL, refused(wrong);
    //> expected data, n rows of cols numbers
    wrong = own, wrong.f = NULL, refused(wrong);
    //> expected the callbacks g and f
    wrong = own, wrong.n = 0, wrong.outer = outer, wrong.g_mean = mean, refused(wrong);
    //> g_mean goes with n > 0
    wrong = own, wrong.g_mean_jacobian = mean, refused(wrong);
    //> g_mean_jacobian goes with g_mean
    wrong = own, wrong.x0 = bad, refused(wrong);
    //> expected x0 of finite numbers, got inf at element 1

    debias_option half[] = {{"mean", .number = 0}, {"sd", .number = 0.5}, {NULL}}, m[] = {{"m", .number = 4}, {NULL}};
    debias_dist *law = debias_dist_new("normal", half, &error);
    wrong = own, wrong.law = law, refused(wrong);
    //> law excludes normals and uniforms
    wrong = own, wrong.normals = (size_t)1 << 61, refused(wrong);
    //> expected normals of at most 10000000, got 2305843009213693952
    wrong = own, wrong.n = 0, wrong.outer = outer, wrong.outer_uniforms = 10000001, refused(wrong);
    //> expected outer_uniforms of at most 10000000, got 10000001

    /* With g_mean F is exact: 14/3 x^2; without derivatives they are differences. */
    own.g_mean = mean;
    double value, slope, least, x;
    debias_problem *p = debias_problem_own(&own, &error);
    int done = debias_problem_objective(p, at, &value, &slope, &error);
    int known = debias_problem_minimizer(p, &x, &least, &error) == 0;
    printf("%d: F %.6f, gradient %.6f, least %d\n", done, value, slope, known && least < 1e-9);
    //> 0: F 18.666667, gradient 18.666667, least 1
    debias_sampling some = {.reps = 4000, .x = at, .seed = 1};
    debias_table *rough = debias_moments(p, "e-bsgd", m, &some, &error);
    debias_problem_free(p);
    own.g_jacobian = jacobian, own.f_gradient = gradient, own.parallel = 1;
    p = debias_problem_own(&own, &error);
    debias_table *t = debias_moments(p, "e-bsgd", m, &some, &error);
    printf("bias within noise %d, as by differences %d, %g samples\n",
           fabs(cell(t, 0, "bias")) < 5 * cell(t, 0, "se"),
           fabs(cell(t, 0, "mean") - cell(rough, 0, "mean")) < 1e-6, debias_table_fact_number(t, "samples"));
    //> bias within noise 1, as by differences 1, 12 samples
    debias_table_free(t);
    debias_table_free(rough);

    int rows = 0;
    debias_watch watch = {.context = &rows};
    debias_settings settings = {.steps = 40, .step = 0.01, .reps = 3, .record = 8};
    ran(debias_run_watched(p, "e-bsgd", m, &settings, &watch, stops, &error));
    //> on_record, 4 rows
    printf("%d rows seen\n", rows);
    //> 4 rows seen
    ran(debias_run_watched(p, "e-bsgd", m, &settings, NULL, breaks, &error));
    //> a user function failed with code -5, code -5
    for (size_t i = 0; debias_method_name(i); i++) {
        debias_run *r = debias_run_new(p, debias_method_name(i), NULL, &settings, &error);
        if (!r || !isfinite(debias_run_value(r, 2, debias_run_rows(r) - 1, 0)))
            printf("%s: %s\n", debias_method_name(i), error.text);
        debias_run_free(r);
    }
    o.fail_g = o.g_calls + 3;
    ran(debias_run_new(p, "e-bsgd", m, &settings, &error));
    //> a user function failed with code 11, code 11
    o.fail_g = 0, o.fail_f = 9;
    told(debias_moments(p, "bsgd", NULL, &(debias_sampling){.value = 1}, &error));
    //> a user function failed with code 9, code 9
    done = debias_problem_objective(p, at, &value, NULL, &error);
    printf("%d: %s\n", done, error.text);
    //> -1: a user function failed with code 9
    debias_problem *none = debias_problem_own(&own, &error);
    printf("%s, code %d\n", none ? "made" : error.text, error.code);
    //> a user function failed with code 9, code 9
    o.fail_f = 0;
    printf("%d once it is mended\n", debias_problem_objective(p, at, &value, NULL, &error));
    //> 0 once it is mended
    told(debias_moments(p, "esgd", NULL, NULL, &error));
    //> unknown method 'esgd', did you mean 'bsgd'?, code 0
    told(debias_moments(p, NULL, NULL, &(debias_sampling){.interrupt = &now}, &error));
    //> interrupted, code 0
    debias_problem_free(p);

    /* A nested expectation with outer samples of its own: E (E (1 + u + eta))^2 = 7/3. */
    debias_own nested = {.p = 1, .cols = 1, .outer_uniforms = 1, .law = law, .context = &o, .outer = outer, .g = g_flat,
                         .f = f};
    p = debias_problem_own(&nested, &error);
    told(debias_moments(p, NULL, NULL, NULL, &error));
    //> expected value = 1 for a problem of dim 0, code 0
    ran(debias_run_new(p, "bsgd", NULL, &settings, &error));
    //> run: expected a problem with an x, got one of dim 0, code 0
    debias_operator *op = debias_operator_order(2, &error);
    t = debias_moments(p, NULL, m, &(debias_sampling){.reps = 20000, .value = 1, .op = op}, &error);
    printf("value within noise %d\n", t && fabs(cell(t, 0, "mean") - 7.0 / 3) < 5 * cell(t, 0, "se"));
    //> value within noise 1
    debias_table_free(t);
    const uint64_t terms[] = {4000, 1000, 500, 250}, few[] = {10, 0};
    t = debias_value(p, 0, terms, 4, NULL, &error);
    double got = debias_table_fact_number(t, "value"), se = debias_table_fact_number(t, "se");
    printf("%zu levels, within noise %d\n", debias_table_rows(t), fabs(got - 7.0 / 3 - 0.25 / 8) < 5 * se);
    //> 4 levels, within noise 1
    debias_table_free(t);
    t = debias_value(p, 0.05, NULL, 0, &(debias_levels){.seed = 2}, &error);
    got = debias_table_fact_number(t, "value"), se = debias_table_fact_number(t, "se");
    double left = debias_table_fact_number(t, "bias");
    printf("off by less than 5 se and twice the bias %d, both small %d, %s, stop %d\n",
           fabs(got - 7.0 / 3) < 5 * se + 2 * left, fmax(se, left) <= 0.05 / sqrt(2),
           debias_table_fact_text(t, "bias_status"), debias_table_fact_text(t, "stop") != NULL);
    //> off by less than 5 se and twice the bias 1, both small 1, measured, stop 0
    debias_table_free(t);
    const uint64_t many[] = {512, 512, 256};
    shares seen = {0, 0};
    nested.f = f_slow;
    debias_problem *slow = debias_problem_own(&nested, &error);
    watch = (debias_watch){&seen, falls};
    debias_table_free(debias_value(slow, 0, many, 3, &(debias_levels){.watch = &watch}, &error));
    printf("the share of what is done falls %d times, the last level is more than half %d\n", seen.falls, seen.last > 0.5);
    //> the share of what is done falls 0 times, the last level is more than half 1
    seen = (shares){0, 0};
    debias_levels quick = {.watch = &watch, .n0 = 1000, .L = 1};
    debias_table_free(debias_value(slow, 0.1, NULL, 0, &quick, &error));
    debias_problem_free(slow);
    printf("on the way to an error it falls %d times, some is seen %d\n", seen.falls, seen.last > 0 && seen.last <= 1);
    //> on the way to an error it falls 0 times, some is seen 1
    int looks = 0;
    watch = (debias_watch){&looks, soon};
    t = debias_value(p, 1e-300, NULL, 0, &(debias_levels){.watch = &watch}, &error);
    printf("without end: %s, rows %d\n", debias_table_fact_text(t, "stop"), debias_table_rows(t) > 0);
    //> without end: interrupted, rows 1
    debias_table_free(t);
    nested.f = f_root;
    debias_problem *rooted = debias_problem_own(&nested, &error);
    t = debias_value(rooted, 0.1, NULL, 0, NULL, &error);
    printf("some roots: %s, bias known %d, odd terms %d\n", debias_table_fact_text(t, "stop"),
           !isnan(debias_table_fact_number(t, "bias")), cell(t, 0, "not_finite") > 0);
    //> some roots: not finite, bias known 0, odd terms 1
    debias_table_free(t);
    debias_problem_free(rooted);
    told(debias_value(p, 1e-6, NULL, 0, &(debias_levels){.samples = 30000}, &error));
    //> 5 rows of 11, stop samples
    told(debias_value(p, 1e-6, NULL, 0, &(debias_levels){.samples = 5}, &error));
    //> expected more samples, 5 are too few for a first estimate, code 0
    told(debias_value(p, 0, NULL, 0, NULL, &error));
    //> expected an end: eps, se, samples, or terms of each level, code 0
    told(debias_value(p, -1, NULL, 0, NULL, &error));
    //> expected eps > 0, got -1, code 0
    told(debias_value(p, NAN, terms, 4, NULL, &error));
    //> expected eps > 0, got nan, code 0
    told(debias_value(p, 0.1, NULL, 0, &(debias_levels){.se = 0.1}, &error));
    //> eps and se exclude each other, code 0
    told(debias_value(p, 0.1, terms, 4, NULL, &error));
    //> terms exclude eps, se, L, L_most and n0, code 0
    told(debias_value(p, 0.1, NULL, 0, &(debias_levels){.L = 21}, &error));
    //> expected L from 1 to 20, got 21, code 0
    told(debias_value(p, 0.1, NULL, 0, &(debias_levels){.L = 4, .L_most = 3}, &error));
    //> expected L_most from 4 to 20, got 3, code 0
    told(debias_value(p, 0.1, NULL, 0, &(debias_levels){.L_most = 1}, &error));
    //> expected L_most from 2 to 20, got 1, code 0
    told(debias_value(p, 0.1, NULL, 0, &(debias_levels){.n0 = 9}, &error));
    //> expected n0 from 10 to 1000000000, got 9, code 0
    told(debias_value(p, 0.1, NULL, 0, &(debias_levels){.beta = -INFINITY}, &error));
    //> expected beta > 0, got -inf, code 0
    told(debias_value(p, 0, terms, 0, NULL, &error));
    //> expected the terms of 1 to 21 levels, code 0
    told(debias_value(p, 0, few, 2, NULL, &error));
    //> expected 1 to 1e12 terms, got 0 of level 1, code 0
    told(debias_value(p, 0, NULL, 3, NULL, &error));
    //> expected the terms of 1 to 21 levels, code 0
    told(debias_value(p, 1, NULL, 0, &(debias_levels){.interrupt = &now}, &error));
    //> interrupted, code 0
    o.fail_f = 4;
    told(debias_value(p, 0, terms, 4, NULL, &error));
    //> a user function failed with code 4, code 4
    told(debias_value(p, 1, NULL, 0, NULL, &error));
    //> a user function failed with code 4, code 4
    told(debias_moments(p, NULL, m, &(debias_sampling){.value = 1}, &error));
    //> a user function failed with code 4, code 4
    debias_problem_free(p);
    debias_operator_free(op);
    debias_dist_free(law);
}

int main(void)
{
    biases();
    corrections();
    problems();
    return 0;
}
