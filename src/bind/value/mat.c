/* core.mat: row-major matrices of numbers. */
#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/traced/traced.h"
#include "bind/type.h"
#include "bind/value/array.h"
#include "engine/number/array.h"

#include <string.h>

/* The list at index 1, whose elements are rows or columns: their number. */
static size_t list_length(lua_State *L, const char *function, const char *expected)
{
    if (!lua_istable(L, 1))
        bind_fail(L, function, "expected %s, got %s", expected, bind_describe(L, 1));
    return (size_t)lua_rawlen(L, 1);
}

/* Pushes element i of the list at index 1 as a vec of length n (any length for i = 1). */
static const bind_vec *push_line(lua_State *L, const char *function, const char *line, size_t i,
                                 size_t n)
{
    lua_rawgeti(L, 1, (lua_Integer)i);
    const bind_vec *v = bind_to_vec(L, -1);
    if (!v)
        bind_fail(L, function, "expected numbers in %s %I, got %s", line, (LUAI_UACINT)i,
                  bind_describe(L, -2));
    if (i > 1 && v->n != n)
        bind_fail(L, function, "expected %ss of equal length, got %I in the first and %I in %s %I",
                  line, (LUAI_UACINT)n, (LUAI_UACINT)v->n, line, (LUAI_UACINT)i);
    return v;
}

static int copy_of(lua_State *L, const char *function, const bind_mat *m)
{
    bind_copy(L, function, bind_push_mat(L, m->rows, m->cols)->data, m->data, m->rows * m->cols);
    return 1;
}

/* The mat of the list of lines at 1: its rows, or its columns. */
static int of_lines(lua_State *L, const char *function, bool are_columns)
{
    if (traced_among_lines(L))
        return traced_lines(L, function, are_columns);
    size_t length = 0;
    size_t n = list_length(L, function, are_columns ? "a list of columns" : "a list of rows");
    bind_mat *m = NULL;
    lua_settop(L, 1);
    lua_pushnil(L); /* the place of the result */
    for (size_t i = 0; i < n; i++) {
        const bind_vec *v = push_line(L, function, are_columns ? "column" : "row", i + 1, length);
        if (i == 0) {
            length = v->n;
            m = are_columns ? bind_push_mat(L, length, n) : bind_push_mat(L, n, length);
            lua_replace(L, 2);
        }
        for (size_t j = 0; j < length; j++)
            m->data[are_columns ? j * n + i : i * length + j] = v->data[j];
        lua_settop(L, 2);
    }
    if (n == 0)
        bind_push_mat(L, 0, 0);
    return 1;
}

/* mat{{..}, ..}, also of a mat */
static int construct(lua_State *L)
{
    if (bind_test_mat(L, 1))
        return copy_of(L, "mat", bind_test_mat(L, 1));
    const traced *t = traced_test(L, 1);
    if (t && t->kind == OPERAND_MAT)
        return traced_copy(L, 1, "mat");
    return of_lines(L, "mat", false);
}

static int columns(lua_State *L)
{
    return of_lines(L, "mat.columns", true);
}

static int zeros(lua_State *L)
{
    size_t rows = bind_count(L, 1, "mat.new", "rows", 0);
    size_t cols = bind_count(L, 2, "mat.new", "columns", 0);
    if (cols && rows > ((size_t)1 << 53) / cols)
        bind_fail(L, "mat.new", "a %Ix%I mat does not fit in memory", (LUAI_UACINT)rows,
                  (LUAI_UACINT)cols);
    bind_push_mat(L, rows, cols);
    return 1;
}

/* m.rows, m.cols, m[i] */
static int read_field(lua_State *L, void *self, const char *field)
{
    const bind_mat *m = self;
    int is_integer = 0;
    lua_Integer i = field ? 0 : lua_tointegerx(L, 2, &is_integer);
    if (traced_test(L, 2))
        return traced_lookup(L);
    if (field && strcmp(field, "rows") == 0)
        lua_pushinteger(L, (lua_Integer)m->rows);
    else if (field && strcmp(field, "cols") == 0)
        lua_pushinteger(L, (lua_Integer)m->cols);
    else if (!is_integer)
        return 0;
    else if (i >= 1 && (lua_Unsigned)i <= m->rows)
        bind_push_view(L, 1, m->data + (size_t)(i - 1) * m->cols, m->cols);
    else
        lua_pushnil(L);
    return 1;
}

/* m[i] = row */
static int set_row(lua_State *L)
{
    bind_mat *m = bind_object(L, 1, "mat", "mat");
    size_t i = operand_target(L, "mat", "a row", m->rows);
    if (traced_test(L, 3))
        bind_fail(L, "mat",
                  "expected numbers, got %s (mat{..} of rows makes one of traced numbers)",
                  bind_describe(L, 3));
    const bind_vec *v = bind_to_vec(L, 3);
    if (!v || v->n != m->cols)
        bind_fail(L, "mat", "expected a vec of length %I, got %s", (LUAI_UACINT)m->cols,
                  bind_describe(L, v ? -1 : 3));
    memmove(m->data + i * m->cols, v->data, m->cols * sizeof(double));
    return 0;
}

static int length(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)bind_test_mat(L, 1)->rows);
    return 1;
}

static int equal(lua_State *L)
{
    if (traced_among(L, 2))
        return traced_equal(L);
    const bind_mat *a = bind_test_mat(L, 1), *b = bind_test_mat(L, 2);
    if (!a || !b || a->rows != b->rows || a->cols != b->cols)
        lua_pushboolean(L, 0);
    else
        array_push_equal(L, a->rows * a->cols, a->data, b->data);
    return 1;
}

static int concat(lua_State *L)
{
    if (lua_type(L, 1) != LUA_TSTRING && lua_type(L, 2) != LUA_TSTRING)
        bind_fail(L, "mat ..", "expected text, got %s",
                  bind_describe(L, bind_test_mat(L, 1) ? 2 : 1));
    return operand_join(L);
}

static int row(lua_State *L)
{
    const bind_mat *m = bind_self(L, "mat", "row");
    if (traced_test(L, 2))
        return traced_lookup(L);
    size_t i = operand_line(L, "mat:row", "row", m->rows);
    bind_push_view(L, 1, m->data + i * m->cols, m->cols);
    return 1;
}

static int column(lua_State *L)
{
    const bind_mat *m = bind_self(L, "mat", "col");
    size_t j = operand_line(L, "mat:col", "column", m->cols);
    bind_vec *v = bind_push_vec(L, m->rows);
    for (size_t i = 0; i < m->rows; i++)
        v->data[i] = m->data[i * m->cols + j];
    return 1;
}

static int transpose(lua_State *L)
{
    const bind_mat *m = bind_self(L, "mat", "t");
    double n = (double)m->rows * (double)m->cols;
    array_transpose(m->rows, m->cols, m->data, bind_push_mat(L, m->cols, m->rows)->data,
                    bind_interrupt_of(L, n));
    bind_look_after(L, n, "mat:t");
    return 1;
}

static int dot(lua_State *L)
{
    bind_self(L, "mat", "dot");
    return array_push_product(L, "mat:dot");
}

static int map(lua_State *L)
{
    bind_self(L, "mat", "map");
    return array_push_map(L, "mat:map");
}

static int copy(lua_State *L)
{
    return copy_of(L, "mat:copy", bind_self(L, "mat", "copy"));
}

static int table(lua_State *L)
{
    const bind_mat *m = bind_self(L, "mat", "table");
    lua_createtable(L, (int)m->rows, 0);
    for (size_t i = 0; i < m->rows; i++) {
        array_push_list(L, m->cols, m->data + i * m->cols);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static const luaL_Reg meta[] = {
    {"__newindex", set_row}, {"__len", length}, {"__eq", equal}, {"__concat", concat}, {NULL, NULL},
};

static const luaL_Reg methods[] = {
    {"row", row}, {"col", column}, {"t", transpose}, {"dot", dot},
    {"map", map}, {"copy", copy},  {"table", table}, {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"new", construct},
    {"zeros", zeros},
    {"columns", columns},
    {NULL, NULL},
};

int bind_open_mat(lua_State *L)
{
    static const char *const fields[] = {"rows", "cols"};
    bind_new_type(L, "mat", meta, methods, read_field);
    bind_set_fields(L, "mat", fields, 2);
    array_set_arithmetic(L, "mat");
    luaL_newlib(L, functions);
    return 1;
}
