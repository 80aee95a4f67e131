/* Each function of the record makes its Lua calls inside one protected call for all lanes. */
#include "bind/problem/calls.h"

#include "bind/bind.h"
#include "bind/callback.h"
#include "bind/problem/own.h"
#include "bind/value/dist.h"
#include "bind/value/rng.h"

#include <math.h>
#include <string.h>

/* The streams that samplers draw from during a call, of this thread's Lua state. */
static _Thread_local struct drawing {
    stream *normals, *uniforms;
    bool now; /* a sampler may draw */
} drawing;

/* The stream; raises where `function` may not take numbers from it. */
static stream *ready(lua_State *L, stream *s, const char *function)
{
    bool takes = lua_isnoneornil(L, 1) || !lua_isnumber(L, 1) || lua_tonumber(L, 1) != 0;
    if (!drawing.now)
        bind_fail(L, function, "is of use only inside the sampler that is given it");
    if (!s && takes)
        bind_fail(L, function, "takes other numbers than when it was traced");
    return s;
}

int calls_normals(lua_State *L)
{
    const char *name = "rng:normal";
    return bind_push_draws(L, 1, name, ready(L, drawing.normals, name), stream_normals);
}

int calls_uniforms(lua_State *L)
{
    const char *name = "rng:uniform";
    return bind_push_draws(L, 1, name, ready(L, drawing.uniforms, name), stream_uniforms);
}

int calls_law(lua_State *L)
{
    const dist *d = bind_object(L, 1, "dist", NULL);
    stream *s = d->type->kind == STREAM_NORMALS ? drawing.normals : drawing.uniforms;
    return bind_push_draw(L, ready(L, s, "draws of a dist"));
}

static void draw_inner(const problem *p, stream *s)
{
    drawing = (struct drawing){.now = true};
    for (size_t k = 0; k < p->type->inner_kinds; k++)
        *(p->type->inner_kind[k] == STREAM_NORMALS ? &drawing.normals : &drawing.uniforms) = &s[k];
}

static void draw_outer(const lane *l)
{
    drawing = (struct drawing){l->outer + 1, l->outer, .now = true};
}

typedef struct job {
    const problem *p;
    size_t n;
    lane *l;
    size_t points, K, m, rows;
    double *y, *J, *to; /* J: Jacobians, or a gradient, or NULL */
    const double *v, *from;
    size_t gap;
    bool gradient;
    bool ended; /* the outer samples have come to an end */
} job;

/* Pushes field `name` of the table of calls, which is at 1. */
static void push_call(lua_State *L, const char *name)
{
    luaL_checkstack(L, 16, NULL);
    lua_getfield(L, 1, name);
}

/* A finite set's index from 1, or the numbers of a sample. */
static void push_sample(lua_State *L, const problem *p, const lane *l)
{
    if (p->n) {
        lua_pushinteger(L, (lua_Integer)l->xi + 1);
        return;
    }
    size_t numbers = lua_problem_of(p)->o.xi;
    bind_push_numbers(L, numbers, l->sample);
}

/* The value at index as n numbers. */
static const double *numbers_at(lua_State *L, int index, size_t n, const char *what, double *one)
{
    return bind_returned(L, index, "problem.new", what, &n, one);
}

static void add(double *to, const double *x, size_t n, double weight)
{
    for (size_t j = 0; j < n; j++)
        to[j] += weight * x[j];
}

/* Adds a Jacobian of g, whose rows follow one another, with the weight 1/m. */
static void add_jacobian(const job *j, double *to, const double *J)
{
    for (size_t row = 0; row < j->p->p; row++)
        add(to + row * j->p->ld, J + row * j->p->d, j->p->d, 1 / (double)j->m);
}

/* One inner draw of lane i, block k: g at every point, and with J its Jacobian. */
static void add_draw(lua_State *L, const job *j, size_t i, size_t k)
{
    size_t p = j->p->p, d = j->p->d, width = round_up(j->n * p, ROW), block = p * j->p->ld;
    int each = j->J ? 2 : 1;
    double one, other;
    push_call(L, j->J ? "joint" : "g");
    push_sample(L, j->p, &j->l[i]);
    for (size_t q = 0; q < j->points; q++)
        bind_push_numbers(L, d, j->l[i].point[q]);
    lua_call(L, (int)j->points + 1, each * (int)j->points);
    for (size_t q = 0; q < j->points; q++) {
        int at = 2 + each * (int)q;
        const double *y = numbers_at(L, at, p, "g", &one);
        if (j->y)
            add(j->y + q * j->gap + k * width + i * p, y, p, 1 / (double)j->m);
        if (j->J)
            add_jacobian(j, j->J + ((q * j->n + i) * j->K + k) * block,
                         numbers_at(L, at + 1, p * d, "the Jacobian of g", &other));
    }
    lua_settop(L, 1);
}

static void all_draws(lua_State *L, void *context)
{
    const job *j = context;
    for (size_t i = 0; i < j->n; i++) {
        draw_inner(j->p, j->y ? j->l[i].inner : j->l[i].jacobian);
        for (size_t k = 0; k < j->K; k++)
            for (size_t t = 0; t < j->m; t++)
                add_draw(L, j, i, k);
    }
}

/* v and x of every point after the sample: what calls.jtv takes. */
static void push_pairs(lua_State *L, const job *j, size_t i)
{
    size_t p = j->p->p, width = round_up(j->n * p, ROW);
    for (size_t q = 0; q < j->points; q++) {
        bind_push_numbers(L, p, j->v + q * width + i * p);
        bind_push_numbers(L, j->p->d, j->l[i].point[q]);
    }
}

/* The points' parts are summed first: equal points with opposite v add exactly nothing. */
static void add_product(lua_State *L, const job *j, size_t i)
{
    size_t d = j->p->d;
    double one, *sum = bind_push_vec(L, d)->data;
    push_call(L, "jtv");
    push_sample(L, j->p, &j->l[i]);
    push_pairs(L, j, i);
    lua_call(L, 2 * (int)j->points + 1, (int)j->points);
    for (size_t q = 0; q < j->points; q++)
        add(sum, numbers_at(L, 3 + (int)q, d, "the Jacobian of g", &one), d, 1);
    add(j->l[i].out, sum, d, 1 / (double)j->m);
    lua_settop(L, 1);
}

static void all_products(lua_State *L, void *context)
{
    const job *j = context;
    for (size_t i = 0; i < j->n; i++) {
        draw_inner(j->p, j->l[i].jacobian);
        for (size_t t = 0; t < j->m; t++)
            add_product(L, j, i);
    }
}

/* f, or its gradient, of row r, lane i. */
static void value_of(lua_State *L, const job *j, size_t r, size_t i)
{
    size_t p = j->p->p, width = round_up(j->n * p, ROW);
    double one;
    push_call(L, j->gradient ? "grad_f" : "f");
    push_sample(L, j->p, &j->l[i]);
    bind_push_numbers(L, p, j->from + r * width + i * p);
    lua_call(L, 2, 1);
    size_t n = j->gradient ? p : 1;
    memcpy(j->to + (j->gradient ? r * width : r * round_up(j->n, ROW)) + i * n,
           numbers_at(L, 2, n, j->gradient ? "the gradient of f" : "f", &one), n * sizeof one);
    lua_settop(L, 1);
}

static void all_values(lua_State *L, void *context)
{
    const job *j = context;
    for (size_t r = 0; r < j->rows; r++)
        for (size_t i = 0; i < j->n; i++)
            value_of(L, j, r, i);
}

static void all_outer(lua_State *L, void *context)
{
    job *j = context;
    for (size_t i = 0; i < j->n; i++) {
        draw_outer(&j->l[i]);
        push_call(L, "outer");
        lua_call(L, 0, 1);
        if (lua_isnil(L, -1)) {
            j->ended = true;
            return;
        }
        const bind_vec *xi = bind_test_vec(L, -1);
        memcpy(j->l[i].sample, xi->data, xi->n * sizeof(double));
        lua_settop(L, 1);
    }
}

/* Pushes the table of plain calls (lua/problem/new.lua). */
static void push_calls(const problem *p)
{
    lua_State *L = lua_problem_of(p)->L;
    luaL_checkstack(L, 8, NULL);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, "debias.lua problems");
    lua_rawgetp(L, -1, p->own);
    lua_getfield(L, -1, "calls");
    lua_replace(L, -3);
    lua_pop(L, 1);
}

/* Runs a body with the calls of the problem; once one has failed, none is called. The user's
 * functions may run problems, this one too: calls nest. */
static void enter(const problem *p, void (*body)(lua_State *L, void *job), job *j)
{
    struct drawing before = drawing;
    lua_problem *own = lua_problem_of(p);
    lua_State *L = own->L;
    if (own->failure)
        return;
    push_calls(p);
    drawing = (struct drawing){0};
    status s = bind_protect(L, -1, body, j);
    drawing = before;
    lua_pop(L, 1);
    own->L = L;
    own->failure = !s && j->ended ? STATUS_STREAM_ENDED : s;
}

static void joint(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap, double *J)
{
    job j = {.p = p,
             .n = n,
             .l = (lane *)l,
             .points = p->constant_jacobian && !y ? 1 : points,
             .K = K,
             .m = m,
             .y = y,
             .J = J,
             .gap = gap};
    for (size_t q = 0; y && q < points; q++)
        memset(y + q * gap, 0, K * round_up(n * p->p, ROW) * sizeof *y);
    if (J)
        memset(J, 0, j.points * n * K * p->p * p->ld * sizeof *J);
    enter(p, all_draws, &j);
}

static void means(const problem *p, size_t n, const lane *l, size_t points, size_t K, size_t m,
                  double *y, size_t gap)
{
    joint(p, n, l, points, K, m, y, gap, NULL);
}

static void jtv(const problem *p, size_t n, const lane *l, size_t points, size_t m, const double *v)
{
    job j = {.p = p, .n = n, .l = (lane *)l, .points = points, .m = m, .v = v};
    enter(p, all_products, &j);
}

static void grad_f(const problem *p, size_t n, const lane *l, size_t rows, double *y)
{
    job j = {.p = p, .n = n, .l = (lane *)l, .rows = rows, .from = y, .to = y, .gradient = true};
    enter(p, all_values, &j);
}

static void f(const problem *p, size_t n, const lane *l, size_t rows, const double *y,
              double *value)
{
    job j = {.p = p, .n = n, .l = (lane *)l, .rows = rows, .from = y, .to = value};
    enter(p, all_values, &j);
}

static void outer_sample(const problem *p, size_t n, lane *l)
{
    job j = {.p = p, .n = n, .l = l};
    enter(p, all_outer, &j);
}

static void outer_index(const problem *p, size_t n, lane *l)
{
    for (size_t i = 0; i < n; i++)
        l[i].xi = (uint32_t)stream_index(l[i].outer, p->n);
}

/* Adds f_xi(E g) of outer sample i to *j->to, and with `J` its gradient to it. */
static void add_exact(lua_State *L, const job *j, size_t i)
{
    double one;
    push_call(L, "value");
    lua_pushinteger(L, (lua_Integer)i + 1);
    bind_push_numbers(L, j->p->d, j->from);
    lua_call(L, 2, 1);
    *j->to += *numbers_at(L, 2, 1, "f", &one);
    lua_settop(L, 1);
    if (!j->J)
        return;
    push_call(L, "slope");
    lua_pushinteger(L, (lua_Integer)i + 1);
    bind_push_numbers(L, j->p->d, j->from);
    lua_call(L, 2, 1);
    add(j->J, numbers_at(L, 2, j->p->d, "the gradient", &one), j->p->d, 1);
    lua_settop(L, 1);
}

static void all_exact(lua_State *L, void *context)
{
    const job *j = context;
    for (size_t i = 0; i < j->p->n; i++)
        add_exact(L, j, i);
}

static double objective(const problem *p, const double *x, double *gradient)
{
    double sum = 0, square = 0, n = (double)p->n;
    if (gradient)
        memset(gradient, 0, p->ld * sizeof *gradient);
    job j = {.p = p, .from = x, .to = &sum, .J = gradient};
    enter(p, all_exact, &j);
    for (size_t i = 0; i < p->d; i++) {
        square += x[i] * x[i];
        if (gradient)
            gradient[i] = gradient[i] / n + p->l2 * x[i];
    }
    return lua_problem_of(p)->failure ? NAN : sum / n + 0.5 * p->l2 * square;
}

static void call_objective(lua_State *L, void *context)
{
    const job *j = context;
    double one;
    push_call(L, "objective");
    bind_push_numbers(L, j->p->d, j->from);
    lua_call(L, 1, 1);
    *j->to = *numbers_at(L, 2, 1, "objective", &one);
}

/* The objective of the caller's, which has no gradient. */
static double whole_objective(const problem *p, const double *x, double *gradient)
{
    double value = NAN, square = 0;
    for (size_t i = 0; gradient && i < p->ld; i++)
        gradient[i] = NAN;
    job j = {.p = p, .from = x, .to = &value};
    enter(p, call_objective, &j);
    for (size_t i = 0; i < p->d; i++)
        square += x[i] * x[i];
    return value + 0.5 * p->l2 * square;
}

static void jacobian(const problem *p, size_t n, const lane *l, size_t points, size_t m, double *J)
{
    joint(p, n, l, points, 1, m, NULL, 0, J);
}

void calls_fill(problem_type *type, bool finite, const char *exact)
{
    type->outer = finite ? outer_index : outer_sample;
    type->means = means;
    type->jtv = jtv;
    type->grad_f = grad_f;
    type->f = f;
    type->joint = joint;
    type->jacobian = jacobian;
    if (exact)
        type->objective = strcmp(exact, "value") == 0 ? objective : whole_objective;
}
