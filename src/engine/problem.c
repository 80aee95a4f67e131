#include "problem.h"

#include "minimize.h"

/* Places every array; the work space of the minimization comes last. */
static double *lay_out(problem *p, const problem_type *type, const arg *a, arena *memory)
{
    arena_take(memory, sizeof *p);
    *p = (problem){.type = type, .least = NAN};
    type->layout(p, a, memory);
    p->start = arena_take(memory, p->ld * sizeof(double));
    p->optimum = arena_take(memory, p->ld * sizeof(double));
    bool minimized = type->objective && !type->no_minimizer;
    return minimized ? arena_take(memory, minimize_work(p->ld) * sizeof(double)) : NULL;
}

size_t problem_size(const problem_type *type, const arg *a)
{
    problem measured;
    arena memory = {0};
    lay_out(&measured, type, a, &memory);
    return memory.used;
}

static double objective(const void *p, const double *x, double *gradient)
{
    if (problem_interrupted(p))
        return NAN; /* which ends the minimization */
    return ((const problem *)p)->type->objective(p, x, gradient);
}

/* From zero, so that the same data have the same optimum to the last bit. An objective that still
 * falls at twice the point it was followed to (separable data without a penalty) has no minimum. */
void problem_find_optimum(problem *p, double *work)
{
    p->least = minimize(objective, p, p->ld, p->optimum, work);
    for (size_t j = 0; j < p->ld; j++)
        work[j] = 2 * p->optimum[j];
    if (objective(p, work, NULL) < p->least - 1e-12 * fabs(p->least))
        p->least = NAN;
}

status problem_init(problem *p, const problem_type *type, const arg *a,
                    const volatile sig_atomic_t *interrupt)
{
    arena memory = {.block = (char *)p};
    double *work = lay_out(p, type, a, &memory);
    p->interrupt = interrupt;
    status s = type->init(p, a);
    if (s < 0)
        return s;
    if (work)
        problem_find_optimum(p, work);
    if (type->place_start)
        type->place_start(p);
    return problem_interrupted(p) ? STATUS_INTERRUPTED : STATUS_OK;
}
