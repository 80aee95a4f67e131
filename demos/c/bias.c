/* The C library: exact biases of extrapolation operators, a sampled one, a short race, and a
 * value to a tolerance.
 *
 *     cc bias.c $(pkg-config --cflags --libs debias) && ./a.out */
#include <debias.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *made(void *object, const debias_error *error)
{
    if (!object) {
        fprintf(stderr, "bias: %s\n", error->text);
        exit(EXIT_FAILURE);
    }
    return object;
}

/* q = s^4, delta on [0, 2] with density t/2, blocks of 8 draws. */
static void show_biases(void)
{
    debias_error error;
    const double coefficients[] = {0, 0, 0, 0, 1};
    debias_function q = debias_polynomial(coefficients, 5);
    debias_option ends[] = {{"a", .number = 0}, {"b", .number = 2}, {NULL}};
    debias_dist *d = made(debias_dist_new("ramp", ends, &error), &error);
    for (int k = 1; k <= 4; k++) {
        double bias;
        debias_estimates e;
        debias_operator *op = made(debias_operator_order(k, &error), &error);
        if (debias_bias(op, &q, d, 8, 0, &bias, &error) == 0 &&
            debias_estimate(op, &q, d, 8, 0, 100000, 1, &e, &error) == 0)
            printf("order %d, %zu draws of 8: bias %.3g, sampled %.4f with standard error %.4f\n",
                   k, debias_operator_draws(op), bias, e.bias, e.se);
        debias_operator_free(op);
    }
    debias_dist_free(d);
}

/* The column called name, which there must be. */
static size_t column(const debias_run *r, const char *name)
{
    size_t c = 0;
    while (strcmp(debias_run_column(r, c), name) != 0)
        c++;
    return c;
}

static void race(const debias_problem *p, const char *method, double m)
{
    debias_error error;
    double half;
    debias_option options[] = {{"m", .number = m}, {NULL}};
    debias_settings settings = {.samples = 200000, .step = 1e-3, .reps = 10, .seed = 1};
    debias_run *r = made(debias_run_new(p, method, options, &settings, &error), &error);
    double gap = debias_run_mean(r, debias_run_rows(r) - 1, column(r, "gap"), &half);
    printf("%-6s with m = %2.0f: gap %.3f +- %.3f\n", method, m, gap, half);
    debias_run_free(r);
}

/* F where the runs start, by multilevel Monte Carlo. */
static void show_value(const debias_problem *p, double eps)
{
    debias_error error;
    debias_levels settings = {.seed = 1};
    debias_table *t = made(debias_value(p, eps, NULL, 0, &settings, &error), &error);
    printf(
        "value to %.2g: %.3f, standard error %.3f, bias about %.3f, %zu levels, %.3g evaluations\n",
        eps, debias_table_fact_number(t, "value"), debias_table_fact_number(t, "se"),
        debias_table_fact_number(t, "bias"), debias_table_rows(t),
        debias_table_fact_number(t, "samples"));
    debias_table_free(t);
}

int main(void)
{
    debias_error error;
    debias_option options[] = {
        {"n", .number = 5000}, {"noise_var", .number = 100}, {"l2", .number = 0.1}, {NULL}};
    debias_problem *p = made(debias_problem_new("invariant_logistic", options, &error), &error);
    show_biases();
    printf("invariant logistic regression, 200000 evaluations a run\n");
    race(p, "bsgd", 20);
    race(p, "e-bsgd", 10);
    show_value(p, 0.1);
    debias_problem_free(p);
    return 0;
}
