/* One step of e-bsgd (one point) and e-bspiderboost (two) over a grid of settings: lines
 * grid/ORDER/M/D/SHARE/POINTS, nanoseconds of one estimate, and grid/normal, of one number. */
#include "engine.h"

enum {
    GRID_ROWS = 5000,
    GRID_REPLICATES = 16,
    GRID_ORDERS = 4,
    GRID_BATCH = 10, /* of the method with two points */
    GRID_NUMBERS = 1000000
};

/* Reports in no time, so that runs take as long as their steps. */
static double no_objective(const problem *p, const double *x, double *gradient)
{
    (void)p, (void)x, (void)gradient;
    return 0;
}

static problem *make_rows(const problem_type *type, size_t d)
{
    setting s[] = {{"n", GRID_ROWS}, {"d", (double)d}, {"noise_var", 1}, {NULL, 0}};
    return make_problem(type, s);
}

/* Steps enough for the clock, fewer where each takes many numbers. */
static size_t steps_of(size_t numbers)
{
    return amount(GRID_NUMBERS / GRID_REPLICATES / (20 + numbers) + 1);
}

static void time_cell(const problem *p, size_t order, size_t m, bool share, size_t points)
{
    size_t batch = points == 1 ? 1 : GRID_BATCH, steps = steps_of(batch * m * p->d << order);
    /* with two points from nearly every batch: the coin for a large one hardly ever falls */
    setting s[] = {{"m", (double)m},
                   {"share", share},
                   {"B", (double)batch},
                   {"B1", (double)batch},
                   {"B2", (double)batch},
                   {"p_out", 0.001},
                   {NULL, 0}};
    extrap *op = make_order(order);
    algorithm a = make_algorithm(p, points == 1 ? "e-bsgd" : "e-bspiderboost", op, s);
    double spent = time_run(&a, GRID_REPLICATES, 1e-6, steps, NULL);
    free(op);
    printf("grid/%zu/%zu/%zu/%d/%zu %.5g ns -\n", order, m, p->d, share, points,
           1e9 * spent / (double)(steps * batch * GRID_REPLICATES));
}

static void time_dimension(const problem *p)
{
    static const size_t inner[] = {1, 2, 5, 20};
    for (size_t cell = 0; cell < 4 * GRID_ORDERS * 4; cell++)
        time_cell(p, 1 + cell / 4 % GRID_ORDERS, inner[cell % 4], cell / (4 * GRID_ORDERS) % 2,
                  1 + cell / (8 * GRID_ORDERS));
}

static void time_normal(void)
{
    static stream s;
    stream_init(&s, STREAM_NORMALS, 1, 0, PURPOSE_USER, 0);
    size_t n = amount(10 * GRID_NUMBERS);
    double start = seconds();
    for (size_t i = 0; i < n; i += STREAM_MOST)
        stream_normals(&s, STREAM_MOST);
    say("grid/normal", seconds() - start, (double)n, 0);
}

int main(void)
{
    static const size_t dimensions[] = {1, 5, 10, 16, 50, 100};
    problem_type type = *problem_find("invariant_logistic");
    type.no_minimizer = "not needed";
    type.objective = no_objective;
    time_normal();
    for (size_t i = 0; i < sizeof dimensions / sizeof *dimensions; i++) {
        problem *p = make_rows(&type, dimensions[i]);
        time_dimension(p);
        free(p);
    }
}
