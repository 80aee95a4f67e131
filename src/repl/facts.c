/* They are set in the table of prompt/doctor, since only the program knows them. */
#include "repl/facts.h"

#include "bind/bind.h"
#include "bind/modules.h"
#include "repl/editor.h"
#include "repl/history.h"
#include "repl/ranks_part.h"
#include "repl/rc.h"

static void set_limit(lua_State *L, const char *name, double limit)
{
    if (limit > 0)
        bind_set_integer(L, name, (lua_Integer)limit);
}

/* has_part(name) -> whether the part for that MPI is here. */
static int has_part(lua_State *L)
{
    lua_pushboolean(L, ranks_has_part(luaL_checkstring(L, 1)));
    return 1;
}

void facts_open(lua_State *L, const options *o)
{
    bind_use(L, "prompt/doctor");
    lua_newtable(L);
    bind_set_text(L, "editor", editor_name());
    bind_set_text(L, "history", history_path());
    bind_set_text(L, "rc", rc_path());
    set_limit(L, "memory", o->memory);
    set_limit(L, "seconds", o->seconds);
    bind_set_text(L, "part", ranks_part_in_use());
    lua_pushcfunction(L, has_part);
    lua_setfield(L, -2, "has_part");
    bind_set_flag(L, "no_environment", o->no_environment);
    bind_set_flag(L, "sandbox", o->sandbox);
    lua_setfield(L, -2, "facts");
    lua_pop(L, 1);
}
