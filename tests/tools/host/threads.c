/* Calls at once on several threads, which share their objects: each has its own callbacks' code. What is printed stands
 * in the lines //>. */
#include <debias.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 6, CALLS = 200 };

static debias_problem *problem;
static debias_operator *op;
static debias_dist *law;
static __thread int wanted;

/* What callbacks return: the wanted code of the thread whose call they belong to. */
static int g(void *context, size_t rows, const double *x, const double *xi, const double *eta, double *y)
{
    (void)context, (void)xi;
    for (size_t i = 0; i < rows; i++)
        y[i] = x[i] * eta[i];
    return wanted;
}

static int f(void *context, size_t rows, const double *y, const double *xi, double *value)
{
    (void)context, (void)xi;
    for (size_t i = 0; i < rows; i++)
        value[i] = y[i];
    return 0;
}

static int mean(void *context, size_t rows, const double *x, const double *xi, double *y)
{
    (void)context, (void)xi;
    for (size_t i = 0; i < rows; i++)
        y[i] = x[i];
    return wanted;
}

static int q(void *context, size_t n, size_t gap, const double *s, double *y)
{
    (void)context, (void)gap;
    for (size_t i = 0; i < n; i++)
        y[i] = s[i] * s[i];
    return wanted;
}

/* Makes one call; its code, 0 where it did well. */
static int one(int kind)
{
    debias_error error = {"", 0};
    const size_t m = 2;
    const uint64_t terms[] = {10, 10};
    const double data[] = {1, 2, 4, 8}, x = 1;
    const debias_function function = debias_calls(q, NULL, 1, 1, 0);
    const debias_settings settings = {.steps = 3, .step = 0.01, .reps = 2};
    const debias_sampling few = {.reps = 10};
    double value;
    debias_table *t = NULL;
    debias_run *r = NULL;
    if (kind == 0)
        t = debias_lab((const debias_operator *const *)&op, 1, &function, law, &m, 1, &few, &error);
    else if (kind == 1)
        t = debias_correct(&function, data, 4, 1, NULL, NULL, &error);
    else if (kind == 2)
        t = debias_moments(problem, NULL, NULL, &few, &error);
    else if (kind == 3)
        r = debias_run_new(problem, "bsgd", NULL, &settings, &error);
    else if (kind == 4)
        t = debias_value(problem, 0, terms, 2, NULL, &error);
    else if (debias_problem_objective(problem, &x, &value, NULL, &error) == 0)
        return 0;
    debias_table_free(t);
    debias_run_free(r);
    return t || r ? 0 : error.code;
}

static void *calls(void *right)
{
    const int thread = *(int *)right;
    *(int *)right = 0;
    for (int i = 0; i < CALLS; i++) {
        wanted = i % 3 == 0 ? 0 : 1 + thread * CALLS + i;
        *(int *)right += one(i % 6) == wanted ? 1 : 0;
    }
    return NULL;
}

int main(void)
{
    const debias_own own = {.dim = 1, .p = 1, .n = 3, .normals = 1, .g = g, .f = f, .g_mean = mean};
    const debias_option normal[] = {{"mean", .number = 0}, {"sd", .number = 1}, {NULL}};
    pthread_t thread[THREADS];
    int right[THREADS], sum = 0;
    problem = debias_problem_own(&own, NULL);
    op = debias_operator_order(2, NULL);
    law = debias_dist_new("normal", normal, NULL);
    for (int k = 0; k < THREADS; k++) {
        right[k] = k;
        pthread_create(&thread[k], NULL, calls, &right[k]);
    }
    for (int k = 0; k < THREADS; k++) {
        pthread_join(thread[k], NULL);
        sum += right[k];
    }
    printf("%d of %d calls had their own code\n", sum, THREADS * CALLS);
    //> 1200 of 1200 calls had their own code
    debias_problem_free(problem);
    debias_operator_free(op);
    debias_dist_free(law);
    return 0;
}
