/* Options of figures as C values. */
#include "bind/figure/reading.h"

#include "draw/figure.h"
#include "draw/symbol.h"
#include "draw/utf8.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void reading_hold(lua_State *L, int keep)
{
    lua_rawseti(L, keep, (lua_Integer)lua_rawlen(L, keep) + 1);
}

const char *reading_symbols(lua_State *L, const char *text)
{
    bytes out = {0};
    if (!strchr(text, '\\'))
        return lua_pushstring(L, text);
    symbol_replace(&out, text);
    const char *replaced = out.failed ? NULL : lua_pushlstring(L, out.data, out.n);
    bytes_free(&out);
    if (!replaced)
        bind_check(L, NULL, STATUS_NO_MEMORY);
    return replaced;
}

/* Raises for a string that cannot be drawn. */
static void check_text(lua_State *L, const char *function, const char *name, const char *text)
{
    const char *mistaken = symbol_mistaken(text);
    if (mistaken)
        bind_fail(L, function, "option '%s': in a Lua string write \\\\%s, or [[\\%s]]", name,
                  mistaken, mistaken);
    if (!utf8_valid(text))
        bind_fail(L, function, "option '%s': expected UTF-8 text without control characters", name);
}

const char *reading_label(lua_State *L, const char *function, const char *name, const char *text,
                          int keep)
{
    check_text(L, function, name, text);
    luaL_gsub(L, text, "\t", " ");
    text = reading_symbols(L, lua_tostring(L, -1));
    lua_remove(L, -2);
    reading_hold(L, keep);
    return text;
}

void reading_options(lua_State *L, int index, const char *function, const param *table, size_t n,
                     arg *out, int keep)
{
    bind_options(L, index, function, table, n, out);
    for (size_t i = 0; i < n; i++)
        if (table[i].kind == PARAM_STRING && out[i].given)
            out[i].string = reading_label(L, function, table[i].name, out[i].string, keep);
    reading_hold(L, keep);
}

void reading_push(lua_State *L, int keep, int i)
{
    lua_rawgeti(L, keep, (lua_Integer)lua_rawlen(L, keep));
    lua_rawgeti(L, -1, i + 1);
    lua_remove(L, -2);
}

double reading_number(const arg *a)
{
    return a->given ? a->number : NAN;
}

const char *reading_text(const arg *a, const char *fallback)
{
    return a->given ? a->string : fallback;
}

/* rrggbb of six hexadecimal digits, or of three, each of which counts twice. */
static int read_rgb(const char *text, size_t digits)
{
    int rgb = (int)strtol(text, NULL, 16);
    return digits == 6 ? rgb : 0x11 * ((rgb & 0xf00) << 8 | (rgb & 0xf0) << 4 | (rgb & 0xf));
}

/* The colour of that place in COLORS: the palette's come first. */
static int named_color(int i)
{
    static const int rgb[] = {0xd62728, 0x8b0000, 0x7f7f7f, 0x7f7f7f, 0xc0c0c0, 0xc0c0c0,
                              0x404040, 0x404040, 0x8c564b, 0xe377c2, 0xc000c0, 0x7a3fb0,
                              0x00a5b5, 0x008080, 0x1f3a93, 0x808000, 0xc99700, 0xffffff};
    return i < COLOR_PALETTE ? i : COLOR_RGB + rgb[i - COLOR_PALETTE];
}

/* The name of a colour without spaces and capitals, as far as there is room. */
static const char *color_name(const char *name, char *out, size_t room)
{
    size_t n = 0;
    for (; *name && n + 1 < room; name++)
        if (*name != ' ')
            out[n++] = (char)tolower((unsigned char)*name);
    out[n] = 0;
    return out;
}

int reading_color(lua_State *L, const char *function)
{
    char spelled[16];
    int top = lua_gettop(L);
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    int color = param_choice(COLORS, color_name(name, spelled, sizeof spelled)), is_whole;
    lua_Integer number = lua_tointegerx(L, -1, &is_whole);
    size_t digits = *name == '#' ? strspn(name + 1, "0123456789abcdefABCDEF") : 0;
    if ((digits == 6 || digits == 3) && !name[1 + digits])
        color = COLOR_RGB + read_rgb(name + 1, digits);
    else if (is_whole && number >= 1 && number <= COLOR_PALETTE)
        color = (int)number - 1;
    else if (color >= 0)
        color = named_color(color);
    if (color < 0 || (!is_whole && !*name))
        bind_fail(L, function, "option 'color': expected '#rrggbb', 1 to 8 or one of %s, got %s%s",
                  COLORS, bind_describe(L, top), bind_choice_hint(L, top, COLORS));
    lua_pop(L, 1);
    return color;
}
