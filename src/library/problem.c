/* Problems. A debias_problem is the engine's problem under the library's name. */
#include "engine/cso/instance.h"
#include "library/option.h"
#include "library/own.h"

#include <stdlib.h>
#include <string.h>

static const problem *inside(const debias_problem *p)
{
    return (const problem *)p;
}

const char *debias_problem_name(size_t i)
{
    return i < problem_count() ? problem_type_at(i)->name : NULL;
}

/* The type, or NULL with a message. */
static const problem_type *find(const char *name, debias_error *error)
{
    const problem_type *type = problem_find(name);
    if (!type)
        library_fail_name(error, "problem", name, debias_problem_name);
    return type;
}

debias_problem *debias_problem_new(const char *name, const debias_option *options,
                                   debias_error *error)
{
    arg a[LIBRARY_PARAMS];
    const problem_type *type = find(name, error);
    if (!type || library_options(options, type->params, type->nparams, a, error) < 0)
        return NULL;
    const char *wrong = type->check ? type->check(a) : NULL;
    if (wrong) {
        library_fail(error, "%s", wrong);
        return NULL;
    }
    problem *p = library_block(problem_size(type, a));
    status s = p ? problem_init(p, type, a, NULL) : STATUS_NO_MEMORY;
    if (s >= 0)
        return (debias_problem *)p;
    library_fail_status(error, s);
    free(p);
    return NULL;
}

void debias_problem_free(debias_problem *p)
{
    free(p);
}

size_t debias_problem_dim(const debias_problem *p)
{
    return inside(p)->d;
}

void debias_problem_start(const debias_problem *p, double *x)
{
    memcpy(x, inside(p)->start, inside(p)->d * sizeof *x);
}

static int check_exact(const problem *p, const double *gradient, debias_error *error)
{
    if (!p->type->objective)
        return library_fail(error, "no exact objective is known");
    if (gradient && p->type->no_gradient)
        return library_fail(error, "%s", p->type->no_gradient);
    return 0;
}

int debias_problem_objective(const debias_problem *handle, const double *x, double *value,
                             double *gradient, debias_error *error)
{
    own_view view;
    handle = library_own_view(&view, handle);
    const problem *p = inside(handle);
    size_t bytes = p->ld * sizeof *x;
    if (check_exact(p, gradient, error) < 0 || library_check_finite("x", x, p->d, error) < 0)
        return -1;
    double *rows = library_block(2 * bytes);
    if (!rows)
        return library_fail_status(error, STATUS_NO_MEMORY);
    if (p->d)
        memcpy(rows, x, p->d * sizeof *x);
    *value = p->type->objective(p, rows, gradient ? rows + p->ld : NULL);
    if (gradient)
        memcpy(gradient, rows + p->ld, p->d * sizeof *x);
    free(rows);
    status s = problem_failure(p);
    return s < 0 ? library_fail_callback(error, s, library_own_code(handle)) : 0;
}

int debias_problem_minimizer(const debias_problem *handle, double *x, double *value,
                             debias_error *error)
{
    const problem *p = inside(handle);
    if (check_exact(p, NULL, error) < 0)
        return -1;
    if (problem_no_least(p))
        return library_fail(error, "%s", problem_no_least(p));
    memcpy(x, p->optimum, p->d * sizeof *x);
    *value = p->least;
    return 0;
}
