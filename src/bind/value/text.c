/* core.text: numbers as text, the same in every locale, and texts of JSON. */
#include "bind/bind.h"
#include "bind/modules.h"
#include "engine/text/number.h"
#include "terminal/escape.h"

/* number(x [, digits]): integers in full, floats with so many significant digits, at most 17;
 * without them with the fewest that read back as x. */
static int number(lua_State *L)
{
    char text[NUMBER_TEXT];
    double x = luaL_checknumber(L, 1);
    lua_Integer most = luaL_optinteger(L, 2, 0);
    int digits = (int)(most > 17 ? 17 : most);
    if (lua_isinteger(L, 1))
        luaL_tolstring(L, 1, NULL);
    else
        lua_pushlstring(L, text,
                        digits > 0 ? number_text(text, x, digits) : number_shortest(text, x));
    return 1;
}

/* matched(x, error): x to the digits that its error allows. */
static int matched(lua_State *L)
{
    char text[NUMBER_TEXT];
    lua_pushlstring(L, text, number_matched(text, luaL_checknumber(L, 1), luaL_checknumber(L, 2)));
    return 1;
}

/* quoted(text) -> the text as JSON has it, in quotes. */
static int quoted(lua_State *L)
{
    size_t n;
    const char *text = luaL_checklstring(L, 1, &n);
    bytes out = {0};
    bytes_char(&out, '"');
    escape_all(&out, text, n);
    bytes_char(&out, '"');
    if (!out.failed)
        lua_pushlstring(L, out.data, out.n);
    bool failed = out.failed; /* which bytes_free clears */
    bytes_free(&out);
    return failed ? luaL_error(L, "%s", bind_no_memory) : 1;
}

static const luaL_Reg functions[] = {
    {"number", number},
    {"matched", matched},
    {"quoted", quoted},
    {NULL, NULL},
};

int bind_open_text(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
