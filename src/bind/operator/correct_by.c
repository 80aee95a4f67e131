/* core.correct.run_by: the correction of groups of rows. */
#include "engine/grouped/correct_by.h"

#include "bind/bind.h"
#include "bind/callback.h"
#include "bind/estimates.h"
#include "bind/operator/correct.h"
#include "bind/operator/func.h"
#include "bind/progress.h"
#include "bind/value/groups.h"

static void push_row(lua_State *L, const correct_by_row *r, size_t out)
{
    lua_createtable(L, 0, 10);
    bind_set_output(L, "value", r->value, out);
    bind_set_output(L, "removed", r->removed, out);
    bind_set_output(L, "se", r->se, out);
    bind_set_number(L, "all_se", r->all_se);
    bind_set_number(L, "saved", r->saved);
    bind_set_number(L, "added", r->added);
    bind_set_number(L, "uncertainty", r->uncertainty);
    bind_set_integer(L, "kept", (lua_Integer)r->kept);
    bind_set_verdict(L, "verdict", r->verdict);
    bind_set_reason(L, "why", r->why);
}

/* Sets field `name` to a list of vecs: of every output, a number for each group. */
static void set_columns(lua_State *L, const char *name, const double *x, size_t n, size_t out,
                        size_t gap)
{
    lua_createtable(L, (int)out, 0);
    for (size_t l = 0; l < out; l++) {
        bind_push_numbers(L, n, x + l * gap);
        lua_rawseti(L, -2, (lua_Integer)l + 1);
    }
    lua_setfield(L, -2, name);
}

static void push_groups(lua_State *L, const correct_by_config *c, const correct_by_result *r)
{
    size_t out = c->q->out;
    lua_createtable(L, 0, 2);
    set_columns(L, "plugin", r->plugin_of, r->groups, out, c->groups);
    lua_createtable(L, (int)c->ops, 0);
    for (size_t i = 0; i < c->ops; i++) {
        lua_createtable(L, 0, 1);
        set_columns(L, "removed", r->removed_of + i * out * c->groups, r->groups, out, c->groups);
        lua_getfield(L, -1, "removed");
        lua_replace(L, -2);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "removed");
}

static void push_result(lua_State *L, const correct_by_config *c, const correct_by_result *r)
{
    lua_createtable(L, 0, 10);
    bind_set_output(L, "plugin", r->plugin, c->q->out);
    bind_set_number(L, "plugin_var", r->plugin_var);
    bind_set_number(L, "tail", r->tail_k);
    bind_set_integer(L, "groups", (lua_Integer)r->groups);
    bind_set_integer(L, "random", (lua_Integer)r->random);
    lua_createtable(L, (int)c->ops, 0);
    for (size_t i = 0; i < c->ops; i++) {
        push_row(L, &r->row[i], c->q->out);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "rows");
    push_groups(L, c, r);
    lua_setfield(L, -2, "of");
}

int bind_correct_by(lua_State *L)
{
    const extrap *ops[CORRECT_OPERATORS];
    bind_func q;
    correct_by_result result;
    lua_settop(L, 6);
    const bind_groups *g = bind_object(L, 2, "groups", "correct");
    bool log = lua_toboolean(L, 5);
    bind_groups_check(L, 2, "correct", true, log);
    double *mean = bind_push_vec(L, g->cols)->data;
    correct_mean(g->data, g->start[1], g->cols, log, mean, NULL);
    bind_where where = {.at = mean, .rows = log ? NULL : g->data, .n = g->n};
    bind_func_read(L, 1, "correct", g->cols, &where, &q);
    correct_by_config c = {.data = g->data,
                           .start = g->start,
                           .groups = g->groups,
                           .q = &q.q,
                           .op = ops,
                           .ops = bind_read_operators(L, 3, ops),
                           .splits = (size_t)lua_tonumber(L, 4),
                           .log = log,
                           .seed = (uint64_t)lua_tonumber(L, 6),
                           .threads = bind_threads(NULL),
                           .interrupt = bind_interrupt(L)};
    void *work = bind_push_block(L, correct_by_work(&c));
    bind_progress shown = {.unit = "groups", .units = (double)c.groups};
    c.progress = bind_progress_begin(L, &shown, "correct");
    status stop = correct_by_run(&c, work, &result);
    bool failed = bind_progress_keep(L, &shown, stop, result.groups > 0);
    push_result(L, &c, &result);
    bind_set_stop(L, stop);
    if (failed)
        bind_keep_error(L);
    return 1;
}
