/* core.terminal: what standard output is, and figures on it that are redrawn in place. */
#include "bind/bind.h"
#include "bind/figure/figure.h"
#include "bind/modules.h"
#include "engine/machine/clock.h"
#include "terminal/display.h"
#include "terminal/ink.h"
#include "terminal/output.h"
#include "terminal/screen.h"
#include "terminal/wrap.h"

#include <stdio.h>

/* A place for a figure. */
typedef struct place {
    screen last;
    double due; /* absolute seconds: not to be redrawn before */
} place;

/* Seconds between two drawings, and how many times as long as one drawing at least. */
static const double pause = 0.25, rest = 10;

/* now() -> {protocol = "kitty", why = "it answers ..", name = as the terminal calls itself or nil,
 * cols =, rows =, cell_width =, cell_height = (pixels), terminal =, asked =, tmux =, color =, utf8
 * =, dark = booleans}: how figures are shown on standard output. */
static int now(lua_State *L)
{
    static const char *const protocols[] = {"auto",    "kitty", "iterm", "sixel",
                                            "braille", "ascii", "none"}; /* DISPLAY_KINDS */
    display d = display_now();
    lua_createtable(L, 0, 12);
    bind_set_text(L, "protocol", protocols[d.kind]);
    bind_set_text(L, "why", d.why);
    if (*d.replies.name)
        bind_set_text(L, "name", d.replies.name);
    bind_set_integer(L, "cols", (lua_Integer)d.columns);
    bind_set_integer(L, "rows", (lua_Integer)d.rows);
    bind_set_integer(L, "cell_width", (lua_Integer)d.cell_width);
    bind_set_integer(L, "cell_height", (lua_Integer)d.cell_height);
    bind_set_flag(L, "terminal", display_is_terminal());
    bind_set_flag(L, "asked", d.replies.attributes);
    bind_set_flag(L, "tmux", d.tmux);
    bind_set_flag(L, "color", display_has_color());
    bind_set_flag(L, "utf8", display_is_utf8());
    bind_set_flag(L, "dark", d.replies.dark);
    bind_set_flag(L, "moves", d.moves);
    return 1;
}

/* size() -> columns and rows of the window, whether there is one; asks nothing. */
static int size(lua_State *L)
{
    size_t columns, rows;
    display_size(&columns, &rows);
    lua_pushinteger(L, (lua_Integer)columns);
    lua_pushinteger(L, (lua_Integer)rows);
    lua_pushboolean(L, display_is_terminal());
    return 3;
}

/* moves() -> whether it is a terminal that erases its line when told to; asks nothing. */
static int moves(lua_State *L)
{
    lua_pushboolean(L, display_moves());
    return 1;
}

/* heading(text) -> the text as headings are shown on standard output. */
static int heading(lua_State *L)
{
    lua_pushfstring(L, "%s%s%s", ink_on(INK_HEADING, fileno(stdout)), luaL_checkstring(L, 1),
                    ink_off(fileno(stdout)));
    return 1;
}

/* wrap(text) -> the text as it is written to standard output, or to standard error (wrap(text,
 * true)): on a terminal lines longer than its window are broken between words. */
static int wrap(lua_State *L)
{
    bool error = lua_toboolean(L, 2);
    size_t columns = wrap_columns(fileno(error ? stderr : stdout)), n;
    const char *text = luaL_checklstring(L, 1, &n);
    bytes out = {0};
    if (columns && strlen(text) == n)
        wrap_add(&out, text, 0, columns);
    if (out.n && !out.failed)
        lua_pushlstring(L, out.data, out.n);
    else
        lua_pushvalue(L, 1);
    bytes_free(&out);
    return 1;
}

/* color(word): whether texts are coloured, one of auto, always, never; color() -> the word. */
static int color(lua_State *L)
{
    static const char *const words[] = {"auto", "always", "never", NULL}; /* DISPLAY_COLORS */
    if (!lua_isnoneornil(L, 1))
        display_wanted.color = (display_color)luaL_checkoption(L, 1, NULL, words);
    lua_pushstring(L, words[display_wanted.color]);
    return 1;
}

/* place() -> a place, below what is there. */
static int new_place(lua_State *L)
{
    *(place *)lua_newuserdatauv(L, sizeof(place), 0) = (place){0};
    return 1;
}

/* is_due(place) -> whether its figure may be redrawn. */
static int is_due(lua_State *L)
{
    const place *p = lua_touserdata(L, 1);
    lua_pushboolean(L, clock_seconds() >= p->due);
    return 1;
}

/* Not to be redrawn too soon after a drawing that began then. */
static void put_off(place *p, double start)
{
    double now = clock_seconds(), wait = rest * (now - start);
    p->due = now + (wait > pause ? wait : pause);
}

/* timed(place, f, ..): calls f(..), which draws elsewhere than on this terminal. */
static int timed(lua_State *L)
{
    place *p = lua_touserdata(L, 1);
    double start = clock_seconds();
    lua_call(L, lua_gettop(L) - 2, 0);
    put_off(p, start);
    return 0;
}

/* draw(place, figure): draws over the figure that is there, or nothing where there is no room for
 * it. */
static int draw(lua_State *L)
{
    place *p = lua_touserdata(L, 1);
    const bind_figure *f = bind_object(L, 2, "figure", "terminal.draw");
    double start = clock_seconds();
    display d = display_now();
    bytes out = {0};
    if (d.kind != DISPLAY_NONE && !screen_draw(&f->figure, &d, &p->last, &out) && !out.failed)
        screen_write(&out, *bind_interrupt(L));
    bytes_free(&out);
    put_off(p, start);
    return 0;
}

/* settle(): ends what a signal may have cut off. */
static int settle(lua_State *L)
{
    (void)L;
    if (display_is_terminal())
        fputs("\033\\\033[0m\r\033[J", stdout);
    output_flush();
    return 0;
}

static const luaL_Reg functions[] = {
    {"now", now},       {"size", size}, {"moves", moves},     {"heading", heading},
    {"color", color},   {"draw", draw}, {"place", new_place}, {"is_due", is_due},
    {"settle", settle}, {"wrap", wrap}, {"timed", timed},     {NULL, NULL},
};

int bind_open_terminal(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
