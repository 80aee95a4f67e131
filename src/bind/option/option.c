/* Option tables read against parameter tables. */
#include "bind/bind.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { MOST = 128 }; /* parameters of a table */

static _Noreturn void wrong(lua_State *L, int index, const char *function, const param *p,
                            const char *expected)
{
    bind_fail(L, function, "option '%s': expected %s, got %s", p->name, expected,
              bind_describe(L, index));
    __builtin_unreachable();
}

static void read_number(lua_State *L, int index, const char *function, const param *p, arg *out)
{
    char words[PARAM_WORDS];
    if (!bind_test_number(L, index, &out->number) || !param_takes(p, out->number))
        wrong(L, index, function, p, param_expected(p, words));
}

static void read_choice(lua_State *L, int index, const char *function, const param *p, arg *out)
{
    int i =
        lua_type(L, index) == LUA_TSTRING ? param_choice(p->choices, lua_tostring(L, index)) : -1;
    if (i < 0)
        bind_wrong_choice(L, index, function, p->name, p->choices);
    out->number = i;
}

/* " at" and where element i of a vec (cols = 0) or of the rows of a mat is; nothing of a plain
 * number. */
static const char *place_of(lua_State *L, int index, size_t i, size_t cols)
{
    if (lua_type(L, index) == LUA_TNUMBER)
        return "";
    return cols ? lua_pushfstring(L, " at row %I, column %I", (LUAI_UACINT)(i / cols + 1),
                                  (LUAI_UACINT)(i % cols + 1))
                : lua_pushfstring(L, " at element %I", (LUAI_UACINT)(i + 1));
}

/* The elements of the vec (cols = 0) or of the rows of the mat that was read at index. */
static void check_elements(lua_State *L, int index, const char *function, const param *p,
                           const double *x, size_t n, size_t cols)
{
    char words[PARAM_WORDS];
    size_t i = 0;
    while (i < n && param_takes(p, x[i]))
        i++;
    if (i == n)
        return;
    bind_fail(L, function, "option '%s': expected %s, got %s%s", p->name, param_expected(p, words),
              bind_number_text(L, x[i]), place_of(L, index, i, cols));
}

/* No list of numbers: of one that has other elements, the first of them. */
static _Noreturn void wrong_numbers(lua_State *L, int index, const char *function, const param *p)
{
    size_t n = lua_istable(L, index) ? lua_rawlen(L, index) : 0, i = 1;
    for (; i <= n && lua_rawgeti(L, index, (lua_Integer)i) == LUA_TNUMBER; i++)
        lua_pop(L, 1);
    if (i > n || lua_isnil(L, -1))
        wrong(L, index, function, p, "a vec or a list of numbers");
    bind_fail(L, function, "option '%s': expected numbers, got %s at element %I", p->name,
              bind_describe(L, -1), (LUAI_UACINT)i);
}

static void read_vector(lua_State *L, int index, const char *function, const param *p, arg *out)
{
    const bind_vec *v = bind_to_vec(L, index);
    if (!v)
        wrong_numbers(L, index, function, p);
    if (v->n == 0 && !(p->flags & PARAM_EMPTY))
        bind_fail(L, function, "option '%s': expected at least one number, got none", p->name);
    check_elements(L, index, function, p, v->data, v->n, 0);
    *out = (arg){
        .given = true, .number = v->n ? v->data[0] : 0, .data = v->data, .rows = v->n, .cols = 1};
}

static void read_matrix(lua_State *L, int index, const char *function, const param *p, arg *out)
{
    const bind_mat *m = bind_test_mat(L, index);
    if (!m || m->rows * m->cols == 0)
        wrong(L, index, function, p, "a mat");
    check_elements(L, index, function, p, m->data, m->rows * m->cols, m->cols);
    *out = (arg){.given = true, .data = m->data, .rows = m->rows, .cols = m->cols};
    lua_pushvalue(L, index);
}

static void read_object(lua_State *L, int index, const char *function, const param *p, arg *out)
{
    const char *type = bind_type(L, index);
    if (!type || strcmp(type, p->choices) != 0)
        wrong(L, index, function, p,
              lua_pushfstring(L, "%s %s%s", bind_article(p->choices), p->choices,
                              strcmp(p->choices, "dist") == 0 && lua_isfunction(L, index)
                                  ? " (dist.custom{draw=function(rng) .. end} makes one)"
                                  : ""));
    out->data = lua_touserdata(L, index);
}

/* A table of the user's own; a result, which is one with a name, only where that is expected. */
static void read_table(lua_State *L, int index, const char *function, const param *p)
{
    bool takes_result = p->choices && strcmp(p->choices, "result") == 0;
    int name = luaL_getmetafield(L, index, "__name");
    bool has_name = name == LUA_TSTRING;
    if (name != LUA_TNIL)
        lua_pop(L, 1);
    if (!lua_istable(L, index) || (has_name && !takes_result))
        wrong(L, index, function, p, "a table");
}

static void expect_type(lua_State *L, int index, const char *function, const param *p, int type)
{
    if (lua_type(L, index) != type)
        wrong(L, index, function, p, lua_pushfstring(L, "a %s", lua_typename(L, type)));
}

/* Pushes the number at index, or the one element of a vec of length 1 there. */
static void push_number(lua_State *L, int index, const param *p, double x)
{
    if (lua_type(L, index) == LUA_TNUMBER)
        lua_pushvalue(L, index);
    else if (p->kind == PARAM_INTEGER)
        lua_pushinteger(L, (lua_Integer)x);
    else
        lua_pushnumber(L, x);
}

void bind_read(lua_State *L, int index, const char *function, const param *p, arg *out)
{
    index = lua_absindex(L, index);
    *out = (arg){.given = true};
    if (p->kind == PARAM_VECTOR) {
        read_vector(L, index, function, p, out);
        return;
    }
    if (p->kind == PARAM_MATRIX) {
        read_matrix(L, index, function, p, out);
        return;
    }
    if (p->kind == PARAM_NUMBER || p->kind == PARAM_INTEGER) {
        read_number(L, index, function, p, out);
        push_number(L, index, p, out->number);
        return;
    }
    if (p->kind == PARAM_CHOICE)
        read_choice(L, index, function, p, out);
    else if (p->kind == PARAM_OBJECT)
        read_object(L, index, function, p, out);
    else if (p->kind == PARAM_FUNCTION && !bind_callable(L, index))
        wrong(L, index, function, p, "a function");
    else if (p->kind == PARAM_TABLE)
        read_table(L, index, function, p);
    else if (p->kind == PARAM_STRING)
        expect_type(L, index, function, p, LUA_TSTRING);
    else if (p->kind == PARAM_BOOLEAN)
        expect_type(L, index, function, p, LUA_TBOOLEAN);
    if (p->kind == PARAM_STRING)
        out->string = lua_tostring(L, index);
    if (p->kind == PARAM_BOOLEAN)
        out->number = lua_toboolean(L, index);
    lua_pushvalue(L, index);
}

/* The names of a table of parameters; returns n. */
static size_t names_of(const param *table, size_t n, const char *names[MOST])
{
    assert(n <= MOST);
    for (size_t i = 0; i < n; i++)
        names[i] = table[i].name;
    return n;
}

void bind_missing(lua_State *L, int index, const char *function, const char *name,
                  const char *meaning)
{
    index = lua_absindex(L, index);
    for (lua_pushnil(L); lua_istable(L, index) && lua_next(L, index); lua_pop(L, 1)) {
        const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : NULL;
        if (key && param_edits(key, name, 2) <= 2)
            bind_fail(L, function, "unknown option '%s', did you mean '%s'?", key, name);
    }
    bind_fail(L, function, "option '%s' must be given: %s", name, meaning);
    __builtin_unreachable();
}

/* "; the options are mean, rate"; of many, "". */
static const char *push_names(lua_State *L, const param *table, size_t n)
{
    enum { SEVERAL = 4 };
    const char *names[MOST];
    if (n == 0 || n > SEVERAL)
        return "";
    return lua_pushfstring(L, n == 1 ? "; the option is %s" : "; the options are %s",
                           bind_joined(L, names, names_of(table, n, names)));
}

/* The parameter that the key at index names after prefix; raises for an unknown key. */
static size_t find_key(lua_State *L, int index, const char *function, const char *prefix,
                       const param *table, size_t n)
{
    if (lua_type(L, index) == LUA_TSTRING) {
        const char *key = lua_pushfstring(L, "%s%s", prefix, lua_tostring(L, index));
        size_t i = param_find(table, n, key);
        const char *names[MOST];
        if (i == n)
            bind_fail(L, function, "unknown option '%s'%s", key,
                      bind_hint(L, key, names, names_of(table, n, names)));
        lua_pop(L, 1);
        return i;
    }
    lua_Integer place = lua_tointeger(L, index);
    for (size_t i = 0; i < n; i++)
        if (table[i].flags & PARAM_POSITION && --place == 0)
            return i;
    bind_fail(L, function, "unexpected value without a name: %s%s", bind_describe(L, index + 1),
              push_names(L, table, n));
}

/* The key at index is a group: some parameters are called "<key>.<field>". */
static bool is_group(lua_State *L, int index, const param *table, size_t n)
{
    size_t length = 0;
    const char *key = lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, &length) : NULL;
    if (!key || memchr(key, '\0', length)) /* no name holds that, and strings end there */
        return false;
    for (size_t i = 0; i < n; i++)
        if (strncmp(table[i].name, key, length) == 0 && table[i].name[length] == '.')
            return true;
    return false;
}

static void read_entries(lua_State *L, int index, const char *function, const char *prefix,
                         const param *table, size_t n, arg *out, int keep);

/* The fields of the group whose key and value are on top of the stack. */
static void read_group(lua_State *L, const char *function, const param *table, size_t n, arg *out,
                       int keep)
{
    const char *key = lua_tostring(L, -2);
    if (!lua_istable(L, -1))
        bind_fail(L, function, "option '%s': expected a table, got %s", key, bind_describe(L, -1));
    const char *prefix = lua_pushfstring(L, "%s.", key);
    read_entries(L, lua_gettop(L) - 1, function, prefix, table, n, out, keep);
    lua_pop(L, 1);
}

/* Every entry of the table at index; its keys are names after prefix. */
static void read_entries(lua_State *L, int index, const char *function, const char *prefix,
                         const param *table, size_t n, arg *out, int keep)
{
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        if (!*prefix && is_group(L, -2, table, n)) {
            read_group(L, function, table, n, out, keep);
            continue;
        }
        size_t i = find_key(L, lua_gettop(L) - 1, function, prefix, table, n);
        bind_read(L, -1, function, &table[i], &out[i]);
        lua_rawseti(L, keep, (lua_Integer)i + 1);
    }
}

static void set_defaults(lua_State *L, const char *function, const param *table, size_t n, arg *out)
{
    for (size_t i = 0; i < n; i++) {
        if (out[i].given)
            continue;
        if (table[i].flags & PARAM_REQUIRED)
            bind_fail(L, function, "option '%s' must be given: %s", table[i].name,
                      table[i].meaning);
        out[i].number = table[i].fallback;
    }
}

void bind_options(lua_State *L, int index, const char *function, const param *table, size_t n,
                  arg *out)
{
    index = lua_absindex(L, index);
    memset(out, 0, n * sizeof *out);
    lua_newtable(L); /* keeps alive what the args point to */
    int keep = lua_gettop(L);
    if (!lua_isnoneornil(L, index)) {
        if (!lua_istable(L, index))
            bind_expected(L, function, "a table of options", index);
        read_entries(L, index, function, "", table, n, out, keep);
    }
    set_defaults(L, function, table, n, out);
}

static const char kinds[] =
    "number|integer|boolean|choice|string|vector|matrix|function|object|table|any";

param_kind bind_param_kind(const char *name)
{
    int kind = param_choice(kinds, name);
    assert(kind >= 0);
    return (param_kind)kind;
}

/* Pushes the i-th word of "a|b|c". */
static void push_choice(lua_State *L, const char *choices, int i)
{
    while (i-- > 0)
        choices = strchr(choices, '|') + 1;
    const char *end = strchr(choices, '|');
    lua_pushlstring(L, choices, end ? (size_t)(end - choices) : strlen(choices));
}

static void push_range(lua_State *L, const param *p)
{
    static const struct {
        const char *name;
        unsigned bit;
    } flags[] = {{"open_low", PARAM_OPEN_LOW},
                 {"open_high", PARAM_OPEN_HIGH},
                 {"whole", PARAM_WHOLE},
                 {"empty", PARAM_EMPTY}};
    if (p->kind > PARAM_INTEGER && p->kind != PARAM_VECTOR && p->kind != PARAM_MATRIX)
        return;
    char words[PARAM_WORDS];
    bind_set_text(L, "range", param_expected(p, words));
    if (isfinite(p->low))
        bind_set_number(L, "low", p->low);
    if (isfinite(param_high(p)))
        bind_set_number(L, "high", p->high);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (p->flags & flags[i].bit)
            bind_set_flag(L, flags[i].name, true);
}

/* The default as text, when the table has one. */
static void push_default(lua_State *L, const param *p)
{
    int top = lua_gettop(L);
    if (p->flags & (PARAM_REQUIRED | PARAM_OPTIONAL) || p->kind > PARAM_CHOICE)
        return;
    if (p->kind == PARAM_BOOLEAN)
        lua_pushstring(L, p->fallback != 0 ? "true" : "false");
    else if (p->kind == PARAM_CHOICE)
        push_choice(L, p->choices, (int)p->fallback);
    else
        bind_number_text(L, p->fallback);
    lua_setfield(L, top, "default");
}

void bind_push_params(lua_State *L, const param *table, size_t n)
{
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        const param *p = &table[i];
        lua_newtable(L);
        bind_set_text(L, "name", p->name);
        push_choice(L, kinds, (int)p->kind);
        lua_setfield(L, -2, "kind");
        bind_set_text(L, "choices", p->choices);
        bind_set_text(L, "unit", p->unit);
        bind_set_text(L, "meaning", p->meaning);
        push_range(L, p);
        push_default(L, p);
        bind_set_flag(L, "required", (p->flags & PARAM_REQUIRED) != 0);
        bind_set_flag(L, "idle", (p->flags & PARAM_IDLE) != 0);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

void bind_set_params(lua_State *L, const char *name, const param *table, size_t n)
{
    bind_push_params(L, table, n);
    lua_setfield(L, -2, name);
}

/* Pushes the value of one parameter as the user would write it; long arrays are described. */
static void push_value(lua_State *L, const param *p, const arg *a)
{
    enum { LONGEST = 64 };
    if (p->kind == PARAM_VECTOR && a->rows <= LONGEST)
        bind_push_numbers(L, a->rows, a->data);
    else if (p->kind == PARAM_VECTOR)
        lua_pushfstring(L, "a vec of length %I", (LUAI_UACINT)a->rows);
    else if (p->kind == PARAM_MATRIX)
        lua_pushfstring(L, "a %Ix%I mat", (LUAI_UACINT)a->rows, (LUAI_UACINT)a->cols);
    else if (p->kind == PARAM_CHOICE)
        push_choice(L, p->choices, (int)a->number);
    else if (p->kind == PARAM_BOOLEAN)
        lua_pushboolean(L, a->number != 0);
    else if (p->kind == PARAM_INTEGER)
        lua_pushinteger(L, (lua_Integer)a->number);
    else if (p->kind == PARAM_NUMBER)
        lua_pushnumber(L, a->number);
    else
        lua_pushstring(L, a->string);
}

void bind_push_spec(lua_State *L, const param *table, size_t n, const arg *a)
{
    lua_newtable(L);
    for (size_t i = 0; i < n; i++) {
        bool has_default =
            !(table[i].flags & (PARAM_OPTIONAL | PARAM_REQUIRED)) && table[i].kind <= PARAM_CHOICE;
        if (!a[i].given && !has_default)
            continue;
        push_value(L, &table[i], &a[i]);
        lua_setfield(L, -2, table[i].name);
    }
}
