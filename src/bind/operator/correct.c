/* core.correct: the correction of q of a fixed sample's mean. */
#include "bind/operator/correct.h"

#include "bind/bind.h"
#include "bind/callback.h"
#include "bind/estimates.h"
#include "bind/modules.h"
#include "bind/operator/func.h"
#include "bind/progress.h"
#include "engine/grouped/correct_by.h"

#include <math.h>

/* A sample: n rows of p numbers. */
typedef struct sample {
    const double *data;
    size_t n, p;
} sample;

/* Whether the value at index is a table {a = .., b = ..}: columns, say. */
static bool has_keys_alone(lua_State *L, int index)
{
    if (!lua_istable(L, index) || lua_rawlen(L, index) > 0)
        return false;
    lua_pushnil(L);
    bool found = lua_next(L, index);
    lua_pop(L, found ? 2 : 0);
    return found;
}

/* Reads the sample at index: a mat of rows, or a vec or list of numbers (which pushes a vec). */
static sample read_sample(lua_State *L, int index, const char *function)
{
    const bind_mat *rows = bind_test_mat(L, index);
    const bind_vec *numbers = rows ? NULL : bind_to_vec(L, index);
    if ((!rows && !numbers) || has_keys_alone(L, index))
        bind_fail(L, function, "expected a vec or a mat of rows as data, got %s%s",
                  bind_describe(L, index),
                  lua_istable(L, index) ? " (mat.columns{..} makes rows of columns)" : "");
    sample s = rows ? (sample){rows->data, rows->rows, rows->cols}
                    : (sample){numbers->data, numbers->n, 1};
    if (s.n == 0 || s.p == 0)
        bind_expected(L, function, "at least one row of data", index);
    if (s.n > UINT32_MAX)
        bind_fail(L, function, "expected at most 4294967295 rows of data");
    return s;
}

/* Log weights may be -inf: a weight of zero. */
static void check_numbers(lua_State *L, const sample *s, bool log, const char *function)
{
    for (size_t i = 0; i < s->n * s->p; i++) {
        bind_look_at(L, i, function);
        if (isfinite(s->data[i]) || (log && s->data[i] == -INFINITY))
            continue;
        lua_pushnumber(L, isnan(s->data[i]) ? NAN : s->data[i]); /* without its sign */
        bind_fail(L, function, "expected finite numbers as data, got %s in row %I",
                  luaL_tolstring(L, -1, NULL), (LUAI_UACINT)(i / s->p + 1));
    }
}

static void push_row(lua_State *L, const correct_row *r, const correct_config *c)
{
    lua_createtable(L, 0, 10);
    bind_set_output(L, "value", r->value, c->q->out);
    bind_set_output(L, "removed", r->removed, c->q->out);
    bind_set_output(L, "se", r->se, c->q->out);
    bind_set_output(L, "split_se", r->split_se, c->q->out);
    bind_set_number(L, "all_se", r->all_se);
    bind_set_number(L, "saved", r->saved);
    bind_set_number(L, "added", r->added);
    bind_set_number(L, "uncertainty", r->uncertainty);
    bind_set_verdict(L, "verdict", r->verdict);
    bind_set_reason(L, "why", r->why);
    bind_set_reason(L, "why_se", r->why_se);
}

static void push_result(lua_State *L, const correct_config *c, const correct_result *r)
{
    lua_createtable(L, 0, 10);
    bind_set_output(L, "plugin", r->plugin, c->q->out);
    bind_set_output(L, "jackknife", r->jackknife, c->q->out);
    bind_set_number(L, "plugin_var", r->plugin_var);
    bind_set_number(L, "tail", r->tail_k);
    bind_set_integer(L, "splits", (lua_Integer)r->splits);
    bind_set_flag(L, "all", r->all);
    bind_set_number(L, "seen", r->seen);
    bind_set_number(L, "not_finite", r->not_finite);
    bind_set_number(L, "first_value", r->first_value);
    bind_set_number(L, "first_point", r->first_point);
    lua_newtable(L);
    for (size_t i = 0; i < c->ops; i++) {
        push_row(L, &r->row[i], c);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "rows");
}

/* run(q, data, operators, splits, log, seed, function) -> {plugin =, jackknife =, .., rows = {..}},
 * with failure = {error} where q failed once these were there; errors are in the name of that
 * function. */
static int run(lua_State *L)
{
    const extrap *ops[CORRECT_OPERATORS];
    bind_func q;
    correct_result result;
    lua_settop(L, 7);
    const char *function = luaL_checkstring(L, 7);
    sample s = read_sample(L, 2, function);
    bool log = lua_toboolean(L, 5);
    check_numbers(L, &s, log, function);
    double *mean = bind_push_vec(L, s.p)->data;
    correct_mean(s.data, s.n, s.p, log, mean, bind_interrupt_of(L, (double)s.n));
    bind_look_after(L, (double)s.n, function);
    bind_where where = {.at = mean, .rows = log ? NULL : s.data, .n = s.n};
    bind_func_read(L, 1, function, s.p, &where, &q);
    correct_config c = {.data = s.data,
                        .n = s.n,
                        .q = &q.q,
                        .op = ops,
                        .ops = bind_read_operators(L, 3, ops),
                        .splits = (size_t)lua_tonumber(L, 4),
                        .log = log,
                        .seed = (uint64_t)lua_tonumber(L, 6),
                        .interrupt = bind_interrupt(L)};
    void *work = bind_push_block(L, correct_work(&c));
    bind_progress shown = {.unit = "splits", .units = (double)c.splits};
    c.progress = bind_progress_begin(L, &shown, function);
    status stop = correct_run(&c, work, &result);
    bool failed = bind_progress_keep(L, &shown, stop, result.known);
    if (!result.known)
        bind_look(L, function);
    push_result(L, &c, &result);
    bind_set_stop(L, stop);
    if (failed)
        bind_keep_error(L);
    return 1;
}

/* count(data, function) -> rows */
static int count(lua_State *L)
{
    lua_settop(L, 2);
    lua_pushinteger(L, (lua_Integer)read_sample(L, 1, luaL_checkstring(L, 2)).n);
    return 1;
}

/* splits(groups) -> the random ones of each, where their number is not asked for */
static int splits(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)correct_by_splits((size_t)luaL_checkinteger(L, 1)));
    return 1;
}

static const luaL_Reg functions[] = {
    {"run", run}, {"run_by", bind_correct_by}, {"count", count}, {"splits", splits}, {NULL, NULL}};

int bind_open_correct(lua_State *L)
{
    luaL_newlib(L, functions);
    bind_set_integer(L, "most", CORRECT_OPERATORS);
    return 1;
}
