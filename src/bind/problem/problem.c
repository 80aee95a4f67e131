/* core.problem: problems made from their types, and what they know exactly. */
#include "bind/problem/problem.h"

#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/problem/own.h"
#include "bind/progress.h"
#include "bind/size.h"
#include "bind/type.h"
#include "engine/cso/check.h"
#include "engine/cso/instance.h"
#include "engine/cso/nested.h"
#include "engine/number/array.h"
#include "engine/text/number.h"

#include <assert.h>
#include <math.h>
#include <string.h>

problem *bind_problem(lua_State *L, int index, const char *function)
{
    problem *p = arena_align(bind_object(L, index, "problem", function));
    lua_problem_enter(L, p);
    return p;
}

static problem *self(lua_State *L, const char *method)
{
    problem *p = arena_align(bind_self(L, "problem", method));
    lua_problem_enter(L, p);
    return p;
}

void bind_check_point(lua_State *L, const char *function, const char *what, const bind_vec *v,
                      const problem *p)
{
    if (v->n != p->d)
        bind_fail(L, function, "%s of length %I, got length %I", what, (LUAI_UACINT)p->d,
                  (LUAI_UACINT)v->n);
    for (size_t j = 0; j < v->n; j++)
        if (!isfinite(v->data[j]))
            bind_fail(L, function, "%s of finite numbers, got %s at element %I", what,
                      bind_number_text(L, v->data[j]), (LUAI_UACINT)(j + 1));
}

/* Options in the place of the point, {name=..}, would be taken for a point without numbers. */
static void check_options(lua_State *L, int index, const char *function, const char *what,
                          const problem *p)
{
    if (!lua_istable(L, index) || lua_rawlen(L, index) > 0 || (lua_pushnil(L), !lua_next(L, index)))
        return;
    if (lua_type(L, -2) == LUA_TSTRING)
        bind_fail(L, function, "%s of length %I, got options, {%s=..}", what, (LUAI_UACINT)p->d,
                  lua_tostring(L, -2));
    lua_pop(L, 2);
}

double *bind_push_point(lua_State *L, int index, const char *function, const char *what,
                        const problem *p)
{
    index = lua_absindex(L, index);
    const double *from = p->start;
    if (!lua_isnoneornil(L, index)) {
        check_options(L, index, function, what, p);
        const bind_vec *v = bind_to_vec(L, index);
        if (!v)
            bind_fail(L, function, "%s of length %I, got %s", what, (LUAI_UACINT)p->d,
                      bind_describe(L, index));
        bind_check_point(L, function, what, v, p);
        from = v->data;
    }
    double *row = bind_push_block(L, p->ld * sizeof *row);
    memcpy(row, from, p->d * sizeof *row);
    return row;
}

void bind_push_row(lua_State *L, const problem *p, const double *row)
{
    bind_push_numbers(L, p->d, row);
}

enum { MOST_PARAMS = 32 };

/* make(name, options): the problem of that type; its options are kept as its user value. */
static int make(lua_State *L)
{
    const problem_type *type = problem_find(luaL_checkstring(L, 1));
    assert(type && type->nparams <= MOST_PARAMS);
    const char *function = lua_pushfstring(L, "problem.%s", type->name);
    arg a[MOST_PARAMS];
    bind_options(L, 2, function, type->params, type->nparams, a);
    const char *wrong = type->check ? type->check(a) : NULL;
    if (wrong)
        bind_fail(L, function, "%s", wrong);
    bind_check_size(L, function, (double)problem_size(type, a), 2);
    problem *p = bind_push_block(L, problem_size(type, a));
    luaL_setmetatable(L, "debias.problem");
    bind_progress shown = {.units = NAN};
    problem_making how = {bind_interrupt(L), bind_progress_begin(L, &shown, function),
                          bind_threads(NULL)};
    status s = problem_init(p, type, a, &how);
    bind_progress_end(L, &shown, s);
    if (s == STATUS_INTERRUPTED)
        bind_fail(L, function, "%s", status_text(s));
    bind_push_spec(L, type->params, type->nparams, a);
    bind_set_text(L, "name", type->name);
    lua_setiuservalue(L, -2, 1);
    return 1;
}

static int objective(lua_State *L)
{
    const problem *p = self(L, "objective");
    const double *x = bind_push_point(L, 2, "problem:objective", "expected x", p);
    double se = 0;
    if (!p->type->objective && p->consumed)
        return bind_unknown(
            L, "the sampler of outer samples runs as plain Lua, and may come to an end");
    problem_begin(p);
    double value = p->type->objective
                       ? p->type->objective(p, x, NULL)
                       : nested_objective(p, x, bind_push_block(L, nested_work(p)), &se);
    bind_check(L, "problem:objective", problem_failure(p));
    lua_pushnumber(L, value);
    lua_pushnumber(L, se);
    return 2;
}

static int gradient(lua_State *L)
{
    const problem *p = self(L, "gradient");
    const double *x = bind_push_point(L, 2, "problem:gradient", "expected x", p);
    if (!problem_has_gradient(p))
        return bind_unknown(L, p->type->no_gradient ? p->type->no_gradient
                                                    : "no exact gradient is known");
    double *row = bind_push_block(L, p->ld * sizeof *row);
    problem_begin(p);
    p->type->objective(p, x, row);
    bind_check(L, "problem:gradient", problem_failure(p));
    bind_push_row(L, p, row);
    return 1;
}

static int minimizer(lua_State *L)
{
    const problem *p = self(L, "minimizer");
    if (problem_no_least(p))
        return bind_unknown(L, problem_no_least(p));
    bind_push_row(L, p, p->optimum);
    lua_pushnumber(L, p->least);
    if (p->proved)
        return 2;
    lua_pushstring(L, p->not_convex ? "F is not convex: this is the least F that was found"
                                    : "this is the least F that was found: a lower one may exist");
    return 3;
}

static int start(lua_State *L)
{
    const problem *p = self(L, "start");
    bind_push_row(L, p, p->start);
    return 1;
}

/* The data as the option `data` takes them. */
static int data(lua_State *L)
{
    const problem *p = self(L, "data");
    problem_column columns[PROBLEM_COLUMNS];
    size_t n = p->type->data ? p->type->data(p, columns) : 0;
    if (n == 0)
        return bind_unknown(L, "this problem has no data");
    assert(n <= PROBLEM_COLUMNS);
    lua_newtable(L);
    for (size_t k = 0; k < n; k++) {
        const problem_column *c = &columns[k];
        double *out =
            c->cols ? bind_push_mat(L, c->rows, c->cols)->data : bind_push_vec(L, c->rows)->data;
        size_t cols = c->cols ? c->cols : 1;
        for (size_t i = 0; i < c->rows; i++)
            memcpy(out + i * cols, c->data + i * c->stride, cols * sizeof *out);
        lua_setfield(L, -2, c->name);
    }
    return 1;
}

/* p:measure([x]) -> {name = value} of the problem's own measures. */
static int measure(lua_State *L)
{
    const problem *p = self(L, "measure");
    const problem_type *type = p->type;
    const double *x = bind_push_point(L, 2, "problem:measure", "expected x", p);
    double value[PROBLEM_MEASURES];
    if (!type->measure)
        return bind_unknown(L, "this problem defines no measures");
    assert(type->nmeasures <= PROBLEM_MEASURES);
    type->measure(p, x, value);
    lua_createtable(L, 0, (int)type->nmeasures);
    for (size_t i = 0; i < type->nmeasures; i++)
        bind_set_number(L, type->measures[i].name, value[i]);
    return 1;
}

/* How many derivatives a problem has: of f, g and F. */
static size_t derivatives(const problem *p)
{
    if (p->d == 0)
        return CHECK_G;
    return problem_has_gradient(p) ? CHECK_PARTS : CHECK_OBJECTIVE;
}

/* {error =, unsure =, ok = word} */
static void push_check(lua_State *L, check_result r)
{
    static const char *const words[] = {"yes", "no", "cannot be checked"};
    lua_createtable(L, 0, 3);
    bind_set_number(L, "error", r.error);
    bind_set_number(L, "unsure", r.unsure);
    bind_set_text(L, "ok", words[check_judge(r)]);
}

/* check(p, x) -> p, x, the errors of its derivatives, whether its Jacobian is taken for the
 * identity: the library makes a result of them. */
static int check(lua_State *L)
{
    const problem *p = self(L, "check");
    lua_settop(L, 2);
    const double *x = bind_push_point(L, 2, "problem:check", "expected x", p);
    check_result result[CHECK_PARTS];
    problem_begin(p);
    check_run(p, x, (uint64_t)bind_settings.seed, bind_push_block(L, check_work(p)), result);
    bind_check(L, "problem:check", problem_failure(p));
    if (problem_failure(p) == STATUS_STREAM_ENDED)
        bind_fail(L, "problem:check", "the stream of outer samples has ended");
    lua_pushvalue(L, 1);
    bind_push_row(L, p, x);
    lua_createtable(L, CHECK_PARTS, 0);
    for (size_t i = 0; i < derivatives(p); i++) {
        push_check(L, result[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_pushboolean(L, p->identity_jacobian);
    return 4;
}

/* explain(p) -> p, checked. */
static int explain(lua_State *L)
{
    self(L, "explain");
    lua_settop(L, 1);
    return 1;
}

static int text(lua_State *L)
{
    const problem *p = self(L, "tostring");
    char l2[NUMBER_TEXT], least[NUMBER_TEXT];
    number_text(l2, p->l2, 6);
    number_text(least, p->least, 6);
    lua_pushfstring(L, "problem.%s: dim %I, ", p->type->name, (LUAI_UACINT)p->d);
    if (p->n)
        lua_pushfstring(L, "n %I, ", (LUAI_UACINT)p->n);
    else
        lua_pushliteral(L, "endless outer samples, ");
    lua_pushfstring(L, "l2 %s", l2);
    if (!isnan(p->least))
        lua_pushfstring(L, p->proved ? ", least F %s" : ", least F found %s", least);
    lua_concat(L, isnan(p->least) ? 3 : 4);
    return 1;
}

/* check_x(p, x, function): raises unless x is a point. */
static int check_x(lua_State *L)
{
    bind_push_point(L, 2, luaL_checkstring(L, 3), "option 'x': expected a vec",
                    bind_problem(L, 1, "problem"));
    return 0;
}

/* spec(p): the options it was made with. */
static int spec(lua_State *L)
{
    bind_problem(L, 1, "problem");
    lua_getiuservalue(L, 1, 1);
    return 1;
}

static int field(lua_State *L, void *self, const char *name)
{
    const problem *p = arena_align(self);
    if (name && strcmp(name, "dim") == 0)
        return lua_pushinteger(L, (lua_Integer)p->d), 1;
    if (name && strcmp(name, "inner_dim") == 0)
        return lua_pushinteger(L, (lua_Integer)p->p), 1;
    if (name && strcmp(name, "name") == 0)
        return lua_pushstring(L, p->type->name), 1;
    if (!name || strcmp(name, "n") != 0)
        return 0;
    if (p->n)
        lua_pushinteger(L, (lua_Integer)p->n);
    else
        lua_pushnumber(L, INFINITY);
    return 1;
}

static const luaL_Reg meta[] = {{"__tostring", text}, {NULL, NULL}};

static const luaL_Reg methods[] = {
    {"objective", objective}, {"gradient", gradient}, {"minimizer", minimizer},
    {"start", start},         {"data", data},         {"measure", measure},
    {"check", check},         {"explain", explain},   {NULL, NULL},
};

/* is_exact(p): whether F is computed exactly, not estimated. */
static int is_exact(lua_State *L)
{
    const problem *p = bind_problem(L, 1, "problem");
    lua_pushboolean(L, p->type->objective != NULL);
    return 1;
}

/* penalty(p, x): l2 |x|^2 / 2, which F and every estimate of it have. */
static int penalty(lua_State *L)
{
    const problem *p = bind_problem(L, 1, "problem");
    const double *x = bind_push_point(L, 2, "problem", "expected x", p);
    lua_pushnumber(L, 0.5 * p->l2 * array_dot(p->d, x, x));
    return 1;
}

static const luaL_Reg functions[] = {{"make", make},       {"spec", spec},
                                     {"check_x", check_x}, {"is_exact", is_exact},
                                     {"penalty", penalty}, {NULL, NULL}};

/* Pushes {summary=, source=, measures={name = meaning}}. */
static void push_entry(lua_State *L, const problem_type *t)
{
    lua_createtable(L, 0, 3);
    bind_set_text(L, "summary", t->summary);
    bind_set_text(L, "source", t->source);
    lua_newtable(L);
    for (size_t i = 0; i < t->nmeasures; i++)
        bind_set_text(L, t->measures[i].name, t->measures[i].meaning);
    lua_setfield(L, -2, "measures");
}

int bind_open_problem(lua_State *L)
{
    static const char *const fields[] = {"dim", "inner_dim", "n", "name"};
    bind_new_type(L, "problem", meta, methods, field);
    bind_set_fields(L, "problem", fields, sizeof fields / sizeof *fields);
    luaL_newlib(L, functions);
    lua_newtable(L);
    lua_newtable(L);
    for (size_t i = 0; i < problem_count(); i++) {
        const problem_type *t = problem_type_at(i);
        bind_push_params(L, t->params, t->nparams);
        lua_setfield(L, -3, t->name);
        push_entry(L, t);
        lua_setfield(L, -2, t->name);
    }
    lua_setfield(L, -3, "registry");
    lua_setfield(L, -2, "params");
    return 1;
}
