#include "bind/func.h"

#include "bind/bind.h"
#include "bind/callback.h"
#include "bind/math.h"
#include "bind/poly.h"

typedef struct evaluation {
    const bind_func *f;
    size_t n, gap;
    const double *s;
    double *y;
} evaluation;

/* Calls q with point i of s and leaves its value on the stack. */
static void call(lua_State *L, size_t in, const double *s, size_t gap)
{
    if (in == 1)
        lua_pushnumber(L, s[0]);
    else {
        double *x = bind_push_vec(L, in)->data;
        for (size_t j = 0; j < in; j++)
            x[j] = s[j * gap];
    }
    lua_call(L, 1, 1);
}

/* Reads the value on top as `out` numbers (0 = any) to y; returns how many there are. */
static size_t read_value(lua_State *L, const bind_func *f, size_t out, double *y, size_t gap)
{
    double number;
    const bind_vec *v = bind_test_vec(L, -1);
    bool is_number = bind_test_number(L, -1, &number);
    size_t n = is_number ? 1 : v ? v->n : 0;
    if (n == 0 || (out && n != out)) {
        const char *got = bind_describe(L, -1);
        bind_fail(L, f->function, "expected %s from q, got %s",
                  out > 1 ? lua_pushfstring(L, "a vec of length %d", (int)out) : "a number", got);
    }
    for (size_t l = 0; l < n && y; l++)
        y[l * gap] = is_number ? number : v->data[l];
    return n;
}

static void evaluate(lua_State *L, void *job)
{
    const evaluation *e = job;
    for (size_t i = 0; i < e->n; i++) {
        lua_pushvalue(L, 1);
        call(L, e->f->q.in, e->s + i, e->gap);
        read_value(L, e->f, e->f->q.out, e->y + i, e->gap);
        lua_settop(L, 1);
    }
}

static status eval(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    const bind_func *f = q->context;
    evaluation e = {f, n, gap, s, y};
    return bind_protect(f->L, f->index, evaluate, &e);
}

static void expect_callable(lua_State *L, int index, const char *function)
{
    if (lua_isfunction(L, index))
        return;
    if (luaL_getmetafield(L, index, "__call") == LUA_TNIL)
        bind_fail(L, function, "expected q as poly{..}, math.exp or a function, got %s",
                  bind_describe(L, index));
    lua_pop(L, 1);
}

void bind_func_read(lua_State *L, int index, const char *function, size_t in, const double *at,
                    bind_func *out)
{
    index = lua_absindex(L, index);
    const bind_poly *p = luaL_testudata(L, index, "debias.poly");
    *out = (bind_func){.L = L, .index = index, .function = function};
    if (p && in == 1)
        out->q = func_poly(p->coefficient, p->degree);
    else if (in == 1 && bind_is_exp(L, index))
        out->q = func_exp();
    else {
        expect_callable(L, index, function);
        lua_pushvalue(L, index);
        call(L, in, at, 1);
        out->q = (func){FUNC_GENERAL, in, read_value(L, out, 0, NULL, 0), eval, NULL, 0, out};
        lua_pop(L, 1);
    }
}

double *bind_push_shift(lua_State *L, const char *function, const arg *s, size_t in)
{
    double *out = bind_push_vec(L, in)->data;
    if (s->given && s->rows != 1 && s->rows != in)
        bind_fail(L, function, "option 's': expected a number or a vec of length %d, got length %d",
                  (int)in, (int)s->rows);
    for (size_t j = 0; j < in && s->given; j++)
        out[j] = ((const double *)s->data)[s->rows == 1 ? 0 : j];
    return out;
}
