/* string.rep. */
#include <limits.h>
#include <string.h>

#include "repl/stock/look.h"
#include "repl/stock/stock.h"

enum { PIECE = 1 << 24 }; /* bytes copied between two looks */

/* Fills out with the n bytes that begin with `unit` bytes of which the others are copies. */
static void fill(lua_State *L, char *out, size_t unit, size_t n)
{
    size_t most = unit < PIECE ? PIECE / unit * unit : unit;
    for (size_t done = unit, part; done < n; done += part) {
        part = done < most ? done : most;
        part = part < n - done ? part : n - done;
        memcpy(out + done, out, part);
        if (done + part > PIECE) /* what is short ends by itself: it may be a part of a last save */
            stock_look(L);
    }
}

static int rep(lua_State *L)
{
    size_t length, between, most = INT_MAX; /* as in Lua */
    const char *s = luaL_checklstring(L, 1, &length);
    lua_Integer n = luaL_checkinteger(L, 2);
    const char *sep = luaL_optlstring(L, 3, "", &between);
    if (n <= 0 || length + between == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    if (length + between < length || length + between > most / (size_t)n)
        return luaL_error(L, "resulting string too large");
    size_t unit = length + between, total = unit * (size_t)n - between;
    luaL_Buffer b;
    char *out = luaL_buffinitsize(L, &b, total);
    memcpy(out, s, length);
    if (n > 1) {
        memcpy(out + length, sep, between);
        fill(L, out, unit, total);
    }
    luaL_pushresultsize(&b, total);
    return 1;
}

const luaL_Reg stock_text[] = {{"rep", rep}, {NULL, NULL}};
