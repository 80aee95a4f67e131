/* The options to blame are the largest numbers among those given, budgets and seeds aside. */
#include "bind/size.h"

#include "bind/bind.h"
#include "engine/text/number.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum { LARGE = 100, BLAMED = 3 };

typedef struct blame {
    const char *name; /* the table keeps it alive */
    double value;
} blame;

/* Pushes and returns "800 GB". */
static const char *size_text(lua_State *L, double bytes)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    char text[NUMBER_TEXT];
    int unit = 0;
    for (; bytes >= 999.5 && unit < 6; unit++) /* three digits round it to 1000 */
        bytes /= 1000;
    number_text(text, bytes, 3);
    return lua_pushfstring(L, "%s %s", text, units[unit]);
}

/* Whether memory does not grow with the option. */
static bool is_free(const char *name)
{
    static const char *const names[] = {"seed",    "data_seed", "samples", "steps",
                                        "seconds", "threads",   "m",       "m_jac"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Puts the option in its place among the largest. */
static void insert(blame *list, blame one)
{
    for (int i = 0; i < BLAMED; i++)
        if (one.value > list[i].value) {
            blame less = list[i];
            list[i] = one;
            one = less;
        }
}

/* Pushes and returns " (n = 1000000, d = 100000)", or "". */
static const char *blame_text(lua_State *L, int options)
{
    blame list[BLAMED] = {{NULL, LARGE}, {NULL, LARGE}, {NULL, LARGE}};
    for (lua_pushnil(L); lua_next(L, options); lua_pop(L, 1))
        if (lua_type(L, -2) == LUA_TSTRING && lua_type(L, -1) == LUA_TNUMBER &&
            !is_free(lua_tostring(L, -2)))
            insert(list, (blame){lua_tostring(L, -2), lua_tonumber(L, -1)});
    const char *text = lua_pushliteral(L, "");
    for (int i = 0; i < BLAMED && list[i].name; i++)
        text = lua_pushfstring(L, "%s%s%s = %s", text, i ? ", " : " (", list[i].name,
                               bind_number_text(L, list[i].value));
    return *text ? lua_pushfstring(L, "%s)", text) : text;
}

void bind_check_size(lua_State *L, const char *function, double bytes, int options)
{
    double all = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    double most = bind_settings.memory;
    bool limited = most > 0 && bytes > most;
    if (!limited && !(all > 0 && bytes > all))
        return;
    const char *why = options && lua_istable(L, options) ? blame_text(L, options) : "";
    const char *text = limited ? bind_settings.memory_text : NULL;
    bind_fail(L, function, "needs %s of memory%s, %s %s", size_text(L, bytes), why,
              !limited ? "this machine has"
              : text   ? "the limit is --memory"
                       : "the limit is",
              text ? text : size_text(L, limited ? most : all));
}
