/* Each option that may be a function is a question: the engine's hook calls Lua in protected mode
 * and checks the answer. One answer at a step serves all groups. */
#include "bind/run/control.h"

#include "bind/bind.h"
#include "bind/callback.h"
#include "bind/problem/problem.h"
#include "bind/run/schedule.h"
#include "bind/run/trace.h"
#include "engine/machine/ranks.h"
#include "engine/run/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct question {
    bind_control *c;
    bind_asked asked;
    bool placed; /* its error says where it came */
    uint64_t t;
    size_t replicate;
    const double *x, *v;
    double *out;
    const ensemble *e;
    bool yes;
} question;

/* Raises for the value at index. */
static _Noreturn void wrong(lua_State *L, int index, question *q, const char *option,
                            const char *expected)
{
    const char *got = bind_describe(L, index);
    const char *at = "";
    q->placed = q->t > 0;
    if (q->t && q->asked.replicate)
        at = lua_pushfstring(L, " at step %I of replicate %I", (LUAI_UACINT)q->t,
                             (LUAI_UACINT)q->asked.replicate);
    else if (q->t)
        at = lua_pushfstring(L, " at step %I", (LUAI_UACINT)q->t);
    bind_fail(L, q->c->function, "option '%s': expected %s%s, got %s", option, expected, at, got);
    __builtin_unreachable();
}

/* The value at index is of no use for step q->t: keeps a sentence that says so, which ends the run
 * there. Raises at the first step, where there is no result to be lost. */
static void refuse(lua_State *L, int index, question *q, const char *option, const char *expected)
{
    if (q->t == 1)
        wrong(L, index, q, option, expected);
    lua_pushfstring(L, BIND_REFUSED, option, expected, (LUAI_UACINT)q->t, bind_describe(L, index));
    lua_rawseti(L, 1, CALL_REFUSED);
    q->c->refused = q->t;
}

static void call_with_t(lua_State *L, int field, uint64_t t)
{
    lua_rawgeti(L, 1, field);
    lua_pushinteger(L, (lua_Integer)t);
    lua_call(L, 1, 1);
}

static void ask_step(lua_State *L, void *job)
{
    question *q = job;
    bind_control *c = q->c;
    call_with_t(L, CALL_STEP, q->t);
    if (!bind_test_number(L, -1, &c->step) || !isfinite(c->step) || c->step < 0)
        refuse(L, -1, q, "step", "a number >= 0");
    c->step_of = q->t;
}

/* The value on the top as an inner batch. */
static void read_batch(lua_State *L, question *q)
{
    double m;
    if (!bind_test_number(L, -1, &m) || m != floor(m) || m < 1 || m > 1e9)
        refuse(L, -1, q, "m", "a whole number from 1 to 1000000000");
    else
        q->c->m = (size_t)m;
    q->c->m_of = q->t;
}

static void ask_batch(lua_State *L, void *job)
{
    question *q = job;
    call_with_t(L, CALL_M, q->t);
    read_batch(L, q);
}

/* update(x, v, t, s) -> the new point */
static void ask_update(lua_State *L, void *job)
{
    question *q = job;
    const problem *p = q->c->problem;
    lua_rawgeti(L, 1, CALL_UPDATE);
    bind_push_row(L, p, q->x);
    bind_push_row(L, p, q->v);
    lua_pushinteger(L, (lua_Integer)q->t);
    lua_rawgeti(L, 1, CALL_TABLES);
    lua_rawgeti(L, -1, (lua_Integer)q->replicate + 1);
    lua_remove(L, -2);
    lua_call(L, 4, 1);
    int value = lua_gettop(L);
    const bind_vec *x = bind_to_vec(L, value);
    if (!x || x->n != p->d)
        wrong(L, value, q, "update", lua_pushfstring(L, "a vec of length %I", (LUAI_UACINT)p->d));
    memcpy(q->out, x->data, p->d * sizeof *q->out);
}

static void ask_metrics(lua_State *L, void *job)
{
    question *q = job;
    lua_rawgeti(L, 1, CALL_METRICS);
    for (lua_Integer i = 1; lua_rawgeti(L, 2, i) != LUA_TNIL; i++) {
        q->asked.metric = q->c->metric_names[i - 1];
        bind_push_row(L, q->c->problem, q->x);
        lua_call(L, 1, 1);
        if (!bind_test_number(L, -1, &q->out[i - 1]))
            wrong(L, 3, q, lua_pushfstring(L, "metrics.%s", q->c->metric_names[i - 1]), "a number");
        lua_settop(L, 2);
    }
}

/* on_record(row) -> true to stop */
static void ask_record(lua_State *L, void *job)
{
    question *q = job;
    lua_rawgeti(L, 1, CALL_RECORD);
    bind_push_row_of_means(L, &q->e->trace, q->replicate);
    lua_call(L, 1, 1);
    if (!lua_isnil(L, -1) && !lua_isboolean(L, -1))
        wrong(L, -1, q, "on_record", "true to stop or nothing");
    q->yes = lua_toboolean(L, -1);
}

static void ask_save(lua_State *L, void *job)
{
    const question *q = job;
    lua_rawgeti(L, 1, CALL_SAVE);
    q->c->push_result(L, q->e, 1);
    lua_call(L, 1, 1);
}

/* Pushes "option 'update' at step 4 of replicate 2". */
static void push_place(lua_State *L, const bind_asked *asked)
{
    int top = lua_gettop(L);
    if (asked->metric)
        lua_pushfstring(L, "option 'metrics.%s'", asked->metric);
    else
        lua_pushfstring(L, "option '%s'", asked->option);
    lua_pushfstring(L, " at step %I", (LUAI_UACINT)asked->step);
    if (asked->replicate)
        lua_pushfstring(L, " of replicate %I", (LUAI_UACINT)asked->replicate);
    lua_concat(L, lua_gettop(L) - top);
}

/* Adds its place to an error that all ranks are to have. */
static void place_here(lua_State *L, const bind_asked *asked, bool placed)
{
    if (asked->option && asked->step && !placed) {
        push_place(L, asked);
        bind_place_error(L);
    }
    ranks_place_failure();
}

static status ask(bind_control *c, void (*body)(lua_State *, void *), question *q)
{
    q->c = c;
    status s = bind_protect(c->L, c->calls, body, q);
    if (s < 0 && ranks_are_joined())
        place_here(c->L, &q->asked, q->placed);
    else if (s < 0 && !q->placed)
        c->failed = q->asked;
    return s;
}

/* How a question about step t went. */
static status answered(const bind_control *c, status s, uint64_t t)
{
    return s == STATUS_OK && c->refused == t ? STATUS_SCHEDULE : s;
}

/* One answer serves all groups. */
static status step(void *context, uint64_t t, double *size)
{
    bind_control *c = context;
    question q = {.t = t, .asked = {.option = "step", .step = t}};
    status s = t == c->step_of ? STATUS_OK : ask(c, ask_step, &q);
    *size = c->step;
    return answered(c, s, t);
}

static status batch(void *context, uint64_t t, size_t *m)
{
    bind_control *c = context;
    question q = {.t = t, .asked = {.option = "m", .step = t}};
    status s = t == c->m_of ? STATUS_OK : ask(c, ask_batch, &q);
    *m = c->m;
    return answered(c, s, t);
}

static status update(void *context, size_t replicate, uint64_t t, const double *x, const double *v,
                     double *out)
{
    question q = {.t = t, .replicate = replicate, .x = x, .v = v, .out = out};
    q.asked = (bind_asked){.option = "update", .step = t, .replicate = replicate + 1};
    return ask(context, ask_update, &q);
}

static status metrics(void *context, size_t replicate, uint64_t t, const double *x, double *value)
{
    question q = {.x = x, .out = value};
    q.asked = (bind_asked){.option = "metrics", .step = t, .replicate = replicate + 1};
    return ask(context, ask_metrics, &q);
}

static status record(void *context, const ensemble *e, size_t k)
{
    double step = e->trace.column[TRACE_STEP][k * e->trace.replicates];
    question q = {.e = e, .replicate = k, .asked = {.option = "on_record", .step = (uint64_t)step}};
    status s = ask(context, ask_record, &q);
    return s == STATUS_OK && q.yes ? STATUS_ON_RECORD : s;
}

static status save(void *context, const ensemble *e)
{
    return ask(context, ask_save, &(question){.e = e});
}

void bind_place_failure(lua_State *L, const bind_control *c, const ensemble *e)
{
    uint64_t steps = ensemble_steps(e);
    bool by_problem = ranks_are_joined() ? !ranks_failure_is_placed()
                                         : !c->failed.option && problem_failure(c->problem) < 0;
    if (c->failed.option && c->failed.step)
        push_place(L, &c->failed);
    else if (by_problem && steps)
        lua_pushfstring(L, "after step %I", (LUAI_UACINT)steps);
    else
        return;
    bind_place_error(L);
}

/* Replaces the options at 1 by a copy without metatable. */
static void copy_options(lua_State *L)
{
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, 1);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, -4);
    }
    lua_replace(L, 1);
}

void bind_start_control(lua_State *L, const char *function, bind_control *c)
{
    question q = {.c = c, .t = 1};
    *c = (bind_control){.L = L, .function = function};
    lua_newtable(L);
    c->calls = lua_gettop(L);
    if (lua_getfield(L, 1, "m") == LUA_TFUNCTION) {
        lua_pushvalue(L, -1);
        lua_rawseti(L, c->calls, CALL_M);
        lua_pushinteger(L, 1);
        lua_call(L, 1, 1);
        read_batch(L, &q);
        copy_options(L);
        lua_setfield(L, 1, "m");
    }
    lua_settop(L, c->calls);
}

/* Stores the option update, where it is no rule's name; whether it is. */
static bool take_update(lua_State *L, const bind_control *c)
{
    int top = lua_gettop(L);
    bool own = lua_getfield(L, 1, "update") != LUA_TNIL && lua_type(L, -1) != LUA_TSTRING;
    if (own && lua_getfield(L, 1, "prox") != LUA_TNIL)
        bind_fail(L, c->function, "prox does not go with a function as update");
    lua_settop(L, own ? top + 1 : top);
    if (own)
        lua_rawseti(L, c->calls, CALL_UPDATE);
    return own;
}

/* Stores the option `name` among the calls, when it is given; whether it is. */
static bool take(lua_State *L, const bind_control *c, const char *name, int field)
{
    bool given = lua_getfield(L, 1, name) != LUA_TNIL;
    lua_rawseti(L, c->calls, field);
    return given;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Reads the names of the metrics, the table on the top, in order. */
static size_t read_names(lua_State *L, bind_control *c)
{
    const problem_type *type = c->problem->type;
    size_t n = 0, most = TRACE_EXTRA - type->nmeasures;
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
        if (!*name)
            bind_fail(L, c->function, "option 'metrics': expected names, got %s as one",
                      bind_describe(L, -2));
        if (run_has_column(name, type))
            bind_fail(L, c->function, "option 'metrics': '%s' is a column already", name);
        if (!bind_callable(L, -1))
            bind_fail(L, c->function, "option 'metrics.%s': expected a function, got %s", name,
                      bind_describe(L, -1));
        if (n == most)
            bind_fail(L, c->function, "option 'metrics': expected at most %d", (int)most);
        c->metric_names[n++] = name; /* the option table keeps it alive */
    }
    qsort(c->metric_names, n, sizeof *c->metric_names, by_name);
    return n;
}

static size_t read_metrics(lua_State *L, bind_control *c)
{
    if (lua_getfield(L, 1, "metrics") == LUA_TNIL) {
        lua_pop(L, 1);
        return 0;
    }
    size_t n = read_names(L, c);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_getfield(L, -2, c->metric_names[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_rawseti(L, c->calls, CALL_METRICS);
    lua_pop(L, 1);
    return n;
}

/* The step size: a number, a schedule or a function. */
static void read_step(lua_State *L, bind_control *c, run_config *config)
{
    bool given = lua_getfield(L, 1, "step") != LUA_TNIL, own = config->hooks.update;
    if (given == own)
        bind_fail(L, c->function,
                  own ? "step does not go with a function as update, which makes the step itself"
                      : "option 'step' must be given: step size");
    if (own || bind_test_schedule(L, -1, &config->step))
        ;
    else if (bind_callable(L, -1))
        config->hooks.step = step;
    else
        bind_fail(L, c->function,
                  "option 'step': expected a number > 0, a schedule or a function, got %s",
                  bind_describe(L, -1));
    lua_rawseti(L, c->calls, CALL_STEP);
}

/* A table for each replicate, unless a saved run's are there. */
static void make_tables(lua_State *L, const bind_control *c, size_t replicates)
{
    if (lua_rawgeti(L, c->calls, CALL_TABLES) == LUA_TNIL) {
        lua_createtable(L, (int)replicates, 0);
        for (size_t r = 1; r <= replicates; r++) {
            lua_newtable(L);
            lua_rawseti(L, -2, (lua_Integer)r);
        }
        lua_rawseti(L, c->calls, CALL_TABLES);
    }
    lua_pop(L, 1);
}

void bind_read_control(lua_State *L, bind_control *c, run_config *config)
{
    run_hooks *hooks = &config->hooks;
    int top = lua_gettop(L);
    hooks->context = c;
    hooks->update = take_update(L, c) ? update : NULL;
    hooks->record = take(L, c, "on_record", CALL_RECORD) ? record : NULL;
    hooks->m = lua_rawgeti(L, c->calls, CALL_M) != LUA_TNIL ? batch : NULL;
    hooks->checkpoint = lua_rawgeti(L, c->calls, CALL_SAVE) != LUA_TNIL ? save : NULL;
    read_step(L, c, config);
    config->metrics = read_metrics(L, c);
    config->metric_names = c->metric_names;
    hooks->metrics = config->metrics ? metrics : NULL;
    config->m_jacobian_follows = lua_getfield(L, 1, "m_jac") == LUA_TNIL;
    if (hooks->update)
        make_tables(L, c, config->replicates);
    if (hooks->step || hooks->m || hooks->update || hooks->metrics)
        config->threads = 1;
    lua_settop(L, top);
}
