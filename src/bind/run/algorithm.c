/* The options of call, method, estimator and operator are read as one merged table, so that an
 * option of another method is named as such and not called unknown. */
#include "bind/run/algorithm.h"

#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/operator/extrap.h"
#include "bind/run/rule.h"
#include "engine/cso/algorithm.h"

#include <assert.h>
#include <string.h>

enum { MOST = 96 };

static const param common[] = {
    {"method", PARAM_STRING, .flags = PARAM_OPTIONAL, .choices = "method",
     .meaning = "the method's name"},
};

/* The parameter tables that apply to one call, one after the other. */
typedef struct merged {
    param table[MOST];
    size_t n;
} merged;

static void append(merged *m, const param *table, size_t n)
{
    assert(m->n + n <= MOST);
    memcpy(m->table + m->n, table, n * sizeof *table);
    m->n += n;
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
        bind_missing(L, index, function, "method", common[0].meaning);
    return name;
}

static void find_method(lua_State *L, const char *function, const char *name, algorithm *out)
{
    const char *names[64];
    const method_name *other;
    const method_type *unused;
    size_t n = 0;
    if (algorithm_find(out, name))
        return;
    while ((other = method_name_at(n, &unused))) {
        assert(n < sizeof names / sizeof *names);
        names[n++] = other->name;
    }
    const char *hint = bind_hint(L, name, names, n);
    if (!*hint)
        hint = lua_pushfstring(L, ", there are %s", bind_joined(L, names, n));
    bind_fail(L, function, "option 'method': unknown method '%s'%s", name, hint);
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

/* The operator of the algorithm, pushed: the one given, or that of the order. */
static const extrap *push_operator(lua_State *L, const char *function, const method_name *name,
                                   const arg *order, const arg *operator)
{
    if (order->given && operator->given)
        bind_fail(L, function, "order and operator exclude each other");
    if (operator->given) {
        lua_pushnil(L);
        return operator->data;
    }
    return bind_push_order(L, function, order->given ? (lua_Integer)order->number : name->order,
                           false);
}

/* The options of `own` and of the method, read into a; pushes what keeps them, which r points to.
 */
static void read_algorithm(lua_State *L, int index, const char *function, const char *fallback,
                           const problem *p, merged *all, arg *a, bind_algorithm *r)
{
    size_t own = all->n;
    algorithm found;
    find_method(L, function, method_field(L, index, function, fallback), &found);
    const estimator_type *type = found.estimator;
    *r = (bind_algorithm){.estimator = {.type = type, .problem = p},
                          .method = found.method,
                          .name = found.name,
                          .ordered = found.ordered};
    if (param_find(all->table, own, "update") < own)
        bind_find_rule(L, index, function, &r->rule);
    refuse(L, index, function, r->name->name, algorithm_order_params,
           found.ordered ? 0 : ALGORITHM_ORDERS);
    refuse(L, index, function, r->name->name, type->params,
           r->method->own_draws ? type->nparams : 0);
    append(all, common, 1);
    append(all, found.params, found.n);
    const param *of_rule[RULE_PARAMS];
    size_t n = rule_params(&r->rule, of_rule);
    for (size_t i = 0; i < n; i++)
        append(all, of_rule[i], 1);
    bind_options(L, index, function, all->table, all->n, a);
    arg *given = a + own + 1, *order = given + found.order;
    rule_set(&r->rule, given + found.n);
    if (type->extrapolates) {
        r->estimator.op = found.ordered
                              ? push_operator(L, function, r->name, &order[ALGORITHM_ORDER],
                                              &order[ALGORITHM_OPERATOR])
                              : bind_push_order(L, function, 1, false);
        lua_setfield(L, -2, "operator"); /* the options' keeper holds it too */
    }
    const char *wrong = algorithm_configure(&found, &r->estimator, given);
    if (wrong)
        bind_fail(L, function, "%s", wrong);
}

void bind_read_algorithm(lua_State *L, int index, const char *function, const char *fallback,
                         const problem *p, const param *own, size_t n, arg *out, bind_algorithm *r)
{
    merged all = {.n = 0};
    arg a[MOST];
    append(&all, own, n);
    read_algorithm(L, lua_absindex(L, index), function, fallback, p, &all, a, r);
    memcpy(out, a, n * sizeof *out);
    bind_push_spec(L, all.table, all.n, a);
    bind_set_text(L, "method", r->name->name);
    if (r->ordered)
        bind_set_text(L, "operator", r->estimator.op->name);
}

void bind_push_in_force(lua_State *L, int index, const char *function, const problem *p,
                        const param *own, size_t n)
{
    merged all = {.n = 0};
    arg a[MOST];
    bind_algorithm r;
    append(&all, own, n);
    read_algorithm(L, lua_absindex(L, index), function, NULL, p, &all, a, &r);
    for (size_t i = 0; i < all.n; i++)
        a[i].given |= a[i].settled;
    bind_push_spec(L, all.table, all.n, a);
    if (!r.ordered)
        return;
    lua_getfield(L, -2, "operator"); /* as given where it is not the order's */
    lua_setfield(L, -2, "operator");
}

void bind_push_method_param(lua_State *L)
{
    bind_push_params(L, common, 1);
}

static void push_entry(lua_State *L, const method_name *name, const method_type *method)
{
    lua_createtable(L, 0, 6);
    bind_set_text(L, "rule", method->name);
    bind_set_text(L, "summary", name->summary);
    bind_set_text(L, "source", name->source);
    bind_set_text(L, "page", name->name);
    bind_set_flag(L, "indexed", method->indexed);
    lua_pushfstring(L, "run{method=\"%s\", ..}", name->name);
    lua_setfield(L, -2, "usage");
}

/* core.method: the names of all methods, in the order of their types. */
int bind_open_method(lua_State *L)
{
    const method_type *method;
    const method_name *name;
    algorithm r;
    lua_newtable(L);
    lua_newtable(L); /* params */
    lua_newtable(L); /* registry */
    lua_newtable(L); /* names */
    for (size_t i = 0; (name = method_name_at(i, &method)); i++) {
        lua_pushstring(L, name->name);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
        push_entry(L, name, method);
        lua_setfield(L, -3, name->name);
        algorithm_find(&r, name->name);
        bind_push_params(L, r.params, r.n);
        lua_setfield(L, -4, name->name);
    }
    lua_setfield(L, -4, "names");
    lua_setfield(L, -3, "registry");
    lua_setfield(L, -2, "params");
    return 1;
}
