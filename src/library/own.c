/* Problems of the caller's own: what is given is checked and copied into one block. */
#include "library/own.h"

#include "engine/cso/optimum.h"
#include "engine/law/dist.h"
#include "library/option.h"
#include "own_part.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIM = 10000000, MOST_JACOBIAN = 4096, MOST_PRODUCT = 100000000 };

int library_own_code(const debias_problem *handle)
{
    const problem *p = (const problem *)handle;
    return p->failure ? __atomic_load_n(&own_of(p)->code, __ATOMIC_RELAXED) : 0;
}

const debias_problem *library_own_view(own_view *v, const debias_problem *handle)
{
    const problem *p = (const problem *)handle;
    if (!p->failure)
        return handle;
    v->problem = *p;
    v->own = *own_of(p);
    v->own.code = 0;
    v->own.failure = STATUS_OK;
    v->problem.own = &v->own;
    v->problem.failure = &v->own.failure;
    return (const debias_problem *)&v->problem;
}

/* Of the numbers of xi, of eta and of what outer gets. */
static int check_numbers(const debias_own *o, debias_error *error)
{
    const struct {
        const char *name;
        size_t n;
    } each[] = {{"cols", o->cols},
                {"normals", o->normals},
                {"uniforms", o->uniforms},
                {"outer_normals", o->outer_normals},
                {"outer_uniforms", o->outer_uniforms}};
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        if (each[i].n > MOST_DIM)
            return library_fail(error, "expected %s of at most %d, got %zu", each[i].name, MOST_DIM,
                                each[i].n);
    return 0;
}

static int check_sizes(const debias_own *o, debias_error *error)
{
    if (o->dim > MOST_DIM)
        return library_fail(error, "expected dim from 0 to %d, got %zu", MOST_DIM, o->dim);
    if (o->p < 1 || o->p > Y_NUMBERS)
        return library_fail(error, "expected p from 1 to %d, got %zu", Y_NUMBERS, o->p);
    if (o->dim > MOST_PRODUCT / o->p)
        return library_fail(error, "expected p*dim of at most %d", MOST_PRODUCT);
    if (o->n > UINT32_MAX)
        return library_fail(error, "expected at most 4294967295 outer samples");
    if (o->law && (o->normals || o->uniforms))
        return library_fail(error, "law excludes normals and uniforms");
    if (o->law && debias_dist_dim(o->law) == 0)
        return library_fail(error, "expected a law of numbers");
    if (!(o->l2 >= 0) || !isfinite(o->l2))
        return library_fail(error, "expected l2 >= 0, got %g", o->l2);
    return 0;
}

static int check_outer(const debias_own *o, debias_error *error)
{
    if (o->n == 0 && !o->outer)
        return library_fail(error, "expected outer samples: n > 0, or the callback outer");
    if (o->n > 0 && o->outer)
        return library_fail(error, "n and outer exclude each other");
    if (o->n == 0 && o->cols == 0)
        return library_fail(error, "expected cols, the numbers that outer gives");
    if (o->n > 0 && o->cols > 0 && !o->data)
        return library_fail(error, "expected data, n rows of cols numbers");
    return 0;
}

static int check(const debias_own *o, debias_error *error)
{
    if (check_sizes(o, error) < 0 || check_numbers(o, error) < 0 || check_outer(o, error) < 0)
        return -1;
    if (!o->g || !o->f)
        return library_fail(error, "expected the callbacks g and f");
    if (o->g_mean && o->n == 0)
        return library_fail(error, "g_mean goes with n > 0");
    if (o->g_mean_jacobian && !o->g_mean)
        return library_fail(error, "g_mean_jacobian goes with g_mean");
    return library_check_finite("x0", o->x0, o->dim, error);
}

static size_t columns(const debias_own *o)
{
    return o->cols ? o->cols : 1;
}

/* Places every array. */
static void lay_out(problem *p, const debias_own *o, arena *memory)
{
    size_t d = o->dim, ld = round_up(d ? d : 1, ROW);
    arena_take(memory, sizeof *p);
    *p = (problem){.d = d, .p = o->p, .ld = ld, .n = o->n, .least = NAN, .bound = -INFINITY};
    own *mine = arena_take(memory, sizeof(own));
    p->own = mine;
    p->start = arena_take(memory, ld * sizeof(double));
    p->optimum = arena_take(memory, ld * sizeof(double));
    double *data = arena_take(memory, o->n * columns(o) * sizeof *data);
    if (!mine)
        return;
    mine->as = *o;
    mine->as.data = data;
    mine->as.x0 = p->start;
    mine->cols = columns(o);
    mine->eta = o->law ? debias_dist_dim(o->law) : o->normals + o->uniforms;
}

static void copy(problem *p, const debias_own *o)
{
    double *data = (double *)(uintptr_t)own_of(p)->as.data;
    if (o->x0 && o->dim)
        memcpy(p->start, o->x0, o->dim * sizeof *o->x0);
    for (size_t i = 0; i < o->n && o->cols == 0; i++)
        data[i] = (double)i;
    if (o->n && o->cols)
        memcpy(data, o->data, o->n * o->cols * sizeof *data);
}

static void add_inner(problem_type *t, bool takes, stream_kind kind)
{
    if (takes)
        t->inner_kind[t->inner_kinds++] = kind;
}

static void fill_type(const problem *p, const debias_own *o)
{
    problem_type *t = &own_of(p)->type;
    *t = (problem_type){.name = "own", .summary = "of the caller's functions"};
    own_fill(t, o->n > 0, o->g_mean != NULL);
    if (o->p * o->dim > MOST_JACOBIAN)
        t->joint = NULL, t->jacobian = NULL;
    if (o->dim == 0)
        t->no_gradient = t->no_minimizer = "dim is 0: there is no x";
    if (o->law)
        add_inner(t, true, ((const dist *)o->law)->type->kind);
    add_inner(t, o->normals > 0, STREAM_NORMALS);
    add_inner(t, o->uniforms > 0, STREAM_UNIFORMS);
    t->outer_normals = o->outer_normals > 0;
}

static void fill(problem *p, const debias_own *o)
{
    own *mine = own_of(p);
    copy(p, o);
    fill_type(p, o);
    p->type = &mine->type;
    p->l2 = o->l2;
    p->sample_size = o->n ? 0 : round_up(mine->cols, ROW);
    p->work = own_work(mine);
    p->serial = !o->parallel;
    p->failure = &mine->failure;
}

/* Finds the minimizer where F is exact. */
static int minimize(problem *p, debias_error *error)
{
    void *work = problem_has_gradient(p) ? library_block(optimum_work(p)) : NULL;
    if (!problem_has_gradient(p))
        return 0;
    if (work)
        optimum_find(p, work);
    free(work);
    status s = work ? problem_failure(p) : STATUS_NO_MEMORY;
    problem_begin(p);
    return s < 0 ? library_fail_callback(error, s, library_own_code((debias_problem *)p)) : 0;
}

debias_problem *debias_problem_own(const debias_own *given, debias_error *error)
{
    problem measured;
    arena memory = {0};
    if (check(given, error) < 0)
        return NULL;
    lay_out(&measured, given, &memory);
    problem *p = library_block(memory.used);
    if (!p) {
        library_fail_status(error, STATUS_NO_MEMORY);
        return NULL;
    }
    memory = (arena){.block = (char *)p};
    lay_out(p, given, &memory);
    fill(p, given);
    if (minimize(p, error) < 0) {
        free(p);
        return NULL;
    }
    return (debias_problem *)p;
}
