#include "files.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>

#include "repl/history.h"

int rl_read_init_file(const char *path) __attribute__((weak));

/* history(): reads the history that is in the user's folder and adds an entry. */
static int read_history(lua_State *L)
{
    history h;
    int why = history_read(&h);
    history_free(&h);
    lua_pushinteger(L, why ? why : history_append("entry"));
    return 1;
}

/* inputrc(path): has readline read its settings; its complaints go nowhere. */
static int read_inputrc(lua_State *L)
{
    FILE *before = stderr, *nowhere = fopen("/dev/null", "w");
    if (!nowhere)
        return 0;
    stderr = nowhere;
    rl_read_init_file(luaL_checkstring(L, 1));
    stderr = before;
    fclose(nowhere);
    return 0;
}

void files_open(lua_State *L)
{
    setenv("XDG_STATE_HOME", getenv("TMPDIR") ? getenv("TMPDIR") : ".", 1);
    lua_pushcfunction(L, read_history);
    lua_setfield(L, -2, "history");
    if (rl_read_init_file) {
        lua_pushcfunction(L, read_inputrc);
        lua_setfield(L, -2, "inputrc");
    }
}
