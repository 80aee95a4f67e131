/* The workloads on the engine. */
#include "engine.h"

static void time_normals(const char *name)
{
    static stream s;
    stream_init(&s, STREAM_NORMALS, 1, 0, PURPOSE_USER, 0);
    size_t n = amount(NORMALS);
    double sum = 0, start = seconds();
    for (size_t i = 0; i < n; i += STREAM_MOST) {
        const double *z = stream_normals(&s, STREAM_MOST);
        sum += z[0];
    }
    say(name, seconds() - start, (double)n, sum * STREAM_MOST / (double)n);
}

static algorithm make(const char *method)
{
    static const setting of[] = {
        {"n", ROWS}, {"d", DIM}, {"noise_var", NOISE_VAR}, {"l2", L2}, {NULL, 0}};
    return make_algorithm(make_problem(problem_find("invariant_logistic"), of), method,
                          make_order(2), NULL);
}

static void time_w1(const char *name)
{
    algorithm a = make("e-bsgd");
    const char *x = strchr(name, 'x'); /* so many replicates */
    time_steps(name, &a, x ? (size_t)atoi(x + 1) : REPLICATES, STEP, amount(STEPS));
}

static void time_w3(const char *name)
{
    algorithm a = make("e-bspiderboost");
    time_steps(name, &a, W3_REPLICATES, W3_STEP, amount(W3_STEPS));
}

int main(int argc, char **argv)
{
    static const task tasks[] = {{"normals", time_normals},
                                 {"w1", time_w1},
                                 {"w1x10", time_w1},
                                 {"w1x1", time_w1},
                                 {"w3", time_w3}};
    return run_task(tasks, sizeof tasks / sizeof *tasks, argc, argv);
}
