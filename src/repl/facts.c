#include "repl/facts.h"

#include "bind/modules.h"
#include "repl/history.h"
#include "repl/line.h"
#include "repl/rc.h"

static void set_text(lua_State *L, const char *name, const char *text)
{
    lua_pushstring(L, text);
    lua_setfield(L, -2, name);
}

static void set_limit(lua_State *L, const char *name, double limit)
{
    if (limit > 0) {
        lua_pushinteger(L, (lua_Integer)limit);
        lua_setfield(L, -2, name);
    }
}

void facts_open(lua_State *L, const options *o)
{
    bind_use(L, "prompt/doctor");
    lua_newtable(L);
    set_text(L, "editor", line_editor());
    set_text(L, "history", history_path());
    set_text(L, "rc", rc_path());
    set_limit(L, "memory", o->memory);
    set_limit(L, "seconds", o->seconds);
    lua_pushboolean(L, o->no_environment);
    lua_setfield(L, -2, "no_environment");
    lua_pushboolean(L, o->sandbox);
    lua_setfield(L, -2, "sandbox");
    lua_setfield(L, -2, "facts");
    lua_pop(L, 1);
}
