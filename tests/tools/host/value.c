/* Values by multilevel Monte Carlo for many problems, ends and options; prints all of them, each number exactly.
 * value.lua makes the same at the prompt. */
#include <debias.h>
#include <math.h>
#include <stdio.h>

static debias_error error;

static const char *const columns[] = {"n", "mean", "se", "var", "kurtosis", "cost", "consistency", "plain",
                                      "plain_var", NULL};
static const char *const facts[] = {"value", "se", "bias", "samples", "alpha", "beta", NULL};

static void show_number(double x)
{
    if (isnan(x))
        printf(" nan");
    else
        printf(" %.13a", x);
}

static void show_row(const debias_table *t, size_t row)
{
    const char *name;
    printf("row");
    for (size_t i = 0; columns[i]; i++)
        for (size_t c = 0; (name = debias_table_column(t, c)) != NULL; c++)
            for (size_t k = 0; name[k] == columns[i][k]; k++)
                if (!name[k]) {
                    show_number(debias_table_number(t, row, c));
                    break;
                }
    printf("\n");
}

static void show(const char *title, debias_table *t)
{
    if (!t) {
        printf("%s: %s\n", title, error.text);
        return;
    }
    const char *stop = debias_table_fact_text(t, "stop");
    printf("%s: %s, %s", title, stop ? stop : "reached", debias_table_fact_text(t, "bias_status"));
    for (size_t i = 0; facts[i]; i++)
        show_number(debias_table_fact_number(t, facts[i]));
    printf("\n");
    for (size_t row = 0; row < debias_table_rows(t); row++)
        show_row(t, row);
    debias_table_free(t);
}

/* The ends are those of value.lua, in the same order. */
static void show_problem(const char *name, const debias_problem *p, double eps)
{
    static const uint64_t terms[] = {4000, 1000, 500, 100}, one[] = {3000};
    debias_levels plain = {.seed = 1}, budget = {.seed = 2, .samples = 20000}, few = {.samples = 3000, .threads = 2};
    debias_levels se = {.seed = 3, .se = eps, .L = 3}, cut = {.seed = 4, .samples = 50000};
    debias_levels levels = {.seed = 5, .L = 1, .L_most = 4, .n0 = 20}, wide = {.seed = 6, .L = 5, .n0 = 100};
    debias_levels given = {.alpha = 0.75, .beta = 1.25, .samples = 1000000}, most = {.L = 2, .L_most = 2};
    printf("%s\n", name);
    show("eps", debias_value(p, eps, NULL, 0, &plain, &error));
    show("eps / 3", debias_value(p, eps / 3, NULL, 0, &plain, &error));
    show("samples", debias_value(p, 0, NULL, 0, &budget, &error));
    show("few samples", debias_value(p, 0, NULL, 0, &few, &error));
    show("se", debias_value(p, 0, NULL, 0, &se, &error));
    show("cut", debias_value(p, eps / 100, NULL, 0, &cut, &error));
    show("levels", debias_value(p, eps, NULL, 0, &levels, &error));
    show("more levels", debias_value(p, eps, NULL, 0, &wide, &error));
    show("rates", debias_value(p, eps, NULL, 0, &given, &error));
    show("no more levels", debias_value(p, eps / 5, NULL, 0, &most, &error));
    show("terms", debias_value(p, 0, terms, 4, &plain, &error));
    show("terms of one level", debias_value(p, 0, one, 1, &plain, &error));
    show("terms, cut", debias_value(p, 0, terms, 4, &(debias_levels){.samples = 6500}, &error));
}

int main(void)
{
    debias_option logistic[] = {{"n", .number = 500}, {"noise_var", .number = 100}, {"l2", .number = 0.1}, {NULL}};
    debias_option rows[] = {{"n", .number = 300}, {NULL}};
    debias_problem *p = debias_problem_new("invariant_logistic", logistic, &error);
    show_problem("logistic", p, 0.5);
    debias_problem_free(p);
    p = debias_problem_new("instrumental", rows, &error);
    show_problem("instrumental", p, 0.3);
    debias_problem_free(p);
    p = debias_problem_new("maml_sine", NULL, &error);
    show_problem("maml", p, 0.2);
    debias_problem_free(p);
    p = debias_problem_new("average_precision", NULL, &error);
    show_problem("average precision", p, 0.1);
    debias_problem_free(p);
    return 0;
}
