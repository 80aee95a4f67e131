/* The texts go to prompt/strict, which reads them when a name is missed. */
#include "repl/hints.h"

#include "bind/modules.h"

static void remember(lua_State *L, const char *function, const char *a, const char *b)
{
    bind_use(L, "prompt/strict");
    lua_getfield(L, -1, function);
    lua_pushstring(L, a);
    lua_pushstring(L, b);
    lua_call(L, 2, 0);
    lua_pop(L, 1);
}

void hints_text(lua_State *L, const char *text, const char *where)
{
    remember(L, "remember", text, where);
}

void hints_file(lua_State *L, const char *path)
{
    remember(L, "remember_file", path, NULL);
}
