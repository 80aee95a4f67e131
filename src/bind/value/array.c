/* Elements are read through operands, so that numbers, vecs and mats share one loop. */
#include "bind/value/array.h"

#include "bind/traced/traced.h"
#include "engine/number/array.h"
#include "engine/number/scalar.h"

double *operand_push(lua_State *L, const char *function, const operand *a, size_t n, size_t *count)
{
    const operand *whole = operand_common(L, function, a, n);
    *count = whole->rows * whole->cols;
    if (whole->kind == OPERAND_MAT)
        return bind_push_mat(L, whole->rows, whole->cols)->data;
    return bind_push_vec(L, whole->rows)->data;
}

void operand_zip(lua_State *L, const char *function, double (*f)(double, double), const operand *a,
                 size_t n, double *out)
{
    array_zip(f, n, a[0].data, a[0].step, a[1].data, a[1].step, out,
              bind_interrupt_of(L, (double)n));
    bind_look_after(L, (double)n, function);
}

/* Functions of two numbers or arrays, at least one of the two a vec or mat. */
static const struct operation {
    const char *event, *symbol; /* the symbol names it in errors: "vec +" */
    double (*f)(double, double);
} operations[] = {
    {"__add", "+", scalar_add}, {"__sub", "-", scalar_sub},    {"__mul", "*", scalar_mul},
    {"__div", "/", scalar_div}, {"__idiv", "//", scalar_idiv}, {"__mod", "%", scalar_mod},
    {"__pow", "^", scalar_pow},
};

/* Upvalue 1: which of them. */
static int arithmetic(lua_State *L)
{
    const struct operation *f = lua_touserdata(L, lua_upvalueindex(1));
    operand a[2];
    size_t n;
    if (traced_among(L, 2))
        return traced_operator(L, f->symbol);
    const char *type = bind_test_mat(L, 1) || bind_test_mat(L, 2) ? "mat" : "vec";
    const char *name = lua_pushfstring(L, "%s %s", type, f->symbol);
    for (int i = 0; i < 2; i++)
        if (!operand_read(L, i + 1, &a[i]))
            bind_fail(L, name, "expected a number or a %s, got %s", type, bind_describe(L, i + 1));
    double *out = operand_push(L, name, a, 2, &n);
    operand_zip(L, name, f->f, a, n, out);
    return 1;
}

void unary_apply(lua_State *L, double (*f)(double), const operand *a)
{
    size_t n;
    double *out = operand_push(L, NULL, a, 1, &n);
    array_map(f, n, a->data, out, bind_interrupt_of(L, (double)n));
    bind_look_after(L, (double)n, NULL);
}

static int negate(lua_State *L)
{
    operand a;
    if (traced_among(L, 1))
        return traced_negative(L);
    operand_read(L, 1, &a);
    unary_apply(L, scalar_neg, &a);
    return 1;
}

void array_set_arithmetic(lua_State *L, const char *type)
{
    luaL_getmetatable(L, lua_pushfstring(L, "debias.%s", type));
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        lua_pushlightuserdata(L, (void *)&operations[i]);
        lua_pushcclosure(L, arithmetic, 1);
        lua_setfield(L, -2, operations[i].event);
    }
    lua_pushcfunction(L, negate);
    lua_setfield(L, -2, "__unm");
    lua_pop(L, 2);
}

/* Pushes zeros for a product of rows x cols and returns their data: a vec for what was a vec. */
static double *push_result(lua_State *L, const operand *a, const operand *b)
{
    if (a->kind == OPERAND_MAT && b->kind == OPERAND_MAT)
        return bind_push_mat(L, a->rows, b->cols)->data;
    return bind_push_vec(L, a->kind == OPERAND_MAT ? a->rows : b->cols)->data;
}

static void push_dot(lua_State *L, const char *function, size_t n, const double *a, const double *b)
{
    double x = array_dot_until(n, a, b, bind_interrupt_of(L, (double)n));
    bind_look_after(L, (double)n, function);
    lua_pushnumber(L, x);
}

int array_push_product(lua_State *L, const char *function)
{
    if (traced_among(L, 2))
        return traced_dot(L, function);
    operand a, b;
    operand_read(L, 1, &a);
    if (!operand_read(L, 2, &b))
        bind_expected(L, function, "a vec or a mat", 2);
    size_t rows = a.kind == OPERAND_MAT ? a.rows : 1;
    size_t inner = a.kind == OPERAND_MAT ? a.cols : a.rows;
    if (b.rows != inner)
        bind_fail(L, function, "expected a vec of length %I or a mat with %I rows, got %s",
                  (LUAI_UACINT)inner, (LUAI_UACINT)inner, bind_describe(L, 2));
    if (a.kind != OPERAND_MAT && b.kind != OPERAND_MAT)
        push_dot(L, function, inner, a.data, b.data);
    else if (!array_product(rows, inner, b.cols, a.data, b.data, push_result(L, &a, &b),
                            bind_interrupt_of(L, (double)rows * (double)(inner * b.cols))))
        bind_look(L, function);
    return 1;
}

int array_push_map(lua_State *L, const char *function)
{
    operand a;
    size_t n;
    operand_read(L, 1, &a);
    operand_check_function(L, function);
    double *out = operand_push(L, function, &a, 1, &n);
    for (size_t i = 0; i < n; i++) {
        lua_pushvalue(L, 2);
        lua_pushnumber(L, a.data[i]);
        lua_call(L, 1, 1);
        if (traced_test(L, -1))
            return traced_map(L, function, i);
        if (!bind_test_number(L, -1, &out[i]))
            bind_fail(L, function, "expected the function to return a number, got %s at element %I",
                      bind_describe(L, -1), (LUAI_UACINT)(i + 1));
        lua_pop(L, 1);
    }
    return 1;
}

void array_push_equal(lua_State *L, size_t n, const double *a, const double *b)
{
    bool same = array_equal(n, a, b, bind_interrupt_of(L, (double)n));
    bind_look_after(L, (double)n, NULL);
    lua_pushboolean(L, same);
}

void array_push_list(lua_State *L, size_t n, const double *a)
{
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        bind_look_at(L, i, NULL);
        lua_pushnumber(L, a[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}
