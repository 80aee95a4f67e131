/* core.run: runs of a method on a problem, and the statistics that their results need. */
#include "bind/bind.h"
#include "bind/callback.h"
#include "bind/modules.h"
#include "bind/problem/problem.h"
#include "bind/progress.h"
#include "bind/run/control.h"
#include "bind/run/algorithm.h"
#include "bind/run/rule.h"
#include "bind/run/trace.h"
#include "bind/run/watch.h"
#include "bind/size.h"
#include "engine/number/rounding.h"
#include "engine/number/stats.h"
#include "engine/run/options.h"
#include "engine/run/store.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { OPTIONS = 1, FUNCTION, EXTRA }; /* arguments of run */

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

static run_config configuration(lua_State *L, const arg *a, const bind_algorithm *r)
{
    run_config c = {
        .estimator = &r->estimator,
        .method = r->method,
        .rule = r->rule,
        .seed = bind_seed(&a[RUN_SEED]),
        .threads = bind_threads(&a[RUN_THREADS]),
        .checkpoint_every = a[RUN_CHECKPOINT_EVERY].number,
        .interrupt = bind_interrupt(L),
    };
    run_options_set(&c, a);
    return c;
}

static void push_points(lua_State *L, const ensemble *e)
{
    const problem *p = e->config.estimator->problem;
    bind_mat *x = bind_push_mat(L, e->config.replicates, p->d);
    for (size_t r = 0; r < x->rows; r++)
        memcpy(x->data + r * x->cols, e->final + r * p->ld, p->d * sizeof *x->data);
}

static void set_field(lua_State *L, int table, int call, const char *name)
{
    lua_rawgeti(L, table, call);
    lua_setfield(L, -2, name);
}

/* Sets the field `field`, the names of the extra columns from the first one on. */
static void set_extra(lua_State *L, const trace *t, size_t first, const char *field)
{
    lua_newtable(L);
    for (size_t c = TRACE_COLUMNS + first; c < t->columns; c++) {
        lua_pushstring(L, trace_column_name(t, c));
        lua_rawseti(L, -2, (lua_Integer)(c - TRACE_COLUMNS - first + 1));
    }
    lua_setfield(L, -2, field);
}

static void set_count(lua_State *L, const char *name, uint64_t count)
{
    bind_set_integer(L, name, (lua_Integer)count);
}

/* Sets the fields of the table on the top: `diverged`, how many replicates did, and `losses`, a
 * list of {rep=, step=, element=, value=} of each; without element and value where the step's
 * direction was finite. */
static void set_losses(lua_State *L, const ensemble *e)
{
    lua_Integer diverged = 0;
    lua_newtable(L);
    for (size_t r = 0; r < e->config.replicates; r++) {
        if (!e->failed[r])
            continue;
        run_loss loss = ensemble_loss(e, r);
        lua_createtable(L, 0, 4);
        set_count(L, "rep", r + 1);
        set_count(L, "step", loss.step);
        if (loss.element < e->config.estimator->problem->d) {
            set_count(L, "element", loss.element + 1);
            bind_set_number(L, "value", isnan(loss.value) ? NAN : loss.value);
        }
        lua_rawseti(L, -2, ++diverged);
    }
    lua_setfield(L, -2, "losses");
    bind_set_integer(L, "diverged", diverged);
}

/* Sets the field `refused` where a schedule ended the run: why, in a sentence. */
static void set_refused(lua_State *L, const ensemble *e, int table)
{
    if (e->stop != STATUS_SCHEDULE)
        return;
    if (lua_rawgeti(L, table, CALL_REFUSED) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushfstring(L, BIND_REFUSED, "step", "a finite number",
                        (LUAI_UACINT)ensemble_refused(e), "inf");
    }
    lua_setfield(L, -2, "refused");
}

/* Pushes {means=, by_rep=, extra=, metrics=, x=, stop=, refused=, diverged=, losses=, spec=,
 * tables=, handle=}, to which run adds failure = {error} where a function of the user's failed;
 * extra names the columns of the problem's measures and of metrics, metrics the latter, tables are
 * the replicates', handle is what state reads. */
static void push_result(lua_State *L, const ensemble *e, int table)
{
    lua_createtable(L, 0, 12);
    bind_push_means(L, &e->trace);
    lua_setfield(L, -2, "means");
    bind_push_by_replicate(L, &e->trace);
    lua_setfield(L, -2, "by_rep");
    set_extra(L, &e->trace, 0, "extra");
    set_extra(L, &e->trace, e->config.estimator->problem->type->nmeasures, "metrics");
    push_points(L, e);
    lua_setfield(L, -2, "x");
    bind_set_text(L, "stop", status_text(e->stop));
    set_refused(L, e, table);
    set_losses(L, e);
    set_field(L, table, CALL_SPEC, "spec");
    set_field(L, table, CALL_TABLES, "tables");
    if (!e->torn)
        set_field(L, table, CALL_HANDLE, "handle");
}

/* Adds the seed and the problem's options to the spec on the top. */
static void complete_spec(lua_State *L, const run_config *c)
{
    bind_set_integer(L, "seed", (lua_Integer)c->seed);
    for (size_t i = 0; i < RUN_PARAMS; i++) {
        if (!(run_params[i].flags & PARAM_IDLE))
            continue;
        lua_pushnil(L);
        lua_setfield(L, -2, run_params[i].name);
    }
    lua_getfield(L, OPTIONS, "problem");
    lua_getiuservalue(L, -1, 1);
    lua_remove(L, -2);
    lua_setfield(L, -2, "problem");
}

/* Takes the fields of the third argument: tables, save, watch; returns its state. */
static const char *read_extra(lua_State *L, const bind_control *c, size_t *size)
{
    lua_getfield(L, EXTRA, "tables");
    lua_rawseti(L, c->calls, CALL_TABLES);
    lua_getfield(L, EXTRA, "save");
    lua_rawseti(L, c->calls, CALL_SAVE);
    lua_getfield(L, EXTRA, "watch");
    lua_rawseti(L, c->calls, CALL_WATCH);
    lua_getfield(L, EXTRA, "state");
    const char *state = lua_tolstring(L, -1, size); /* the table keeps it alive */
    lua_pop(L, 1);
    return state;
}

/* The problem of the options, which every other option is read for. */
static const problem *read_problem(lua_State *L, const char *function)
{
    arg given;
    if (!lua_istable(L, OPTIONS))
        bind_expected(L, function, "a table of options", OPTIONS);
    lua_getfield(L, OPTIONS, "problem");
    if (lua_isnil(L, -1))
        bind_missing(L, OPTIONS, function, "problem", run_params[RUN_PROBLEM].meaning);
    bind_read(L, -1, function, &run_params[RUN_PROBLEM], &given);
    const problem *p = bind_problem(L, -1, function);
    if (p->d == 0)
        bind_fail(L, function, "option 'problem': expected one with an x to optimize, got dim 0");
    return p;
}

/* Pushes the block of an ensemble in its first state, or in the saved one; kept: index of what it
 * points to. */
static ensemble *push_ensemble(lua_State *L, const char *function, const run_config *c, int kept,
                               const char *state, size_t size)
{
    bind_check_size(L, function, (double)ensemble_size(c), OPTIONS);
    ensemble *e = ensemble_init(bind_push_block(L, ensemble_size(c)), c);
    lua_pushvalue(L, kept);
    lua_setiuservalue(L, -2, 1);
    if (state)
        bind_check(L, function, store_restore(e, state, size));
    else if (c->samples && e->unit > c->samples)
        bind_fail(L, function,
                  "option 'samples': expected at least %I, what one step takes, got %I",
                  (LUAI_UACINT)e->unit, (LUAI_UACINT)c->samples);
    return e;
}

/* What is put aside is an error of a function of the user's: whether more than the start was
 * recorded before, which is not to be lost. Raises it where nothing was. */
static bool is_kept(lua_State *L, const bind_control *c, const ensemble *e)
{
    bind_place_failure(L, c, e);
    if (trace_rows(&e->trace) < 2)
        bind_rethrow(L);
    return true;
}

/* Whether an error of a function of the user's ended the run, with what it has. */
static bool run_with_progress(lua_State *L, bind_control *control, const arg *a, ensemble *e)
{
    bind_watch w;
    const run_config *c = &e->config;
    bind_progress b = {.value = isnan(c->estimator->problem->least) ? "F" : "gap",
                       .unit = c->samples ? "samples" : "steps",
                       .units = c->timed ? NAN : (double)run_budget(c) * (double)c->replicates,
                       .silent = a[RUN_PROGRESS].given && a[RUN_PROGRESS].number == 0};
    const progress *p = bind_progress_begin(L, &b, control->function);
    e->config.progress = bind_watch_begin(&w, control, e, p);
    status s = ensemble_run(e);
    e->config.progress = NULL;
    return bind_progress_keep(L, &b, s, true) && is_kept(L, control, e);
}

/* run(options, function, {state=, tables=, save=, watch=}) */
static int run(lua_State *L)
{
    const char *function = luaL_checkstring(L, FUNCTION);
    bind_algorithm r;
    bind_control control;
    arg a[RUN_PARAMS];
    size_t size = 0;
    lua_settop(L, EXTRA);
    const problem *p = read_problem(L, function);
    bind_start_control(L, function, &control);
    const char *state = read_extra(L, &control, &size);
    bind_read_algorithm(L, OPTIONS, function, NULL, p, run_params, RUN_PARAMS, a, &r);
    int kept = lua_gettop(L) - 1;
    char why[RULE_WHY];
    const char *wrong = run_options_wrong(a, p);
    wrong = wrong ? wrong : rule_wrong(&r.rule, p->d, why);
    if (wrong)
        bind_fail(L, function, "%s", wrong);
    run_config c = configuration(L, a, &r);
    c.kept = state ? store_records(state, size) : 0;
    complete_spec(L, &c);
    lua_rawseti(L, control.calls, CALL_SPEC);
    control.problem = p;
    control.push_result = push_result;
    bind_read_control(L, &control, &c);
    read_start(L, OPTIONS, function, p, &c);
    ensemble *e = push_ensemble(L, function, &c, kept, state, size);
    lua_rawseti(L, control.calls, CALL_HANDLE);
    bool failed = run_with_progress(L, &control, a, e);
    if (trace_rows(&e->trace) == 0)
        bind_fail(L, function, "interrupted");
    push_result(L, e, control.calls);
    if (failed)
        bind_keep_error(L);
    return 1;
}

/* in_force(options, function) -> all options that are known, given or not. */
static int in_force(lua_State *L)
{
    const char *function = luaL_checkstring(L, FUNCTION);
    bind_push_in_force(L, OPTIONS, function, read_problem(L, function), run_params, RUN_PARAMS);
    return 1;
}

/* state(handle, seconds) -> the run's state as a string, with or without the column seconds. */
static int state(lua_State *L)
{
    luaL_Buffer b;
    const ensemble *e = arena_align(lua_touserdata(L, 1));
    bool seconds = lua_toboolean(L, 2);
    size_t size = store_state(e, seconds, NULL);
    store_state(e, seconds, luaL_buffinitsize(L, &b, size));
    luaL_pushresultsize(&b, size);
    return 1;
}

/* paired(a, b [, size]): of the differences of two vecs of equal length the mean and half-width of
 * its 95% interval, what rounding alone may make of that mean, and its standard error; size is that
 * of the numbers which a and b themselves are differences of. */
static int paired(lua_State *L)
{
    const bind_vec *a = bind_test_vec(L, 1), *b = bind_test_vec(L, 2);
    double of_terms = luaL_optnumber(L, 3, 0);
    bind_vec *d = bind_push_vec(L, a->n), *size = bind_push_vec(L, a->n);
    double half;
    for (size_t i = 0; i < a->n; i++) {
        d->data[i] = a->data[i] - b->data[i];
        size->data[i] = fabs(a->data[i]) + fabs(b->data[i]) + of_terms;
    }
    lua_pushnumber(L, stats_mean(d->data, d->n, 1, &half));
    lua_pushnumber(L, half);
    lua_pushnumber(L, rounding_floor(stats_mean(size->data, size->n, 1, NULL), 1));
    lua_pushnumber(L, half / stats_t_quantile(0.95, (double)d->n - 1));
    return 4;
}

/* digest(text) -> a whole number that distinguishes it from other texts. */
static int digest(lua_State *L)
{
    size_t n;
    const char *text = luaL_checklstring(L, 1, &n);
    lua_pushinteger(L, (lua_Integer)store_hash(0, text, n));
    return 1;
}

/* seal(body) -> a file with this body. */
static int seal(lua_State *L)
{
    luaL_Buffer b;
    size_t n;
    const char *body = luaL_checklstring(L, 1, &n);
    char *file = luaL_buffinitsize(L, &b, STORE_HEADER + n);
    memcpy(file + STORE_HEADER, body, n);
    store_seal(file, STORE_HEADER + n);
    luaL_pushresultsize(&b, STORE_HEADER + n);
    return 1;
}

/* unseal(file) -> its body, or nil and why it has none. */
static int unseal(lua_State *L)
{
    size_t n;
    const char *file = luaL_checklstring(L, 1, &n);
    status s = store_check(file, n);
    if (s == STATUS_OK) {
        lua_pushlstring(L, file + STORE_HEADER, n - STORE_HEADER);
        return 1;
    }
    return bind_unknown(L, status_text(s));
}

/* fingerprint(problem) -> a string that distinguishes problems. */
static int fingerprint(lua_State *L)
{
    char text[17];
    const problem *p = bind_problem(L, 1, "run");
    snprintf(text, sizeof text, "%016llx", (unsigned long long)store_fingerprint(p));
    lua_pushstring(L, text);
    return 1;
}

static const luaL_Reg functions[] = {
    {"run", run},       {"state", state},       {"seal", seal},
    {"unseal", unseal}, {"paired", paired},     {"fingerprint", fingerprint},
    {"digest", digest}, {"in_force", in_force}, {NULL, NULL},
};

int bind_open_run(lua_State *L)
{
    luaL_newlib(L, functions);
    lua_newtable(L);
    bind_set_params(L, "run", run_params, RUN_PARAMS);
    lua_setfield(L, -2, "params");
    return 1;
}
