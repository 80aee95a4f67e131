/* One block holds a problem, its arrays and the work space of the search for the least F. */
#include "instance.h"

#include "optimum.h"

/* Places every array; the work space of the minimization comes last. */
static void *lay_out(problem *p, const problem_type *type, const arg *a, arena *memory)
{
    arena_take(memory, sizeof *p);
    *p = (problem){.type = type, .least = NAN, .bound = -INFINITY};
    type->layout(p, a, memory);
    p->start = arena_take(memory, p->ld * sizeof(double));
    p->optimum = arena_take(memory, p->ld * sizeof(double));
    bool minimized = type->objective && !type->no_minimizer;
    return minimized ? arena_take(memory, optimum_work(p)) : NULL;
}

size_t problem_size(const problem_type *type, const arg *a)
{
    problem measured;
    arena memory = {0};
    lay_out(&measured, type, a, &memory);
    return memory.used;
}

status problem_init(problem *p, const problem_type *type, const arg *a, const problem_making *how)
{
    arena memory = {.block = (char *)p};
    void *work = lay_out(p, type, a, &memory);
    p->interrupt = how ? how->interrupt : NULL;
    p->making = how;
    status s = type->init(p, a);
    if (s >= 0 && work)
        optimum_find(p, work);
    if (s >= 0 && type->place_start)
        type->place_start(p);
    p->making = NULL;
    if (s < 0)
        return s;
    return problem_interrupted(p) ? STATUS_INTERRUPTED : STATUS_OK;
}
