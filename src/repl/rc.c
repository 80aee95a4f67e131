/* An error in it is reported and the prompt opens all the same. */
#include "repl/rc.h"

#include <lauxlib.h>
#include <stdio.h>
#include <unistd.h>

#include "repl/call.h"
#include "repl/hints.h"
#include "repl/interrupt.h"
#include "repl/user_folder.h"

const char *rc_path(void)
{
    static char path[PATH_MAX];
    char folder[USER_FOLDER];
    if (!user_folder("XDG_CONFIG_HOME", ".config", folder))
        return NULL;
    snprintf(path, sizeof path, "%s/rc.lua", folder);
    return path;
}

void rc_run(lua_State *L)
{
    const char *path = rc_path();
    if (!path || access(path, F_OK) != 0)
        return;
    hints_file(L, path);
    int loaded = luaL_loadfile(L, path);
    if (loaded != LUA_OK)
        call_report(L, loaded);
    else
        call_reported(L, 0);
    interrupt_clear(L);
    lua_settop(L, 0);
}
