/* Errors with the position of the caller's line, words for wrong values, and the arguments of a
 * function: objects, and numbers, a vec of length 1 among them. */
#include "bind/bind.h"
#include "bind/callback.h"
#include "engine/machine/parallel.h"
#include "engine/text/number.h"
#include "terminal/output.h"
#include "terminal/wrap.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

char bind_broken_off[128];
void (*bind_reset_signals)(bool lasting);
const char *bind_no_memory = "not enough memory";
_Thread_local bind_defaults bind_settings = {.seed = 1};

size_t bind_at_most_threads(size_t n)
{
    size_t most = bind_settings.most_threads;
    return most > 0 && n > most ? most : n;
}

size_t bind_threads(const arg *given)
{
    if (given && given->given)
        return bind_at_most_threads((size_t)given->number);
    return bind_settings.threads > 0 ? (size_t)bind_settings.threads : parallel_processors();
}

uint64_t bind_seed(const arg *given)
{
    return (uint64_t)(given && given->given ? given->number : bind_settings.seed);
}

void bind_push_position(lua_State *L)
{
    lua_Debug frame;
    for (int level = 0; lua_getstack(L, level, &frame); level++) {
        lua_getinfo(L, "Sl", &frame);
        if (frame.currentline > 0 && !bind_is_library(&frame)) {
            lua_pushfstring(L, "%s:%d: ", frame.short_src, frame.currentline);
            return;
        }
    }
    lua_pushliteral(L, "");
}

int bind_fail(lua_State *L, const char *function, const char *format, ...)
{
    va_list words;
    bind_push_position(L);
    lua_pushfstring(L, function ? "%s: " : "", function);
    va_start(words, format);
    lua_pushvfstring(L, format, words);
    va_end(words);
    lua_concat(L, 3);
    bind_shortened(L, bind_printable(L, lua_tostring(L, -1)));
    lua_error(L);
    __builtin_unreachable();
}

int bind_expected(lua_State *L, const char *function, const char *what, int index)
{
    bind_fail(L, function, "expected %s, got %s", what, bind_describe(L, index));
}

void bind_check(lua_State *L, const char *function, status s)
{
    if (s == STATUS_CALLBACK)
        bind_rethrow(L);
    if (s < 0)
        bind_fail(L, function, "%s", s == STATUS_NO_MEMORY ? bind_no_memory : status_text(s));
}

const char *bind_type(lua_State *L, int index)
{
    const char *name = NULL;
    if (lua_type(L, index) == LUA_TUSERDATA &&
        luaL_getmetafield(L, index, "__name") == LUA_TSTRING) {
        name = lua_tostring(L, -1); /* the metatable keeps the string alive */
        lua_pop(L, 1);
    }
    return name && strncmp(name, "debias.", 7) == 0 ? name + 7 : NULL;
}

const char *bind_article(const char *noun)
{
    bool has_vowel = strchr("aeiou", *noun) && strcmp(noun, "userdata") != 0;
    return has_vowel || strcmp(noun, "rng") == 0 ? "an" : "a"; /* as it is spoken */
}

const char *bind_number_text(lua_State *L, double x)
{
    char text[NUMBER_TEXT];
    number_text(text, isnan(x) ? fabs(x) : x, 14);
    return lua_pushstring(L, text);
}

/* "a table", "a function"; of a table with a name, as results have one, "a bias". */
static const char *push_typename(lua_State *L, int index)
{
    const char *name = luaL_typename(L, index);
    if (lua_istable(L, index) && luaL_getmetafield(L, index, "__name") == LUA_TSTRING)
        name = lua_tostring(L, -1);
    return lua_pushfstring(L, "%s %s", bind_article(name), name);
}

const char *bind_describe(lua_State *L, int index)
{
    index = lua_absindex(L, index);
    const char *type = bind_type(L, index);
    if (bind_test_vec(L, index))
        return lua_pushfstring(L, "a vec of length %I", (LUAI_UACINT)bind_test_vec(L, index)->n);
    if (bind_test_mat(L, index))
        return lua_pushfstring(L, "a %Ix%I mat", (LUAI_UACINT)bind_test_mat(L, index)->rows,
                               (LUAI_UACINT)bind_test_mat(L, index)->cols);
    if (type && (strcmp(type, "traced value") == 0 || strcmp(type, "combination") == 0))
        return luaL_tolstring(L, index, NULL);
    if (type)
        return lua_pushfstring(L, "%s %s", bind_article(type), type);
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
        if (isnan(lua_tonumber(L, index)))
            return bind_number_text(L, NAN);
        if (lua_isinteger(L, index) && !bind_has_double(lua_tointeger(L, index)))
            return lua_pushfstring(L, "%I, which no double is (whole numbers are exact up to 2^53)",
                                   (LUAI_UACINT)lua_tointeger(L, index));
        return lua_pushfstring(L, "%s", luaL_tolstring(L, index, NULL));
    case LUA_TSTRING:
        return bind_quoted(L, lua_tostring(L, index));
    case LUA_TBOOLEAN:
        return lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
    case LUA_TNONE:
    case LUA_TNIL:
        return lua_pushliteral(L, "nil");
    default:
        return push_typename(L, index);
    }
}

bool bind_callable(lua_State *L, int index)
{
    bool callable = lua_isfunction(L, index);
    if (!callable && luaL_getmetafield(L, index, "__call") != LUA_TNIL) {
        callable = true;
        lua_pop(L, 1);
    }
    return callable;
}

const char *bind_hint(lua_State *L, const char *name, const char *const *names, size_t n)
{
    const char *near = param_nearest(name, names, n);
    return near ? lua_pushfstring(L, ", did you mean '%s'?", near) : lua_pushliteral(L, "");
}

const char *bind_choice_hint(lua_State *L, int index, const char *choices)
{
    enum { MOST = 64 };
    const char *names[MOST];
    size_t n = 0;
    if (lua_type(L, index) != LUA_TSTRING)
        return lua_pushliteral(L, "");
    char *words = lua_newuserdatauv(L, strlen(choices) + 1, 0), *rest;
    strcpy(words, choices);
    for (char *at = strtok_r(words, "|", &rest); at && n < MOST; at = strtok_r(NULL, "|", &rest))
        names[n++] = at;
    return bind_hint(L, lua_tostring(L, index), names, n);
}

int bind_wrong_choice(lua_State *L, int index, const char *function, const char *option,
                      const char *choices)
{
    bind_fail(L, function, "option '%s': expected one of %s, got %s%s", option, choices,
              bind_describe(L, index), bind_choice_hint(L, index, choices));
}

const char *bind_joined(lua_State *L, const char *const *names, size_t n)
{
    luaL_Buffer list;
    luaL_buffinit(L, &list);
    for (size_t i = 0; i < n; i++) {
        luaL_addstring(&list, i ? ", " : "");
        luaL_addstring(&list, names[i]);
    }
    luaL_pushresult(&list);
    return lua_tostring(L, -1);
}

int bind_unknown(lua_State *L, const char *why)
{
    luaL_pushfail(L);
    lua_pushstring(L, why);
    return 2;
}

void bind_refuse_more(lua_State *L, const char *function, int first, int most, const char *form)
{
    int n = lua_gettop(L);
    while (n >= first + most && lua_isnil(L, n))
        n--;
    if (n >= first + most)
        bind_fail(L, function, "expected %s, got %d arguments", form, n - first + 1);
}

void *bind_object(lua_State *L, int index, const char *type, const char *function)
{
    const char *name = bind_type(L, index);
    if (!name || strcmp(name, type) != 0)
        bind_fail(L, function, "expected %s %s, got %s", bind_article(type), type,
                  bind_describe(L, index));
    return lua_touserdata(L, index);
}

void *bind_self(lua_State *L, const char *type, const char *method)
{
    const char *name = bind_type(L, 1);
    if (!name || strcmp(name, type) != 0)
        bind_fail(L, NULL, "%s:%s: call it with a colon", type, method);
    return lua_touserdata(L, 1);
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

const double *bind_returned(lua_State *L, int index, const char *function, const char *from,
                            size_t *n, double *one)
{
    const bind_vec *v = bind_test_vec(L, index);
    bool is_number = bind_test_number(L, index, one);
    size_t length = v ? v->n : is_number;
    if (length == 0 || (*n && length != *n)) {
        const char *got = bind_describe(L, index);
        bind_fail(L, function, "expected %s from %s, got %s",
                  *n > 1 ? lua_pushfstring(L, "a vec of length %d", (int)*n) : "a number", from,
                  got);
    }
    *n = length;
    return is_number ? one : v->data;
}

void bind_note(const char *message)
{
    if (bind_settings.quiet)
        return;
    output_flush();
    static const char name[] = "debias: note: ";
    fputs(name, stderr);
    wrap_write(stderr, message, sizeof name - 1);
    fputc('\n', stderr);
}
