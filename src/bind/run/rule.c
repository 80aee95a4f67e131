/* core.update, core.prox: what may be done by a step. The option 'update' may be a function
 * instead.
 */
#include "bind/run/rule.h"

#include "bind/bind.h"
#include "bind/modules.h"

#include <assert.h>
#include <string.h>

enum { MOST = 16 }; /* types of a family */

/* A type as options name it. */
typedef struct named {
    const char *name, *summary, *source;
    const param *params;
    size_t nparams;
} named;

typedef struct family {
    const char *option, *noun;
    size_t n;
    named of[MOST];
} family;

#define FAMILY(family_name, words)                                                                 \
    static family family_name##_family(void)                                                       \
    {                                                                                              \
        family f = {.option = #family_name, .noun = words, .n = family_name##_count()};            \
        assert(f.n <= MOST);                                                                       \
        for (size_t i = 0; i < f.n; i++) {                                                         \
            const family_name##_type *t = family_name##_type_at(i);                                \
            f.of[i] = (named){t->name, t->summary, t->source, t->params, t->nparams};              \
        }                                                                                          \
        return f;                                                                                  \
    }
FAMILY(update, "rule")
FAMILY(prox, "proximal step")

/* The names of all types, joined. */
static const char *push_names(lua_State *L, const family *f, const char *names[MOST])
{
    for (size_t i = 0; i < f->n; i++)
        names[i] = f->of[i].name;
    return bind_joined(L, names, f->n);
}

/* The type of that name. */
static const named *find(lua_State *L, const char *function, const family *f, const char *name)
{
    const char *names[MOST], *all = push_names(L, f, names);
    for (size_t i = 0; i < f->n; i++)
        if (strcmp(names[i], name) == 0)
            return &f->of[i];
    const char *hint = bind_hint(L, name, names, f->n);
    if (!*hint)
        hint = lua_pushfstring(L, ", there are %s", all);
    bind_fail(L, function, "option '%s': unknown %s '%s'%s", f->option, f->noun, name, hint);
}

/* Options of other types are named, not called unknown; a plan's fields that are no options, such
 * as its eps, are none (theory.plan). */
static void refuse(lua_State *L, int index, const char *function, const family *f,
                   const named *other, const named *type)
{
    for (size_t k = 0; k < other->nparams; k++) {
        const char *name = other->params[k].name;
        if (type && param_find(type->params, type->nparams, name) < type->nparams)
            continue;
        lua_pushstring(L, name);
        lua_rawget(L, index);
        if (!lua_isnil(L, -1))
            bind_fail(L, function, "option '%s' goes with %s=\"%s\"", name, f->option, other->name);
        lua_pop(L, 1);
    }
}

/* The type that the option of the family names; NULL: none, or a function. */
static const named *read(lua_State *L, int index, const char *function, const family *f,
                         bool may_call)
{
    const named *type = NULL;
    const char *names[MOST];
    lua_getfield(L, index, f->option);
    if (lua_type(L, -1) == LUA_TSTRING)
        type = find(L, function, f, lua_tostring(L, -1));
    else if (!lua_isnil(L, -1) && !(may_call && bind_callable(L, -1)))
        bind_fail(L, function, "option '%s': expected %sone of %s, got %s", f->option,
                  may_call ? "a function or " : "", push_names(L, f, names), bind_describe(L, -1));
    lua_pop(L, 1);
    for (size_t i = 0; i < f->n; i++)
        refuse(L, index, function, f, &f->of[i], type);
    return type;
}

void bind_find_rule(lua_State *L, int index, const char *function, step_rule *r)
{
    int top = lua_gettop(L);
    const family updates = update_family(), steps = prox_family();
    const named *update = read(L, index, function, &updates, true);
    const named *prox = read(L, index, function, &steps, false);
    r->prox = prox ? prox_find(prox->name) : NULL;
    if (update || prox)
        r->update = update_find(update ? update->name : "sgd");
    lua_settop(L, top);
}

size_t bind_rule_params(const step_rule *r, const param *out[RULE_PARAMS])
{
    size_t n = 0;
    for (size_t i = 0; r->update && i < r->update->nparams; i++)
        out[n++] = &r->update->params[i];
    for (size_t i = 0; r->prox && i < r->prox->nparams; i++)
        out[n++] = &r->prox->params[i];
    return n;
}

void bind_read_rule(step_rule *r, const arg *a)
{
    for (size_t i = 0; r->update && i < r->update->nparams; i++)
        r->option[i] = (a++)->number;
    for (size_t i = 0; r->prox && i < r->prox->nparams; i++)
        r->bound[i] = *a++;
}

void bind_check_rule(lua_State *L, const char *function, const step_rule *r, const problem *p)
{
    for (size_t i = 0; r->prox && i < r->prox->nparams; i++)
        if (r->bound[i].data && r->bound[i].rows != 1 && r->bound[i].rows != p->d)
            bind_fail(L, function,
                      "option '%s': expected a number or a vec of length %I, got one of length %I",
                      r->prox->params[i].name, (LUAI_UACINT)p->d, (LUAI_UACINT)r->bound[i].rows);
    const char *wrong = r->prox && r->prox->check ? r->prox->check(r->bound, p->d) : NULL;
    if (wrong)
        bind_fail(L, function, "%s", wrong);
}

/* Pushes {names =, registry =, params =}, by names of types. */
static int push_family(lua_State *L, const family *f)
{
    lua_newtable(L);
    lua_newtable(L); /* params */
    lua_newtable(L); /* registry */
    lua_newtable(L); /* names */
    for (size_t i = 0; i < f->n; i++) {
        const named *type = &f->of[i];
        lua_pushstring(L, type->name);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
        lua_createtable(L, 0, 3);
        bind_set_text(L, "summary", type->summary);
        bind_set_text(L, "source", type->source);
        bind_set_text(L, "page", "update rules");
        lua_setfield(L, -3, type->name);
        bind_push_params(L, type->params, type->nparams);
        lua_setfield(L, -4, type->name);
    }
    lua_setfield(L, -4, "names");
    lua_setfield(L, -3, "registry");
    lua_setfield(L, -2, "params");
    return 1;
}

int bind_open_update(lua_State *L)
{
    const family f = update_family();
    return push_family(L, &f);
}

int bind_open_prox(lua_State *L)
{
    const family f = prox_family();
    return push_family(L, &f);
}
