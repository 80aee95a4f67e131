/* Wrong use of the library, and its edges; what is printed stands in the lines //>. */
#include <debias.h>
#include <math.h>
#include <stdio.h>

static debias_error error;

static void told(void *object)
{
    printf("%s\n", object ? "made" : error.text);
}

static void told_status(int outcome)
{
    printf("%s\n", outcome < 0 ? error.text : "done");
}

static double square(double s, void *context)
{
    ++*(int *)context;
    return s * s;
}

static void operators(void)
{
    const uint32_t sizes[] = {1, 2}, falling[] = {2, 1};
    const char *weights[] = {"-1", "2"}, *half[] = {"1/2", "1/3"}, *none[] = {"two", "-1"};
    uint32_t size;
    int64_t num, den;
    told(debias_operator_order(0, &error));
    //> expected an order from 1 to 11, got 0
    told(debias_operator_paper(4, &error));
    //> expected 1, 2 or 3, the orders the paper prints, got 4
    told(debias_operator_new(0, sizes, weights, &error));
    //> expected 1 to 16 terms, got 0
    told(debias_operator_new(2, falling, weights, &error));
    //> expected rising sizes from 1 to 1024
    told(debias_operator_new(2, sizes, half, &error));
    //> expected weights that sum to 1
    told(debias_operator_new(2, sizes, none, &error));
    //> expected a weight such as "8/3", not 0, got 'two'
    debias_operator *op = debias_operator_new(2, sizes, weights, NULL);
    debias_operator_term(op, 1, &size, &num, &den);
    printf("%u %d/%d, %zu terms, order %zu, amplification %g\n", (unsigned)size, (int)num, (int)den,
           debias_operator_terms(op), debias_operator_bias_order(op),
           debias_operator_amplification(op));
    //> 2 2/1, 2 terms, order 2, amplification 3
    debias_operator_free(op);
    debias_operator_free(NULL);
}

static void laws(void)
{
    const double atoms[] = {1, 2, 6};
    debias_option swapped[] = {{"a", .number = 2}, {"b", .number = 0}, {NULL}};
    debias_option unknown[] = {{"a", .number = 0}, {"bb", .number = 2}, {NULL}};
    debias_option one[] = {{"a", .number = 0}, {NULL}};
    debias_option wrong[] = {{"p", .number = 2}, {NULL}};
    debias_option values[] = {{"values", .values = atoms, .rows = 3}, {NULL}};
    told(debias_dist_new("rump", NULL, &error));
    //> unknown distribution 'rump', did you mean 'ramp'?
    told(debias_dist_new("custom", NULL, &error));
    //> unknown distribution 'custom'
    told(debias_dist_new("ramp", swapped, &error));
    //> expected a < b
    told(debias_dist_new("ramp", unknown, &error));
    //> unknown option 'bb', did you mean 'b'?
    told(debias_dist_new("ramp", one, &error));
    //> option 'b' must be given: upper end, above a, where it is 2/(b - a)
    told(debias_dist_new("bernoulli", wrong, &error));
    //> option 'p': expected a number from 0 to 1, got 2
    debias_option word[] = {{"mean", .text = "a"}, {"sd", .number = 1}, {NULL}};
    told(debias_dist_new("normal", word, &error));
    //> option 'mean': expected numbers, got 'a'
    debias_dist *d = debias_dist_new("empirical", values, NULL);
    printf("mean %g, dim %zu, moment %g\n", debias_dist_moment(d, 1), debias_dist_dim(d),
           debias_dist_moment(d, -1));
    //> mean 3, dim 1, moment nan
    debias_dist_free(d);
}

static void biases(void)
{
    int calls = 0;
    double bias = 0;
    debias_estimates e;
    debias_option half[] = {{"mean", .number = 0}, {"sd", .number = 1}, {NULL}};
    debias_dist *d = debias_dist_new("normal", half, &error);
    debias_operator *op = debias_operator_order(1, &error);
    debias_function q = debias_call(square, &calls), empty = debias_polynomial(NULL, 0);
    told_status(debias_bias(op, &empty, d, 1, 0, &bias, &error));
    //> expected a polynomial with at least one coefficient
    told_status(debias_bias(op, &q, d, 0.5, 0, &bias, &error));
    //> expected whole blocks of m >= 1 draws
    told_status(debias_bias(op, &q, d, 4, 3, &bias, &error));
    //> done
    printf("%.10g %s\n", bias, calls > 0 ? "called" : "not called");
    //> 0.25 called
    q = debias_exponential();
    told_status(debias_bias(op, &q, d, 1, 0, &bias, &error));
    //> done
    printf("%.10g\n", bias - (exp(0.5) - 1));
    //> 0
    told_status(debias_estimate(op, &q, d, 1, 0, 1, 1, &e, &error));
    //> expected m from 1 to 1e9 and from 2 to 1e15 estimates
    debias_operator_free(op);
    debias_dist_free(d);
}

static void problems(void)
{
    double x[10], gradient[10], value, least, norm = 0;
    debias_option small[] = {{"n", .number = 0}, {NULL}};
    debias_option good[] = {{"n", .number = 50}, {"l2", .number = 0.1}, {NULL}};
    told(debias_problem_new("maml", NULL, &error));
    //> unknown problem 'maml', did you mean 'maml_sine'?
    told(debias_problem_new("invariant_logistic", small, &error));
    //> option 'n': expected a whole number from 1 to 4294967295, got 0
    debias_problem *p = debias_problem_new("invariant_logistic", good, &error);
    told_status(debias_problem_minimizer(p, x, &least, &error));
    //> done
    told_status(debias_problem_objective(p, x, &value, gradient, &error));
    //> done
    for (size_t j = 0; j < debias_problem_dim(p); j++)
        norm = fmax(norm, fabs(gradient[j]));
    printf("%d %d\n", value == least, norm < 1e-8);
    //> 1 1
    x[2] = NAN;
    told_status(debias_problem_objective(p, x, &value, gradient, &error));
    //> expected x of finite numbers, got nan at element 3
    told(debias_moments(p, NULL, NULL, &(debias_sampling){.reps = 10, .x = x}, &error));
    //> expected x of finite numbers, got nan at element 3
    told(debias_value(p, 1, NULL, 0, &(debias_levels){.x = x}, &error));
    //> expected x of finite numbers, got nan at element 3
    x[2] = INFINITY;
    told(debias_run_new(p, "bsgd", NULL, &(debias_settings){.steps = 1, .step = 1, .x0 = x}, &error));
    //> run: expected x0 of finite numbers, got inf at element 3
    debias_problem_free(p);
}

/* Options by name: with settings, without, and wrong. */
static void run_options(void)
{
    debias_option rows[] = {{"n", .number = 50}, {NULL}};
    debias_problem *p = debias_problem_new("invariant_logistic", rows, &error);
    const double starts[20] = {1}, few[2] = {1, 2};
    debias_settings s = {.steps = 5, .step = 0.1, .reps = 2, .x0 = starts};
    debias_option all[] = {{"steps", .number = 5},
                           {"step", .number = 0.1},
                           {"reps", .number = 2},
                           {"x0", .values = starts, .rows = 2, .cols = 10},
                           {"output", .text = "average"},
                           {"schedule", .text = "step"},
                           {"schedule.every", .number = 2},
                           {"schedule.factor", .number = 0.5},
                           {"update", .text = "adam"},
                           {"b1", .number = 0.8},
                           {"prox", .text = "l1"},
                           {"l1", .number = 0.1},
                           {NULL}};
    debias_option wrong[][3] = {{{"steps", .number = 4}, {NULL}},
                                {{"x0", .values = few, .rows = 2}, {NULL}},
                                {{"x0", .values = starts, .rows = 5, .cols = 2}, {NULL}},
                                {{"schedule", .text = "steps"}, {NULL}},
                                {{"schedule", .text = "step"}, {"schedule.every", .number = 2}},
                                {{"schedule.every", .number = 2}, {NULL}},
                                {{"update", .text = "adem"}, {NULL}},
                                {{"prox", .number = 1}, {NULL}},
                                {{"b1", .number = 1}, {NULL}},
                                {{"update", .text = "adam"}, {"b1", .number = 1}},
                                {{"metrics", .number = 1}, {NULL}},
                                {{"output", .text = "first"}, {NULL}},
                                {{"seed", .text = "a"}, {NULL}},
                                {{"m", .values = few, .rows = 2}, {NULL}},
                                {{"update", .text = "momentum"}, {"nesterov", .text = "no"}},
                                {{"update", .text = "momentum"}, {"nesterov", .number = 2}}};
    debias_run *r = debias_run_new(p, "bsgd", all, NULL, &error);
    printf("%s\n", r ? debias_run_stop(r) : error.text);
    //> budget
    debias_run_free(r);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        s.x0 = i == 1 || i == 2 ? NULL : starts;
        told(debias_run_new(p, "bsgd", wrong[i], &s, &error));
    }
    //> run: 'steps' is given as a setting and as an option
    //> run: option 'x0': expected a vec of length 10, got length 2
    //> run: option 'x0': expected a 2x10 mat (a row per replicate), got a 5x2 mat
    //> run: option 'schedule': expected one of constant|inv_sqrt|step|cosine|normalised, got 'steps'
    //> run: option 'schedule.factor' must be given: what the step size is multiplied by
    //> run: option 'schedule.every' goes with schedule="step"
    //> run: option 'update': unknown rule 'adem', did you mean 'adam'?
    //> run: option 'prox': expected one of ball, box, l1, got 1
    //> run: option 'b1' goes with update="adam"
    //> run: option 'b1': expected a number with 0 <= value < 1, got 1
    //> run: option 'metrics' is for Lua only
    //> run: option 'output': expected one of last|average|random, got 'first'
    //> run: option 'seed': expected a whole number from 0 to 2^53, got 'a'
    //> run: option 'm': expected a whole number from 1 to 1000000000, got 2 numbers
    //> run: option 'nesterov': expected 0 or 1, got 'no'
    //> run: option 'nesterov': expected 0 or 1, got 2
    debias_problem_free(p);
}

static int mine(void *context, uint64_t t, double *size)
{
    *size = -1;
    return t > 2 ? *(int *)context : 0;
}

static int metric(void *context, size_t replicate, uint64_t t, const double *x, double *value)
{
    (void)x, (void)replicate;
    *value = (double)t;
    return t > 2 ? *(int *)context : 0;
}

/* Functions of the caller's in a run. */
static void run_hooks(void)
{
    int code = 7;
    const char *gap[] = {"gap"}, *own[] = {"own"};
    debias_option rows[] = {{"n", .number = 50}, {NULL}}, step[] = {{"step", .number = 1}, {NULL}};
    debias_problem *p = debias_problem_new("invariant_logistic", rows, &error);
    debias_hooks sized = {.step = mine, .context = &code};
    debias_hooks measured = {&code, .metrics = metric, .n_metrics = 1, .metric_names = gap};
    debias_settings s = {.steps = 5, .reps = 2, .hooks = &sized};
    told(debias_run_new(p, "bsgd", step, &s, &error));
    //> run: 'step' is given as a hook and as an option
    told(debias_run_new(p, "bsgd", NULL, &s, &error));
    //> run: option 'step': expected a number >= 0 at step 1, got -1
    s.step = 1;
    told(debias_run_new(p, "bsgd", NULL, &s, &error));
    //> run: 'step' is given as a hook and as a setting
    s.hooks = &measured;
    told(debias_run_new(p, "bsgd", NULL, &s, &error));
    //> run: option 'metrics': 'gap' is a column already
    measured.metric_names = own;
    told(debias_run_new(p, "bsgd", NULL, &s, &error));
    //> a user function failed with code 7
    code = 0;
    debias_run *r = debias_run_new(p, "bsgd", NULL, &s, &error);
    size_t last = 0;
    while (debias_run_column(r, last + 1))
        last++;
    printf("%s %g\n", debias_run_column(r, last), debias_run_value(r, 1, 0, last));
    //> own 0
    debias_run_free(r);
    debias_problem_free(p);
}

static void runs(void)
{
    double x[10];
    debias_option good[] = {{"n", .number = 50}, {NULL}}, m[] = {{"m", .number = 2}, {NULL}};
    debias_option both[] = {{"order", .number = 3}, {NULL}};
    debias_problem *p = debias_problem_new("invariant_logistic", good, &error);
    debias_operator *op = debias_operator_paper(3, &error);
    debias_settings s = {.steps = 20, .step = 0.1, .reps = 2}, none = {.step = 1};
    debias_settings few = {.samples = 1, .step = 1}, given = {.steps = 5, .step = 0.1, .op = op};
    told(debias_run_new(p, "e_bsgd", m, &s, &error));
    //> run: unknown method 'e_bsgd', did you mean 'e-bsgd'?
    told(debias_run_new(p, "bsgd", m, &none, &error));
    //> run: give a budget: one of the options 'samples', 'steps' and 'seconds'
    s.step = NAN;
    told(debias_run_new(p, "bsgd", m, &s, &error));
    //> run: option 'step': expected a number > 0, got nan
    told(debias_run_new(p, "bsgd", m, &few, &error));
    //> run: option 'samples': expected at least 4, what one step takes, got 1
    told(debias_run_new(p, "e-bsgd", both, &given, &error));
    //> run: order and op exclude each other
    debias_run *r = debias_run_new(p, "e-bsgd", m, &given, &error);
    debias_run_final(r, 1, x);
    printf("%s, %zu rows, last step %g, %d, %zu diverged, column 99 %s\n", debias_run_stop(r),
           debias_run_rows(r), debias_run_mean(r, debias_run_rows(r) - 1, 0, NULL), isfinite(x[9]),
           debias_run_diverged(r), debias_run_column(r, 99) ? "is" : "is not");
    //> budget, 6 rows, last step 5, 1, 0 diverged, column 99 is not
    debias_run_free(r);
    debias_operator_free(op);
    debias_problem_free(p);
}

int main(void)
{
    operators();
    laws();
    biases();
    problems();
    run_options();
    run_hooks();
    runs();
    return 0;
}
