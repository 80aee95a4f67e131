/* core.update: the update rules. The option that names one may be a function instead. */
#include "bind/run/rule.h"

#include "bind/bind.h"
#include "bind/modules.h"

#include <assert.h>

enum { MOST = 16 }; /* rules */

/* The names of all rules, joined. */
static const char *push_names(lua_State *L)
{
    const char *names[MOST];
    assert(update_count() <= MOST);
    for (size_t i = 0; i < update_count(); i++)
        names[i] = update_type_at(i)->name;
    return bind_joined(L, names, update_count());
}

static const update_type *find(lua_State *L, const char *function, const char *name)
{
    const update_type *type = update_find(name);
    const char *names[MOST];
    if (type)
        return type;
    for (size_t i = 0; i < update_count(); i++)
        names[i] = update_type_at(i)->name;
    const char *hint = bind_hint(L, name, names, update_count());
    if (!*hint)
        hint = lua_pushfstring(L, ", there are %s", push_names(L));
    bind_fail(L, function, "option 'update': unknown rule '%s'%s", name, hint);
}

/* Options of other rules are named, not called unknown. */
static void refuse_others(lua_State *L, int index, const char *function, const update_type *type)
{
    for (size_t i = 0; i < update_count(); i++) {
        const update_type *other = update_type_at(i);
        for (size_t k = 0; k < other->nparams; k++) {
            const char *name = other->params[k].name;
            if (type && param_find(type->params, type->nparams, name) < type->nparams)
                continue;
            lua_getfield(L, index, name);
            if (!lua_isnil(L, -1))
                bind_fail(L, function, "option '%s' goes with update=\"%s\"", name, other->name);
            lua_pop(L, 1);
        }
    }
}

const update_type *bind_find_update(lua_State *L, int index, const char *function)
{
    const update_type *type = NULL;
    lua_getfield(L, index, "update");
    if (lua_type(L, -1) == LUA_TSTRING)
        type = find(L, function, lua_tostring(L, -1));
    else if (!lua_isnil(L, -1) && !bind_callable(L, -1))
        bind_fail(L, function, "option 'update': expected a function or one of %s, got %s",
                  push_names(L), bind_describe(L, -1));
    lua_pop(L, 1);
    refuse_others(L, index, function, type);
    return type;
}

step_rule bind_rule(const update_type *update, const arg *a)
{
    step_rule r = {.update = update};
    for (size_t i = 0; update && i < update->nparams; i++)
        r.option[i] = a[i].number;
    return r;
}

/* core.update: {names =, registry =, params =}, by names of rules. */
int bind_open_update(lua_State *L)
{
    lua_newtable(L);
    lua_newtable(L); /* params */
    lua_newtable(L); /* registry */
    lua_newtable(L); /* names */
    for (size_t i = 0; i < update_count(); i++) {
        const update_type *type = update_type_at(i);
        lua_pushstring(L, type->name);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
        lua_createtable(L, 0, 4);
        bind_set_text(L, "summary", type->summary);
        bind_set_text(L, "source", type->source);
        bind_set_text(L, "page", "update rules");
        lua_pushfstring(L, "run{.., step=, update=\"%s\"}", type->name);
        lua_setfield(L, -2, "usage");
        lua_setfield(L, -3, type->name);
        bind_push_params(L, type->params, type->nparams);
        lua_setfield(L, -4, type->name);
    }
    lua_setfield(L, -4, "names");
    lua_setfield(L, -3, "registry");
    lua_setfield(L, -2, "params");
    return 1;
}
