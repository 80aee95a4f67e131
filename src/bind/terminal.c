/* core.terminal: what standard output is. */
#include "bind/bind.h"
#include "bind/display.h"
#include "bind/modules.h"

static void set_size(lua_State *L, const char *name, size_t n)
{
    lua_pushinteger(L, (lua_Integer)n);
    lua_setfield(L, -2, name);
}

static void set_boolean(lua_State *L, const char *name, bool b)
{
    lua_pushboolean(L, b);
    lua_setfield(L, -2, name);
}

/* Sets field `protocol`, one of DISPLAY_KINDS. */
static void set_protocol(lua_State *L, display_kind kind)
{
    static const char *const names[] = {"auto",    "kitty", "iterm", "sixel",
                                        "braille", "ascii", "none"};
    lua_pushstring(L, names[kind]);
    lua_setfield(L, -2, "protocol");
}

/* now() -> {protocol = "kitty", why = "it answers ..", name = as the terminal calls itself or nil,
 * cols =, rows =, cell_width =, cell_height = (pixels), terminal =, asked =, tmux =, color =, utf8
 * =, dark = booleans}: how figures are shown on standard output. */
static int now(lua_State *L)
{
    display d = display_now();
    lua_createtable(L, 0, 12);
    set_protocol(L, d.kind);
    lua_pushstring(L, d.why);
    lua_setfield(L, -2, "why");
    if (*d.replies.name) {
        lua_pushstring(L, d.replies.name);
        lua_setfield(L, -2, "name");
    }
    set_size(L, "cols", d.columns);
    set_size(L, "rows", d.rows);
    set_size(L, "cell_width", d.cell_width);
    set_size(L, "cell_height", d.cell_height);
    set_boolean(L, "terminal", display_is_terminal());
    set_boolean(L, "asked", d.replies.attributes);
    set_boolean(L, "tmux", d.tmux);
    set_boolean(L, "color", display_has_color());
    set_boolean(L, "utf8", display_is_utf8());
    set_boolean(L, "dark", d.replies.dark);
    return 1;
}

static const luaL_Reg functions[] = {
    {"now", now},
    {NULL, NULL},
};

int bind_open_terminal(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
