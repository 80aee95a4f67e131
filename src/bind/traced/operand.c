/* Operands, traced or not. */
#include "bind/traced/operand.h"

bool operand_read(lua_State *L, int index, operand *out)
{
    const bind_vec *v = bind_test_vec(L, index);
    const bind_mat *m = bind_test_mat(L, index);
    if (v)
        *out = (operand){OPERAND_VEC, v->n, 1, v->n != 1, v->data, 0};
    else if (m)
        *out = (operand){OPERAND_MAT, m->rows, m->cols, 1, m->data, 0};
    else if (lua_type(L, index) == LUA_TNUMBER)
        *out = (operand){OPERAND_NUMBER, 1, 1, 0, &out->number, lua_tonumber(L, index)};
    else
        return false;
    return true;
}

const char *operand_words(lua_State *L, operand_kind kind, size_t rows, size_t cols)
{
    if (kind == OPERAND_NUMBER)
        return "a number";
    if (kind == OPERAND_MAT)
        return lua_pushfstring(L, "a %Ix%I mat", (LUAI_UACINT)rows, (LUAI_UACINT)cols);
    return lua_pushfstring(L, "a vec of length %I", (LUAI_UACINT)rows);
}

/* Raises for different shapes; for a mat and a vec the message names their product. */
static _Noreturn void mismatch(lua_State *L, const char *function, const operand *a,
                               const operand *b)
{
    if (a->kind == OPERAND_VEC && b->kind == OPERAND_VEC)
        bind_fail(L, function, "expected equal lengths, got %I and %I", (LUAI_UACINT)a->rows,
                  (LUAI_UACINT)b->rows);
    bind_fail(L, function, "expected equal shapes, got %s and %s%s",
              operand_words(L, a->kind, a->rows, a->cols),
              operand_words(L, b->kind, b->rows, b->cols),
              a->kind == b->kind ? "" : " (M:dot(v) is the product of a mat and a vec)");
}

const operand *operand_common(lua_State *L, const char *function, const operand *a, size_t n)
{
    const operand *whole = &a[0];
    for (size_t i = 1; i < n; i++) {
        if (whole->step && a[i].step &&
            (whole->kind != a[i].kind || whole->rows != a[i].rows || whole->cols != a[i].cols))
            mismatch(L, function, whole, &a[i]);
        if (!whole->step && (a[i].step || a[i].kind == OPERAND_VEC))
            whole = &a[i];
    }
    return whole;
}

void operand_check_function(lua_State *L, const char *function)
{
    if (!bind_callable(L, 2))
        bind_expected(L, function, "a function", 2);
    lua_settop(L, 2);
}

size_t operand_target(lua_State *L, const char *kind, const char *place, size_t n)
{
    int is_integer = lua_type(L, 2) == LUA_TNUMBER;
    lua_Integer i = is_integer ? lua_tointegerx(L, 2, &is_integer) : 0;
    if (!is_integer || i < 1 || (lua_Unsigned)i > n)
        bind_fail(L, kind, "expected %s from 1 to %I to write to, got %s", place, (LUAI_UACINT)n,
                  bind_describe(L, 2));
    return (size_t)i - 1;
}

int operand_join(lua_State *L)
{
    luaL_tolstring(L, 1, NULL);
    luaL_tolstring(L, 2, NULL);
    lua_concat(L, 2);
    return 1;
}

/* -1 is the last of n places, -2 the one before it, ..; 0 what lies before all. */
static lua_Integer place_of(lua_Integer i, lua_Integer n)
{
    if (i < -n)
        return 0;
    return i < 0 ? n + 1 + i : i;
}

size_t operand_slice(lua_State *L, size_t length, size_t *count)
{
    lua_Integer n = (lua_Integer)length;
    lua_Integer from = bind_integer(L, 2, "vec:slice", "i");
    lua_Integer to = lua_isnoneornil(L, 3) ? n : bind_integer(L, 3, "vec:slice", "j");
    from = place_of(from, n);
    from = from < 1 ? 1 : from;
    to = place_of(to, n);
    to = to > n ? n : to;
    *count = from <= to ? (size_t)(to - from + 1) : 0;
    return *count ? (size_t)from - 1 : 0;
}

size_t operand_line(lua_State *L, const char *function, const char *line, size_t n)
{
    lua_Integer i = bind_integer(L, 2, function, line);
    if (i < 1 || (lua_Unsigned)i > n)
        bind_fail(L, function, "expected a %s from 1 to %I, got %I", line, (LUAI_UACINT)n,
                  (LUAI_UACINT)i);
    return (size_t)i - 1;
}
