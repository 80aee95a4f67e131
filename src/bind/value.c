/* Numbers among the arguments of a function: a vec of length 1 counts as one; tables of the
 * registry. */
#include "bind/bind.h"

#include <math.h>

void bind_push_weak(lua_State *L, const char *name, const char *mode)
{
    if (luaL_getsubtable(L, LUA_REGISTRYINDEX, name))
        return;
    lua_createtable(L, 0, 1);
    lua_pushstring(L, mode);
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
}

/* Describe what came before anything else is pushed: an argument that is missing has no place. */
static _Noreturn void wrong(lua_State *L, const char *function, const char *name,
                            const char *expected, const char *got)
{
    const char *as = name ? lua_pushfstring(L, " as %s", name) : "";
    bind_fail(L, function, "expected %s%s, got %s", expected, as, got);
}

double bind_number(lua_State *L, int index, const char *function, const char *name)
{
    double x;
    if (!bind_test_number(L, index, &x))
        wrong(L, function, name, "a number", bind_describe(L, index));
    return x;
}

/* Beyond 2^53 a float does not distinguish whole numbers. */
static bool is_whole(double x)
{
    return x == floor(x) && fabs(x) <= 0x1p53;
}

lua_Integer bind_integer(lua_State *L, int index, const char *function, const char *name)
{
    double x;
    if (lua_isinteger(L, index))
        return lua_tointeger(L, index);
    if (!bind_test_number(L, index, &x) || !is_whole(x))
        wrong(L, function, name, "a whole number", bind_describe(L, index));
    return (lua_Integer)x;
}

size_t bind_count(lua_State *L, int index, const char *function, const char *name, size_t least)
{
    double x;
    if (!bind_test_number(L, index, &x) || !is_whole(x) || x < (double)least) {
        const char *got = bind_describe(L, index);
        const char *range = lua_pushfstring(L, "a whole number >= %I", (LUAI_UACINT)least);
        wrong(L, function, name, range, got);
    }
    return (size_t)x;
}
