/* core.update, core.prox: what may be done by a step. The option 'update' may be a function
 * instead.
 */
#include "bind/run/rule.h"

#include "bind/bind.h"
#include "bind/modules.h"

#include <string.h>

/* The names of all types, joined. */
static const char *push_names(lua_State *L, const family *f, const char *names[FAMILY_MOST])
{
    for (size_t i = 0; i < f->n; i++)
        names[i] = f->of[i].name;
    return bind_joined(L, names, f->n);
}

/* The type of that name. */
static const family_member *find(lua_State *L, const char *function, const family *f,
                                 const char *name)
{
    const family_member *type = family_find(f, name);
    if (type)
        return type;
    const char *names[FAMILY_MOST], *all = push_names(L, f, names);
    const char *hint = bind_hint(L, name, names, f->n);
    if (!*hint)
        hint = lua_pushfstring(L, ", there are %s", all);
    bind_fail(L, function, "option '%s': unknown %s '%s'%s", f->option, f->noun, name, hint);
}

/* Options of other types are named, not called unknown; a plan's fields that are no options, such
 * as its eps, are none (theory.plan). */
static void refuse(lua_State *L, int index, const char *function, const family *f,
                   const family_member *other, const family_member *type)
{
    for (size_t k = 0; k < other->nparams; k++) {
        const char *name = other->params[k].name;
        if (!family_owner(f, type, name))
            continue;
        lua_pushstring(L, name);
        lua_rawget(L, index);
        if (!lua_isnil(L, -1))
            bind_fail(L, function, "option '%s' goes with %s=\"%s\"", name, f->option, other->name);
        lua_pop(L, 1);
    }
}

/* The type that the option of the family names; NULL: none, or a function. */
static const family_member *read(lua_State *L, int index, const char *function, const family *f,
                                 bool may_call)
{
    const family_member *type = NULL;
    const char *names[FAMILY_MOST];
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
    const family updates = family_of_updates(), steps = family_of_proxes();
    const family_member *update = read(L, index, function, &updates, true);
    const family_member *prox = read(L, index, function, &steps, false);
    rule_choose(r, update, prox);
    lua_settop(L, top);
}

/* Pushes {names =, registry =, params =}, by names of types. */
static int push_family(lua_State *L, const family *f)
{
    lua_newtable(L);
    lua_newtable(L); /* params */
    lua_newtable(L); /* registry */
    lua_newtable(L); /* names */
    for (size_t i = 0; i < f->n; i++) {
        const family_member *type = &f->of[i];
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
    const family f = family_of_updates();
    return push_family(L, &f);
}

int bind_open_prox(lua_State *L)
{
    const family f = family_of_proxes();
    return push_family(L, &f);
}
