/* core.figure: figures and their methods. */
#include "bind/figure/figure.h"

#include "bind/modules.h"
#include "bind/system/place.h"
#include "draw/layout/describe.h"
#include "draw/layout/layout.h"
#include "draw/out/out_cairo.h"
#include "draw/out/out_text.h"
#include "terminal/display.h"
#include "terminal/screen.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { THEME, WIDTH, HEIGHT, DPI, PAGE };
static const param page_params[] = {
    [THEME] = {"theme", PARAM_CHOICE, .fallback = THEME_PAPER, .choices = "paper|slides|dark",
               .meaning = "colours, font size and page"},
    [WIDTH] = {"width_mm", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = 20, .high = 1000,
               .unit = "mm", .meaning = "width; 84 for paper, else 240"},
    [HEIGHT] = {"height_mm", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = 20, .high = 1000,
                .unit = "mm",
                .meaning =
                    "height; 63 for paper, else 135, and what notes and a legend below need"},
    [DPI] = {"dpi", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = 30, .high = 1200,
             .unit = "pixels per inch", .meaning = "resolution of PNG; 300 for paper, else 150"},
};

enum { COLS, ROWS, CHARSET, TEXT };
enum { CHARSET_AUTO, CHARSET_BRAILLE, CHARSET_ASCII };
static const param text_params[] = {
    [COLS] = {"cols", PARAM_INTEGER, .fallback = 72, .low = 20, .high = 1000, .unit = "characters",
              .meaning = "width"},
    [ROWS] = {"rows", PARAM_INTEGER, .fallback = 20, .low = 8, .high = 1000, .unit = "lines",
              .meaning = "height"},
    [CHARSET] = {"charset", PARAM_CHOICE, .fallback = CHARSET_AUTO, .choices = "auto|braille|ascii",
                 .meaning = "auto: braille on a terminal with UTF-8, else ASCII"},
};

/* The figure to draw: an interrupt from now on ends its drawing. One that came before, and let a
 * run end with what it has, does not. */
static figure drawn(lua_State *L, const bind_figure *self)
{
    figure f = self->figure;
    f.interrupt = *bind_interrupt(L) ? NULL : bind_interrupt(L);
    return f;
}

/* Pushes what a page left out: "the legend, title and notes". */
static const char *push_left_out(lua_State *L, unsigned left)
{
    static const char *const words[] = {"the legend", "the title", "the notes",
                                        "the labels of the axes"};
    const char *text = "";
    for (unsigned i = 0; i < 4; i++) {
        if (!(left >> i & 1))
            continue;
        bool is_last = left >> i == 1;
        const char *before = !*text ? "" : is_last ? " and " : ", ";
        text = lua_pushfstring(L, "%s%s%s", text, before, words[i]);
    }
    return text;
}

/* Says on a note what there was no room for. */
static void note_left_out(lua_State *L, const char *function, unsigned left)
{
    if (left)
        bind_note(
            lua_pushfstring(L, "%s: there is no room for %s", function, push_left_out(L, left)));
}

/* Pushes the bytes as a string, and frees them. */
static int push_text(lua_State *L, const char *function, bytes *b)
{
    bind_check_drawn(L, function, b->failed ? DRAW_NO_MEMORY : DRAW_OK);
    lua_pushlstring(L, b->data ? b->data : "", b->n);
    bytes_free(b);
    return 1;
}

/* new(options) -> figure */
static int create(lua_State *L)
{
    bind_push_figure(L, 1, "plot");
    return 1;
}

/* options(figure, method) -> those it was made of. */
static int options(lua_State *L)
{
    bind_self(L, "figure", lua_tostring(L, 2));
    lua_getiuservalue(L, 1, 1);
    return 1;
}

/* replace(figure, options, method): makes the figure from these, in the name of the method; nothing
 * changes when one is wrong. */
static int replace(lua_State *L)
{
    const char *method = lua_tostring(L, 3);
    bind_figure *self = bind_self(L, "figure", method);
    *self = *bind_push_figure(L, 2, lua_pushfstring(L, "figure:%s", method));
    int made = lua_gettop(L);
    for (int i = 1; i <= 2; i++) {
        lua_getiuservalue(L, made, i);
        lua_setiuservalue(L, 1, i);
    }
    return 0;
}

/* The title of the figure's files: its name, its title, or what is drawn against what, which is the
 * first line of `words`. */
static void name_file(const bind_figure *self, const bytes *words, bytes *out)
{
    size_t n = words->data ? strcspn(words->data, "\n") : 0;
    if (self->name || *self->figure.title)
        bytes_text(out, self->name ? self->name : self->figure.title);
    else if (n)
        bytes_print(out, "%.*s", (int)(n - (words->data[n - 1] == '.')), words->data);
}

/* Appends the figure to out as a file of that format; *left_out <- what the page has no room for.
 */
static draw_error draw_page(lua_State *L, const bind_figure *self, const arg *a, out_format format,
                            const char *name, unsigned *left_out, bytes *out)
{
    bytes words = {0}, recipe = {0}, title = {0};
    char seed[32];
    snprintf(seed, sizeof seed, "%.0f", self->seed);
    describe_figure(&self->figure, &words);
    name_file(self, &words, &title);
    metadata_recipe(&recipe, DEBIAS_VERSION, self->has_seed ? seed : NULL, self->spec);
    figure_page page = {(theme_name)a[THEME].number, a[WIDTH].number, a[HEIGHT].number,
                        a[DPI].number};
    draw_error error = DRAW_NO_MEMORY;
    if (!words.failed && !recipe.failed && !title.failed) {
        out_metadata data = {title.data ? title.data : "", words.data, "debias " DEBIAS_VERSION,
                             recipe.data, name};
        figure f = drawn(L, self);
        f.left_out = left_out;
        error = out_cairo(&f, &page, format, &data, out);
    }
    bytes_free(&words);
    bytes_free(&recipe);
    bytes_free(&title);
    return error;
}

#define ENDINGS ".pdf, .svg, .png, .tex or .gp"

static out_format read_format(lua_State *L, const char *path)
{
    static const char *const endings[] = {".pdf", ".svg", ".png", ".tex", ".gp"};
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (int i = 0; dot && i < 5; i++)
        if (strcasecmp(dot, endings[i]) == 0)
            return (out_format)i;
    if (dot)
        bind_fail(L, "figure:save", "unknown file extension '%s', expected " ENDINGS, dot);
    bind_fail(L, "figure:save", "'%s' has no file extension, expected " ENDINGS, path);
}

/* Pushes the path's last part without its ending. */
static const char *name_of(lua_State *L, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return lua_pushlstring(L, name, (size_t)(strrchr(name, '.') - name));
}

/* save(path [, options]) -> path */
static int save(lua_State *L)
{
    const bind_figure *self = bind_self(L, "figure", "save");
    arg a[PAGE];
    if (lua_type(L, 2) != LUA_TSTRING)
        bind_expected(L, "figure:save", "a file name", 2);
    const char *path = lua_tostring(L, 2);
    out_format format = read_format(L, path);
    bind_options(L, 3, "figure:save", page_params, PAGE, a);
    bytes *out = bind_push_bytes(L);
    unsigned left = 0;
    bind_check_drawn(L, "figure:save", draw_page(L, self, a, format, name_of(L, path), &left, out));
    const char *why = place_write(path, out->data, out->n, NULL);
    bytes_free(out);
    if (why)
        bind_fail(L, "figure:save", "cannot write '%s': %s", path, why);
    note_left_out(L, "figure:save", left);
    lua_pushvalue(L, 2);
    return 1;
}

/* layout([options]) -> the display list as text */
static int layout_text(lua_State *L)
{
    const bind_figure *self = bind_self(L, "figure", "layout");
    arg a[PAGE];
    bind_options(L, 2, "figure:layout", page_params, PAGE, a);
    bytes *out = bind_push_bytes(L);
    bind_check_drawn(L, "figure:layout", draw_page(L, self, a, FORMAT_LIST, NULL, NULL, out));
    return push_text(L, "figure:layout", out);
}

static bool is_ascii(int charset)
{
    return charset == CHARSET_AUTO ? !display_is_utf8() : charset == CHARSET_ASCII;
}

/* text([options]) -> string */
static int text(lua_State *L)
{
    const bind_figure *self = bind_self(L, "figure", "text");
    arg a[TEXT];
    bind_options(L, 2, "figure:text", text_params, TEXT, a);
    text_page page = {(size_t)a[COLS].number, (size_t)a[ROWS].number,
                      is_ascii((int)a[CHARSET].number), false};
    bytes *out = bind_push_bytes(L);
    figure f = drawn(L, self);
    unsigned left = 0;
    f.left_out = &left;
    bind_check_drawn(L, "figure:text", out_text(&f, &page, out));
    note_left_out(L, "figure:text", left);
    return push_text(L, "figure:text", out);
}

/* show(): on standard output, as its display shows figures; in a line of words where it shows none
 * or has no room. */
static int show(lua_State *L)
{
    const bind_figure *self = bind_self(L, "figure", "show");
    display d = display_now();
    bytes *out = bind_push_bytes(L);
    figure f = drawn(L, self);
    unsigned left = 0;
    f.left_out = &left;
    draw_error error = d.kind == DISPLAY_NONE ? DRAW_NO_ROOM : screen_draw(&f, &d, NULL, out);
    if (error == DRAW_NO_ROOM) {
        bytes_text(out, luaL_tolstring(L, 1, NULL));
        bytes_text(out, d.kind == DISPLAY_NONE ? "\n" : " (the window is too small to draw it)\n");
    } else {
        bind_check_drawn(L, "figure:show", error);
    }
    bind_check_drawn(L, "figure:show", out->failed ? DRAW_NO_MEMORY : DRAW_OK);
    screen_write(out, *bind_interrupt(L));
    bytes_free(out);
    note_left_out(L, "figure:show", error ? 0 : left); /* of what is drawn */
    return 0;
}

/* Pushes the file that save writes of the figure at index 1. */
static int push_file(lua_State *L, out_format format)
{
    const bind_figure *self = bind_object(L, 1, "figure", "figure");
    arg a[PAGE];
    lua_settop(L, 1);
    bind_options(L, 2, "figure:save", page_params, PAGE, a);
    bytes *out = bind_push_bytes(L);
    bind_check_drawn(L, "figure:save", draw_page(L, self, a, format, NULL, NULL, out));
    return push_text(L, "figure:save", out);
}

/* svg(figure) -> the SVG file as text */
static int svg(lua_State *L)
{
    return push_file(L, FORMAT_SVG);
}

/* png(figure) -> the PNG file as bytes */
static int png(lua_State *L)
{
    return push_file(L, FORMAT_PNG);
}

static void set_column(lua_State *L, const char *name, const double *data, size_t n)
{
    if (!data)
        return;
    bind_push_numbers(L, n, data);
    lua_setfield(L, -2, name);
}

/* Appends the series of a figure, or of panel number `panel` > 0, to the list on top. */
static void add_data(lua_State *L, const figure *f, size_t panel)
{
    for (size_t i = 0; i < f->n; i++) {
        const figure_series *a = &f->series[i];
        lua_newtable(L);
        if (panel > 0)
            bind_set_integer(L, "panel", (lua_Integer)panel);
        bind_set_text(L, "label", a->label);
        set_column(L, "x", a->x, a->n);
        set_column(L, "y", a->y, a->n);
        set_column(L, "lo", a->lo, a->n);
        set_column(L, "hi", a->hi, a->n);
        set_column(L, "floor", a->noise, a->n);
        set_column(L, "sign", a->sign, a->n);
        set_column(L, "edges", a->edges, a->n + 1);
        lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    }
}

/* data() -> list of {label=, x=, y=, lo=, hi=, floor=, sign=, edges=, panel=} */
static int data(lua_State *L)
{
    const figure *f = &((const bind_figure *)bind_self(L, "figure", "data"))->figure;
    lua_createtable(L, (int)f->n, 0);
    add_data(L, f, 0);
    for (size_t i = 0; i < f->n_panels; i++)
        add_data(L, &f->panels[i], i + 1);
    return 1;
}

/* spec(figure) -> its spec as JSON, or nil */
static int spec(lua_State *L)
{
    const bind_figure *self = bind_object(L, 1, "figure", "figure");
    lua_pushstring(L, self->spec);
    return 1;
}

static int describe_words(lua_State *L)
{
    const bind_figure *self = bind_self(L, "figure", "describe");
    bytes *out = bind_push_bytes(L);
    describe_figure(&self->figure, out);
    return push_text(L, "figure:describe", out);
}

/* figure 'title': 2 series, 12 points */
static int to_string(lua_State *L)
{
    const bind_figure *self = bind_self(L, "figure", "__tostring");
    const figure *f = &self->figure;
    size_t points = 0;
    for (size_t i = 0; i < f->n; i++)
        points += f->series[i].n;
    lua_pushstring(L, "figure");
    if (*f->title)
        lua_pushfstring(L, " '%s'", f->title);
    if (f->n_panels)
        lua_pushfstring(L, ": %I panels", (LUAI_UACINT)f->n_panels);
    else
        lua_pushfstring(L, ": %I series, %I point%s", (LUAI_UACINT)f->n, (LUAI_UACINT)points,
                        points == 1 ? "" : "s");
    lua_concat(L, lua_gettop(L) - 1);
    return 1;
}

/* notes(f) -> a list: the words under each of its panels, and under the figure. */
static int notes(lua_State *L)
{
    const bind_figure *self = bind_self(L, "figure", "caption");
    const figure *f = &self->figure;
    lua_newtable(L);
    for (size_t i = 0; i <= f->n_panels; i++) {
        bytes *out = bind_push_bytes(L);
        describe_notes(i < f->n_panels ? &f->panels[i] : f, out);
        push_text(L, "figure:caption", out);
        lua_rawseti(L, 2, (lua_Integer)i + 1);
        lua_settop(L, 2);
    }
    return 1;
}

static const luaL_Reg meta[] = {
    {"__tostring", to_string},
    {NULL, NULL},
};

static const luaL_Reg methods[] = {
    {"save", save},
    {"show", show},
    {"text", text},
    {"data", data},
    {"describe", describe_words},
    {"layout", layout_text},
    {NULL, NULL},
};

/* has_font() -> whether figures get the font that they are made for; nil and why none can be drawn.
 */
static int has_font(lua_State *L)
{
    bool has;
    draw_error error = out_cairo_has_font(&has);
    if (!error) {
        lua_pushboolean(L, has);
        return 1;
    }
    lua_pushnil(L);
    lua_pushstring(L, draw_error_text(error));
    return 2;
}

int bind_open_figure(lua_State *L)
{
    static const luaL_Reg functions[] = {{"new", create},
                                         {"options", options},
                                         {"replace", replace},
                                         {"has_font", has_font},
                                         {"notes", notes},
                                         {"spec", spec},
                                         {"svg", svg},
                                         {"png", png},
                                         {"document", bind_figure_document},
                                         {NULL, NULL}};
    bind_new_type(L, "figure", meta, methods, NULL);
    luaL_newlib(L, functions);
    bind_push_figure_params(L);
    bind_set_params(L, "save", page_params, PAGE);
    bind_set_params(L, "text", text_params, TEXT);
    lua_setfield(L, -2, "params");
    return 1;
}
