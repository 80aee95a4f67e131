/* core.run: runs of a method on a problem, and the statistics that their results need. */
#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/problem.h"
#include "bind/recipe.h"
#include "engine/ensemble.h"
#include "engine/stats.h"

#include <math.h>
#include <string.h>

static const param params[] = {
    {"problem", PARAM_OBJECT, PARAM_REQUIRED, 0, 0, 0, "problem", NULL, "what to minimize"},
    {"samples", PARAM_INTEGER, PARAM_OPTIONAL, 0, 1, 0x1p53, NULL, "g + Jacobian evaluations",
     "budget of one replicate, never exceeded; or give steps"},
    {"steps", PARAM_INTEGER, PARAM_OPTIONAL, 0, 1, 0x1p53, NULL, NULL,
     "budget of one replicate in steps; or give samples"},
    {"step", PARAM_NUMBER, PARAM_REQUIRED | PARAM_OPEN_LOW, 0, 0, INFINITY, NULL, NULL,
     "step size"},
    {"reps", PARAM_INTEGER, 0, 10, 1, 1e6, NULL, "replicates", "independent runs on the same data"},
    {"seed", PARAM_INTEGER, PARAM_OPTIONAL, 0, 0, 0x1p53, NULL, NULL,
     "names the streams; default --seed"},
    {"x0", PARAM_ANY, PARAM_OPTIONAL, 0, 0, 0, NULL, NULL,
     "start: a vec, or a mat with a row per replicate; default the problem's"},
    {"record", PARAM_INTEGER, 0, 200, 1, 1e6, NULL, "rows", "log-spaced records besides the start"},
    {"output", PARAM_CHOICE, 0, OUTPUT_LAST, 0, 0, "last|average", NULL,
     "point that is reported: the last iterate, or the mean over the second half of the budget"},
    {"threads", PARAM_INTEGER, PARAM_OPTIONAL, 0, 1, 1024, NULL, NULL,
     "default --threads; changes no result"},
};
enum { PROBLEM, SAMPLES, STEPS, STEP, REPS, SEED, X0, RECORD, OUTPUT, N_THREADS, N_PARAMS };

/* Pushes the start rows; a mat has one for each replicate. */
static void read_start(lua_State *L, int index, const char *function, const problem *p,
                       run_config *c)
{
    lua_getfield(L, index, "x0");
    const bind_mat *m = bind_test_mat(L, -1);
    if (!m) {
        c->x0 = bind_push_point(L, -1, function, "option 'x0': expected a vec", p);
        c->x0_stride = 0;
        return;
    }
    if (m->rows != c->replicates || m->cols != p->d)
        bind_fail(L, function, "option 'x0': expected a %Ix%I mat (a row per replicate), got %s",
                  (LUAI_UACINT)c->replicates, (LUAI_UACINT)p->d, bind_describe(L, -1));
    double *rows = bind_push_block(L, m->rows * p->ld * sizeof *rows);
    for (size_t r = 0; r < m->rows; r++) {
        bind_vec row = {m->cols, m->data + r * m->cols};
        bind_check_point(L, function,
                         lua_pushfstring(L, "option 'x0': expected row %I", (LUAI_UACINT)(r + 1)),
                         &row, p);
        lua_pop(L, 1);
        memcpy(rows + r * p->ld, row.data, row.n * sizeof *rows);
    }
    c->x0 = rows;
    c->x0_stride = p->ld;
}

static void check_budget(lua_State *L, const char *function, const run_config *c)
{
    if ((c->samples > 0) == (c->steps > 0))
        bind_fail(L, function, "give a budget: one of the options 'samples' and 'steps'");
}

static run_config configuration(const arg *a, const bind_recipe *r)
{
    return (run_config){
        .estimator = &r->estimator,
        .method = r->method,
        .step = a[STEP].number,
        .samples = a[SAMPLES].given ? (uint64_t)a[SAMPLES].number : 0,
        .steps = a[STEPS].given ? (uint64_t)a[STEPS].number : 0,
        .record = (size_t)a[RECORD].number,
        .output = (run_output)a[OUTPUT].number,
        .seed = (uint64_t)(a[SEED].given ? a[SEED].number : bind_settings.seed),
        .replicates = (size_t)a[REPS].number,
        .threads = (size_t)(a[N_THREADS].given ? a[N_THREADS].number : bind_threads()),
        .interrupt = &bind_interrupted,
    };
}

static bool counts(trace_column c)
{
    return c <= TRACE_SAMPLES;
}

/* Pushes n values as a list of integers when they are whole numbers and `whole`, else as a vec. */
static void push_column(lua_State *L, const double *x, size_t n, bool whole)
{
    for (size_t i = 0; i < n; i++)
        whole = whole && x[i] == floor(x[i]);
    if (!whole) {
        memcpy(bind_push_vec(L, n)->data, x, n * sizeof *x);
        return;
    }
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_pushinteger(L, (lua_Integer)x[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* Sets the field name .. suffix of the table on the top. */
static void set_limits(lua_State *L, const char *name, const char *suffix, const double *x,
                       size_t n)
{
    lua_pushfstring(L, "%s%s", name, suffix);
    push_column(L, x, n, false);
    lua_settable(L, -3);
}

/* Pushes a table of the columns of means, with _lo and _hi for what is measured. */
static void push_means(lua_State *L, const trace *t)
{
    size_t rows = trace_rows(t);
    double *mean = bind_push_block(L, 3 * (rows + 1) * sizeof *mean), *low = mean + rows,
           *high = low + rows;
    lua_newtable(L);
    for (trace_column c = 0; c < TRACE_COLUMNS; c++) {
        const char *name = trace_column_name(c);
        for (size_t k = 0; k < rows; k++) {
            double half;
            mean[k] = trace_mean(t, c, k, &half);
            low[k] = mean[k] - half;
            high[k] = mean[k] + half;
        }
        if (isnan(mean[0]))
            continue;
        push_column(L, mean, rows, counts(c));
        lua_setfield(L, -2, name);
        if (counts(c) || c == TRACE_SECONDS || t->replicates < 2)
            continue;
        set_limits(L, name, "_lo", low, rows);
        set_limits(L, name, "_hi", high, rows);
    }
    lua_remove(L, -2);
}

/* Pushes a table of the columns by replicate, record after record. */
static void push_by_replicate(lua_State *L, const trace *t)
{
    size_t n = trace_rows(t) * t->replicates;
    lua_newtable(L);
    for (trace_column c = 0; c < TRACE_COLUMNS; c++) {
        if (isnan(t->column[c][0]))
            continue;
        push_column(L, t->column[c], n, counts(c));
        lua_setfield(L, -2, trace_column_name(c));
    }
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_pushinteger(L, (lua_Integer)(i % t->replicates) + 1);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "rep");
}

static void push_points(lua_State *L, const ensemble *e)
{
    const problem *p = e->config.estimator->problem;
    bind_mat *x = bind_push_mat(L, e->config.replicates, p->d);
    for (size_t r = 0; r < x->rows; r++)
        memcpy(x->data + r * x->cols, e->final + r * p->ld, p->d * sizeof *x->data);
}

/* Pushes {means=, by_rep=, x=, stop=, diverged=, spec=}; the spec is on the top of the stack. */
static int push_result(lua_State *L, const ensemble *e)
{
    lua_Integer diverged = 0;
    for (size_t r = 0; r < e->config.replicates; r++)
        diverged += e->failed[r];
    lua_createtable(L, 0, 6);
    lua_insert(L, -2);
    lua_setfield(L, -2, "spec");
    push_means(L, &e->trace);
    lua_setfield(L, -2, "means");
    push_by_replicate(L, &e->trace);
    lua_setfield(L, -2, "by_rep");
    push_points(L, e);
    lua_setfield(L, -2, "x");
    lua_pushstring(L, status_text(e->stop));
    lua_setfield(L, -2, "stop");
    lua_pushinteger(L, diverged);
    lua_setfield(L, -2, "diverged");
    return 1;
}

/* Adds the seed and the problem's options to the spec on the top. */
static void complete_spec(lua_State *L, int options, const run_config *c)
{
    lua_pushinteger(L, (lua_Integer)c->seed);
    lua_setfield(L, -2, "seed");
    lua_pushnil(L);
    lua_setfield(L, -2, "threads"); /* changes no result */
    lua_getfield(L, options, "problem");
    lua_getiuservalue(L, -1, 1);
    lua_remove(L, -2);
    lua_setfield(L, -2, "problem");
}

/* run(options, function) */
static int run(lua_State *L)
{
    const char *function = luaL_checkstring(L, 2);
    bind_recipe r;
    arg a[N_PARAMS];
    if (lua_istable(L, 1))
        lua_getfield(L, 1, "problem");
    else
        bind_fail(L, function, "expected a table of options, got %s", bind_describe(L, 1));
    if (lua_isnil(L, -1))
        bind_fail(L, function, "option 'problem' must be given: what to minimize");
    arg given;
    bind_read(L, -1, function, &params[PROBLEM], &given);
    const problem *p = bind_problem(L, -1, function);
    bind_read_recipe(L, 1, function, NULL, p, params, N_PARAMS, a, &r);
    run_config c = configuration(a, &r);
    check_budget(L, function, &c);
    complete_spec(L, 1, &c);
    int spec = lua_gettop(L);
    read_start(L, 1, function, p, &c);
    bind_check_memory(L, function, (double)ensemble_size(&c));
    ensemble *e = ensemble_init(bind_push_block(L, ensemble_size(&c)), &c);
    if (e->first_samples > c.samples && c.samples)
        bind_fail(L, function,
                  "option 'samples': expected at least %I, what one step takes, got %I",
                  (LUAI_UACINT)e->first_samples, (LUAI_UACINT)c.samples);
    bind_check(L, function, ensemble_run(e));
    lua_pushvalue(L, spec);
    return push_result(L, e);
}

/* paired(a, b): mean and half-width of the 95% interval of the differences of two vecs of equal
 * length. */
static int paired(lua_State *L)
{
    const bind_vec *a = bind_test_vec(L, 1), *b = bind_test_vec(L, 2);
    bind_vec *d = bind_push_vec(L, a->n);
    double half;
    for (size_t i = 0; i < a->n; i++)
        d->data[i] = a->data[i] - b->data[i];
    lua_pushnumber(L, stats_mean(d->data, d->n, 1, &half));
    lua_pushnumber(L, half);
    return 2;
}

static const luaL_Reg functions[] = {{"run", run}, {"paired", paired}, {NULL, NULL}};

int bind_open_run(lua_State *L)
{
    luaL_newlib(L, functions);
    lua_newtable(L);
    bind_push_params(L, params, N_PARAMS);
    lua_setfield(L, -2, "run");
    lua_setfield(L, -2, "params");
    return 1;
}
