#include "bind/recipe.h"

#include "bind/bind.h"
#include "bind/extrap.h"
#include "bind/modules.h"

#include <math.h>
#include <string.h>

enum { MOST = 96 };

static const param common[] = {
    {"method", PARAM_STRING, PARAM_OPTIONAL, 0, 0, 0, "method", NULL, "the method's name"},
};
static const param extrapolating[] = {
    {"order", PARAM_INTEGER, PARAM_OPTIONAL, 0, 1, BIND_MOST_ORDER, NULL, NULL,
     "order of extrapolation, as extrap.order; default 1, e- methods 2"},
    {"operator", PARAM_OBJECT, PARAM_OPTIONAL, 0, 0, 0, "extrap", NULL,
     "an extrapolation operator instead of order"},
};

/* The parameter tables that apply to one call, one behind the other. */
typedef struct merged {
    param table[MOST];
    size_t n;
} merged;

static size_t append(merged *m, const param *table, size_t n)
{
    memcpy(m->table + m->n, table, n * sizeof *table);
    m->n += n;
    return m->n - n;
}

/* Where the options of a method's name begin in a merged table. */
typedef struct places {
    size_t method, estimator, order;
} places;

static bool takes_order(const method_name *name)
{
    return estimator_find(name->estimator)->extrapolates && name->order > 0;
}

static places append_options(merged *m, const method_name *name, const method_type *method)
{
    const estimator_type *type = estimator_find(name->estimator);
    places at = {.method = append(m, method->params, method->nparams)};
    at.estimator = append(m, type->params, method->own_draws ? 0 : type->nparams);
    at.order = append(m, extrapolating, takes_order(name) ? 2 : 0);
    return at;
}

/* The name in the option table's field `method`. */
static const char *method_field(lua_State *L, int index, const char *function, const char *fallback)
{
    const char *name = fallback;
    if (lua_istable(L, index)) {
        lua_getfield(L, index, "method");
        if (lua_type(L, -1) == LUA_TSTRING)
            name = lua_tostring(L, -1); /* the option table keeps it alive */
        else if (!lua_isnil(L, -1))
            bind_fail(L, function, "option 'method': expected a method's name, got %s",
                      bind_describe(L, -1));
        lua_pop(L, 1);
    }
    if (!name)
        bind_fail(L, function, "option 'method' must be given: the method's name");
    return name;
}

static const method_name *find_method(lua_State *L, const char *function, const char *name,
                                      const method_type **method)
{
    const char *names[64];
    const method_name *found = method_name_find(name, method), *other;
    const method_type *unused;
    size_t n = 0;
    if (found)
        return found;
    while (n < 64 && (other = method_name_at(n, &unused)))
        names[n++] = other->name;
    const char *near = bind_nearest(name, names, n);
    if (near)
        bind_fail(L, function, "option 'method': unknown method '%s', did you mean '%s'?", name,
                  near);
    luaL_Buffer list;
    luaL_buffinit(L, &list);
    for (size_t i = 0; i < n; i++) {
        luaL_addstring(&list, i ? ", " : "");
        luaL_addstring(&list, names[i]);
    }
    luaL_pushresult(&list);
    bind_fail(L, function, "option 'method': unknown method '%s', there are %s", name,
              lua_tostring(L, -1));
}

/* Options that do not go with the method are named, not called unknown. */
static void refuse(lua_State *L, int index, const char *function, const char *method,
                   const param *table, size_t n)
{
    for (size_t i = 0; i < n && lua_istable(L, index); i++) {
        lua_getfield(L, index, table[i].name);
        if (!lua_isnil(L, -1))
            bind_fail(L, function, "%s does not go with %s", table[i].name, method);
        lua_pop(L, 1);
    }
}

/* The operator of the recipe, pushed: the one given, or that of the order. */
static const extrap *push_operator(lua_State *L, const char *function, const method_name *name,
                                   const arg *order, const arg *operator)
{
    if (order->given && operator->given)
        bind_fail(L, function, "order and operator exclude each other");
    if (operator->given) {
        lua_pushnil(L);
        return operator->data;
    }
    return bind_push_order(L, function, order->given ? (lua_Integer)order->number : name->order);
}

static void check_finite(lua_State *L, const char *function, const bind_recipe *r)
{
    const problem *p = r->estimator.problem;
    if (p->n == 0)
        bind_fail(L, function,
                  "%s keeps a state for each outer sample, and %s draws them without end",
                  r->name->name, p->type->name);
}

/* Of methods with a state for each outer sample. */
static void check_batch(lua_State *L, const char *function, const bind_recipe *r)
{
    const problem *p = r->estimator.problem;
    if (r->estimator.lanes > p->n)
        bind_fail(L, function,
                  "%s takes distinct outer samples: expected a batch of at most %I, got %I",
                  r->name->name, (LUAI_UACINT)p->n, (LUAI_UACINT)r->estimator.lanes);
}

static void configure(lua_State *L, const char *function, bind_recipe *r, const arg *method_args,
                      const arg *estimator_args)
{
    const estimator_type *type = r->estimator.type;
    arg defaults[MOST];
    for (size_t i = 0; i < type->nparams; i++)
        defaults[i] = (arg){.number = type->params[i].fallback};
    if (r->method->indexed)
        check_finite(L, function, r);
    const char *wrong =
        type->configure(&r->estimator, r->method->own_draws ? defaults : estimator_args);
    if (!wrong)
        wrong = r->method->configure(&r->estimator, method_args);
    if (wrong)
        bind_fail(L, function, "%s", wrong);
    if (r->method->indexed)
        check_batch(L, function, r);
}

void bind_read_recipe(lua_State *L, int index, const char *function, const char *fallback,
                      const problem *p, const param *own, size_t n, arg *out, bind_recipe *r)
{
    merged all = {.n = 0};
    arg a[MOST];
    index = lua_absindex(L, index);
    r->name = find_method(L, function, method_field(L, index, function, fallback), &r->method);
    const estimator_type *type = estimator_find(r->name->estimator);
    r->estimator = (estimator){.type = type, .problem = p};
    bool ordered = takes_order(r->name);
    refuse(L, index, function, r->name->name, extrapolating, ordered ? 0 : 2);
    refuse(L, index, function, r->name->name, type->params,
           r->method->own_draws ? type->nparams : 0);
    append(&all, own, n);
    append(&all, common, 1);
    places at = append_options(&all, r->name, r->method);
    bind_options(L, index, function, all.table, all.n, a);
    memcpy(out, a, n * sizeof *out);
    if (type->extrapolates) {
        r->estimator.op = ordered
                              ? push_operator(L, function, r->name, &a[at.order], &a[at.order + 1])
                              : bind_push_order(L, function, 1);
        lua_setfield(L, -2, "operator"); /* the options' keeper holds it too */
    }
    configure(L, function, r, a + at.method, a + at.estimator);
    bind_push_spec(L, all.table, all.n, a);
    lua_pushstring(L, r->name->name);
    lua_setfield(L, -2, "method");
    if (ordered) {
        lua_pushstring(L, r->estimator.op->name);
        lua_setfield(L, -2, "operator");
    }
}

void bind_push_method_param(lua_State *L)
{
    bind_push_params(L, common, 1);
}

/* Pushes the parameters of a method's name, without those of the experiment. */
static void push_params(lua_State *L, const method_name *name, const method_type *method)
{
    merged all = {.n = 0};
    append_options(&all, name, method);
    bind_push_params(L, all.table, all.n);
}

static void push_record(lua_State *L, const method_name *name, const method_type *method)
{
    lua_createtable(L, 0, 6);
    lua_pushstring(L, method->name);
    lua_setfield(L, -2, "rule");
    lua_pushboolean(L, method->indexed);
    lua_setfield(L, -2, "indexed");
    lua_pushstring(L, name->summary);
    lua_setfield(L, -2, "summary");
    lua_pushstring(L, name->source);
    lua_setfield(L, -2, "source");
    lua_pushstring(L, name->name);
    lua_setfield(L, -2, "page");
    lua_pushboolean(L, method->indexed);
    lua_setfield(L, -2, "indexed");
    lua_pushfstring(L, "run{method=\"%s\", ..}", name->name);
    lua_setfield(L, -2, "usage");
}

/* core.method: the names of all methods, in the order of their records. */
int bind_open_method(lua_State *L)
{
    const method_type *method;
    const method_name *name;
    lua_newtable(L);
    lua_newtable(L); /* params */
    lua_newtable(L); /* records */
    lua_newtable(L); /* names */
    for (size_t i = 0; (name = method_name_at(i, &method)); i++) {
        lua_pushstring(L, name->name);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
        push_record(L, name, method);
        lua_setfield(L, -3, name->name);
        push_params(L, name, method);
        lua_setfield(L, -4, name->name);
    }
    lua_setfield(L, -4, "names");
    lua_setfield(L, -3, "records");
    lua_setfield(L, -2, "params");
    return 1;
}
